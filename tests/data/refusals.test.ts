import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RefusedError } from '@/lib/access/guard'
import { mayDo, rights } from '@/lib/access/rights'
import { actAs, type Viewer } from '@/lib/access/viewer'
import { imageList } from '@/lib/asset/schema'
import { reportProblem } from '@/lib/attempt/commands/report-problem'
import { auditShape } from '@/lib/audit/schema'
import { db } from '@/lib/db/client'
import { parseListAddress } from '@/lib/list/schema'
import { mailList } from '@/lib/mail/schema'
import { peopleList } from '@/lib/person/schema'
import type { QuizDraft } from '@/lib/quiz/schema'
import { reportShape } from '@/lib/report/schema'
import { teamsList } from '@/lib/team/schema'
import { foundDoors } from '../architecture/doors'
import { assign } from '../factories/assignments'
import { readQuestions, type StoredQuestion, startQuiz, takeQuiz } from '../factories/attempts'
import { createPerson, createViewer, newTeam } from '../factories/people'
import { createQuiz, draftQuestion, quizDraft, saveDraft } from '../factories/quizzes'
import { unique } from '../factories/unique'
import { temporaryFolder } from '../product'
import { testDatabase } from './database'

testDatabase()

/** What the doors are tried on: things of one person. */
type Subject = {
  owner: Viewer
  quiz: QuizDraft
  /** An open attempt of the owner, with its first question. */
  open: string
  question: StoredQuestion
  /** An ended one. */
  ended: string
  /** An ended one of an open question, whose model answer may be seen. */
  written: string
  /** An assignment of the team. */
  assignment: string
  /** An open report of someone else. */
  report: string
  /** Someone for those who manage people. */
  email: string
}

type Case = {
  /** Arguments of a call. `attemptId` is the subject's, or one that does not exist. */
  args(subject: Subject, attemptId: string): unknown[]
  /** Whose attempt the call names; absent where it names none. */
  of?: 'open' | 'ended' | 'written'
  /** The call ends sessions, so that whoever makes it is made for it. */
  endsSessions?: true
  /** What it answers someone who is not signed in, where that is no refusal. */
  signedOut?: unknown
}

const place = (attemptId: string) => ({ attemptId, position: 1 })
const choice = ({ question }: Subject) => ({
  picks: question.key,
  number: 1,
  translationId: question.translationIds.en ?? '',
})
const profile = {
  onBoards: true,
  name: 'Someone',
  uiLocale: 'en',
  contentLocales: [],
  zone: 'UTC',
}

const terms = { dueOn: '2030-01-31', zone: 'Asia/Tokyo', counts: 'first', renewMonths: null }

const image = { id: randomUUID(), width: 1, height: 1 }

