import { guarded } from '../access/guard'
import { mayDo } from '../access/rights'
import { fraction } from '../attempt/fraction'
import { keyOf, verdictOf } from '../attempt/kinds'
import { answerColumns } from '../attempt/queries/read-answers'
import {
  type AnswerRow,
  type OpenQuestion,
  openQuestion,
  type RevealedQuestion,
  revealedQuestion,
  type Words,
} from '../attempt/view'
import { db } from '../db/client'
import { Prisma } from '../db/generated/client'
import { containsWords } from '../db/search'
import { chooseWords } from '../i18n/chain'
import { type ListAddress, PAGE_SIZE } from '../list/schema'
import { type ReportEdit, type reportShape, standOf } from './schema'

type ReportStatus = 'open' | 'resolved'

/** One report in the list of those who handle them. */
export type ReportLine = {
  reportId: string
  text: string
  status: ReportStatus
  isAnswered: boolean
  createdAt: Date
  /** Null once the person is erased. */
  personName: string | null
  /** Of the words that were read. */
  locale: string
  version: number
  stem: string
  /** Null for a question that no quiz asks any more. */
  quiz: { slug: string; title: string; titleLocale: string } | null
}

export type ReportList = {
  total: number
  reports: ReportLine[]
  /** Languages and quizzes of which there are reports. */
  languages: string[]
  quizzes: { slug: string; title: string; titleLocale: string }[]
}

type QuizNames = { slug: string | null; sourceLocale: string | null; names: { locale: string; title: string }[] | null }

/** The quiz in which it was met; for a review, one that asks the question. To be joined to `report` and `attempt`. */
const quizOfReport = Prisma.sql`
  LEFT JOIN quiz ON quiz.id = coalesce(attempt.quiz_id,
    (SELECT quiz_id FROM quiz_item WHERE question_id = report.question_id ORDER BY quiz_id LIMIT 1))`

const quizNames = Prisma.sql`
  quiz.slug, quiz.source_locale AS "sourceLocale",
  (SELECT json_agg(json_build_object('locale', locale, 'title', title) ORDER BY locale)
    FROM quiz_name WHERE quiz_id = quiz.id) AS names`

function quizOf({ slug, sourceLocale, names }: QuizNames, wanted: string): ReportLine['quiz'] {
  if (slug === null) return null
  const name = chooseWords(names ?? [], [wanted], sourceLocale ?? '')
  return { slug, title: name?.title ?? slug, titleLocale: name?.locale ?? sourceLocale ?? '' }
}

const orders = {
  reported: Prisma.sql`report.created_at`,
  person: Prisma.sql`person.name`,
  language: Prisma.sql`translation.locale`,
  state: Prisma.sql`report.status`,
}

/**
 * Reports of problems in questions, a page of them.
 *
 * @param uiLocale language for the titles of quizzes
 */
export const listReports = guarded(
  'report:handle',
  async (_viewer, address: ListAddress<typeof reportShape>, uiLocale: string): Promise<ReportList> => {
    const { state, language, quiz } = address.filters
    const direction = address.descending ? Prisma.sql`DESC` : Prisma.sql`ASC`
    type Row = Omit<ReportLine, 'quiz'> & QuizNames & { total: number }
    const [rows, languages, quizzes] = await Promise.all([
      db().$queryRaw<Row[]>`
        SELECT report.id AS "reportId", report.text, report.status, report.reply IS NOT NULL AS "isAnswered",
          report.created_at AS "createdAt", person.name AS "personName", translation.locale,
          version.number AS version, coalesce(stem.markdown, '') AS stem, ${quizNames}, (count(*) OVER ())::int AS total
        FROM problem_report AS report
        JOIN person ON person.id = report.person_id
        JOIN attempt ON attempt.id = report.attempt_id
        JOIN question_version AS version ON version.id = report.version_id
        JOIN translation ON translation.id = report.translation_id
        LEFT JOIN translation_field AS stem ON stem.translation_id = translation.id AND stem.field = 'stem'
        ${quizOfReport}
        WHERE ${containsWords(Prisma.sql`concat_ws(' ', report.text, stem.markdown, person.name)`, address.search)}
          AND (${state ?? null}::text IS NULL OR report.status::text = ${state ?? null})
          AND (${language ?? null}::text IS NULL OR translation.locale = ${language ?? null})
          AND (${quiz ?? null}::text IS NULL OR quiz.slug = ${quiz ?? null})
        ORDER BY ${orders[address.sort]} ${direction}, report.created_at DESC, report.id
        LIMIT ${PAGE_SIZE} OFFSET ${(address.page - 1) * PAGE_SIZE}`,
      db().$queryRaw<{ locale: string }[]>`
        SELECT DISTINCT translation.locale
        FROM problem_report AS report JOIN translation ON translation.id = report.translation_id ORDER BY 1`,
      db().$queryRaw<QuizNames[]>`
        SELECT ${quizNames} FROM quiz
        WHERE id IN (
          SELECT quiz.id FROM problem_report AS report JOIN attempt ON attempt.id = report.attempt_id ${quizOfReport})
        ORDER BY slug`,
    ])
    return {
      total: rows[0]?.total ?? 0,
      reports: rows.map(({ total: _, slug, sourceLocale, names, ...row }) => ({
        ...row,
        quiz: quizOf({ slug, sourceLocale, names }, uiLocale),
      })),
      languages: languages.map(({ locale }) => locale),
      quizzes: quizzes.map((row) => quizOf(row, uiLocale)).filter((found) => found !== null),
    }
  },
)

