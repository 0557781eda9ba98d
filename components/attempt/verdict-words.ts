import { wholePercent, zero } from '@/lib/attempt/fraction'
import { decimalText, rangeOf } from '@/lib/attempt/rules-number'
import { isNumeric, type TextAnswers } from '@/lib/attempt/schema'
import type { RevealedQuestion } from '@/lib/attempt/view'
import { localeChain } from '@/lib/i18n/chain'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'

type VerdictWords = (question: RevealedQuestion, locale: UiLocale) => string

const listed = (locale: string, items: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction') =>
  new Intl.ListFormat(locale, { type }).format(items)

const percentOf = ({ award }: RevealedQuestion) => wholePercent(award ?? zero)

/** How a choice of options stands, and the letters of the right ones. */
export const choiceVerdict: VerdictWords = (question, locale) => {
  const t = wordsOf(locale, 'attempt')
  const letters = (wanted: (option: RevealedQuestion['options'][number]) => boolean) =>
    listed(
      locale,
      question.options.filter(wanted).map(({ letter }) => letter),
    )
  const key = letters(({ right }) => right)
  const count = question.options.filter(({ right }) => right).length
  return question.verdict === 'partly'
    ? t('verdict.partly', { percent: percentOf(question), key })
    : t(`verdict.${question.verdict}`, { key, count, picks: letters(({ picked }) => picked) })
}

/** How an order stands, and the letters in the right one. */
export const orderVerdict: VerdictWords = (question, locale) => {
  const t = wordsOf(locale, 'attempt')
  const { options, verdict } = question
  const inOrder = (placeOf: (option: (typeof options)[number]) => number | null) =>
    listed(
      locale,
      options.map((_, index) => options.find((option) => placeOf(option) === index + 1)?.letter ?? '–'),
    )
  const key = inOrder(({ rightPlace }) => rightPlace)
  if (verdict === 'unscored') return t('verdict.unscored')
  if (verdict === 'partly') return t('orderVerdict.partly', { percent: percentOf(question), key })
  return t(`orderVerdict.${verdict}`, { key, picks: inOrder(({ place }) => place) })
}

/** How something written stands, and what is right. */
export const writtenVerdict: VerdictWords = (question, locale) => {
  const t = wordsOf(locale, 'attempt')
  const { verdict, accepted, text } = question
  if (verdict === 'unscored' || verdict === 'partly' || !accepted) return t('verdict.unscored')
  const key = isNumeric(accepted)
    ? formatNumber(accepted.value, accepted.unit, locale)
    : (textsByLanguage(accepted, question.locale)[0]?.texts[0] ?? '')
  return verdict === 'wrong'
    ? t('wrongWritten', { text: text?.trim() ?? '', key })
    : t(`verdict.${verdict}`, { key, count: 1, picks: '' })
}

/** What is accepted, in words: a number and what counts around it, or the texts of each language, the question's first. */
export function acceptedWords(
  { accepted, locale: lang }: RevealedQuestion,
  locale: UiLocale,
): { text: string; lang: string }[] {
  if (!accepted) return []
  if (isNumeric(accepted)) {
    const { value, unit } = accepted
    const { least, greatest } = rangeOf(accepted)
    const words = (number: string) => formatNumber(number, unit, locale)
    const isExact = least.num === greatest.num
    return [
      { text: words(value), lang: locale },
      ...(isExact
        ? []
        : [
            {
              text: wordsOf(locale, 'attempt')('range', {
                least: words(decimalText(least)),
                greatest: words(decimalText(greatest)),
              }),
              lang: locale,
            },
          ]),
    ]
  }
  return textsByLanguage(accepted, lang).map(({ texts, lang }) => ({ text: listed(lang, texts, 'disjunction'), lang }))
}

function textsByLanguage(accepted: TextAnswers, first: string): { lang: string; texts: string[] }[] {
  const chain = localeChain(first)
  const rank = (lang: string) => (chain.includes(lang) ? 0 : 1)
  return Object.entries(accepted)
    .map(([lang, texts]) => ({ lang, texts }))
    .sort((a, b) => rank(a.lang) - rank(b.lang))
}

/** A decimal as the language writes it, exactly, with its unit. */
function formatNumber(value: string, unit: string | null, locale: UiLocale): string {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(value as `${number}`)
  return unit ? `${number}\u00a0${unit}` : number
}
