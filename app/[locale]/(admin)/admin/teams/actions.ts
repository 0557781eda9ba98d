'use server'

import type { Route } from 'next'
import { redirect } from 'next/navigation'
import type { UiLocale } from '@/lib/i18n/locales'
import { addTeam } from '@/lib/team/commands'
import { teamName, teamSlug } from '@/lib/team/schema'
import { getAdmin } from '../../../reader'

export type NewTeamState = {
  given: { name: string; slug: string }
  errors: { name?: 'missing'; slug?: 'wrong' | 'taken' }
}

/** Adds a team and goes to its page. */
export async function addTeamAction(locale: UiLocale, _before: NewTeamState, form: FormData): Promise<NewTeamState> {
  await getAdmin(Promise.resolve({ locale }), 'people:manage')
  const given = { name: String(form.get('name') ?? ''), slug: String(form.get('slug') ?? '') }
  const [name, slug] = [teamName.safeParse(given.name), teamSlug.safeParse(given.slug)]
  if (!name.success || !slug.success)
    return {
      given,
      errors: { ...(!name.success && { name: 'missing' }), ...(!slug.success && { slug: 'wrong' }) },
    }
  const { status } = await addTeam({ name: name.data, slug: slug.data })
  if (status === 'exists') return { given, errors: { slug: 'taken' } }
  redirect(`/${locale}/admin/teams/${slug.data}` as Route)
}
