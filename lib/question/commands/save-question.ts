import { guarded } from '../../access/guard'
import { mayDo } from '../../access/rights'
import { actorOf, type Viewer } from '../../access/viewer'
import { recordChange } from '../../audit/record'
import { db, newId, type Transaction } from '../../db/client'
import type { Prisma } from '../../db/generated/client'
import { type Applied, applyChange, isTranslating, type Plan, planOf } from '../apply-change'
import { discardTranslations, lockQuestion, noteWriting, optionOf, readWorking, savedAt, type Working } from '../drafts'
import { wordDiff } from '../rules-diff'
import type { ChangeOutcome, QuestionChange, SaveOutcome, ShownChange } from '../schema'

/**
 * Saves what someone changed on a question's page, each part by itself: a part that someone else changed meanwhile is
 * merged, or, where both changed the same, left alone and told. What is published stays: words go into the one draft
 * revision of their language, and structure, key or a change of meaning into the one draft version, which has the words of
 * all languages.
 *
 * Translators change words in languages other than the source; everything else is for admins.
 *
 * @param changes applied in their order
 */
export const saveQuestion = guarded(
  'quiz:translate',
  (viewer, questionId: string, changes: readonly QuestionChange[]): Promise<SaveOutcome> =>
    db().$transaction(async (tx): Promise<SaveOutcome> => {
      const working = (await lockQuestion(tx, questionId)) ? await readWorking(tx, questionId) : null
      if (!working) return { status: 'not-found' }
      const { sourceLocale } = working.question
      const isAuthor = mayDo(viewer.role, 'quiz:author')
      const plan = planOf(working)
      const revisionNow = (field: string) => {
        const drafted = plan.words.get(sourceLocale)?.get(field)?.sourceRevision ?? 1
        return Math.max(working.question.revisions[field] ?? 1, drafted)
      }
      const known = await knownTopics(tx, changes)
      const applied = changes.map((change): Applied => {
        if (!isAuthor && !isTranslating(change, sourceLocale)) return { status: 'refused', reason: 'not-allowed' }
        if (change.part === 'topics' && change.value.some((slug) => !known.has(slug)))
          return { status: 'refused', reason: 'invalid' }
        return applyChange(plan, change, { working, revisionOf: revisionNow })
      })
      const version = await write(tx, viewer, working, plan, known)
      const others = applied.some((one) => one.status === 'conflict' || (one.status === 'merged' && one.theirs))
      const by = others ? await lastOther(tx, viewer, questionId) : null
      return {
        status: 'done',
        savedAt: await savedAt(tx),
        outcomes: applied.map((one, index) => outcomeOf(one, changes[index], working, by)),
        version,
        draftLocales: draftLocalesOf(working, plan, version.isDraft),
      }
    }),
)

async function knownTopics(tx: Transaction, changes: readonly QuestionChange[]): Promise<Map<string, string>> {
  const slugs = changes.flatMap((change) => (change.part === 'topics' ? change.value : []))
  if (slugs.length === 0) return new Map()
  const topics = await tx.topic.findMany({ where: { slug: { in: slugs } }, select: { id: true, slug: true } })
  return new Map(topics.map(({ id, slug }) => [slug, id]))
}

