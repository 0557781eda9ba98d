import { kinds } from './kinds'
import { disordered, orderOptions } from './rules'
import type { QuestionKind } from './schema'

/** A question to be asked, in its newest published version. */
export type Assignable = {
  questionId: string
  version: {
    id: string
    kind: QuestionKind
    options: { optionId: string; pinLast: boolean }[]
    /** Only to keep things to be put in order from standing in it already. */
    key: { optionIds: string[] } | null
  }
  /** Whether its quiz lets options be shuffled. */
  shuffle: boolean
}

/**
 * The blank answers that an attempt begins with, one for each question in the order given, with the options in the order
 * in which they will be shown.
 *
 * @param random numbers from 0 up to, not including, 1
 */
export function assignedAnswers(attemptId: string, questions: readonly Assignable[], random: () => number) {
  return questions.map(({ questionId, version, shuffle }, index) => ({
    attemptId,
    questionId,
    position: index + 1,
    versionId: version.id,
    optionOrder: orderShown(version, shuffle, random),
  }))
}

function orderShown({ kind, options, key }: Assignable['version'], shuffle: boolean, random: () => number): string[] {
  const { shuffles } = kinds[kind]
  if (shuffles === 'always') return disordered(key?.optionIds ?? [], random)
  return orderOptions(
    options.map(({ optionId: id, pinLast }) => ({ id, pinLast })),
    shuffle && shuffles === 'allowed',
    random,
  )
}
