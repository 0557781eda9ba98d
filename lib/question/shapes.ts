import type { QuestionKind } from '../attempt/schema'

/** What the editor offers for a kind of question. */
export type Shape = {
  /** How many options there are; null for none at all. */
  options: { least: number; most: number } | null
  /**
   * What is right: one option, several, the order in which the options stand, a number or texts in each language; nothing
   * where the person judges the answer.
   */
  key: 'one' | 'several' | 'order' | 'number' | 'texts' | 'none'
  /** Whether the author chooses how several right options count. */
  choosesScoring: boolean
}

const list = { least: 2, most: 26 }

/** Every kind of question as the editor has it; how each behaves when it is taken is the table in `lib/attempt/kinds.ts`. */
export const shapes = {
  single: { options: list, key: 'one', choosesScoring: false },
  multiple: { options: list, key: 'several', choosesScoring: true },
  trueFalse: { options: { least: 2, most: 2 }, key: 'one', choosesScoring: false },
  ordering: { options: list, key: 'order', choosesScoring: true },
  numeric: { options: null, key: 'number', choosesScoring: false },
  shortText: { options: null, key: 'texts', choosesScoring: false },
  open: { options: null, key: 'none', choosesScoring: false },
} as const satisfies Record<QuestionKind, Shape>

/** The shape of a kind, as any of them. */
export const shapeOf = (kind: QuestionKind): Shape => shapes[kind]
