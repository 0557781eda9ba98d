import type { Transaction } from '../db/client'

/** A text of a question that someone has written here, as they left it. */
export type Edit = {
  questionId: string
  locale: string
  field: string
  markdown: string
  /** Null for the operator, and for someone erased. */
  by: string | null
  at: Date
}

/** The texts of some questions that people have written in the editor, each as it was written last. */
export function readEdits(on: Transaction, questionIds: readonly string[]): Promise<Edit[]> {
  return on.$queryRaw<Edit[]>`
    SELECT DISTINCT ON (written.question_id, written.locale, written.field) written.question_id AS "questionId",
      written.locale, written.field, written.markdown, person.name AS by, written.at
    FROM (
      SELECT subject_id AS question_id, after->>'locale' AS locale, text.key AS field, text.value AS markdown, at, actor_id
      FROM audit_event CROSS JOIN LATERAL jsonb_each_text(after->'fields') AS text
      WHERE subject_type = 'question' AND subject_id = ANY (${questionIds}) AND action = 'question.words'
      UNION ALL
      SELECT question_id::text, locale, text.key, text.value, last_at, person_id
      FROM writing CROSS JOIN LATERAL jsonb_each_text(after) AS text
      WHERE question_id = ANY (${questionIds}::uuid[])
    ) AS written LEFT JOIN person ON person.id = written.actor_id
    ORDER BY written.question_id, written.locale, written.field, written.at DESC`
}