/** Every door by name, with a call to it. A door that is missing here fails the first test. */
const doors: Record<string, Case> = {
  'asset/commands/delete-image.ts deleteImage': { args: () => [image.id] },
  'asset/commands/set-alt-text.ts setAltTexts': { args: () => [image.id, { en: { was: '', text: 'Text' } }] },
  'asset/commands/upload-image.ts uploadImage': { args: () => [new Uint8Array(), { en: 'Text' }] },
  'asset/queries.ts getImage': { args: () => [image] },
  'asset/queries.ts listImageLocales': { args: () => [] },
  'asset/queries.ts listImages': { args: () => [parseListAddress(imageList, {})] },
  'assignment/commands.ts allowExtra': {
    args: ({ assignment, owner }) => [team, assignment, owner.personId, { time: 25, attempts: 1 }],
  },
  'assignment/commands.ts archiveAssignment': { args: ({ assignment }) => [team, assignment] },
  'assignment/commands.ts changeAssignment': { args: ({ assignment }) => [team, assignment, 1, terms] },
  'assignment/commands.ts createAssignment': {
    args: ({ quiz }) => [team, { ...terms, what: { quiz: quiz.slug }, personId: null }],
  },
  'assignment/commands.ts extendDue': {
    args: ({ assignment, owner }) => [team, assignment, owner.personId, '2030-02-01'],
  },
  'assignment/queries.ts getAssignable': { args: () => [team, 'en'] },
  'assignment/queries.ts getAssignment': { args: ({ assignment }) => [team, assignment, 'en'] },
  'assignment/queries.ts listOwnAssignments': { args: () => ['en'] },
  'assignment/queries.ts listTeamAssignments': { args: () => [team, 'en', false] },
  'attempt/commands/assess-answer.ts assessAnswer': { of: 'written', args: (_s, id) => [place(id), 'knew'] },
  'attempt/commands/choose-language.ts chooseLanguage': { of: 'open', args: (_s, id) => [id, 'en'] },
  'attempt/commands/reveal-answer.ts revealAnswer': { of: 'open', args: (s, id) => [place(id), choice(s)] },
  'attempt/commands/save-answer.ts saveAnswer': {
    of: 'open',
    args: (s, id) => [place(id), choice(s)],
    signedOut: { status: 'signed-out' },
  },
  'attempt/commands/start-attempt.ts startAttempt': {
    args: ({ quiz }) => [{ slug: quiz.slug, mode: 'exam', uiLocale: 'en' }],
  },
  'attempt/commands/end-attempt.ts endOverdueAttempts': { args: () => [] },
  'attempt/commands/end-attempt.ts submitAttempt': { of: 'open', args: (_s, id) => [id] },
  'attempt/commands/report-problem.ts reportProblem': {
    of: 'open',
    args: ({ question }, id) => [place(id), question.translationIds.en ?? '', 'The text is cut off.'],
  },
  'attempt/queries/get-allowance.ts getAllowance': { args: () => [randomUUID()] },
  'attempt/queries/get-figure.ts getFigure': { args: () => ['no-such-quiz', 'none.svg'] },
  'attempt/queries/get-question.ts getAttemptFrame': { of: 'open', args: (_s, id) => [id] },
  'attempt/queries/get-question.ts getQuestion': { of: 'open', args: (_s, id) => [id, 1] },
  'attempt/queries/get-result.ts getResult': { of: 'ended', args: (_s, id) => [id, 'en'] },
  'attempt/queries/read-answers.ts readAnswers': { of: 'open', args: (_s, id) => [id] },
  'attempt/queries/read-answers.ts readOpenWords': {
    of: 'open',
    args: ({ question }, id) => [id, [question.translationIds.en ?? '']],
  },
  'attempt/queries/reveal-questions.ts revealQuestions': {
    of: 'ended',
    args: ({ question }, id) => [
      id,
      [question.questionId],
      () => ({ words: question.translationIds.en ?? null, beside: null }),
      'en',
    ],
  },
  'audit/queries.ts listAuditEntries': { args: () => [parseListAddress(auditShape, {}), {}] },
  'audit/queries.ts readAuditEntries': { args: () => [parseListAddress(auditShape, {}), {}] },
  'backup/commands.ts createBackup': { args: () => ['no-such-folder/backup', '0'] },
  'backup/commands.ts restoreBackup': { args: () => ['no-such-backup', { replace: false }] },
  'board/commands/rebuild-boards.ts rebuildBoards': { args: () => [{ write: false }] },
  'board/commands/rebuild-boards.ts setCompanyZone': { args: () => ['Mars/Olympus'] },
  'board/queries.ts getBoard': { args: () => [{ scope: 'all', slug: null }, 'week'] },
  'board/queries.ts listBoards': { args: () => ['en'] },
  'exchange/content.ts loadContent': { args: () => ['no-such-folder'] },
  'exchange/import/import-content.ts importContent': { args: () => [[], { dryRun: true }] },
  'exchange/import/import-pages.ts importPages': {
    args: () => [[], { slug: null, source: null, topics: [], dryRun: true }],
  },
  'export/queries.ts readTeamExport': { args: () => [team, 'results', 'en'] },
  'mail/commands/queue-mails.ts queueMails': { args: () => [] },
  'mail/commands/send-mails.ts sendMails': { args: () => [] },
  'mail/commands/unsubscribe.ts unsubscribe': { args: () => ['no-such-token'] },
  'mail/queries.ts getMail': { args: () => [randomUUID()] },
  'mail/queries.ts getOwnMailWishes': { args: () => [] },
  'mail/queries.ts listMails': { args: () => [parseListAddress(mailList, {})] },
  'mail/queries.ts readUnsubscribeLink': { args: () => ['no-such-token'] },
  'person/commands/change-many.ts changeMany': { args: ({ owner }) => [[owner.personId], { kind: 'join', team }] },
  'person/commands/import-people.ts importPeople': {
    args: () => [`email,name\n${unique('new')}@people.test,New`, null],
  },
  'person/commands/erase-person.ts erasePerson': {
    args: () => [`${unique('nobody')}@people.test`],
  },
  'person/commands/invitations.ts choosePassword': { args: () => ['no-such-token', { ...profile, password: 'x' }] },
  'person/commands/invitations.ts ensureSetupLink': { args: () => [] },
  'person/commands/invitations.ts invitePerson': { args: ({ email }) => [email] },
  'person/commands/invitations.ts invitePeople': { args: ({ owner }) => [[owner.personId]] },
  'person/commands/manage-people.ts addPerson': {
    args: () => [{ email: `${unique('new')}@people.test`, name: 'New' }],
  },
  'person/commands/manage-people.ts changePerson': { args: ({ email }) => [email, { name: 'New' }] },
  'person/commands/manage-people.ts changeRole': { args: ({ email }) => [email, 'translator'] },
  'person/commands/manage-people.ts deactivatePerson': { args: ({ email }) => [email] },
  'person/commands/manage-people.ts reactivatePerson': { args: ({ email }) => [email] },
  'person/commands/manage-people.ts setAllowance': { args: ({ email }) => [email, { time: 25 }] },
  'person/commands/manage-people.ts setMembership': { args: ({ email }) => [email, { slug: newTeam() }, 'member'] },
  'person/commands/save-profile.ts saveProfile': { args: () => [profile] },
  'person/commands/sign-in.ts signIn': { args: ({ email }) => [{ email, password: 'wrong password' }] },
  'person/commands/sign-out.ts signOut': { endsSessions: true, args: () => [] },
  'person/queries.ts getPerson': { args: ({ owner }) => [owner.personId] },
  'person/queries.ts listMatchingPeople': { args: () => [parseListAddress(peopleList, {})] },
  'person/queries.ts listPeople': { args: () => [] },
  'person/queries.ts readInvitation': { args: () => ['no-such-token'] },
  'privacy/queries.ts getOwnData': { args: () => [] },
  'privacy/queries.ts getWatchers': { args: () => [] },
  'progress/queries/get-practice.ts getPractice': { args: () => [] },
  'progress/queries/list-missed-questions.ts listMissedQuestions': { args: () => ['en'] },
  'progress/queries/list-topic-progress.ts listTopicProgress': { args: () => ['en'] },
  'quiz/commands/change-questions.ts acceptFinding': { args: () => [randomUUID(), 'It is fine.'] },
  'quiz/commands/change-questions.ts archiveQuestion': { args: () => ['no-such-question', true] },
  'quiz/commands/change-questions.ts deleteQuestion': { args: () => ['no-such-question'] },
  'quiz/commands/change-state.ts changeQuizState': { args: () => [['no-such-quiz'], 'archive'] },
  'quiz/commands/change-state.ts deleteQuiz': { args: ({ quiz }) => [quiz.slug] },
  'quiz/commands/change-state.ts scheduleQuiz': { args: () => ['no-such-quiz', new Date('2099-01-01')] },
  'quiz/commands/publish-quiz.ts publishDueQuizzes': { args: () => [] },
  'question/commands/add-question.ts addQuestion': { args: () => ['no-such-quiz', 'single'] },
  'question/commands/discard-draft.ts discardDraft': { args: ({ question }) => [question.questionId, null] },
  'question/commands/order-questions.ts orderQuestions': { args: ({ quiz }) => [quiz.slug, [], []] },
  'question/commands/record-ended-hours.ts recordEndedHours': { args: () => [] },
  'question/commands/save-question.ts saveQuestion': {
    args: ({ question }) => [question.questionId, [{ part: 'reviewBy', base: null, value: '2027-01-01' }]],
  },
  'question/queries.ts getEditedQuestion': { args: ({ quiz }) => [quiz.slug, 'q1', 'en'] },
  'question/queries.ts getQuestionHistory': { args: ({ quiz }) => [quiz.slug, 'q1', null, 'en'] },
  'question/queries.ts listEditedQuestions': { args: ({ quiz }) => [quiz.slug, 'en'] },
  'quiz/commands/publish-quiz.ts publishQuiz': { args: ({ quiz }) => [quiz.slug] },
  'quiz/commands/save-quiz-draft.ts saveQuizDraft': { args: ({ quiz }) => [quiz] },
  'quiz/commands/save-quiz-draft.ts tryQuizDraft': { args: ({ quiz }) => [quiz] },
  'quiz/queries/get-admin-quiz.ts getAdminQuiz': { args: ({ quiz }) => [quiz.slug, 'en'] },
  'quiz/queries/get-preview.ts getPreview': {
    args: ({ quiz }) => [quiz.slug, 1, 'en', 'en', { picks: [], text: null }],
  },
  'quiz/queries/get-quiz-files.ts getQuizAsContent': { args: ({ quiz }) => [quiz.slug] },
  'quiz/queries/list-admin-quizzes.ts listAdminQuizzes': {
    args: () => [{ search: 'stem', filters: {}, sort: 'title', descending: false, page: 1 }, 'en'],
  },
  'quiz/queries/list-admin-quizzes.ts listQuizFilters': { args: () => ['en'] },
  'quiz/commands/save-quiz-settings.ts saveQuizSettings': { args: () => ['no-such-quiz', 1, {}, null] },
  'quiz/queries/get-quiz-settings.ts getQuizSettings': { args: ({ quiz }) => [quiz.slug, 'en'] },
  'quiz/queries.ts getQuiz': { args: ({ quiz }) => [quiz.slug, 'en'] },
  'quiz/queries.ts listContentLocales': { args: () => [] },
  'quiz/queries.ts listQuizzes': { args: () => ['en'] },
  'report/commands.ts handleReport': {
    args: ({ report }) => [report, { reply: 'Thank you.', resolve: false, edit: null, seen: 'open ' }],
  },
  'report/commands.ts reopenReport': { args: () => [randomUUID()] },
  'report/commands.ts resolveReports': { args: ({ report }) => [[report]] },
  'report/queries.ts getReport': { args: ({ report }) => [report, 'en'] },
  'report/queries.ts listOwnReports': { args: () => [] },
  'report/queries.ts listReports': { args: () => [parseListAddress(reportShape, {}), 'en'] },
  'review/commands/keep-revealed.ts keepRevealedReviews': { args: () => [] },
  'review/commands/start-review.ts startReview': { args: () => ['en'] },
  'review/queries.ts getTodaysReview': { args: () => [] },
  'team/commands.ts addTeam': { args: () => [{ slug: newTeam(), name: 'New' }] },
  'team/commands.ts renameTeam': { args: () => [team, 'New'] },
  'team/commands.ts setTeamArchived': { args: () => [team, false] },
  'team/commands.ts setTeamRole': { args: ({ email }) => [email, team, 'member'] },
  'team/queries.ts getManagedTeam': { args: () => [team] },
  'team/queries.ts getTeam': { args: () => [team] },
  'team/queries.ts listMatchingTeams': { args: () => [parseListAddress(teamsList, {})] },
  'team/queries.ts listTeams': { args: () => [] },
  'team/queries/get-dashboard.ts getDashboard': { args: () => [team, 'en'] },
  'team/queries/get-member.ts getMember': { args: ({ owner }) => [team, owner.personId, 'en'] },
  'team/queries/list-overview.ts listOverview': { args: () => [] },
  'topic/commands.ts addTopics': { args: () => [[{ slug: unique('topic'), names: { en: 'Topic' } }]] },
}

