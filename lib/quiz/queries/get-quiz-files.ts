import { guarded } from '../../access/guard'
import { isNumeric } from '../../attempt/schema'
import { db } from '../../db/client'
import { type ContentQuestion, type ContentQuiz, contentKindOf } from '../../exchange/formats/content/schema'
import { isWhole } from '../checklist'
import { readCheckedQuiz } from '../read-checked'

export type QuizAsContent = {
  quiz: ContentQuiz
  /** What the files cannot hold, in sentences. */
  leftOut: string[]
}

/**
 * A quiz as content files hold it: of each question the newest version and words, drafted or published. Questions that
 * are archived, or belong to another quiz, and words that are not whole, are left out and named.
 *
 * @returns null when there is no such quiz
 */
export const getQuizAsContent = guarded('quiz:author', async (_viewer, slug: string): Promise<QuizAsContent | null> => {
  const quiz = await db().quiz.findUnique({
    where: { slug },
    include: {
      names: { orderBy: { locale: 'asc' } },
      pools: { orderBy: { id: 'asc' }, include: { topic: true } },
      items: {
        orderBy: { position: 'asc' },
        include: {
          question: {
            include: {
              topics: { include: { topic: true } },
              versions: {
                orderBy: { number: 'desc' },
                take: 1,
                include: { options: { orderBy: { position: 'asc' } }, sources: { orderBy: { url: 'asc' } } },
              },
            },
          },
        },
      },
    },
  })
  if (!quiz) return null
  const checked = await readCheckedQuiz(db(), quiz.id)
  const leftOut: string[] = []
  const words: ContentQuiz['words'] = Object.fromEntries(
    quiz.names.map(({ locale, title, intro }) => [locale, { title, intro, questions: {} }]),
  )
  const questions = quiz.items.flatMap(({ question }): ContentQuestion[] => {
    const { externalId } = question
    const [version] = question.versions
    const now = checked.questions.find(({ id }) => id === question.id)
    if (!version || !now) {
      leftOut.push(`The question ${externalId} is archived.`)
      return []
    }
    if (!externalId.startsWith(`${slug}/`)) {
      leftOut.push(`The question ${externalId} belongs to another quiz.`)
      return []
    }
    const id = externalId.slice(slug.length + 1)
    const names = new Map(now.options.map((option) => [option.id, option.externalId]))
    const source = now.words.find(({ locale }) => locale === quiz.sourceLocale)
    for (const translation of now.words) {
      const { locale, fields } = translation
      const inLanguage = words[locale]
      if (!inLanguage || !isWhole(now, translation, source)) {
        leftOut.push(`The words of ${externalId} in ${locale} are not whole.`)
        continue
      }
      const textsOf = (kind: string) =>
        Object.fromEntries(
          now.options.flatMap((option) => {
            const text = fields.find(({ field }) => field === `${kind}:${option.id}`)
            return text ? [[option.externalId, text.markdown]] : []
          }),
        )
      const textOf = (field: string) => fields.find((each) => each.field === field)?.markdown ?? ''
      inLanguage.questions[id] = {
        stem: textOf('stem'),
        options: textsOf('option'),
        explanation: textOf('explanation'),
        feedback: textsOf('feedback'),
      }
    }
    const nameOf = (optionId: string) => names.get(optionId) ?? optionId
    return [
      {
        id,
        topics: question.topics.map(({ topic }) => topic.slug).sort(),
        kind: contentKindOf(version.kind),
        scoring: version.scoring,
        options: version.options.map(({ optionId }) => nameOf(optionId)),
        key: now.key.map(nameOf),
        pinLast: version.options.filter(({ pinLast }) => pinLast).map(({ optionId }) => nameOf(optionId)),
        ...(now.accepted && (isNumeric(now.accepted) ? { answer: now.accepted } : { accepted: now.accepted })),
        sources: version.sources.map(({ url, verifiedOn }) => ({
          url,
          verifiedOn: verifiedOn.toISOString().slice(0, 10),
        })),
      },
    ]
  })
  const { seconds, graceSeconds, reveal, revealAt, attemptLimit, waitSeconds, shuffle } = quiz
  return {
    leftOut,
    quiz: {
      id: slug,
      sourceLocale: quiz.sourceLocale,
      status: quiz.status === 'published' ? 'published' : 'draft',
      pass: { num: quiz.passNum, den: quiz.passDen },
      rules: {
        seconds,
        graceSeconds,
        reveal,
        revealAt: revealAt?.toISOString() ?? null,
        attemptLimit,
        waitSeconds,
        shuffle,
      },
      pools: quiz.pools.map(({ topic, draw }) => ({ topic: topic.slug, draw })),
      questions,
      words,
    },
  }
})
