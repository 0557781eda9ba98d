'use server'

import type { Route } from 'next'
import { redirect } from 'next/navigation'
import type { UiLocale } from '@/lib/i18n/locales'
import { email, membershipRole } from '@/lib/person/schema'
import { renameTeam, setTeamArchived, setTeamRole } from '@/lib/team/commands'
import { teamName } from '@/lib/team/schema'
import { getAdmin } from '../../../../reader'

/** What a team's page can say after a form. */
export type TeamNotice = 'done' | 'name-missing' | 'nobody' | 'archived'

async function manage(locale: UiLocale): Promise<void> {
  await getAdmin(Promise.resolve({ locale }), 'people:manage')
}

/** The page of the team again, which says what became of it; where there is no such team, it is not found. */
function show(locale: UiLocale, slug: string, notice: TeamNotice | 'not-found'): never {
  redirect(`/${locale}/admin/teams/${encodeURIComponent(slug)}?notice=${notice}` as Route)
}

/** Gives a team another name. */
export async function renameTeamAction(locale: UiLocale, slug: string, form: FormData): Promise<void> {
  await manage(locale)
  const name = teamName.safeParse(form.get('name'))
  if (!name.success) show(locale, slug, 'name-missing')
  show(locale, slug, (await renameTeam(slug, name.data)).status)
}

/** Puts someone into the team by their address, changes what they are in it, or takes them out. */
export async function setPlaceAction(locale: UiLocale, slug: string, form: FormData): Promise<void> {
  await manage(locale)
  const address = email.safeParse(form.get('email'))
  if (!address.success) show(locale, slug, 'nobody')
  const role = membershipRole.nullable().catch(null).parse(form.get('role'))
  const { status } = await setTeamRole(address.data, slug, role)
  show(locale, slug, status === 'not-found' ? 'nobody' : status === 'no-such-team' ? 'archived' : 'done')
}

/** Puts the team away, or brings it back. */
export async function setArchivedAction(
  locale: UiLocale,
  slug: string,
  archived: boolean,
  _form: FormData,
): Promise<void> {
  await manage(locale)
  show(locale, slug, (await setTeamArchived(slug, archived)).status)
}
