import { randomUUID } from 'node:crypto'
import { guarded } from '../../access/guard'
import { actorOf } from '../../access/viewer'
import { type Key, keyOf, kinds } from '../../attempt/kinds'
import { type AcceptedAnswer, isNumeric, type QuestionKind } from '../../attempt/schema'
import { recordChange } from '../../audit/record'
import { db, newId, type Transaction } from '../../db/client'
import type { Prisma } from '../../db/generated/client'
import {
  discardDrafts,
  discardTranslations,
  newestPerLocale,
  placeInPools,
  recordWritings,
} from '../../question/drafts'
import { type Edit, readEdits } from '../../question/edits'
import {
  type CheckedDraft,
  type DraftChange,
  type DraftReport,
  type QuestionWords,
  type QuizDraft,
  quizDraftSchema,
} from '../schema'

/**
 * Brings a quiz to what a draft says, all or nothing: a new quiz as a draft; in one that exists, a changed structure or
 * key as a new draft version and changed words as a new revision, both awaiting `publishQuiz`. What is published stays
 * as it is. Questions that the draft does not name keep their place; the pass mark, the order and the sources of a
 * version that stays are left as people have set them, and so are rules and pools unless the draft carries them.
 *
 * @param options.importReport what an import found, kept with the change
 * @param options.keepEdits texts that people have written in the editor stay, whatever the draft says
 * @throws ZodError naming the question, when the draft contradicts itself
 */
