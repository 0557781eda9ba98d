import type { Page } from 'playwright'
import type { Viewer } from '@/lib/access/viewer'
import { setClock } from '../data/database'
import { type Pick, takeQuiz } from '../factories/attempts'
import { createViewer, newTeam } from '../factories/people'
import { ask, masked, signedIn } from './ask'
import { press } from './attempt-page'
import { beforeAll, describe, expect, inject, test } from './browser'
import { newPerson } from './people'
import { publish } from './quizzes'
import { wordsOf } from './words'

const en = wordsOf('en')
const YOU = en('boards.me')
const DAY = 86_400_000

/** Right answers to so many of three questions, the others blank: 1000, 666, 333 or 0 points. */
const right = (count: number): Pick[] => Array.from({ length: count }, () => 'right')

/** Does something on a clock that other tests must not find wrong. */
async function fortyDaysAgo(work: () => Promise<unknown>): Promise<void> {
  await setClock(inject('databaseUrl'), new Date(Date.now() - 40 * DAY).toISOString())
  try {
    await work()
  } finally {
    await setClock(inject('databaseUrl'), null)
  }
}

/** The rows of a table of people: rank, name and points. */
async function rowsOf(page: Page, name: string): Promise<string[]> {
  const rows = page.getByRole('table', { name, exact: true }).locator('tbody tr')
  return (await rows.allInnerTexts()).map((row) => row.split(/\s+/).join(' '))
}

const board = (of: string, span = '') => `/en/boards?of=${of}${span && `&span=${span}`}`
const titleOf = (quiz: string) => `${quiz} in en`

