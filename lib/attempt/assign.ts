import { kinds } from './kinds'
import { orderOptions, shuffled } from './rules'
import type { QuestionKind } from './schema'

/** A question to be asked, in its newest published version. */
export type Assignable = {
  questionId: string
  version: {
    id: string
    kind: QuestionKind
    options: { optionId: string; pinLast: boolean }[]
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

function orderShown({ kind, options }: Assignable['version'], shuffle: boolean, random: () => number): string[] {
  const { shuffles } = kinds[kind]
  // Whatever the key is: an order that is never the right one would tell something of it.
  if (shuffles === 'always') return shuffled(options, random).map(({ optionId }) => optionId)
  return orderOptions(
    options.map(({ optionId: id, pinLast }) => ({ id, pinLast })),
    shuffle && shuffles === 'allowed',
    random,
  )
}