// One of the doors sends mails: there is no mail server, and the files are nobody's.
const { folder, remove } = temporaryFolder()
beforeAll(() => {
  process.env.POLYQUIZ_DATA = folder
})
afterAll(() => {
  delete process.env.POLYQUIZ_DATA
  remove()
})

let quiz: QuizDraft
let openQuiz: QuizDraft
let team: string
let sharedSubject: Subject
let sharedStrangers: Record<string, Viewer | null>
beforeAll(async () => {
  quiz = await createQuiz()
  openQuiz = await createQuiz({ questions: [draftQuestion({ kind: 'open' })] })
  team = newTeam()
  sharedSubject = await makeSubject()
  sharedStrangers = await makeStrangers()
})

async function makeSubject(): Promise<Subject> {
  const owner = await createViewer({ teams: { [team]: 'member' } })
  const ended = await takeQuiz(owner, quiz.slug, ['right', 'blank', ['a']])
  const written = await takeQuiz(owner, openQuiz.slug, [])
  const open = await startQuiz(owner, quiz.slug)
  const [question] = await readQuestions(open)
  if (!question) throw new Error('The attempt has no questions.')
  const reporter = await createViewer()
  const attemptId = await takeQuiz(reporter, quiz.slug, [])
  await actAs(reporter, () => reportProblem(place(attemptId), question.translationIds.en ?? '', 'The text is cut off.'))
  const report = await db().problemReport.findFirstOrThrow({ where: { personId: reporter.personId } })
  const { email } = await createPerson()
  const assignment = await assign(team, { quiz: quiz.slug })
  return { assignment, owner, quiz, open, ended, written, question, report: report.id, email }
}

