import { z } from 'zod'
import type { ListShape } from '../list/schema'
import { mailWishes } from '../mail/schema'

/** An address as it is stored: trimmed and in lower case. */
export const email = z.string().trim().toLowerCase().pipe(z.email())

export const personRole = z.enum(['member', 'translator', 'admin'])
export const membershipRole = z.enum(['member', 'manager'])
export type PersonRole = z.infer<typeof personRole>
export type MembershipRole = z.infer<typeof membershipRole>

export const personName = z.string().trim().min(1).max(100)

/** One person among all: by their address or, as pages name them, by their id. */
export type Who = string | { personId: string }

/** Whether someone can come in: invited people have chosen no password yet. */
export const personStates = ['active', 'invited', 'deactivated'] as const
export type PersonState = (typeof personStates)[number]

/** What can be asked of the list of people; a team goes by its slug. */
export const peopleList = {
  filters: { role: personRole.options, team: null, state: personStates },
  sorts: ['name', 'email', 'role', 'seen'],
} as const satisfies ListShape

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
  name: personName,
  uiLocale: z.enum(['en', 'es', 'ja', 'zh-Hans']),
  contentLocales: z
    .array(localeTag)
    .max(20)
    .transform((tags) => [...new Set(tags)]),
  zone: timeZone,
  /** Whether boards show this person. */
  onBoards: z.boolean(),
  /** Which mails this person wants; a kind that is not named stays as it is. */
  mails: mailWishes.default({}),
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

/** The columns a list of people may have; `email` must be there. */
export const PEOPLE_COLUMNS = ['email', 'name', 'role', 'teams', 'language', 'zone'] as const
export type PeopleColumn = (typeof PEOPLE_COLUMNS)[number]

/** What a list may hold at most, in lines and in bytes: all of it is one transaction, and travels with its report. */
export const MAX_PEOPLE = 2000
export const MAX_PEOPLE_BYTES = 200_000

/** What a line says of one person. Null: it says nothing of it. */
export type PeopleRow = {
  line: number
  email: string
  name: string | null
  role: PersonRole | null
  teams: { slug: string; role: MembershipRole }[]
  language: string | null
  zone: string | null
}

export type PeopleProblemCode =
  | 'empty'
  | 'too-large'
  | 'not-csv'
  | 'column-missing'
  | 'column-unknown'
  | 'column-twice'
  | 'cells-too-many'
  | 'email-missing'
  | 'email-wrong'
  | 'email-twice'
  | 'name-missing'
  | 'name-long'
  | 'role-unknown'
  | 'team-wrong'
  | 'team-twice'
  | 'team-unknown'
  | 'team-archived'
  | 'language-unknown'
  | 'zone-unknown'
  | 'deactivated'
  | 'last-admin'

/** Why a list cannot be taken, and where. */
export type PeopleProblem = {
  line: number
  /** As the heading names it; null where it is about a whole line. */
  column: string | null
  code: PeopleProblemCode
  /** What stands there, or for an address that stands there twice, the line of the first. */
  found: string
}
