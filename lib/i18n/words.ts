import { createTranslator } from 'use-intl/core'
import type { UiLocale } from './locales'
import en from './messages/en.json'
import es from './messages/es.json'
import ja from './messages/ja.json'
import zhHans from './messages/zh-Hans.json'

type Messages = typeof en
type Namespace = keyof Messages
type Words<Name extends Namespace> = ReturnType<typeof createTranslator<Messages, Name>>

/** All words of the interface. That the other languages hold what English holds, a test sees to. */
export const messages = { en, es, ja, 'zh-Hans': zhHans } as Record<UiLocale, Messages>

const known = new Map<string, unknown>()

/**
 * The words of the interface in one language. What it returns is made once for all requests, so that a message is parsed
 * only when it is first said.
 *
 * @param namespace a part of `messages/en.json`, by its name
 * @returns a function from a key within that part, and what its blanks are filled with, to the words
 */
export function wordsOf<Name extends Namespace>(locale: UiLocale, namespace: Name): Words<Name> {
  const key = `${locale} ${namespace}`
  const words = known.get(key) ?? createTranslator({ locale, messages: messages[locale], namespace, timeZone: 'UTC' })
  known.set(key, words)
  return words as Words<Name>
}