describe('the boards', () => {
  let quiz = ''
  const team = newTeam()
  const people: Record<string, Viewer> = {}

  beforeAll(async () => {
    quiz = await publish()
    for (const [name, count] of Object.entries({ Ana: 3, Ben: 2, Cho: 2, Dia: 1, Eva: 0 })) {
      const viewer = await createViewer({ name, teams: name === 'Ben' || name === 'Dia' ? { [team]: 'member' } : {} })
      people[name] = viewer
      if (name === 'Dia') await fortyDaysAgo(() => takeQuiz(viewer, quiz, right(count)))
      else await takeQuiz(viewer, quiz, right(count))
    }
  })

  test('tell someone who has never answered what to do', async ({ newPage }) => {
    const page = await newPage({ as: await newPerson() })
    await page.goto('/en')
    await press(page, en('shell.boards'), '**/en/boards')
    await page.getByText(en('boards.rule.all')).waitFor()
    expect((await rowsOf(page, en('boards.everyone'))).length).toBeGreaterThan(4)
    await press(page, 'Choose a quiz', '**/en/quizzes')

    const untaken = await publish()
    await page.goto(board(`quiz:${untaken}`))
    await page.getByText(en('boards.empty')).waitFor()
    await press(page, 'Take this quiz', `**/en/quizzes/${untaken}`)
  })

  test('share ranks among equals, mark the reader, and count what ended in the period', async ({ newPage }) => {
    const page = await newPage({ as: people.Ben?.email ?? '', javaScript: false })
    await page.goto('/en/boards')
    await page.getByLabel(en('boards.board'), { exact: true }).selectOption(titleOf(quiz))
    await press(page, en('boards.show'), `**/en/boards?of=quiz%3A${quiz}`)
    const allTime = await rowsOf(page, titleOf(quiz))
    expect(allTime.map((row) => row.split(' ')[0])).toEqual(['1', '2', '2', '4', '5'])
    expect(allTime.toSorted()).toEqual(['1 Ana 1,000', `2 Ben ${YOU} 666`, '2 Cho 666', '4 Dia 333', '5 Eva 0'])
    expect(await page.getByRole('heading', { name: en('boards.ownPlace') }).count()).toBe(0)

    for (const span of ['week', 'month'] as const) {
      await press(page, en(`boards.span.${span}`), (url) => url.searchParams.get('span') === span)
      const rows = await rowsOf(page, titleOf(quiz))
      expect(rows.toSorted(), span).toEqual(['1 Ana 1,000', `2 Ben ${YOU} 666`, '2 Cho 666', '4 Eva 0'])
      expect(await page.locator('[aria-current="page"]').allInnerTexts(), span).toEqual([
        en('shell.boards'),
        en(`boards.span.${span}`),
      ])
    }
    // The period stays with another board.
    await page.getByLabel(en('boards.board'), { exact: true }).selectOption(team)
    await press(page, en('boards.show'), (url) => url.searchParams.get('of') === `team:${team}`)
    await page.getByText(en('boards.rule.team')).waitFor()
    expect(await rowsOf(page, team)).toEqual([`1 Ben ${YOU} 666`])
    await press(page, en('boards.span.all'), (url) => !url.searchParams.has('span'))
    expect(await rowsOf(page, team)).toEqual([`1 Ben ${YOU} 666`, '2 Dia 333'])
    // And the board with another language.
    await page.locator('header summary').click()
    await press(page, '日本語', (url) => url.pathname === '/ja/boards')
    expect(await rowsOf(page, team)).toEqual([`1 Ben ${wordsOf('ja')('boards.me')} 666`, '2 Dia 333'])
  })

  test('answer for a team of others, and for what is not there, with the same page', async () => {
    const who = await signedIn(people.Ana?.email ?? '')
    const read = async (of: string) => {
      const reply = await ask(board(of), { headers: who })
      expect(reply.status, of).toBe(404)
      return masked(reply).replaceAll(of.slice(of.indexOf(':') + 1), 'SLUG')
    }
    expect(await read(`team:${team}`)).toBe(await read('team:nobodys'))
    for (const of of ['topic:none', 'quiz:none', 'quiz:No quiz']) await read(of)
    // What no board could be called is not said, and everyone's is shown.
    expect((await ask(board('topic:%00'), { headers: who })).status).toBe(200)
  })

  test('lose someone at once who does not want to be shown, and get them back', async ({ newPage }) => {
    const [own, other] = [
      await newPage({ as: people.Cho?.email ?? '' }),
      await newPage({ as: people.Ana?.email ?? '' }),
    ]
    const others = async () => {
      await other.goto(board(`quiz:${quiz}`))
      return (await rowsOf(other, titleOf(quiz))).toSorted()
    }
    const choose = async (isShown: boolean) => {
      await own.goto('/en/profile')
      await own.getByLabel(en('profile.onBoards')).setChecked(isShown)
      await press(own, en('profile.save'), '**/profile?saved=1')
      await own.goto(board(`quiz:${quiz}`))
    }
    const everyone = [`1 Ana ${YOU} 1,000`, '2 Ben 666', '2 Cho 666', '4 Dia 333', '5 Eva 0']
    expect(await others()).toEqual(everyone)
    await choose(false)
    expect(await others()).toEqual([`1 Ana ${YOU} 1,000`, '2 Ben 666', '3 Dia 333', '4 Eva 0'])
    expect(await rowsOf(own, titleOf(quiz))).toEqual(['1 Ana 1,000', '2 Ben 666', '3 Dia 333', '4 Eva 0'])
    await press(own, 'Change this in your profile', /\/en\/profile/)
    await choose(true)
    expect(await others()).toEqual(everyone)
    expect(await rowsOf(own, titleOf(quiz))).toContain(`2 Cho ${YOU} 666`)
  })

  test('turn page by page, with the place of the reader above', async ({ newPage }) => {
    const long = await publish()
    const last = await createViewer({ name: 'Last' })
    await takeQuiz(last, long, [])
    for (let index = 0; index < 27; index++)
      await takeQuiz(await createViewer({ name: `Person${index}` }), long, right(index === 0 ? 1 : 2 + (index % 2)))
    const page = await newPage({ as: last.email })
    await page.goto(board(`quiz:${long}`))
    const first = await rowsOf(page, titleOf(long))
    expect(first).toHaveLength(25)
    const around = await rowsOf(page, en('boards.ownPlace'))
    expect(around.map((row) => row.replace(/Person\d+/, 'Person'))).toEqual([
      '14 Person 666',
      '27 Person 333',
      `28 Last ${YOU} 0`,
    ])
    await press(page, en('boards.next', { count: 25 }), /after=/)
    const second = await rowsOf(page, titleOf(long))
    expect(second.at(-1)).toBe(`28 Last ${YOU} 0`)
    expect(new Set([...first, ...second]).size).toBe(28)
    expect(await page.getByRole('heading', { name: en('boards.ownPlace') }).count()).toBe(0)
    expect(await page.getByRole('link', { name: en('boards.next', { count: 25 }) }).count()).toBe(0)
    await press(page, en('boards.first'), (url) => !url.searchParams.has('after'))
    await page.getByRole('heading', { name: en('boards.ownPlace') }).waitFor()
    expect(await rowsOf(page, titleOf(long))).toEqual(first)
  })
})