/** A version or a revision of words that was published after what was reported. */
export type LaterEdit = ReportEdit & {
  version: number
  /** Null for a version. */
  locale: string | null
  revision: number | null
  publishedAt: string
}

/** A report with all that is needed to handle it. */
export type ReportPage = {
  reportId: string
  text: string
  status: ReportStatus
  createdAt: Date
  personName: string | null
  reply: string | null
  repliedAt: Date | null
  resolvedAt: Date | null
  /** Who replied or resolved last; null for nobody, and for whoever runs the command line. */
  handledBy: string | null
  quiz: ReportLine['quiz']
  questionId: string
  /** Name of the question in files. */
  externalId: string
  version: number
  revision: number
  position: number
  /** As the person saw it, with their answer as it is now; the key only for those who write keys. */
  question: OpenQuestion | RevealedQuestion
  /** The model answer, where there are no options. */
  explanation: string
  /** Letters for `{option:ID}` in the explanation. */
  letters: Record<string, string>
  /** The person may see the key, so that a reply may speak of it. */
  isKeyShown: boolean
  /** The edit that it was resolved by. */
  edit: LaterEdit | null
  /** Those that it can be resolved by, newest first. */
  edits: LaterEdit[]
  /** How it stands, to be sent back with what is decided. */
  seen: string
}

type PageRow = Omit<
  ReportPage,
  'quiz' | 'position' | 'question' | 'explanation' | 'letters' | 'edit' | 'edits' | 'seen'
> &
  QuizNames & { attemptId: string; words: Words; editId: string | null; edits: LaterEdit[] }

type ReportedAnswer = AnswerRow & {
  awardNum: number | null
  awardDen: number | null
  /** Null for those who may not see keys. */
  key: { optionIds: string[]; accepted: unknown } | null
  /** Pairs of an option's id and the id that its author gave it. */
  externalIds: [string, string][]
}

/**
 * One report.
 *
 * @param uiLocale language for the title of the quiz
 * @returns null where there is none
 */
