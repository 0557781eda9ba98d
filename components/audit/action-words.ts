import type { UiLocale } from '@/lib/i18n/locales'
import { messages, wordsOf } from '@/lib/i18n/words'

type Key = Parameters<ReturnType<typeof wordsOf<'audit'>>>[0]

/** What an action is called; an action without words of its own is shown by its code. */
export function nameOfAction(action: string, locale: UiLocale): string {
  const t = wordsOf(locale, 'audit')
  const key = `action.${action}` as Key
  return t.has(key) ? t(key) : action
}

/** What a kind of changes is called: the part of actions before the dot. */
export function nameOfKind(kind: string, locale: UiLocale): string {
  const t = wordsOf(locale, 'audit')
  const key = `kind.${kind}` as Key
  return t.has(key) ? t(key) : kind
}

/** The names of all actions that have words, by their codes. */
export function actionWords(locale: UiLocale): Record<string, string> {
  return Object.fromEntries(
    Object.entries(messages[locale].audit.action).flatMap(([kind, verbs]) =>
      Object.entries(verbs).map(([verb, name]) => [`${kind}.${verb}`, name]),
    ),
  )
}
