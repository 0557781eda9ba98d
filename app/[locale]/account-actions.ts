'use server'

import type { Route } from 'next'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { sessionCookie } from '@/lib/access/session-cookie'
import { getViewer } from '@/lib/access/viewer'
import { defaultUiLocale, isUiLocale } from '@/lib/i18n/locales'
import { choosePassword } from '@/lib/person/commands/invitations'
import { signIn } from '@/lib/person/commands/sign-in'
import { signOut } from '@/lib/person/commands/sign-out'
import type { ChoosePasswordOutcome } from '@/lib/person/schema'
import { rememberLocale } from './remember-locale'

export type SignInState = { email: string; error: 'wrong' | 'wait' | null; minutes: number }

/** Signs in with address and password, then goes where the person wanted to be. */
export async function signInAction(
  locale: string,
  next: string,
  _before: SignInState,
  form: FormData,
): Promise<SignInState> {
  const email = String(form.get('email') ?? '')
  const outcome = await signIn({ email, password: String(form.get('password') ?? '') })
  switch (outcome.status) {
    case 'wrong':
      return { email, error: 'wrong', minutes: 0 }
    case 'wait':
      return { email, error: 'wait', minutes: Math.ceil(outcome.seconds / 60) }
    case 'signed-in':
      await setSession(outcome.token)
      if (isOwnPath(next)) return redirect(next as Route)
      if (outcome.uiLocale && isUiLocale(outcome.uiLocale)) {
        await rememberLocale(outcome.uiLocale)
        return redirect(`/${outcome.uiLocale}`)
      }
      return redirect(`/${isUiLocale(locale) ? locale : defaultUiLocale}`)
  }
}

/** Signs this browser out. */
export async function signOutAction(locale: string): Promise<void> {
  if (await getViewer()) await signOut()
  const { name } = await sessionCookie('')
  ;(await cookies()).delete(name)
  redirect(`/${isUiLocale(locale) ? locale : defaultUiLocale}/sign-in`)
}

async function setSession(token: string): Promise<void> {
  const { name, value, options } = await sessionCookie(token)
  ;(await cookies()).set(name, value, options)
}

/** Only paths of this site, so that a link cannot send someone elsewhere after signing in. */
function isOwnPath(path: string): boolean {
  return /^\/[a-z]{2}(-[A-Za-z]+)?(\/[\w\-./]*)?$/.test(path) && !path.includes('//')
}

export type PasswordState = {
  error: Exclude<ChoosePasswordOutcome['status'], 'chosen'> | null
  name: string
  email: string
}

/** Uses a one-time link and signs in. */
export async function choosePasswordAction(
  locale: string,
  token: string,
  _before: PasswordState,
  form: FormData,
): Promise<PasswordState> {
  const [name, email, password] = ['name', 'email', 'password'].map((field) => String(form.get(field) ?? ''))
  const uiLocale = isUiLocale(locale) ? locale : defaultUiLocale
  const outcome = await choosePassword(token, {
    name: name ?? '',
    email: email ?? '',
    password: password ?? '',
    uiLocale,
  })
  if (outcome.status !== 'chosen') return { error: outcome.status, name: name ?? '', email: email ?? '' }
  await setSession(outcome.token)
  redirect(`/${uiLocale}`)
}
