import type { ReactNode } from 'react'
import type { QuestionKind } from '@/lib/attempt/schema'
import type { OpenQuestion, RevealedQuestion } from '@/lib/attempt/view'
import type { UiLocale } from '@/lib/i18n/locales'
import { Choices } from './choices'
import { OptionList } from './option-list'
import { WritingField, WrittenAnswer } from './written-answer'

/** How a kind of question looks: while it can be answered, and afterwards, with or without its key. */
type Renderer = {
  Open(props: { question: OpenQuestion; locale: UiLocale }): ReactNode | Promise<ReactNode>
  Given(props: { question: OpenQuestion | RevealedQuestion; locale: UiLocale }): ReactNode | Promise<ReactNode>
}

const choosing: Renderer = { Open: Choices, Given: OptionList }

/** The looks of every kind; how each behaves is the table in `lib/attempt/kinds.ts`. */
export const renderers = {
  single: choosing,
  trueFalse: choosing,
  multiple: choosing,
  open: { Open: WritingField, Given: WrittenAnswer },
} as const satisfies Record<QuestionKind, Renderer>
