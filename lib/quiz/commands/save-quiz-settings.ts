import type { z } from 'zod'
import { guarded } from '../../access/guard'
import { mayDo } from '../../access/rights'
import { recordChange } from '../../audit/record'
import { db, newId } from '../../db/client'
import { placeInPools } from '../../question/drafts'
import type { QuizSettings, quizNames, SettingsOutcome } from '../settings'

/**
 * Saves the settings of a quiz, all of them or nothing. They hold at once, for attempts that start from now on: running
 * ones keep the rules that they began with. Translators change titles and introductions in other languages than the
 * source; what else they send is left alone.
 *
 * @param rowVersion what the page was read at
 * @param settings null leaves the rules as they are
 */
export const saveQuizSettings = guarded(
  'quiz:translate',
  (
    viewer,
    slug: string,
    rowVersion: number,
    names: z.output<typeof quizNames>,
    settings: QuizSettings | null,
  ): Promise<SettingsOutcome> =>
    db().$transaction(async (tx): Promise<SettingsOutcome> => {
      await tx.$queryRaw`SELECT 1 FROM quiz WHERE slug = ${slug} FOR UPDATE`
      const quiz = await tx.quiz.findUnique({
        where: { slug },
        include: { names: true, pools: { orderBy: { id: 'asc' }, include: { topic: true } } },
      })
      if (!quiz) return { status: 'not-found' }
      if (quiz.rowVersion !== rowVersion) return { status: 'changed' }
      const isAuthor = mayDo(viewer.role, 'quiz:author')
      const taken = Object.entries(names).filter(([locale]) => isAuthor || locale !== quiz.sourceLocale)
      if (taken.some(([locale, { title }]) => locale === quiz.sourceLocale && title === ''))
        return { status: 'no-title' }
      for (const [locale, { title, intro }] of taken) {
        const key = { quizId: quiz.id, locale }
        if (title === '') await tx.quizName.deleteMany({ where: key })
        else
          await tx.quizName.upsert({
            where: { quizId_locale: key },
            create: { ...key, title, intro },
            update: { title, intro },
          })
      }
      const rules = isAuthor ? settings : null
      if (rules) {
        const { pass, pools, ...kept } = rules
        await tx.quiz.update({ where: { id: quiz.id }, data: { ...kept, passNum: pass.num, passDen: pass.den } })
        await tx.quizItem.updateMany({ where: { quizId: quiz.id }, data: { poolId: null } })
        await tx.pool.deleteMany({ where: { quizId: quiz.id } })
        const topics = await tx.topic.findMany({ where: { slug: { in: pools.map(({ topic }) => topic) } } })
        await tx.pool.createMany({
          data: pools.flatMap(({ topic, draw }) => {
            const found = topics.find((each) => each.slug === topic)
            return found ? [{ id: newId(), quizId: quiz.id, topicId: found.id, draw }] : []
          }),
        })
        await placeInPools(tx, quiz.id)
      }
      await tx.quiz.update({ where: { id: quiz.id }, data: { rowVersion: { increment: 1 } } })
      const { passNum, passDen, seconds, graceSeconds, reveal, revealAt, attemptLimit, waitSeconds, shuffle } = quiz
      await recordChange(tx, viewer, {
        action: 'quiz.settings',
        subjectType: 'quiz',
        subjectId: quiz.id,
        before: {
          names: Object.fromEntries(quiz.names.map(({ locale, title, intro }) => [locale, { title, intro }])),
          ...(rules && {
            pass: { num: passNum, den: passDen },
            ...{ seconds, graceSeconds, reveal, attemptLimit, waitSeconds, shuffle },
            revealAt: revealAt?.toISOString() ?? null,
            pools: quiz.pools.map(({ topic, draw }) => ({ topic: topic.slug, draw })),
          }),
        },
        after: {
          names: Object.fromEntries(taken),
          ...(rules && { ...rules, revealAt: rules.revealAt?.toISOString() ?? null }),
        },
      })
      return { status: 'saved' }
    }),
)
