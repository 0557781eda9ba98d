import { createHash } from 'node:crypto'
import { guarded } from '../../access/guard'
import { assignedAnswers } from '../../attempt/assign'
import { keyOf, kinds, verdictOf } from '../../attempt/kinds'
import { seededRandom } from '../../attempt/rules'
import { isNumeric } from '../../attempt/schema'
import { type OpenQuestion, openQuestion, type RevealedQuestion, revealedQuestion } from '../../attempt/view'
import { db } from '../../db/client'
import { chooseWords } from '../../i18n/chain'

const digestOf = (fields: readonly { field: string; markdown: string }[]) =>
  createHash('sha256')
    .update(JSON.stringify(fields.map(({ field, markdown }) => [field, markdown])))
    .digest('hex')

/** What is given as an answer in a preview. */
export type GivenAnswer = { picks: string[]; text: string | null }

export type Preview = {
  quiz: { slug: string; title: string; titleLocale: string }
  question: OpenQuestion | RevealedQuestion
  /** What is shown, by its names. */
  edits: { id: string; externalId: string }
  position: number
  /** How many questions there are; those archived are left out. */
  total: number
  /** Languages that the question has words in. */
  locales: string[]
  /** Something of what is shown awaits publishing. */
  isDraft: boolean
}

/**
 * A question as a member would see it, in its newest version and words, drafted or published. Nothing is written.
 *
 * @param place counted from 1 among the questions that are not archived
 * @param locale the language asked for; null is the quiz's own
 * @param uiLocale the language of the quiz's title
 * @param given what is answered, to see the key and all that a member sees then; null shows the open question
 * @returns null when there is no such quiz or question
 */
export const getPreview = guarded(
  'quiz:author',
  async (
    viewer,
    slug: string,
    place: number,
    locale: string | null,
    uiLocale: string,
    given: GivenAnswer | null,
  ): Promise<Preview | null> => {
    const quiz = await db().quiz.findUnique({
      where: { slug },
      include: {
        names: true,
        items: {
          where: { question: { archivedAt: null, versions: { some: {} } } },
          orderBy: { position: 'asc' },
          select: { questionId: true },
        },
      },
    })
    const questionId = quiz?.items[place - 1]?.questionId
    if (!quiz || !questionId) return null
    const version = await db().questionVersion.findFirstOrThrow({
      where: { questionId },
      orderBy: { number: 'desc' },
      include: {
        question: { select: { externalId: true } },
        options: { orderBy: { position: 'asc' }, include: { option: true } },
        key: true,
        sources: { orderBy: { url: 'asc' } },
        translations: { orderBy: { revision: 'desc' }, include: { fields: true } },
      },
    })
    const wanted = locale ?? quiz.sourceLocale
    const chosen = chooseWords(version.translations, [wanted, ...viewer.contentLocales], quiz.sourceLocale)
    if (!chosen) return null
    // What is drawn is kept by the id of its words; those of a draft change under one id.
    const words = { ...chosen, id: `${chosen.id} ${digestOf(chosen.fields)}` }
    const key = keyOf(version.key)
    // One order of chance for everyone who looks, so that answering changes no letters.
    const assignable = { questionId, version, shuffle: false }
    const order = assignedAnswers('', [assignable], seededRandom(version.id)).flatMap(({ optionOrder }) => optionOrder)
    const answer = {
      position: place,
      optionOrder: order,
      picks: (given?.picks ?? []).filter((id) => order.includes(id)),
      text: given?.text ?? null,
      confidence: null,
      flagged: false,
      seq: 0,
      savedAt: null,
      unit: key.accepted && isNumeric(key.accepted) ? key.accepted.unit : null,
      version: { kind: version.kind },
    }
    const wording = { words, beside: null, wanted }
    const name = chooseWords(quiz.names, [uiLocale], quiz.sourceLocale)
    const earned = kinds[version.kind].grade(key, answer, version.scoring)
    return {
      quiz: { slug, title: name?.title ?? slug, titleLocale: name?.locale ?? quiz.sourceLocale },
      edits: { id: questionId, externalId: version.question.externalId },
      position: place,
      total: quiz.items.length,
      locales: [...new Set(version.translations.map((each) => each.locale))].sort(),
      isDraft: version.status === 'draft' || words.status !== 'published',
      question: given
        ? revealedQuestion(answer, wording, {
            ...key,
            verdict: verdictOf(earned, answer),
            award: earned,
            selfAssessment: null,
            externalIds: new Map(version.options.map(({ optionId, option }) => [optionId, option.externalId])),
            sources: version.sources.map(({ url, verifiedOn }) => ({
              url,
              verifiedOn: verifiedOn.toISOString().slice(0, 10),
            })),
          })
        : openQuestion(answer, wording),
    }
  },
)
