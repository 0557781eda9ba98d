import { randomUUID } from 'node:crypto'
import { guarded } from '../../access/guard'
import type { Viewer } from '../../access/viewer'
import { actorOf } from '../../access/viewer'
import { kinds } from '../../attempt/kinds'
import { recordChange } from '../../audit/record'
import { db, newId, type Transaction } from '../../db/client'
import type { Prisma } from '../../db/generated/client'
import { type CheckedDraft, type DraftReport, type QuestionWords, type QuizDraft, quizDraftSchema } from '../schema'

/**
 * Brings a quiz to what a draft says, all or nothing: a new quiz as a draft; in one that exists, a changed structure or
 * key as a new draft version and changed words as a new revision, both awaiting `publishQuiz`. What is published stays
 * as it is. Questions that the draft does not name keep their place; the pass mark, the order and the sources of a
 * version that stays are left as people have set them, and so are rules and pools unless the draft carries them.
 *
 * @param importReport what an import found, kept with the change
 * @throws ZodError naming the question, when the draft contradicts itself
 */
export const saveQuizDraft = guarded(
  'quiz:author',
  async (viewer, input: QuizDraft, importReport?: Prisma.InputJsonValue): Promise<DraftReport> => {
    const draft = quizDraftSchema.parse(input)
    return db().$transaction(
      async (tx) => {
        const existing = await tx.quiz.findUnique({ where: { slug: draft.slug } })
        const quizId = existing?.id ?? newId()
        const report: DraftReport = {
          slug: draft.slug,
          created: !existing,
          questions: { added: 0, newVersion: 0, newWords: 0, unchanged: 0 },
          locales: Object.keys(draft.names),
        }
        if (existing) await tx.$queryRaw`SELECT 1 FROM quiz WHERE id = ${quizId}::uuid FOR UPDATE`
        else {
          const { num: passNum, den: passDen } = draft.pass
          await tx.quiz.create({
            data: { id: quizId, slug: draft.slug, sourceLocale: draft.sourceLocale, passNum, passDen },
          })
        }
        if (draft.rules) await tx.quiz.update({ where: { id: quizId }, data: draft.rules })
        for (const [locale, { title, intro }] of Object.entries(draft.names))
          await tx.quizName.upsert({
            where: { quizId_locale: { quizId, locale } },
            create: { quizId, locale, title, intro },
            update: { title, intro },
          })

        const topicIds = new Map((await tx.topic.findMany()).map((topic) => [topic.slug, topic.id]))
        const topicOf = (slug: string, subject: string) => {
          const topicId = topicIds.get(slug)
          if (!topicId) throw new Error(`${subject}: there is no topic "${slug}"`)
          return topicId
        }
        const items = await tx.quizItem.aggregate({ where: { quizId }, _max: { position: true } })
        let position = items._max.position ?? 0
        for (const question of draft.questions) {
          const change = await saveQuestion(tx, viewer, draft, question)
          report.questions[change.kind]++
          if (change.kind === 'added') {
            position++
            await tx.quizItem.create({ data: { quizId, questionId: change.questionId, position } })
          }
          await tx.questionTopic.deleteMany({ where: { questionId: change.questionId } })
          await tx.questionTopic.createMany({
            data: question.topics.map((slug) => ({
              questionId: change.questionId,
              topicId: topicOf(slug, `question ${question.externalId}`),
            })),
          })
        }
        if (draft.pools) {
          await tx.quizItem.updateMany({ where: { quizId }, data: { poolId: null } })
          await tx.pool.deleteMany({ where: { quizId } })
          await tx.pool.createMany({
            data: draft.pools.map(({ topic, draw }) => ({
              id: newId(),
              quizId,
              topicId: topicOf(topic, 'pools'),
              draw,
            })),
          })
        }
        await placeInPools(tx, quizId)
        if (importReport)
          await tx.importRun.create({ data: { id: newId(), quizId, actorId: actorOf(viewer), report: importReport } })
        await recordChange(tx, viewer, {
          action: existing ? 'quiz.update' : 'quiz.create',
          subjectType: 'quiz',
          subjectId: quizId,
          after: report,
        })
        return report
      },
      { timeout: 60_000 },
    )
  },
)

