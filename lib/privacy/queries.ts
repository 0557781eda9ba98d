import { guarded } from '../access/guard'
import { db } from '../db/client'

/** Who sees something of the viewer's. */
export type Watchers = {
  /** Teams in which the viewer is a member now, with who manages them. */
  teams: { name: string; managers: string[] }[]
  /** Names of those who run Polyquiz. */
  admins: string[]
}

/** Who can see something of the viewer's, now. */
export const getWatchers = guarded('profile:own', async (viewer): Promise<Watchers> => {
  const isHere = { deactivatedAt: null, erasedAt: null }
  const [teams, admins] = await Promise.all([
    db().team.findMany({
      where: { archivedAt: null, memberships: { some: { personId: viewer.personId, untilAt: null, role: 'member' } } },
      orderBy: { name: 'asc' },
      select: {
        name: true,
        memberships: {
          where: { untilAt: null, role: 'manager', person: isHere },
          select: { person: { select: { name: true } } },
          orderBy: { person: { name: 'asc' } },
        },
      },
    }),
    db().person.findMany({ where: { role: 'admin', ...isHere }, select: { name: true }, orderBy: { name: 'asc' } }),
  ])
  return {
    teams: teams.map(({ name, memberships }) => ({
      name,
      managers: memberships.map(({ person }) => person.name ?? ''),
    })),
    admins: admins.map(({ name }) => name ?? ''),
  }
})

/**
 * All that is kept of the viewer, to be written as JSON. What an answer earned is there once its key may be seen, as on
 * every page. Of other people there is nothing but ids.
 */
export const getOwnData = guarded('profile:own', async (viewer): Promise<Record<string, unknown>> => {
  const [row] = await db().$queryRaw<{ data: Record<string, unknown> }[]>`
    SELECT json_build_object(
      'person', (SELECT json_build_object('id', id, 'email', email, 'name', name, 'role', role, 'zone', zone,
          'interfaceLanguage', ui_locale, 'contentLanguages', content_locales, 'leftBoardsAt', board_opt_out_at,
          'remindersOffAt', reminders_off_at, 'digestOffAt', digest_off_at, 'createdAt', created_at)
        FROM person WHERE id = me.id),
      'passwordChangedAt', (SELECT changed_at FROM credential WHERE person_id = me.id),
      'teams', (SELECT json_agg(json_build_object('team', team.name, 'as', role, 'from', from_at, 'until', until_at) ORDER BY from_at)
        FROM membership JOIN team ON team.id = team_id WHERE person_id = me.id),
      'sessions', (SELECT json_agg(json_build_object('startedAt', created_at, 'lastSeenAt', seen_at, 'endedAt', ended_at)
          ORDER BY created_at) FROM session WHERE person_id = me.id),
      'attempts', (SELECT json_agg(json_build_object('id', attempt.id, 'quiz', quiz.slug, 'mode', attempt.mode,
          'purpose', attempt.purpose, 'number', attempt.number, 'startedAt', attempt.started_at,
          'deadlineAt', attempt.deadline_at, 'endedAt', attempt.ended_at, 'ended', attempt.ended,
          'score', attempt.score_num || '/' || attempt.score_den, 'passed', attempt.passed, 'countsForBoards', attempt.counts,
          'language', attempt.locale, 'answers', (
            SELECT json_agg(json_build_object('position', answer.position, 'question', question.external_id,
              'version', version.number, 'language', answer.locale, 'savedAt', answer.saved_at,
              'picked', (SELECT json_agg(coalesce(words.markdown, pick.id::text) ORDER BY pick.place)
                FROM unnest(answer.picks) WITH ORDINALITY AS pick (id, place)
                LEFT JOIN translation_field AS words ON words.translation_id = answer.translation_id
                  AND words.field = 'option:' || pick.id),
              'written', answer.text, 'sureness', answer.confidence, 'flagged', answer.flagged,
              'selfAssessment', answer.self_assessment, 'revealedAt', answer.revealed_at, 'answeredOn', answer.answered_on,
              'earned', CASE WHEN answer.revealed_at IS NOT NULL OR attempt.reveals_at <= app_now()
                THEN answer.award_num || '/' || answer.award_den END) ORDER BY answer.position)
            FROM answer JOIN question ON question.id = answer.question_id
            JOIN question_version AS version ON version.id = answer.version_id
            WHERE answer.attempt_id = attempt.id)) ORDER BY attempt.started_at, attempt.id)
        FROM attempt LEFT JOIN quiz ON quiz.id = attempt.quiz_id WHERE attempt.person_id = me.id),
      'review', (SELECT json_agg(json_build_object('question', question.external_id, 'dueOn', due_on, 'stability', stability,
          'difficulty', difficulty, 'reviews', reps, 'lapses', lapses) ORDER BY due_on, question.external_id)
        FROM review_card JOIN question ON question.id = question_id WHERE person_id = me.id),
      'reviewed', (SELECT json_agg(json_build_object('question', question.external_id, 'on', day, 'rating', rating)
          ORDER BY day, question.external_id)
        FROM review_log JOIN question ON question.id = question_id WHERE person_id = me.id),
      'boards', (SELECT json_agg(json_build_object('of', scope, 'span', span, 'from', nullif(starts_on, '-infinity'),
          'points', points, 'hidden', hidden)) FROM board_entry JOIN board ON board.id = board_id WHERE person_id = me.id),
      'problemReports', (SELECT json_agg(json_build_object('question', question.external_id, 'text', report.text, 'at', report.created_at,
          'status', report.status, 'reply', report.reply, 'repliedAt', report.replied_at) ORDER BY report.created_at)
        FROM problem_report AS report JOIN question ON question.id = question_id WHERE person_id = me.id),
      'allowances', (SELECT json_agg(json_build_object('quiz', quiz.slug, 'extraTimePercent', extra_percent,
          'extraAttempts', extra_attempts)) FROM allowance LEFT JOIN quiz ON quiz.id = quiz_id WHERE person_id = me.id),
      'assignments', (SELECT json_agg(json_build_object('id', assignment_id, 'dueAt', due_at, 'doneAt', done_at, 'late', late))
        FROM assignment_standing WHERE person_id = me.id),
      'ownDueDates', (SELECT json_agg(json_build_object('assignment', assignment_id, 'dueOn', due_on))
        FROM due_extension WHERE person_id = me.id),
      'mails', (SELECT json_agg(json_build_object('kind', kind, 'createdAt', created_at, 'sentAt', sent_at, 'subject', subject,
          'text', text) ORDER BY created_at) FROM outbox WHERE person_id = me.id),
      'doneByYou', (SELECT json_agg(json_build_object('at', at, 'action', action, 'subject', subject_type, 'id', subject_id)
          ORDER BY at) FROM audit_event WHERE actor_id = me.id),
      'onRecordAboutYou', (SELECT json_agg(json_build_object('at', event.at, 'action', event.action, 'before', personal.before,
          'after', personal.after) ORDER BY event.at)
        FROM audit_personal AS personal JOIN audit_event AS event ON event.id = personal.event_id
        WHERE personal.person_id = me.id)
    ) AS data
    FROM (SELECT ${viewer.personId}::uuid AS id) AS me`
  return row?.data ?? {}
})
