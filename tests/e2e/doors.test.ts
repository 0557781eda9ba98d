import { readdirSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { db } from '@/lib/db/client'
import { demoCast } from '@/lib/person/demo-cast'
import { assign } from '../factories/assignments'
import { readQuestions } from '../factories/attempts'
import { ask, askFollowed, hiddenFields, masked, type Question, type Reply, signedIn } from './ask'
import { beforeAll, describe, expect, test } from './browser'
import { newPerson } from './people'
import { publish } from './quizzes'

const app = resolve(import.meta.dirname, '../../app')
const UNKNOWN = '01999999-9999-7999-8999-999999999999'

/** Every page and route of the application, by its address. */
const addresses = readdirSync(app, { recursive: true, withFileTypes: true })
  .filter(({ name }) => name === 'page.tsx' || name === 'route.ts')
  .map(({ parentPath }) => `/${relative(app, parentPath)}`.replace(/\/\([a-z]+\)/g, ''))
  .sort()

type Door = Question & {
  path: string
  /** Asked for as Next's own links do, and not as a document. */
  isFollowed?: boolean
  /** What someone not signed in gets: the way to the sign-in page, JSON with 401, or the same as everybody. */
  anonymous: 'sign-in' | 401 | 'same'
  /** What the person gets whose attempt it is, or anyone where there is no attempt. */
  status: number
  /** For admins: others find what they find at an address that does not exist. */
  forAdmins?: true
  /** For the manager of the team: others find what they find at the address of a team that does not exist. */
  forManager?: true
  /** For whoever manages a team, and for admins. */
  forManagers?: true
}

const startForm: [string, string][] = [
  ['uiLocale', 'en'],
  ['mode', 'practice'],
]

/** Whether someone of the table below finds anything behind a door that leads to nobody's attempt. */
function opensTo({ forAdmins, forManager, forManagers }: Door, who: string): boolean {
  if (forAdmins) return who === 'an admin'
  if (forManagers) return /manager|an admin/.test(who)
  return !forManager || who === "the team's manager"
}

/** Whether a door leads to one attempt, by its address or by what is sent there. */
const isOfOneAttempt = (address: string) => address.includes('[attemptId]') || address === '/api/answers'

/** Requests to every page and route, for an attempt. */
function doorsOf(
  slug: string,
  attemptId: string,
  personId: string,
  team: string,
  assignment: string,
  choice: object,
  form: [string, string][],
): Record<string, Door[]> {
  const attempt = `/en/attempts/${attemptId}`
  const api = `/api/attempts/${attemptId}`
  const answer: [string, string][] = [...form, ['attemptId', attemptId], ['position', '1']]
  const words = form.filter(([name]) => name === 'translationId')
  return {
    '/[locale]': [{ path: '/en', anonymous: 'sign-in', status: 200 }],
    '/[locale]/quizzes': [{ path: '/en/quizzes', anonymous: 'sign-in', status: 200 }],
    '/[locale]/quizzes/[slug]': [{ path: `/en/quizzes/${slug}`, anonymous: 'sign-in', status: 200 }],
    '/[locale]/progress': [{ path: '/en/progress', anonymous: 'sign-in', status: 200 }],
    '/[locale]/boards': [{ path: '/en/boards', anonymous: 'sign-in', status: 200 }],
    '/[locale]/profile': [{ path: '/en/profile', anonymous: 'sign-in', status: 200 }],
    '/[locale]/profile/data': [{ path: '/en/profile/data', anonymous: 'sign-in', status: 200 }],
    '/api/profile/data': [{ path: '/api/profile/data', anonymous: 401, status: 200 }],
    '/[locale]/admin/quizzes/[slug]/questions': [
      { path: `/en/admin/quizzes/${slug}/questions`, anonymous: 'sign-in', status: 200, forAdmins: true },
    ],
    '/[locale]/admin/quizzes/[slug]/questions/[question]': [
      { path: `/en/admin/quizzes/${slug}/questions/first`, anonymous: 'sign-in', status: 200, forAdmins: true },
    ],
    '/[locale]/admin/quizzes/[slug]/questions/[question]/history': [
      { path: `/en/admin/quizzes/${slug}/questions/first/history`, anonymous: 'sign-in', status: 200, forAdmins: true },
    ],
    '/[locale]/admin/quizzes/[slug]/settings': [
      { path: `/en/admin/quizzes/${slug}/settings`, anonymous: 'sign-in', status: 200, forAdmins: true },
    ],
    '/api/admin/questions': [
      { path: '/api/admin/questions', json: { questionId: UNKNOWN, changes: [{}] }, anonymous: 401, status: 404 },
    ],
    '/[locale]/attempts/[attemptId]/[position]': [
      { path: `${attempt}/1`, anonymous: 'sign-in', status: 200 },
      { path: `${attempt}/1`, isFollowed: true, anonymous: 'sign-in', status: 200 },
    ],
    '/[locale]/attempts/[attemptId]/finish': [{ path: `${attempt}/finish`, anonymous: 'sign-in', status: 200 }],
    '/[locale]/attempts/[attemptId]/result': [{ path: `${attempt}/result`, anonymous: 'sign-in', status: 307 }],
    '/[locale]/sign-in': [{ path: '/en/sign-in', anonymous: 'same', status: 307 }],
    '/[locale]/invitation/[token]': [{ path: '/en/invitation/unknown', anonymous: 'same', status: 404 }],
    '/[locale]/unsubscribe/[token]': [{ path: '/en/unsubscribe/unknown', anonymous: 'same', status: 404 }],
    '/[locale]/offline': [{ path: '/en/offline', anonymous: 'same', status: 200 }],
    '/[locale]/gallery': [{ path: '/en/gallery', anonymous: 'same', status: 404 }],
    '/[locale]/[...rest]': [{ path: '/en/nothing/here', anonymous: 'same', status: 404 }],
    '/[locale]/admin/audit': [{ path: '/en/admin/audit', anonymous: 'sign-in', status: 200, forAdmins: true }],
    '/[locale]/admin/mails': [{ path: '/en/admin/mails', anonymous: 'sign-in', status: 200, forAdmins: true }],
    '/[locale]/admin/mails/[mailId]': [
      { path: `/en/admin/mails/${UNKNOWN}`, anonymous: 'sign-in', status: 404, forAdmins: true },
    ],
    '/[locale]/admin/reports': [{ path: '/en/admin/reports', anonymous: 'sign-in', status: 200, forAdmins: true }],
    '/[locale]/admin/reports/[reportId]': [
      { path: `/en/admin/reports/${UNKNOWN}`, anonymous: 'sign-in', status: 404, forAdmins: true },
    ],
    '/[locale]/admin/people': [{ path: '/en/admin/people', anonymous: 'sign-in', status: 200, forAdmins: true }],
    '/[locale]/admin/people/[personId]': [
      { path: `/en/admin/people/${personId}`, anonymous: 'sign-in', status: 200, forAdmins: true },
    ],
    '/[locale]/admin/people/import': [
      { path: '/en/admin/people/import', anonymous: 'sign-in', status: 200, forAdmins: true },
    ],
    '/[locale]/admin/people/invite': [
      { path: '/en/admin/people/invite', anonymous: 'sign-in', status: 200, forAdmins: true },
    ],
    '/[locale]/admin/teams': [{ path: '/en/admin/teams', anonymous: 'sign-in', status: 200, forAdmins: true }],
    '/[locale]/admin/teams/[slug]': [
      { path: '/en/admin/teams/platform', anonymous: 'sign-in', status: 200, forAdmins: true },
    ],
    '/[locale]/admin/images': [{ path: '/en/admin/images', anonymous: 'sign-in', status: 200, forAdmins: true }],
    '/[locale]/admin/quizzes': [{ path: '/en/admin/quizzes', anonymous: 'sign-in', status: 200, forAdmins: true }],
    '/[locale]/admin/quizzes/[slug]': [
      { path: `/en/admin/quizzes/${slug}`, anonymous: 'sign-in', status: 200, forAdmins: true },
    ],
    '/[locale]/admin/quizzes/[slug]/preview/[position]': [
      { path: `/en/admin/quizzes/${slug}/preview/1`, anonymous: 'sign-in', status: 200, forAdmins: true },
    ],
    '/[locale]/admin/quizzes/import': [
      { path: '/en/admin/quizzes/import', anonymous: 'sign-in', status: 200, forAdmins: true },
    ],
    '/api/quizzes/[slug]/export': [
      { path: `/api/quizzes/${slug}/export`, anonymous: 'same', status: 200, forAdmins: true },
    ],
    '/api/answers': [
      { path: '/api/answers', json: { attemptId, position: 1, ...choice }, anonymous: 401, status: 200 },
      { path: '/api/answers', form: [...answer, ['intent', 'next']], anonymous: 'same', status: 303 },
      { path: '/api/answers', form: [...answer, ['intent', 'check']], anonymous: 'same', status: 303 },
    ],
    '/api/attempts/[attemptId]/assessments/[position]': [
      {
        path: `${api}/assessments/1`,
        form: [
          ['uiLocale', 'en'],
          ['assessment', 'knew'],
        ],
        anonymous: 'same',
        status: 303,
      },
    ],
    '/api/attempts/[attemptId]/clock': [{ path: `${api}/clock`, anonymous: 401, status: 200 }],
    '/api/attempts/[attemptId]/language': [
      {
        path: `${api}/language`,
        form: [
          ['uiLocale', 'en'],
          ['locale', 'es'],
          ['position', '1'],
        ],
        anonymous: 'same',
        status: 303,
      },
    ],
    '/api/attempts/[attemptId]/reports/[position]': [
      {
        path: `${api}/reports/1`,
        form: [...words, ['uiLocale', 'en'], ['text', 'The text is cut off.']],
        anonymous: 'same',
        status: 303,
      },
    ],
    '/api/attempts/[attemptId]/submit': [
      { path: `${api}/submit`, form: [['uiLocale', 'en']], anonymous: 'same', status: 303 },
    ],
    '/[locale]/teams': [{ path: '/en/teams', anonymous: 'sign-in', status: 200, forManagers: true }],
    '/[locale]/teams/[slug]': [{ path: `/en/teams/${team}`, anonymous: 'sign-in', status: 200, forManager: true }],
    '/[locale]/teams/[slug]/members/[personId]': [
      { path: `/en/teams/${team}/members/${personId}`, anonymous: 'sign-in', status: 200, forManager: true },
    ],
    '/[locale]/teams/[slug]/assignments': [
      { path: `/en/teams/${team}/assignments`, anonymous: 'sign-in', status: 200, forManager: true },
    ],
    '/[locale]/teams/[slug]/assignments/new': [
      { path: `/en/teams/${team}/assignments/new`, anonymous: 'sign-in', status: 200, forManager: true },
    ],
    '/[locale]/teams/[slug]/assignments/[assignmentId]': [
      { path: `/en/teams/${team}/assignments/${assignment}`, anonymous: 'sign-in', status: 200, forManager: true },
    ],
    '/[locale]/teams/[slug]/export': [
      { path: `/en/teams/${team}/export`, anonymous: 'sign-in', status: 200, forManager: true },
    ],
    '/api/teams/[slug]/export': [
      { path: `/api/teams/${team}/export?kind=results`, anonymous: 401, status: 200, forManager: true },
      { path: `/api/teams/${team}/export?kind=progress&format=xlsx`, anonymous: 401, status: 200, forManager: true },
    ],
    '/api/audit': [{ path: '/api/audit?format=csv', anonymous: 401, status: 200, forAdmins: true }],
    '/api/auth/[...nextauth]': [{ path: '/api/auth/session', anonymous: 'same', status: 200 }],
    '/api/images': [
      {
        path: '/api/images?uiLocale=en',
        form: [['alt:en', 'No file']],
        anonymous: 'same',
        status: 303,
        forAdmins: true,
      },
    ],
    '/api/unsubscribe/[token]': [{ path: '/api/unsubscribe/unknown', anonymous: 'same', status: 404 }],
    '/api/review': [{ path: '/api/review', form: [['uiLocale', 'en']], anonymous: 'same', status: 303 }],
    '/api/quizzes/[slug]/attempts': [
      { path: `/api/quizzes/${slug}/attempts`, form: startForm, anonymous: 'same', status: 303 },
    ],
    '/assets/images/[image]': [
      { path: `/assets/images/${UNKNOWN}-1x1.webp`, anonymous: 'same', status: 404 },
      { path: '/assets/images/none.webp', anonymous: 'same', status: 404 },
    ],
    '/assets/[quiz]/[figure]': [{ path: '/assets/nothing/none.svg', anonymous: 'same', status: 404 }],
    '/api/health': [{ path: '/api/health', anonymous: 'same', status: 200 }],
  }
}

const emailOf = (name: string) => demoCast.find((person) => person.name === name)?.email ?? ''
const asking = ({ path, isFollowed, headers, form, json }: Door, who: Record<string, string>): Promise<Reply> =>
  isFollowed
    ? askFollowed(path, who)
    : ask(path, { ...(form ? { form } : {}), ...(json ? { json } : {}), headers: { ...headers, ...who } })

describe('every door', () => {
  let slug = ''
  let owner: Record<string, string> = {}
  let attemptId = ''
  let doors: Record<string, Door[]> = {}
  let unknown: Record<string, Door[]> = {}
  const strangers: Record<string, Record<string, string>> = {}

  const stateOf = async () =>
    db().attempt.findUniqueOrThrow({
      where: { id: attemptId },
      include: { answers: { orderBy: { position: 'asc' } }, reports: true },
    })
  const expectUntouched = async () => {
    const { endedAt, locale, answers, reports } = await stateOf()
    expect([endedAt, locale, answers.map(({ seq }) => seq), reports]).toEqual([null, 'en', [0, 0, 0], []])
  }

  beforeAll(async () => {
    slug = await publish()
    const email = await newPerson({ teams: { platform: 'member' } })
    owner = await signedIn(email)
    const { id: personId } = await db().person.findUniqueOrThrow({ where: { email } })
    const started = await ask(`/api/quizzes/${slug}/attempts`, { headers: owner, form: startForm })
    attemptId = /\/attempts\/([0-9a-f-]{36})\/1$/.exec(started.headers.location ?? '')?.[1] ?? ''
    expect(attemptId).not.toBe('')
    const [question] = await readQuestions(attemptId)
    if (!question) throw new Error('The quiz has questions.')
    const choice = { picks: [question.order[0] ?? ''], number: 1, translationId: question.translationIds.en ?? '' }
    const form: [string, string][] = [
      ['uiLocale', 'en'],
      ['pick', choice.picks[0] ?? ''],
      ['number', '1'],
      ['translationId', choice.translationId],
    ]
    const assignment = await assign('platform', { quiz: slug })
    doors = doorsOf(slug, attemptId, personId, 'platform', assignment, choice, form)
    unknown = doorsOf(slug, UNKNOWN, UNKNOWN, 'no-such-team', UNKNOWN, choice, form)
    strangers['another member'] = await signedIn(emailOf('Ada Byrne'))
    strangers["another team's manager"] = await signedIn(emailOf('Lin Wei'))
    strangers["the team's manager"] = await signedIn(emailOf('Diego Fuentes'))
    strangers['an admin'] = await signedIn(emailOf('Noor Haddad'))
  })

  test('is in the table below', () => {
    expect(Object.keys(doors).sort()).toEqual(addresses)
    expect(addresses.length).toBeGreaterThan(14)
  })

  test('sends those away who are not signed in', async () => {
    for (const [address, list] of Object.entries(doors))
      for (const door of list) {
        const reply = await asking(door, {})
        const what = `${address} ${JSON.stringify(door.json ?? [])}`
        if (door.anonymous === 401) {
          expect(reply.status, what).toBe(401)
          expect(JSON.parse(reply.body), what).toEqual({ status: 'signed-out' })
        } else if (door.anonymous === 'sign-in') {
          const next = encodeURIComponent(door.path)
          if (door.isFollowed) {
            // What React sends has no status of its own: the way is in it, and nothing of the page.
            expect(reply.body, what).toContain(`;/en/sign-in?next=${next};`)
            expect(reply.body, what).not.toContain(slug)
            continue
          }
          expect(`${reply.status} ${reply.headers.location}`, what).toBe(`307 /en/sign-in?next=${next}`)
        } else if (reply.status === 303) {
          // A form leads back to the attempt's page, which asks to sign in; without an attempt, to signing in.
          expect(reply.headers.location, what).toContain(
            isOfOneAttempt(address) ? `/en/attempts/${attemptId}/` : '/en/sign-in?next=/en',
          )
          expect(reply.body, what).toBe('')
        } else expect([200, 404], what).toContain(reply.status)
      }
    await expectUntouched()
  })

  test("answers someone else's attempt exactly like one that does not exist", async () => {
    for (const [address, list] of Object.entries(doors)) {
      if (!isOfOneAttempt(address)) continue
      for (const [index, door] of list.entries())
        for (const [who, headers] of [...Object.entries(strangers), ['nobody', {}] as const]) {
          const theirs = await asking(door, headers)
          const none = await asking(unknown[address]?.[index] ?? door, headers)
          expect(masked(theirs), `${address} for ${who}`).toBe(masked(none))
          if (who !== 'nobody')
            expect([303, 404, ...(door.isFollowed ? [200] : [])], `${address} for ${who}`).toContain(theirs.status)
        }
    }
    await expectUntouched()
  })

  test('shows of a person nothing to others than admins, known or not', async () => {
    const address = '/[locale]/admin/people/[personId]'
    const [[known], [none]] = [doors[address] ?? [], unknown[address] ?? []]
    if (!known || !none) throw new Error('There is a page of a person.')
    for (const [who, headers] of Object.entries(strangers)) {
      const [theirs, nobodys] = [await asking(known, headers), await asking(none, headers)]
      expect(nobodys.status, who).toBe(404)
      if (who === 'an admin') expect(theirs.status).toBe(200)
      else expect(masked(theirs), who).toBe(masked(nobodys))
    }
    // Actions of the pages: what a page sends for an admin is nothing in the hands of someone else.
    const admin = strangers['an admin'] ?? {}
    const page = await ask(known.path, { headers: admin })
    const form: [string, string][] = [
      ...hiddenFields(page.body, 'name="name"'),
      ['name', 'Changed by a stranger'],
      ['role', 'admin'],
    ]
    expect(form.length).toBeGreaterThan(2)
    for (const who of ['another member', "the team's manager"])
      expect((await ask(known.path, { headers: strangers[who] ?? {}, form })).status, who).toBe(404)
    expect((await ask(known.path, { form })).headers.location).toContain('/en/sign-in?next=')
    expect((await ask(known.path, { headers: owner, form })).status).toBe(404)
    expect((await ask(known.path, { headers: admin })).body).not.toContain('Changed by a stranger')
    await expectUntouched()
  })

  test('shows of a team nothing to others than who manages it: it is like one that does not exist', async () => {
    for (const [address, list] of Object.entries(doors))
      for (const [index, door] of list.entries()) {
        const none = unknown[address]?.[index]
        if (!door.forManager || !none) continue
        for (const [who, headers] of Object.entries({ ...strangers, 'a member of it': owner })) {
          const [theirs, nobodys] = [await asking(door, headers), await asking(none, headers)]
          expect(nobodys.status, `${address} for ${who}`).toBe(404)
          if (opensTo(door, who)) expect(theirs.status, address).toBe(door.status)
          // The address itself may stand in a reply: where to go for another language.
          else
            expect(
              masked({ ...theirs, body: theirs.body.replaceAll('platform', 'no-such-team') }),
              `${address} for ${who}`,
            ).toBe(masked(nobodys))
        }
      }
    await expectUntouched()
  })

  test('opens to everyone for what is not one person’s', async () => {
    for (const [address, list] of Object.entries(doors)) {
      if (isOfOneAttempt(address)) continue
      for (const door of list)
        for (const [who, headers] of Object.entries(strangers))
          expect((await asking(door, headers)).status, `${address} for ${who}`).toBe(
            opensTo(door, who) ? door.status : 404,
          )
    }
  })

  test('opens to a translator of the pages for admins what is about words and reports alone', async () => {
    const translator = await signedIn(await newPerson({ role: 'translator' }))
    const open =
      /^\/\[locale\]\/admin\/(?:quizzes(?:\/\[slug\](?:\/settings|\/questions.*)?)?|reports(?:\/\[reportId\])?)$/
    for (const [address, list] of Object.entries(doors))
      for (const door of list)
        if (door.forAdmins)
          expect((await asking(door, translator)).status, address).toBe(open.test(address) ? door.status : 404)
  })

  test('refuses what another site sends', async () => {
    for (const site of ['cross-site', 'same-site'])
      for (const [address, list] of Object.entries(doors))
        for (const door of list) {
          if (!address.startsWith('/api/') || address.startsWith('/api/auth/') || !(door.form || door.json)) continue
          const reply = await asking({ ...door, headers: { 'sec-fetch-site': site } }, owner)
          expect(`${reply.status} ${reply.body}`, address).toBe('403 {"status":"foreign"}')
          const byOrigin = await asking({ ...door, headers: { origin: 'https://evil.example' } }, owner)
          expect(byOrigin.status, address).toBe(403)
        }
    // The same for actions of pages.
    const page = await ask(`/en/profile`, { headers: owner })
    const form: [string, string][] = [
      ...hiddenFields(page.body, 'name="zone"'),
      ['name', 'Changed'],
      ['uiLocale', 'en'],
      ['zone', 'UTC'],
    ]
    for (const foreign of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      const reply = await ask('/en/profile', { headers: { ...owner, ...foreign }, form })
      expect(reply.status).toBe(403)
    }
    expect((await ask('/en/profile', { headers: owner })).body).not.toContain('Changed')
    await expectUntouched()
  })

  test('opens to its owner', async () => {
    for (const [address, list] of Object.entries(doors)) {
      if (address.endsWith('/submit')) continue
      for (const door of list)
        expect((await asking(door, owner)).status, address).toBe(opensTo(door, 'the owner') ? door.status : 404)
    }
    const { locale, answers, reports } = await stateOf()
    expect(locale).toBe('es')
    expect(answers[0]?.revealedAt).not.toBeNull()
    expect(reports).toMatchObject([{ questionId: answers[0]?.questionId, text: 'The text is cut off.' }])
    const [start] = doors['/api/quizzes/[slug]/attempts'] ?? []
    if (!start) throw new Error('There is a route that starts.')
    // The attempt that is open is the one that goes on, at its first question without an answer.
    expect((await asking(start, owner)).headers.location).toBe(`/en/attempts/${attemptId}/2`)
    const [submit] = doors['/api/attempts/[attemptId]/submit'] ?? []
    if (!submit) throw new Error('There is a route that submits.')
    expect((await asking(submit, owner)).headers.location).toBe(`/en/attempts/${attemptId}/result`)
    expect((await ask(`/en/attempts/${attemptId}/result`, { headers: owner })).status).toBe(200)
  })

  test('is closed to a session that was signed out, whoever kept its cookie', async () => {
    const kept = await signedIn(await newPerson())
    const home = await ask('/en', { headers: kept })
    expect(home.status).toBe(200)
    const left = await ask('/en', { headers: kept, form: hiddenFields(home.body, 'Sign out') })
    expect(left.status).toBe(303)
    expect(left.headers.location).toMatch(/\/en\/sign-in$/)
    expect((await ask('/en', { headers: kept })).headers.location).toBe('/en/sign-in?next=%2Fen')
    const [save] = doors['/api/answers'] ?? []
    if (!save) throw new Error('There is a route that saves.')
    expect((await asking(save, kept)).status).toBe(401)
  })

  test('sends someone who pressed a button after signing out to sign in', async () => {
    const reply = await ask(`/api/quizzes/${slug}/attempts`, { form: startForm })
    expect(`${reply.status} ${reply.headers.location}`).toBe(`303 /en/sign-in?next=/en/quizzes/${slug}`)
  })

  test('leads nowhere else after signing in', async () => {
    const password = 'a password for one test'
    const email = await newPerson({ password })
    const signIn = async (next: string) => {
      const path = `/en/sign-in?next=${encodeURIComponent(next)}`
      const page = await ask(path)
      const form = [...hiddenFields(page.body, 'name="password"'), ['email', email], ['password', password]] as [
        string,
        string,
      ][]
      const { status, headers } = await ask(path, { form })
      return `${status} ${new URL(headers.location ?? '', 'http://polyquiz.test').href}`
    }
    expect(await signIn('/ja/quizzes')).toBe('303 http://polyquiz.test/ja/quizzes')
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/en//evil.example',
      '/en/\t//evil.example',
      'javascript:alert(1)',
      '/@evil.example',
      '/en@evil.example',
    ])
      expect(await signIn(next), next).toBe('303 http://polyquiz.test/en')
  })
})