/** Who tries. */
async function makeStrangers(): Promise<Record<string, Viewer | null>> {
  return {
    anonymous: null,
    'other member': await createViewer({ teams: { [team]: 'member' } }),
    "other team's manager": await createViewer({ teams: { [newTeam()]: 'manager' } }),
    manager: await createViewer({ teams: { [team]: 'manager' } }),
    admin: await createViewer({ role: 'admin' }),
  }
}

/** All that is the owner's. */
const belongings = ({ owner }: Subject) =>
  Promise.all([
    db().person.findUniqueOrThrow({ where: { id: owner.personId }, include: { memberships: true } }),
    db().session.findMany({ where: { personId: owner.personId }, orderBy: { tokenHash: 'asc' } }),
    db().attempt.findMany({
      where: { personId: owner.personId },
      orderBy: { number: 'asc' },
      include: { answers: { orderBy: { position: 'asc' } }, topics: true, reports: true },
    }),
  ])

type Outcome = { refused: 'sign-in' | 'not-allowed' } | { answered: unknown } | { failed: true }

async function knock(viewer: Viewer | null, call: (...args: never[]) => unknown, args: unknown[]): Promise<Outcome> {
  return actAs(viewer, async (): Promise<Outcome> => {
    try {
      return { answered: await call(...(args as never[])) }
    } catch (error) {
      return error instanceof RefusedError ? { refused: error.reason } : { failed: true }
    }
  })
}

