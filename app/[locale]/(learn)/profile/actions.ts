'use server'

import { redirect } from 'next/navigation'
import { getViewer } from '@/lib/access/viewer'
import type { UiLocale } from '@/lib/i18n/locales'
import { saveProfile } from '@/lib/person/commands/save-profile'
import { profileInput } from '@/lib/person/schema'
import { rememberLocale } from '../../remember-locale'

export type ProfileState = { error: 'name' | 'zone' | 'other' | null }

/** Saves the profile, then shows it in the language just chosen. */
export async function saveProfileAction(locale: string, _before: ProfileState, form: FormData): Promise<ProfileState> {
  const input = profileInput.safeParse({
    name: form.get('name'),
    uiLocale: form.get('uiLocale'),
    contentLocales: form.getAll('contentLocale').filter((tag) => tag !== ''),
    zone: form.get('zone'),
    onBoards: form.get('onBoards') === 'yes',
    // A kind that the page does not offer stays as it is.
    mails: Object.fromEntries(form.getAll('mailKind').map((kind) => [kind, form.getAll('mail').includes(kind)])),
  })
  if (!input.success) {
    const [field] = input.error.issues[0]?.path ?? []
    return { error: field === 'name' || field === 'zone' ? field : 'other' }
  }
  if (!(await getViewer())) redirect(`/${locale as UiLocale}/sign-in?next=/${locale}/profile`)
  await saveProfile(input.data)
  await rememberLocale(input.data.uiLocale)
  redirect(`/${input.data.uiLocale}/profile?saved=1`)
}