/** Puts each question of a quiz into the first pool on one of its topics. The ids of pools are in their order. */
async function placeInPools(tx: Transaction, quizId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE quiz_item AS item SET pool_id = (
      SELECT pool.id FROM pool JOIN question_topic USING (topic_id)
      WHERE pool.quiz_id = item.quiz_id AND question_topic.question_id = item.question_id
      ORDER BY pool.id LIMIT 1)
    WHERE item.quiz_id = ${quizId}::uuid`
}

type CheckedQuestion = CheckedDraft['questions'][number]
type QuestionChange = { kind: 'added' | 'newVersion' | 'newWords' | 'unchanged'; questionId: string }

async function saveQuestion(
  tx: Transaction,
  viewer: Viewer,
  draft: CheckedDraft,
  question: CheckedQuestion,
): Promise<QuestionChange> {
  const found = await tx.question.findUnique({
    where: { externalId: question.externalId },
    include: {
      options: true,
      versions: {
        orderBy: { number: 'desc' },
        take: 1,
        include: {
          options: { orderBy: { position: 'asc' } },
          key: true,
          translations: { orderBy: { revision: 'desc' }, include: { fields: true } },
        },
      },
    },
  })
  const questionId = found?.id ?? newId()
  if (!found) await tx.question.create({ data: { id: questionId, externalId: question.externalId } })

  const optionIds = new Map(found?.options.map((option) => [option.externalId, option.id]))
  const newOptions = question.options
    .filter(({ externalId }) => !optionIds.has(externalId))
    .map(({ externalId }) => ({ id: randomUUID(), questionId, externalId }))
  await tx.option.createMany({ data: newOptions })
  for (const { id, externalId } of newOptions) optionIds.set(externalId, id)
  const idOf = (externalId: string) => {
    const id = optionIds.get(externalId)
    if (!id) throw new Error(`question ${question.externalId}: there is no option "${externalId}"`)
    return id
  }

  const latest = found?.versions[0]
  const fieldsByLocale = new Map(
    Object.entries(question.words).map(([locale, words]) => [locale, fieldsOf(words, idOf)] as const),
  )
  type Shape = Pick<CheckedQuestion, 'kind' | 'scoring' | 'key'> & { options: { optionId: string; pinLast: boolean }[] }
  const shape = ({ kind, scoring, options, key }: Shape) =>
    JSON.stringify([kind, scoring, options.map((o) => [o.optionId, o.pinLast]), [...key].sort()])
  const options = question.options.map(({ externalId, pinLast }) => ({ optionId: idOf(externalId), pinLast }))
  const key = question.key.map(idOf)
  const sameVersion =
    latest && shape({ ...latest, key: latest.key?.optionIds ?? [] }) === shape({ ...question, options, key })

  let versionId: string
  let kind: QuestionChange['kind']
  if (latest && sameVersion) {
    versionId = latest.id
    kind = 'unchanged'
  } else {
    if (latest?.status === 'draft') await discardDraft(tx, latest.id)
    versionId = newId()
    const number = latest ? (latest.status === 'draft' ? latest.number : latest.number + 1) : 1
    const { kind: questionKind, scoring } = question
    await tx.questionVersion.create({ data: { id: versionId, questionId, number, kind: questionKind, scoring } })
    await tx.versionOption.createMany({
      data: options.map((option, index) => ({ versionId, ...option, position: index + 1 })),
    })
    if (!kinds[question.kind].writes) await tx.versionKey.create({ data: { versionId, optionIds: key } })
    await tx.source.createMany({
      data: question.sources.map(({ url, verifiedOn }) => ({ versionId, url, verifiedOn: new Date(verifiedOn) })),
    })
    kind = found ? 'newVersion' : 'added'
    // Languages that this draft does not bring keep their last words, as far as their options still exist. Words about
    // options are no model answer.
    const isAlike = latest && kinds[latest.kind].writes === kinds[question.kind].writes
    for (const kept of isAlike ? newestPerLocale(latest.translations) : [])
      if (!fieldsByLocale.has(kept.locale) && options.every((o) => kept.fields.some((f) => f.optionId === o.optionId)))
        fieldsByLocale.set(
          kept.locale,
          kept.fields
            .filter((field) => !field.optionId || options.some((o) => o.optionId === field.optionId))
            .map(({ field, optionId, markdown, sourceRevision }) => ({ field, optionId, markdown, sourceRevision })),
        )
  }

  const before = new Map(
    (latest && sameVersion ? newestPerLocale(latest.translations) : []).map((translation) => [
      translation.locale,
      translation,
    ]),
  )
  const revisions = await sourceRevisions(tx, questionId, fieldsByLocale.get(draft.sourceLocale) ?? [])
  const replaced: string[] = []
  const written = [...fieldsByLocale].flatMap(([locale, fields]) => {
    const previous = before.get(locale)
    if (previous && sameWords(previous.fields, fields)) return []
    if (kind === 'unchanged') kind = 'newWords'
    const isDraft = previous?.status === 'draft'
    if (previous && isDraft) replaced.push(previous.id)
    const revision = (previous?.revision ?? 0) + (isDraft ? 0 : 1)
    return [{ row: { id: newId(), versionId, locale, revision, authorId: actorOf(viewer) }, fields }]
  })
  await discardTranslations(tx, replaced)
  await tx.translation.createMany({ data: written.map(({ row }) => row) })
  await tx.translationField.createMany({
    data: written.flatMap(({ row, fields }) =>
      fields.map(({ sourceRevision, ...field }) => ({
        translationId: row.id,
        ...field,
        sourceRevision: sourceRevision ?? revisions.get(field.field) ?? 1,
      })),
    ),
  })

  await tx.finding.deleteMany({ where: { versionId } })
  await tx.finding.createMany({
    data: question.findings.map((finding) => ({ id: newId(), versionId, ...finding })),
    skipDuplicates: true,
  })
  for (const { locale, path, ordinal, hash } of question.origins)
    await tx.importedQuestion.upsert({
      where: { questionId_locale: { questionId, locale } },
      create: { questionId, locale, path, ordinal, hash },
      update: { path, ordinal, hash },
    })
  return { kind, questionId }
}

type Field = { field: string; optionId: string | null; markdown: string; sourceRevision?: number }

function fieldsOf(words: QuestionWords, idOf: (externalId: string) => string): Field[] {
  return [
    { field: 'stem', optionId: null, markdown: words.stem },
    { field: 'explanation', optionId: null, markdown: words.explanation },
    ...Object.entries(words.options).map(([externalId, markdown]) => {
      const optionId = idOf(externalId)
      return { field: `option:${optionId}`, optionId, markdown }
    }),
    ...Object.entries(words.feedback).map(([externalId, markdown]) => {
      const optionId = idOf(externalId)
      return { field: `feedback:${optionId}`, optionId, markdown }
    }),
  ]
}

function sameWords(before: { field: string; markdown: string }[], after: Field[]): boolean {
  const texts = new Map(before.map(({ field, markdown }) => [field, markdown]))
  return before.length === after.length && after.every(({ field, markdown }) => texts.get(field) === markdown)
}

function newestPerLocale<T extends { locale: string }>(newestFirst: T[]): T[] {
  const seen = new Set<string>()
  return newestFirst.filter(({ locale }) => !seen.has(locale) && seen.add(locale))
}

async function sourceRevisions(tx: Transaction, questionId: string, fields: Field[]): Promise<Map<string, number>> {
  await tx.sourceField.createMany({
    data: fields.map(({ field }) => ({ questionId, field })),
    skipDuplicates: true,
  })
  const rows = await tx.sourceField.findMany({ where: { questionId } })
  return new Map(rows.map(({ field, revision }) => [field, revision]))
}

/** A draft version was never shown to anyone, so it may go. */
async function discardDraft(tx: Transaction, versionId: string): Promise<void> {
  await tx.finding.deleteMany({ where: { versionId } })
  const translations = await tx.translation.findMany({ where: { versionId }, select: { id: true } })
  await discardTranslations(
    tx,
    translations.map(({ id }) => id),
  )
  await tx.source.deleteMany({ where: { versionId } })
  await tx.versionKey.deleteMany({ where: { versionId } })
  await tx.versionOption.deleteMany({ where: { versionId } })
  await tx.questionVersion.delete({ where: { id: versionId } })
}

async function discardTranslations(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.translationField.deleteMany({ where: { translationId: { in: ids } } })
  await tx.translation.deleteMany({ where: { id: { in: ids } } })
}
