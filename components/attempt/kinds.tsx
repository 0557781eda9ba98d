import type { ReactNode } from 'react'
import type { QuestionKind } from '@/lib/attempt/schema'
import type { OpenQuestion, RevealedQuestion } from '@/lib/attempt/view'
import type { UiLocale } from '@/lib/i18n/locales'
import { Choices } from './choices'
import { OptionList } from './option-list'
import { OrderGiven, PlaceFields } from './ordering'
import { NumberField, ShortAnswer, TextAnswerField } from './short-answer'
import { choiceVerdict, orderVerdict, writtenVerdict } from './verdict-words'
import { WritingField, WrittenAnswer } from './written-answer'

/** How a kind of question looks: while it can be answered, and afterwards, with or without its key. */
type Renderer = {
  Open(props: { question: OpenQuestion; locale: UiLocale }): ReactNode | Promise<ReactNode>
  Given(props: { question: OpenQuestion | RevealedQuestion; locale: UiLocale }): ReactNode | Promise<ReactNode>
  /** How the answer stands, and what is right, in one sentence. */
  verdict(question: RevealedQuestion, locale: UiLocale): string
}

const choosing: Renderer = { Open: Choices, Given: OptionList, verdict: choiceVerdict }

/** The looks of every kind; how each behaves is the table in `lib/attempt/kinds.ts`. */
export const renderers = {
  single: choosing,
  trueFalse: choosing,
  multiple: choosing,
  open: { Open: WritingField, Given: WrittenAnswer, verdict: writtenVerdict },
  ordering: { Open: PlaceFields, Given: OrderGiven, verdict: orderVerdict },
  numeric: { Open: NumberField, Given: ShortAnswer, verdict: writtenVerdict },
  shortText: { Open: TextAnswerField, Given: ShortAnswer, verdict: writtenVerdict },
} as const satisfies Record<QuestionKind, Renderer>
