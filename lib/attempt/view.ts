import { localeChain } from '../i18n/chain'
import type { Fraction } from './fraction'
import { letterAt, type ScoredKind, type Verdict } from './rules'

/** An option as it may be shown at any time. Text is inline Markdown. */
export type OpenOption = { id: string; letter: string; text: string; picked: boolean }

/** A question before its key may be seen: everything here, and nothing more, may leave the server. */
export type OpenQuestion = {
  state: 'open'
  position: number
  kind: ScoredKind
  /** The revision of the words shown; a save sends it back. */
  translationId: string
  /** Language of all words of the question. */
  locale: string
  /** The words are not in the language that was asked for. */
  isFallback: boolean
  stem: string
  options: OpenOption[]
  /** The stored number of the newest save, 0 when there is none. */
  number: number
  savedAt: string | null
}

export type RevealedOption = OpenOption & { right: boolean; feedback: string | null }

/** A question after its key may be seen. */
export type RevealedQuestion = Omit<OpenQuestion, 'state' | 'options'> & {
  state: 'revealed'
  options: RevealedOption[]
  verdict: Verdict
  award: Fraction
  explanation: string
  /** Letter shown for each option by the option's external id, for `{option:ID}` in the explanation. */
  letters: Record<string, string>
  sources: { url: string; verifiedOn: string }[]
}

/** The stored texts of one question in one language; only those with these names are ever read for an open question. */
export type Words = { id: string; locale: string; fields: { field: string; markdown: string }[] }

export type AnswerRow = {
  position: number
  optionOrder: string[]
  picks: string[]
  seq: number
  savedAt: Date | null
  version: { kind: ScoredKind }
}

/** The open shape of an answer: an allow-list, field by field. */
export function openQuestion(answer: AnswerRow, words: Words, wanted: string): OpenQuestion {
  const texts = new Map(words.fields.map(({ field, markdown }) => [field, markdown]))
  return {
    state: 'open',
    position: answer.position,
    kind: answer.version.kind,
    translationId: words.id,
    locale: words.locale,
    isFallback: !localeChain(wanted).includes(words.locale),
    stem: texts.get('stem') ?? '',
    options: answer.optionOrder.map((id, index) => ({
      id,
      letter: letterAt(index),
      text: texts.get(`option:${id}`) ?? '',
      picked: answer.picks.includes(id),
    })),
    number: answer.seq,
    savedAt: answer.savedAt?.toISOString() ?? null,
  }
}

export type KeyRow = {
  optionIds: string[]
  verdict: Verdict
  award: Fraction
  externalIds: Map<string, string>
  sources: { url: string; verifiedOn: Date }[]
}

/** The revealed shape: the open one, with the key, the explanation and the feedback. */
export function revealedQuestion(answer: AnswerRow, words: Words, wanted: string, key: KeyRow): RevealedQuestion {
  const texts = new Map(words.fields.map(({ field, markdown }) => [field, markdown]))
  const open = openQuestion(answer, words, wanted)
  return {
    ...open,
    state: 'revealed',
    options: open.options.map((option) => ({
      ...option,
      right: key.optionIds.includes(option.id),
      feedback: texts.get(`feedback:${option.id}`) ?? null,
    })),
    verdict: key.verdict,
    award: key.award,
    explanation: texts.get('explanation') ?? '',
    letters: Object.fromEntries(open.options.map(({ id, letter }) => [key.externalIds.get(id) ?? id, letter])),
    sources: key.sources.map(({ url, verifiedOn }) => ({ url, verifiedOn: verifiedOn.toISOString().slice(0, 10) })),
  }
}