/** Writes what a plan touched; returns the version that is worked on now. */
async function write(
  tx: Transaction,
  viewer: Viewer,
  working: Working,
  plan: Plan,
  topicIds: ReadonlyMap<string, string>,
): Promise<{ number: number; isDraft: boolean }> {
  const { question, version } = working
  const questionId = question.id
  const authorId = actorOf(viewer)
  const isPublished = version.status === 'published'
  const isNew = isPublished && plan.needsVersion
  const versionId = isNew ? newId() : version.id
  const number = version.number + (isNew ? 1 : 0)

  if (plan.newOptions.size > 0)
    await tx.option.createMany({
      data: [...plan.newOptions].map(([id, externalId]) => ({ id, questionId, externalId })),
    })
  if (isNew) {
    // What else a version holds goes along.
    const { options: _options, key: _key, sources: _sources, createdAt: _createdAt, ...row } = version
    await tx.questionVersion.create({
      data: {
        ...row,
        id: versionId,
        number,
        kind: plan.kind,
        scoring: plan.scoring,
        status: 'draft',
        rowVersion: 1,
        publishedAt: null,
        publishedBy: null,
      },
      select: { id: true },
    })
  } else if (plan.touchedVersion.size > 0)
    await tx.questionVersion.update({
      where: { id: versionId },
      data: { kind: plan.kind, scoring: plan.scoring, rowVersion: { increment: 1 } },
      select: { id: true },
    })
  const rewrites = (part: 'options' | 'key' | 'sources') => isNew || plan.touchedVersion.has(part)
  if (!isNew && rewrites('options')) await tx.versionOption.deleteMany({ where: { versionId } })
  if (rewrites('options'))
    await tx.versionOption.createMany({
      data: plan.order.map((optionId, index) => ({
        versionId,
        optionId,
        position: index + 1,
        pinLast: plan.pinLast.includes(optionId),
      })),
    })
  if (!isNew && rewrites('key')) await tx.versionKey.deleteMany({ where: { versionId } })
  if (rewrites('key') && (plan.key.length > 0 || plan.accepted))
    await tx.versionKey.create({
      data: { versionId, optionIds: plan.key, ...(plan.accepted && { accepted: plan.accepted }) },
    })
  if (!isNew && rewrites('sources')) await tx.source.deleteMany({ where: { versionId } })
  if (rewrites('sources'))
    await tx.source.createMany({
      data: plan.sources.map(({ url, verifiedOn }) => ({ versionId, url, verifiedOn: new Date(verifiedOn) })),
    })

  if (isNew) await writeAllWords(tx, working, plan, versionId, authorId)
  else await writeTouchedWords(tx, working, plan, authorId)
  await addSourceFields(tx, working, plan)
  await writeQuestion(tx, questionId, plan, topicIds)
  await recordStructure(tx, viewer, working, plan, number)
  await recordConfirmations(tx, viewer, working, plan)
  for (const [locale, fields] of plan.touchedWords) {
    const before = working.words.get(locale)?.fields
    const texts = (from: { get(field: string): { markdown: string } | undefined } | undefined) =>
      Object.fromEntries([...fields].map((field) => [field, from?.get(field)?.markdown ?? '']))
    await noteWriting(tx, {
      personId: authorId,
      questionId,
      locale,
      before: texts(before),
      after: texts(plan.words.get(locale)),
    })
  }
  return { number, isDraft: isNew || !isPublished }
}

type Row = {
  row: Prisma.TranslationCreateManyInput
  fields: Iterable<[string, { markdown: string; sourceRevision: number }]>
}

async function createWords(tx: Transaction, rows: Row[]): Promise<void> {
  if (rows.length === 0) return
  await tx.translation.createMany({ data: rows.map(({ row }) => row) })
  await tx.translationField.createMany({
    data: rows.flatMap(({ row, fields }) =>
      [...fields].map(([field, text]) => ({ translationId: row.id, field, optionId: optionOf(field), ...text })),
    ),
  })
}

/** A new version has the words of all languages. Drafts of the version before have gone into it. */
async function writeAllWords(
  tx: Transaction,
  working: Working,
  plan: Plan,
  versionId: string,
  authorId: string | null,
) {
  await createWords(
    tx,
    [...plan.words].map(([locale, fields]) => ({
      row: { id: newId(), versionId, locale, revision: 1, authorId },
      fields,
    })),
  )
  if ([...working.words.values()].some(({ status }) => status !== 'published'))
    await discardTranslations(tx, { versionId: working.version.id, status: { not: 'published' } })
}