test('every door is tried, and nothing but doors', () => {
  const guarded = foundDoors.filter(({ right }) => right !== undefined)
  expect(guarded.map(({ name }) => name).sort()).toEqual(Object.keys(doors).sort())
})

describe.each(foundDoors.filter(({ name }) => doors[name]))('$name', ({ name, call, right }) => {
  const { args, of, endsSessions, signedOut } = doors[name] ?? { args: () => [] }

  test('opens to those whom the table of rights names, and to others’ attempts for nobody', async () => {
    if (!right) throw new Error('Nothing stands before this door.')
    // In the end the owner goes through the door: what that changes is made for it.
    const subject = of || endsSessions ? await makeSubject() : sharedSubject
    const strangers = endsSessions ? await makeStrangers() : sharedStrangers
    const before = await belongings(subject)
    const known = of ? subject[of] : ''
    const unknown = randomUUID()

    for (const [who, viewer] of Object.entries(strangers)) {
      const outcome = await knock(viewer, call, args(subject, known))
      if (right === 'public') expect(outcome, who).not.toHaveProperty('refused')
      else if (!viewer) expect(outcome, who).toEqual(signedOut ? { answered: signedOut } : { refused: 'sign-in' })
      else if (!mayDo(viewer.role, right)) expect(outcome, who).toEqual({ refused: 'not-allowed' })
      else {
        expect(outcome, who).not.toHaveProperty('refused')
        if (of) {
          expect(rights[right].scope).toBe('own')
          expect(outcome, who).toHaveProperty('answered')
          expect(outcome, who).toEqual(await knock(viewer, call, args(subject, unknown)))
        }
      }
    }
    expect(await belongings(subject)).toEqual(before)

    // The same call does reach the attempt when its owner makes it: the refusals above were not for bad arguments.
    const own = await knock(subject.owner, call, args(subject, known))
    if (right === 'public' || mayDo(subject.owner.role, right)) expect(own).toHaveProperty('answered')
    else expect(own).toEqual({ refused: 'not-allowed' })
    if (of) expect(own).not.toEqual(await knock(subject.owner, call, args(subject, unknown)))
  })
})

test('what lists shows only one’s own', async () => {
  const subject = await makeSubject()
  const stranger = await createViewer({ teams: { [team]: 'member' } })
  const outcomes = await Promise.all(
    [
      'quiz/queries.ts listQuizzes',
      'quiz/queries.ts getQuiz',
      'progress/queries/list-topic-progress.ts listTopicProgress',
      'progress/queries/get-practice.ts getPractice',
      'progress/queries/list-missed-questions.ts listMissedQuestions',
    ].map((name) => {
      const door = foundDoors.find((found) => found.name === name)
      if (!door) throw new Error(`There is no door ${name}.`)
      return knock(stranger, door.call, doors[name]?.args(subject, '') ?? [])
    }),
  )
  expect(outcomes).toMatchObject([
    {
      answered: [
        { open: null, past: [] },
        { open: null, past: [] },
      ],
    },
    { answered: { open: null, past: [] } },
    { answered: [{ answered: 0, right: 0, interval: null }] },
    { answered: { days: [] } },
    { answered: [] },
  ])
})

