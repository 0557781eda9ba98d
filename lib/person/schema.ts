import { z } from 'zod'

/** An address as it is stored: trimmed and in lower case. */
export const email = z.string().trim().toLowerCase().pipe(z.email())

export const personRole = z.enum(['member', 'translator', 'admin'])
export const membershipRole = z.enum(['member', 'manager'])

/** A BCP-47 tag in its canonical spelling. */
export const localeTag = z.string().transform((tag, context) => {
  try {
    return Intl.getCanonicalLocales(tag.trim())[0] ?? tag
  } catch {
    context.addIssue({ code: 'custom', message: `"${tag}" is not a language tag` })
    return z.NEVER
  }
})

/** An IANA time zone that this runtime knows. */
export const timeZone = z.string().refine((zone) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}, 'is not a time zone')

export const profileInput = z.object({
  name: z.string().trim().min(1).max(100),
  uiLocale: z.enum(['en', 'es', 'ja', 'zh-Hans']),
  contentLocales: z
    .array(localeTag)
    .max(20)
    .transform((tags) => [...new Set(tags)]),
  zone: timeZone,
  /** Whether boards show this person. */
  onBoards: z.boolean(),
})
export type ProfileInput = z.input<typeof profileInput>

export type SignInOutcome =
  | { status: 'signed-in'; token: string; uiLocale: string | null }
  | { status: 'wrong' }
  /** Too many tries; the next is heard after this many seconds. */
  | { status: 'wait'; seconds: number }

export type ChoosePasswordOutcome =
  | { status: 'chosen'; token: string }
  | { status: 'too-short' | 'not-found' | 'name-missing' | 'email-wrong' | 'email-taken' }