/** Changed words go into the draft revision of their language, which is made where there is none. */
async function writeTouchedWords(tx: Transaction, working: Working, plan: Plan, authorId: string | null) {
  const versionId = working.version.id
  const touched = [...plan.touchedWords].map(([locale, fields]) => ({
    locale,
    fields,
    stored: working.words.get(locale),
    all: plan.words.get(locale) ?? new Map(),
  }))
  await createWords(
    tx,
    touched
      .filter(({ stored }) => !stored || stored.status === 'published')
      .map(({ locale, stored, all }) => ({
        row: { id: newId(), versionId, locale, revision: (stored?.revision ?? 0) + 1, authorId },
        fields: all,
      })),
  )
  const drafted = touched.flatMap(({ stored, fields, all }) =>
    stored && stored.status !== 'published' ? [{ id: stored.id, fields, all }] : [],
  )
  // Words about options that are gone go from every language of the draft.
  const gone = plan.touchedVersion.has('options')
    ? working.version.options.map(({ optionId }) => optionId).filter((id) => !plan.order.includes(id))
    : []
  if (gone.length > 0)
    await tx.translationField.deleteMany({ where: { optionId: { in: gone }, translation: { versionId } } })
  if (drafted.length === 0) return
  await tx.translation.updateMany({
    where: { id: { in: drafted.map(({ id }) => id) } },
    data: { authorId, status: 'draft' },
  })
  await tx.translationField.deleteMany({
    where: { OR: drafted.map(({ id, fields }) => ({ translationId: id, field: { in: [...fields] } })) },
  })
  await tx.translationField.createMany({
    data: drafted.flatMap(({ id, fields, all }) =>
      [...fields].flatMap((field) => {
        const text = all.get(field)
        return text ? [{ translationId: id, field, optionId: optionOf(field), ...text }] : []
      }),
    ),
  })
}

/** Source texts that never were before begin with their first revision. */
async function addSourceFields(tx: Transaction, { question }: Working, plan: Plan): Promise<void> {
  const missing = [...(plan.touchedWords.get(question.sourceLocale) ?? [])].filter(
    (field) => !question.revisions[field],
  )
  if (missing.length > 0)
    await tx.sourceField.createMany({
      data: missing.map((field) => ({ questionId: question.id, field })),
      skipDuplicates: true,
    })
}

async function writeQuestion(
  tx: Transaction,
  questionId: string,
  plan: Plan,
  topicIds: ReadonlyMap<string, string>,
): Promise<void> {
  const { touchedQuestion: touched } = plan
  if (touched.has('owner') || touched.has('reviewBy'))
    await tx.question.update({
      where: { id: questionId },
      data: { ownerId: plan.owner, reviewBy: plan.reviewBy === null ? null : new Date(plan.reviewBy) },
      select: { id: true },
    })
  if (!touched.has('topics')) return
  await tx.questionTopic.deleteMany({ where: { questionId, topic: { slug: { notIn: plan.topics } } } })
  await tx.questionTopic.createMany({
    data: plan.topics.flatMap((slug) => {
      const topicId = topicIds.get(slug)
      return topicId ? [{ questionId, topicId }] : []
    }),
    skipDuplicates: true,
  })
  await tx.$executeRaw`
    UPDATE quiz_item AS item SET pool_id = (
      SELECT pool.id FROM pool JOIN question_topic USING (topic_id)
      WHERE pool.quiz_id = item.quiz_id AND question_topic.question_id = item.question_id
      ORDER BY pool.id LIMIT 1)
    WHERE item.question_id = ${questionId}::uuid`
}

