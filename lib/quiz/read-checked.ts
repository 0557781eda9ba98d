import { type AltTexts, imageIdsIn } from '../asset/rules'
import { keyOf } from '../attempt/kinds'
import type { Transaction } from '../db/client'
import { newestPerLocale } from '../question/drafts'
import type { CheckedQuestion, CheckedQuiz } from './checklist'

/**
 * A quiz as it would be published now, for the checklist: of each question that is not archived the newest version, and
 * of each language its newest words, drafted or published.
 */
export async function readCheckedQuiz(tx: Transaction, quizId: string): Promise<CheckedQuiz> {
  const quiz = await tx.quiz.findUniqueOrThrow({
    where: { id: quizId },
    select: { sourceLocale: true, names: { select: { locale: true }, orderBy: { locale: 'asc' } } },
  })
  const items = await tx.quizItem.findMany({
    where: { quizId, question: { archivedAt: null } },
    orderBy: { position: 'asc' },
    select: {
      position: true,
      question: {
        select: {
          id: true,
          externalId: true,
          sourceFields: { select: { field: true, revision: true } },
          versions: {
            orderBy: { number: 'desc' },
            take: 1,
            select: {
              kind: true,
              options: { orderBy: { position: 'asc' }, select: { option: { select: { id: true, externalId: true } } } },
              key: { select: { optionIds: true, accepted: true } },
              translations: {
                orderBy: { revision: 'desc' },
                select: {
                  id: true,
                  locale: true,
                  fields: { select: { field: true, optionId: true, markdown: true, sourceRevision: true } },
                },
              },
              findings: { orderBy: { id: 'asc' } },
            },
          },
        },
      },
    },
  })
  const questions = items.flatMap(({ position, question: { id, externalId, sourceFields, versions } }) =>
    versions.map(
      ({ kind, options, key, translations, findings }): CheckedQuestion => ({
        id,
        externalId,
        position,
        kind,
        options: options.map(({ option }) => option),
        key: key?.optionIds ?? [],
        accepted: keyOf(key).accepted,
        words: newestPerLocale(translations),
        sourceRevisions: sourceFields,
        findings: findings.map(({ acceptedBy, reason, ...finding }) => ({
          ...finding,
          isAccepted: acceptedBy !== null || reason !== null,
        })),
      }),
    ),
  )
  return {
    sourceLocale: quiz.sourceLocale,
    locales: quiz.names.map(({ locale }) => locale),
    questions,
    altTexts: await readAltTexts(tx, questions),
  }
}

async function readAltTexts(tx: Transaction, questions: readonly CheckedQuestion[]): Promise<AltTexts> {
  const fields = questions.flatMap(({ words }) => words.flatMap((each) => each.fields))
  const ids = [...new Set(fields.flatMap(({ markdown }) => imageIdsIn(markdown)))]
  const rows = ids.length === 0 ? [] : await tx.assetAlt.findMany({ where: { assetId: { in: ids } } })
  const ofImage = (id: string) => rows.filter(({ assetId }) => assetId === id)
  return new Map(ids.map((id) => [id, new Map(ofImage(id).map(({ locale, text }) => [locale, text]))]))
}
