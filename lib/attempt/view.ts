import { localeChain } from '../i18n/chain'
import type { Fraction } from './fraction'
import { type Key, kinds, type OpenBody, type RevealedBody, type Verdict } from './kinds'
import type { Confidence, QuestionKind, SelfAssessment } from './schema'

/** The words of a question in a second language, beside the first. */
export type BesideWords = { locale: string; stem: string; options: Record<string, string>; explanation: string | null }

/** A question before its key may be seen: everything here, and nothing more, may leave the server. */
export type OpenQuestion = OpenBody & {
  state: 'open'
  position: number
  kind: QuestionKind
  /** The revision of the words shown; a save sends it back. */
  translationId: string
  /** Language of all words of the question. */
  locale: string
  /** The words are not in the language that was asked for. */
  isFallback: boolean
  stem: string
  confidence: Confidence | null
  flagged: boolean
  /** The stored number of the newest save, 0 when there is none. */
  number: number
  savedAt: string | null
  /** Null where no second language is asked for, or the question lacks it. */
  beside: BesideWords | null
}

/** A question after its key may be seen. */
export type RevealedQuestion = Omit<OpenQuestion, 'state' | keyof OpenBody> &
  RevealedBody & {
    state: 'revealed'
    verdict: Verdict
    /** Null for what is never scored. */
    award: Fraction | null
    /** The model answer, where there are no options. */
    explanation: string
    selfAssessment: SelfAssessment | null
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
  text: string | null
  /** The unit of a number, which is shown with the question; null for every other kind. */
  unit: string | null
  confidence: Confidence | null
  flagged: boolean
  seq: number
  savedAt: Date | null
  version: { kind: QuestionKind }
}

/** Which words of a question to show: those that were chosen, and a second language beside them. */
export type Wording = { words: Words; beside: Words | null; wanted: string }

const textsOf = ({ fields }: Words) => new Map(fields.map(({ field, markdown }) => [field, markdown]))

function besideOf(beside: Words | null, optionOrder: string[]): BesideWords | null {
  if (!beside) return null
  const texts = textsOf(beside)
  return {
    locale: beside.locale,
    stem: texts.get('stem') ?? '',
    options: Object.fromEntries(optionOrder.map((id) => [id, texts.get(`option:${id}`) ?? ''])),
    explanation: null,
  }
}

/** The open shape of an answer: an allow-list, field by field. */
export function openQuestion(answer: AnswerRow, { words, beside, wanted }: Wording): OpenQuestion {
  const texts = textsOf(words)
  return {
    state: 'open',
    position: answer.position,
    kind: answer.version.kind,
    translationId: words.id,
    locale: words.locale,
    isFallback: !localeChain(wanted).includes(words.locale),
    stem: texts.get('stem') ?? '',
    confidence: answer.confidence,
    flagged: answer.flagged,
    number: answer.seq,
    savedAt: answer.savedAt?.toISOString() ?? null,
    beside: besideOf(beside, answer.optionOrder),
    ...kinds[answer.version.kind].open(answer, texts),
  }
}

export type KeyRow = Key & {
  verdict: Verdict
  award: Fraction | null
  selfAssessment: SelfAssessment | null
  externalIds: Map<string, string>
  sources: { url: string; verifiedOn: string }[]
}

/** The revealed shape: the open one, with the key, the explanation and the feedback. */
export function revealedQuestion(answer: AnswerRow, wording: Wording, key: KeyRow): RevealedQuestion {
  const texts = textsOf(wording.words)
  const open = openQuestion(answer, wording)
  const explanationBeside = wording.beside && (textsOf(wording.beside).get('explanation') ?? null)
  return {
    ...open,
    state: 'revealed',
    verdict: key.verdict,
    award: key.award,
    explanation: texts.get('explanation') ?? '',
    selfAssessment: key.selfAssessment,
    beside: open.beside && { ...open.beside, explanation: explanationBeside },
    letters: Object.fromEntries(open.options.map(({ id, letter }) => [key.externalIds.get(id) ?? id, letter])),
    sources: key.sources,
    ...kinds[answer.version.kind].reveal(answer, texts, key),
  }
}