/** Everything but words goes on record at once, with what it was before. */
async function recordStructure(tx: Transaction, viewer: Viewer, working: Working, plan: Plan, number: number) {
  const before = planOf(working)
  const parts = [
    'kind',
    'scoring',
    'order',
    'pinLast',
    'key',
    'accepted',
    'sources',
    'topics',
    'owner',
    'reviewBy',
  ] as const
  const changed = parts.filter((part) => JSON.stringify(before[part]) !== JSON.stringify(plan[part]))
  const meanings = (of: Plan) =>
    Object.fromEntries([...(of.words.get(working.question.sourceLocale) ?? [])].map(([f, t]) => [f, t.sourceRevision]))
  const raised = Object.entries(meanings(plan)).filter(([field, revision]) => {
    const known = meanings(before)[field]
    return known !== undefined && known !== revision
  })
  if (changed.length === 0 && raised.length === 0) return
  const shown = (of: Plan, version: number): Prisma.InputJsonObject => ({
    version,
    ...Object.fromEntries(changed.map((part) => [part, of[part]])),
    ...(raised.length > 0
      ? { sourceRevisions: Object.fromEntries(raised.map(([f]) => [f, meanings(of)[f] ?? 1])) }
      : {}),
  })
  await recordChange(tx, viewer, {
    action: 'question.structure',
    subjectType: 'question',
    subjectId: working.question.id,
    before: shown(before, working.version.number),
    after: shown(plan, number),
  })
}

/** Words that stay and are made from a later source by now: someone says that they still hold. */
async function recordConfirmations(tx: Transaction, viewer: Viewer, working: Working, plan: Plan): Promise<void> {
  const confirmed = [...plan.touchedWords].flatMap(([locale, fields]) => {
    const held = [...fields].filter((field) => {
      const [before, after] = [working.words.get(locale)?.fields.get(field), plan.words.get(locale)?.get(field)]
      return before && after && before.markdown === after.markdown && before.sourceRevision < after.sourceRevision
    })
    return held.length > 0 && locale !== working.question.sourceLocale ? [{ locale, fields: held }] : []
  })
  for (const after of confirmed)
    await recordChange(tx, viewer, {
      action: 'question.confirm',
      subjectType: 'question',
      subjectId: working.question.id,
      after,
    })
}

/** The name of whoever else wrote last. */
async function lastOther(tx: Transaction, viewer: Viewer, questionId: string): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ name: string | null }[]>`
    SELECT person.name FROM (
      SELECT person_id, last_at AS at FROM writing WHERE question_id = ${questionId}::uuid
      UNION ALL
      SELECT actor_id, at FROM audit_event WHERE subject_type = 'question' AND subject_id = ${questionId}
    ) AS change JOIN person ON person.id = person_id
    WHERE person.id <> ${viewer.personId}::uuid ORDER BY at DESC LIMIT 1`
  return row?.name ?? null
}

function outcomeOf(
  applied: Applied,
  change: QuestionChange | undefined,
  working: Working,
  by: string | null,
): ChangeOutcome {
  const shown = (): ShownChange => {
    if (change?.part !== 'words') return { by, words: null }
    const stored = working.words.get(change.locale)?.fields.get(change.field)?.markdown ?? ''
    return { by, words: wordDiff(change.base, stored, change.locale) }
  }
  switch (applied.status) {
    case 'done':
      return { status: 'saved', value: null }
    case 'refused':
      return applied
    case 'merged':
      return applied.theirs
        ? { status: 'merged', value: applied.value, change: shown() }
        : { status: 'saved', value: applied.value }
    case 'conflict':
      return { status: 'conflict', stored: storedOf(change, working), combined: applied.combined, change: shown() }
  }
}

function storedOf(change: QuestionChange | undefined, working: Working) {
  const plan = planOf(working)
  switch (change?.part) {
    case 'words':
      return plan.words.get(change.locale)?.get(change.field)?.markdown ?? ''
    case 'kind':
    case 'scoring':
    case 'key':
    case 'accepted':
    case 'order':
    case 'pinLast':
    case 'sources':
    case 'topics':
    case 'owner':
    case 'reviewBy':
      return plan[change.part]
    default:
      return null
  }
}

function draftLocalesOf(working: Working, plan: Plan, isDraft: boolean): string[] {
  return [...plan.words.keys()]
    .filter((locale) => {
      const stored = working.words.get(locale)
      return isDraft || plan.touchedWords.has(locale) || (stored && stored.status !== 'published')
    })
    .sort()
}
