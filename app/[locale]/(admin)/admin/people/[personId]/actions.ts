'use server'

import type { Route } from 'next'
import { redirect } from 'next/navigation'
import type { UiLocale } from '@/lib/i18n/locales'
import { erasePerson } from '@/lib/person/commands/erase-person'
import { invitePerson } from '@/lib/person/commands/invitations'
import { changePerson, deactivatePerson, reactivatePerson, setAllowance } from '@/lib/person/commands/manage-people'
import { membershipRole, personName, personRole } from '@/lib/person/schema'
import { setTeamRole } from '@/lib/team/commands'
import { getAdmin } from '../../../../reader'
import { invitationLink } from '../invitation-link'

/** What a person's page can say after a form. */
export type PersonNotice =
  | 'done'
  | 'last-admin'
  | 'no-such-team'
  | 'no-such-quiz'
  | 'name-missing'
  | 'range'
  | 'not-sure'

async function manage(locale: UiLocale): Promise<void> {
  await getAdmin(Promise.resolve({ locale }), 'people:manage')
}

/** The page of the person again, which says what became of it; where there is nobody, it is not found. */
function show(locale: UiLocale, personId: string, notice: PersonNotice | 'not-found'): never {
  redirect(`/${locale}/admin/people/${encodeURIComponent(personId)}?notice=${notice}` as Route)
}

/** Saves name and role. */
export async function savePersonAction(locale: UiLocale, personId: string, form: FormData): Promise<void> {
  await manage(locale)
  const name = personName.safeParse(form.get('name'))
  const role = personRole.optional().catch(undefined).parse(form.get('role'))
  if (!name.success) show(locale, personId, 'name-missing')
  const { status } = await changePerson({ personId }, { name: name.data, role })
  show(locale, personId, status)
}

/** Puts into a team, changes the part in it, or takes out of it. */
export async function setTeamRoleAction(locale: UiLocale, personId: string, form: FormData): Promise<void> {
  await manage(locale)
  const role = membershipRole.nullable().catch(null).parse(form.get('role'))
  const { status } = await setTeamRole({ personId }, String(form.get('team') ?? ''), role)
  show(locale, personId, status)
}

/** Gives extra time and attempts at one quiz, or at all others. */
export async function setAllowanceAction(locale: UiLocale, personId: string, form: FormData): Promise<void> {
  await manage(locale)
  const figure = (name: string) => Number(form.get(name) || Number.NaN)
  const [time, attempts] = [figure('time'), figure('attempts')]
  if (![time, attempts].every((value) => Number.isInteger(value) && value >= 0 && value <= 1000))
    show(locale, personId, 'range')
  const quiz = String(form.get('quiz') ?? '')
  const { status } = await setAllowance({ personId }, { ...(quiz !== '' && { quiz }), time, attempts })
  show(locale, personId, status)
}

/** Keeps a person out, or lets them in again. */
export async function setActiveAction(
  locale: UiLocale,
  personId: string,
  active: boolean,
  _form: FormData,
): Promise<void> {
  await manage(locale)
  const { status } = await (active ? reactivatePerson : deactivatePerson)({ personId })
  show(locale, personId, status)
}

export type LinkState = { link: string | null }

/** Makes a one-time link, which is shown this once. */
export async function makeLinkAction(
  locale: UiLocale,
  personId: string,
  _before: LinkState,
  _form: FormData,
): Promise<LinkState> {
  await manage(locale)
  const token = await invitePerson({ personId })
  if (!token) show(locale, personId, 'not-found')
  return { link: invitationLink(token) }
}

/** Erases a person for good, where whoever presses the button has said that they mean it. */
export async function eraseAction(locale: UiLocale, personId: string, form: FormData): Promise<void> {
  await manage(locale)
  if (form.get('sure') !== 'yes') show(locale, personId, 'not-sure')
  const { status } = await erasePerson({ personId })
  if (status !== 'done') show(locale, personId, status)
  redirect(`/${locale}/admin/people?notice=erased`)
}
