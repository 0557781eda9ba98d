import type { UiLocale } from '../i18n/locales'
import type { Block } from './render'

/** Whom a mail is for, as its words need them. */
export type Recipient = { personId: string; name: string; zone: string; locale: UiLocale; contentLocales: string[] }

/** What a mail says, before its foot. */
export type Body = {
  subject: string
  blocks: Block[]
  /** Why it came, and what its figures mean. */
  notes: string[]
}