test('a quiz that is not published answers like one that does not exist', async () => {
  const draft = quizDraft()
  await saveDraft(draft)
  const viewer = await createViewer()
  for (const name of ['quiz/queries.ts getQuiz', 'attempt/commands/start-attempt.ts startAttempt']) {
    const door = foundDoors.find((found) => found.name === name)
    if (!door) throw new Error(`There is no door ${name}.`)
    const argsFor = (slug: string) => doors[name]?.args({ quiz: { ...draft, slug } } as Subject, '') ?? []
    const outcome = await knock(viewer, door.call, argsFor(draft.slug))
    expect(outcome).toHaveProperty('answered')
    expect(outcome).toEqual(await knock(viewer, door.call, argsFor('no-such-quiz')))
  }
})

/** Commands that change something and write nothing into the audit trail, each with the reason. */
const unrecorded: Record<string, string> = {
  'attempt/commands/assess-answer.ts assessAnswer': 'an answer is its own record',
  'attempt/commands/choose-language.ts chooseLanguage': 'an attempt is its own record',
  'attempt/commands/end-attempt.ts endOverdueAttempts': 'an attempt is its own record',
  'attempt/commands/end-attempt.ts submitAttempt': 'an attempt is its own record',
  'attempt/commands/report-problem.ts reportProblem': 'a report is its own record',
  'attempt/commands/reveal-answer.ts revealAnswer': 'an answer is its own record',
  'attempt/commands/save-answer.ts saveAnswer': 'an answer is its own record',
  'attempt/commands/start-attempt.ts startAttempt': 'an attempt is its own record',
  'mail/commands/queue-mails.ts queueMails': 'a mail is its own record',
  'mail/commands/send-mails.ts sendMails': 'a mail is its own record',
  'person/commands/invitations.ts ensureSetupLink': 'nobody is there yet; using the link is recorded',
  'review/commands/keep-revealed.ts keepRevealedReviews': 'follows from answers',
  'review/commands/start-review.ts startReview': 'an attempt is its own record',
}
/** What nobody needs to look up later: who is signed in, and how often someone tried. */
const passing = ['session', 'rate_limit']

describe('whatever a command changes is in the audit trail', () => {
  /** A fingerprint of every table. */
  const contents = async (): Promise<Map<string, string>> => {
    const tables = await db().$queryRaw<{ name: string; digest: string }[]>`
      SELECT table_name AS name, md5(query_to_xml(
        format('SELECT t::text FROM %I AS t ORDER BY 1', table_name), true, false, '')::text) AS digest
      FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
    return new Map(tables.map(({ name, digest }) => [name, digest]))
  }
  const recorded: string[] = []

  test.each(foundDoors.filter(({ name }) => /commands|exchange/.test(name) && doors[name]))(
    '$name',
    async ({ name, call, right }) => {
      const { args, of } = doors[name] ?? { args: () => [] }
      const subject = await makeSubject()
      const actor =
        right && right !== 'public' && !mayDo(subject.owner.role, right)
          ? await createViewer({ role: 'admin' })
          : subject.owner
      const before = await contents()
      await knock(actor, call, args(subject, of ? subject[of] : ''))
      const after = await contents()
      const changed = [...after].filter(([table, digest]) => before.get(table) !== digest).map(([table]) => table)
      const isRecorded = changed.includes('audit_event')
      if (isRecorded) recorded.push(name)
      const kept = changed.filter((table) => !passing.includes(table))
      if (kept.length > 0) expect(isRecorded || name in unrecorded, `${name} changes ${kept}`).toBe(true)
      // A reason that is none any more would hide the next command of that name.
      if (isRecorded) expect(unrecorded).not.toHaveProperty([name])
    },
  )

  test('and the calls above do change things', () => {
    expect(recorded.length).toBeGreaterThan(8)
    expect(Object.keys(doors)).toEqual(expect.arrayContaining(Object.keys(unrecorded)))
  })
})