export const getReport = guarded(
  'report:handle',
  async (viewer, reportId: string, uiLocale: string): Promise<ReportPage | null> => {
    const [row] = await db().$queryRaw<PageRow[]>`
      SELECT report.id AS "reportId", report.attempt_id AS "attemptId", report.question_id AS "questionId", report.text,
        report.status, report.created_at AS "createdAt", person.name AS "personName", report.reply,
        report.replied_at AS "repliedAt", report.resolved_at AS "resolvedAt", handler.name AS "handledBy",
        question.external_id AS "externalId", version.number AS version, seen.revision, ${quizNames},
        answer.revealed_at IS NOT NULL OR coalesce(attempt.reveals_at <= app_now(), false) AS "isKeyShown",
        json_build_object('id', seen.id, 'locale', seen.locale, 'fields',
          (SELECT coalesce(json_agg(json_build_object('field', field, 'markdown', markdown)), '[]')
            FROM translation_field WHERE translation_id = seen.id)) AS words,
        coalesce(report.resolved_version_id, report.resolved_translation_id) AS "editId",
        (SELECT coalesce(json_agg(later ORDER BY later."publishedAt" DESC), '[]') FROM (
          SELECT 'version' AS kind, id, number AS version, NULL AS locale, NULL::int AS revision, published_at AS "publishedAt"
          FROM question_version
          WHERE question_id = report.question_id AND number > version.number AND status = 'published'
          UNION ALL
          SELECT 'translation', translation.id, number, locale, revision, translation.published_at
          FROM question_version JOIN translation ON translation.version_id = question_version.id
          WHERE question_id = report.question_id AND translation.status = 'published'
            AND translation.published_at > seen.published_at AND (number = version.number OR revision > 1)
        ) AS later) AS edits
      FROM problem_report AS report
      JOIN person ON person.id = report.person_id
      LEFT JOIN person AS handler ON handler.id = report.handled_by
      JOIN attempt ON attempt.id = report.attempt_id
      JOIN answer ON answer.attempt_id = report.attempt_id AND answer.question_id = report.question_id
      JOIN question ON question.id = report.question_id
      JOIN question_version AS version ON version.id = report.version_id
      JOIN translation AS seen ON seen.id = report.translation_id
      ${quizOfReport}
      WHERE report.id = ${reportId}::uuid`
    if (!row) return null
    const { attemptId, words, editId, edits, slug, sourceLocale, names, ...report } = row
    const answer = await readAnswer(attemptId, report.questionId, mayDo(viewer.role, 'quiz:author'))
    const { key, externalIds, awardNum, awardDen } = answer
    const wording = { words, beside: null, wanted: words.locale }
    const award = awardNum === null || awardDen === null ? null : fraction(awardNum, awardDen)
    const open = openQuestion(answer, wording)
    const nameOf = new Map(externalIds)
    return {
      ...report,
      quiz: quizOf({ slug, sourceLocale, names }, uiLocale),
      position: answer.position,
      question: key
        ? revealedQuestion(answer, wording, {
            ...keyOf(key),
            verdict: verdictOf(award, answer),
            award,
            selfAssessment: null,
            externalIds: nameOf,
            sources: [],
          })
        : open,
      explanation: words.fields.find(({ field }) => field === 'explanation')?.markdown ?? '',
      letters: Object.fromEntries(open.options.map(({ id, letter }) => [nameOf.get(id) ?? id, letter])),
      edit: edits.find(({ id }) => id === editId) ?? null,
      edits,
      seen: standOf(report),
    }
  },
)

async function readAnswer(attemptId: string, questionId: string, withKey: boolean): Promise<ReportedAnswer> {
  const [answer] = await db().$queryRaw<ReportedAnswer[]>`
    SELECT ${answerColumns}, answer.award_num AS "awardNum", answer.award_den AS "awardDen",
      CASE WHEN ${withKey} THEN coalesce(
        (SELECT json_build_object('optionIds', option_ids, 'accepted', accepted)
          FROM version_key WHERE version_id = answer.version_id),
        '{"optionIds":[],"accepted":null}') END AS key,
      (SELECT coalesce(json_agg(json_build_array(option.id, option.external_id)), '[]')
        FROM version_option JOIN option ON option.id = version_option.option_id
        WHERE version_option.version_id = answer.version_id) AS "externalIds"
    FROM answer JOIN question_version ON question_version.id = answer.version_id
    WHERE answer.attempt_id = ${attemptId}::uuid AND answer.question_id = ${questionId}::uuid`
  if (!answer) throw new Error(`Attempt ${attemptId} has no question ${questionId}.`)
  return answer
}

/** What became of a report, for the person who made it. */
export type OwnReport = {
  reportId: string
  text: string
  createdAt: Date
  status: ReportStatus
  /** The question, in the language in which it was read. */
  stem: string
  locale: string
  /** Waits until the attempt has ended or its answer is shown, since it may speak of the key. */
  reply: string | null
  isReplyHeld: boolean
  /** The question was changed because of it. */
  isEdited: boolean
}

const MOST_OWN = 50

/** The viewer's own reports, newest first. */
export const listOwnReports = guarded(
  'attempt:own',
  (viewer): Promise<OwnReport[]> =>
    db().$queryRaw<OwnReport[]>`
      SELECT report.id AS "reportId", report.text, report.created_at AS "createdAt", report.status,
        coalesce(stem.markdown, '') AS stem, translation.locale,
        CASE WHEN may.read THEN report.reply END AS reply, report.reply IS NOT NULL AND NOT may.read AS "isReplyHeld",
        coalesce(resolved_version_id, resolved_translation_id) IS NOT NULL AS "isEdited"
      FROM problem_report AS report
      JOIN translation ON translation.id = report.translation_id
      LEFT JOIN translation_field AS stem ON stem.translation_id = translation.id AND stem.field = 'stem'
      JOIN attempt ON attempt.id = report.attempt_id
      JOIN answer ON answer.attempt_id = report.attempt_id AND answer.question_id = report.question_id
      CROSS JOIN LATERAL (SELECT attempt.ended_at IS NOT NULL OR answer.revealed_at IS NOT NULL AS read) AS may
      WHERE report.person_id = ${viewer.personId}::uuid
      ORDER BY report.created_at DESC, report.id LIMIT ${MOST_OWN}`,
)