export const saveQuizDraft = guarded(
  'quiz:author',
  async (
    viewer,
    input: QuizDraft,
    { importReport, keepEdits = false }: { importReport?: Prisma.InputJsonValue; keepEdits?: boolean } = {},
  ): Promise<DraftReport> => {
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
        const before = await readQuestions(
          tx,
          draft.questions.map(({ externalId }) => externalId),
        )
        const edits = keepEdits
          ? await readEdits(
              tx,
              [...before.values()].map(({ id }) => id),
            )
          : []
        const changes = draft.questions.map((question) => {
          const found = before.get(question.externalId)
          return changeOf(found, withEdits(question, found, edits), draft.sourceLocale, actorOf(viewer))
        })
        for (const { kind } of changes) report.questions[kind]++
        await recordWritings(
          tx,
          [...before.values()].map(({ id }) => id),
        )
        await writeChanges(tx, changes)
        const last = (await tx.quizItem.aggregate({ where: { quizId }, _max: { position: true } }))._max.position ?? 0
        await tx.quizItem.createMany({
          data: changes
            .filter(({ kind }) => kind === 'added')
            .map(({ questionId }, index) => ({ quizId, questionId, position: last + 1 + index })),
        })
        await tx.questionTopic.deleteMany({ where: { questionId: { in: changes.map((change) => change.questionId) } } })
        await tx.questionTopic.createMany({
          data: changes.flatMap(({ questionId, question }) =>
            question.topics.map((slug) => ({ questionId, topicId: topicOf(slug, `question ${question.externalId}`) })),
          ),
        })
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

/**
 * What saving a draft would change, question by question. Nothing is written.
 *
 * @throws ZodError naming the question, when the draft contradicts itself
 */
export const tryQuizDraft = guarded(
  'quiz:author',
  async (viewer, input: QuizDraft): Promise<{ report: DraftReport; changes: DraftChange[] }> => {
    const draft = quizDraftSchema.parse(input)
    const existing = await db().quiz.findUnique({ where: { slug: draft.slug }, select: { id: true } })
    const before = await readQuestions(
      db(),
      draft.questions.map(({ externalId }) => externalId),
    )
    const edits = await readEdits(
      db(),
      [...before.values()].map(({ id }) => id),
    )
    const report: DraftReport = {
      slug: draft.slug,
      created: !existing,
      questions: { added: 0, newVersion: 0, newWords: 0, unchanged: 0 },
      locales: Object.keys(draft.names),
    }
    const changes = draft.questions.map((question): DraftChange => {
      const found = before.get(question.externalId)
      const change = changeOf(found, question, draft.sourceLocale, actorOf(viewer))
      report.questions[change.kind]++
      return { externalId: question.externalId, kind: change.kind, ...differences(found, change, edits) }
    })
    return { report, changes }
  },
)

/** What is right, as texts that can be compared: options in their order only where that is the answer. */
function keyTexts(
  kind: QuestionKind | undefined,
  options: readonly string[],
  accepted: AcceptedAnswer | null,
): string[] {
  if (!accepted) return kind === 'ordering' ? [...options] : [...options].sort()
  if (!isNumeric(accepted)) return Object.values(accepted).flat()
  return [[accepted.value, `± ${accepted.tolerance}`, accepted.unit].filter(Boolean).join(' ')]
}

/** What a change makes of the key and of each text, with options by their names in files. */
function differences(
  found: StoredQuestion | undefined,
  change: QuestionChange,
  edits: readonly Edit[],
): Pick<DraftChange, 'key' | 'words'> {
  const latest = found?.versions[0]
  const names = new Map([...(found?.options ?? []), ...change.options].map(({ id, externalId }) => [id, externalId]))
  const nameOf = (field: string) => field.replace(/(?<=:).+/, (id) => names.get(id) ?? id)
  const before = keyOf(latest?.key ?? null)
  const { kind, key, accepted } = change.question
  const keyBefore = keyTexts(
    latest?.kind,
    before.optionIds.map((id) => names.get(id) ?? id),
    before.accepted,
  )
  const keyAfter = keyTexts(kind, key, accepted)
  return {
    key: latest && keyBefore.join('\n') !== keyAfter.join('\n') ? { before: keyBefore, after: keyAfter } : null,
    words: change.translations.flatMap(({ id, locale }) => {
      const old = newestPerLocale(latest?.translations ?? []).find((words) => words.locale === locale)?.fields ?? []
      const fresh = change.fields.filter(({ translationId }) => translationId === id)
      // In the order of the draft, whatever the order of rows.
      return [...new Set([...fresh, ...old].map(({ field }) => field))].flatMap((field) => {
        const [from, to] = [old, fresh].map((fields) => fields.find((each) => each.field === field)?.markdown ?? '')
        if (from === to) return []
        const edit = editOf(edits, { questionId: change.questionId, locale, field, markdown: from ?? '' })
        const edited = edit ? { by: edit.by, at: edit.at } : null
        return [{ locale, field: nameOf(field), before: from ?? '', after: to ?? '', edited }]
      })
    }),
  }
}

/** The edit that a stored text comes from. */
function editOf(
  edits: readonly Edit[],
  { questionId, locale, field, markdown }: Pick<Edit, 'questionId' | 'locale' | 'field' | 'markdown'>,
): Edit | undefined {
  return edits.find(
    (edit) =>
      edit.questionId === questionId && edit.locale === locale && edit.field === field && edit.markdown === markdown,
  )
}

type CheckedQuestion = CheckedDraft['questions'][number]

/** A question of a draft with the texts that people have written in the editor in place of its own. */
function withEdits(
  question: CheckedQuestion,
  found: StoredQuestion | undefined,
  edits: readonly Edit[],
): CheckedQuestion {
  if (!found || edits.length === 0) return question
  const words = { ...question.words }
  for (const { locale, fields } of newestPerLocale(found.versions[0]?.translations ?? [])) {
    const own = words[locale]
    if (!own) continue
    const kept = { ...own, options: { ...own.options }, feedback: { ...own.feedback } }
    for (const { field, optionId, markdown } of fields) {
      if (!editOf(edits, { questionId: found.id, locale, field, markdown })) continue
      if (field === 'stem' || field === 'explanation') kept[field] = markdown
      const option = found.options.find(({ id }) => id === optionId)?.externalId
      const group = field.startsWith('option:') ? kept.options : kept.feedback
      if (option && question.options.some(({ externalId }) => externalId === option)) group[option] = markdown
    }
    words[locale] = kept
  }
  return { ...question, words }
}

/** What is stored of questions, by their external ids: options, the newest version and its words, newest first. */
async function readQuestions(tx: Transaction, externalIds: string[]) {
  const questions = await tx.question.findMany({
    where: { externalId: { in: externalIds } },
    include: {
      options: true,
      sourceFields: true,
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
  return new Map(questions.map((question) => [question.externalId, question]))
}

type StoredQuestion = NonNullable<ReturnType<Awaited<ReturnType<typeof readQuestions>>['get']>>

/** What one question of a draft changes: the rows to write, and the drafts that they replace. */
type QuestionChange = {
  kind: 'added' | 'newVersion' | 'newWords' | 'unchanged'
  question: CheckedQuestion
  questionId: string
  versionId: string
  options: Prisma.OptionCreateManyInput[]
  version: Prisma.QuestionVersionCreateManyInput | null
  versionOptions: Prisma.VersionOptionCreateManyInput[]
  key: Prisma.VersionKeyCreateManyInput | null
  sources: Prisma.SourceCreateManyInput[]
  translations: Prisma.TranslationCreateManyInput[]
  fields: Prisma.TranslationFieldCreateManyInput[]
  sourceFields: Prisma.SourceFieldCreateManyInput[]
  replacedVersion: string | null
  replacedTranslations: string[]
}

function changeOf(
  found: StoredQuestion | undefined,
  question: CheckedQuestion,
  sourceLocale: string,
  authorId: string | null,
): QuestionChange {
  const questionId = found?.id ?? newId()
  const optionIds = new Map(found?.options.map((option) => [option.externalId, option.id]))
  const newOptions = question.options
    .filter(({ externalId }) => !optionIds.has(externalId))
    .map(({ externalId }) => ({ id: randomUUID(), questionId, externalId }))
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
  type Shape = Pick<CheckedQuestion, 'kind' | 'scoring'> & {
    options: { optionId: string; pinLast: boolean }[]
    key: Key
  }
  const shape = ({ kind, scoring, options, key: { optionIds, accepted } }: Shape) =>
    JSON.stringify([
      kind,
      scoring,
      options.map((o) => [o.optionId, o.pinLast]),
      kind === 'ordering' ? optionIds : [...optionIds].sort(),
      Object.entries(accepted ?? {})
        .map(([field, said]) => [field, Array.isArray(said) ? [...said].sort() : said])
        .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    ])
  const options = question.options.map(({ externalId, pinLast }) => ({ optionId: idOf(externalId), pinLast }))
  const key = { optionIds: question.key.map(idOf), accepted: question.accepted }
  const kept =
    latest && shape({ ...latest, key: keyOf(latest.key) }) === shape({ ...question, options, key }) ? latest : null
  const versionId = kept?.id ?? newId()

  // Languages that this draft does not bring keep their last words in a new version, as far as their options still
  // exist. Words about options are no words about a number, nor a model answer.
  const natureOf = ({ kind }: { kind: QuestionKind }) => `${kinds[kind].writes} ${kinds[kind].selfJudged}`
  const isAlike = latest && !kept && natureOf(latest) === natureOf(question)
  for (const { locale, fields } of isAlike ? newestPerLocale(latest.translations) : [])
    if (!fieldsByLocale.has(locale) && options.every((o) => fields.some((f) => f.optionId === o.optionId)))
      fieldsByLocale.set(
        locale,
        fields
          .filter((field) => !field.optionId || options.some((o) => o.optionId === field.optionId))
          .map(({ field, optionId, markdown, sourceRevision }) => ({ field, optionId, markdown, sourceRevision })),
      )

  const before = new Map(
    newestPerLocale(kept?.translations ?? []).map((translation) => [translation.locale, translation]),
  )
  const written = [...fieldsByLocale].flatMap(([locale, fields]) => {
    const previous = before.get(locale)
    if (previous && sameWords(previous.fields, fields)) return []
    const replaced = previous?.status === 'draft' ? previous.id : null
    const revision = (previous?.revision ?? 0) + (replaced ? 0 : 1)
    return [{ row: { id: newId(), versionId, locale, revision, authorId }, fields, replaced }]
  })
  const revisions = new Map(found?.sourceFields.map(({ field, revision }) => [field, revision]))
  const { kind, scoring } = question
  const isDraft = latest?.status === 'draft'
  return {
    kind: !found ? 'added' : !kept ? 'newVersion' : written.length > 0 ? 'newWords' : 'unchanged',
    question,
    questionId,
    versionId,
    options: newOptions,
    version: kept
      ? null
      : { id: versionId, questionId, number: (latest?.number ?? 0) + (isDraft ? 0 : 1), kind, scoring },
    versionOptions: kept ? [] : options.map((option, index) => ({ versionId, ...option, position: index + 1 })),
    key:
      kept || kinds[kind].selfJudged
        ? null
        : { versionId, optionIds: key.optionIds, ...(key.accepted && { accepted: key.accepted }) },
    sources: kept
      ? []
      : question.sources.map(({ url, verifiedOn }) => ({ versionId, url, verifiedOn: new Date(verifiedOn) })),
    translations: written.map(({ row }) => row),
    fields: written.flatMap(({ row, fields }) =>
      fields.map(({ sourceRevision, ...field }) => ({
        translationId: row.id,
        ...field,
        sourceRevision: sourceRevision ?? revisions.get(field.field) ?? 1,
      })),
    ),
    sourceFields: (fieldsByLocale.get(sourceLocale) ?? [])
      .filter(({ field }) => !revisions.has(field))
      .map(({ field }) => ({ questionId, field })),
    replacedVersion: !kept && isDraft ? latest.id : null,
    replacedTranslations: written.flatMap(({ replaced }) => replaced ?? []),
  }
}

/** Writes what questions change, a statement for each table: a quiz has many questions. */
async function writeChanges(tx: Transaction, changes: QuestionChange[]): Promise<void> {
  await discardDrafts(
    tx,
    changes.flatMap(({ replacedVersion }) => replacedVersion ?? []),
  )
  await discardTranslations(tx, { id: { in: changes.flatMap((change) => change.replacedTranslations) } })
  await tx.question.createMany({
    data: changes
      .filter(({ kind }) => kind === 'added')
      .map(({ questionId, question }) => ({ id: questionId, externalId: question.externalId })),
  })
  await tx.option.createMany({ data: changes.flatMap(({ options }) => options) })
  await tx.questionVersion.createMany({ data: changes.flatMap(({ version }) => version ?? []) })
  await tx.versionOption.createMany({ data: changes.flatMap(({ versionOptions }) => versionOptions) })
  await tx.versionKey.createMany({ data: changes.flatMap(({ key }) => key ?? []) })
  await tx.source.createMany({ data: changes.flatMap(({ sources }) => sources) })
  await tx.sourceField.createMany({ data: changes.flatMap(({ sourceFields }) => sourceFields), skipDuplicates: true })
  await tx.translation.createMany({ data: changes.flatMap(({ translations }) => translations) })
  await tx.translationField.createMany({ data: changes.flatMap(({ fields }) => fields) })

  await writeFindings(tx, changes)
  const origins = changes.flatMap(({ questionId, question }) =>
    question.origins.map((origin) => ({ questionId, ...origin })),
  )
  if (origins.length > 0)
    await tx.importedQuestion.deleteMany({
      where: { OR: origins.map(({ questionId, locale }) => ({ questionId, locale })) },
    })
  await tx.importedQuestion.createMany({ data: origins })
}

/**
 * What an import found replaces what an earlier one did; what someone has accepted since stays accepted. Files that hold
 * no findings leave those of an import as they are.
 */
async function writeFindings(tx: Transaction, changes: QuestionChange[]): Promise<void> {
  const imported = changes.filter(({ question }) => question.origins.length > 0 || question.findings.length > 0)
  const ofVersions = { versionId: { in: imported.map(({ versionId }) => versionId) } }
  const before = await tx.finding.findMany({ where: ofVersions })
  await tx.finding.deleteMany({ where: ofVersions })
  await tx.finding.createMany({
    data: imported.flatMap(({ versionId, question }) =>
      question.findings.map((finding) => {
        const same = before.find(
          (old) =>
            old.versionId === versionId &&
            old.locale === finding.locale &&
            old.code === finding.code &&
            old.message === finding.message,
        )
        return {
          id: newId(),
          versionId,
          ...finding,
          acceptedBy: same?.acceptedBy ?? null,
          reason: same?.reason ?? null,
        }
      }),
    ),
    skipDuplicates: true,
  })
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
