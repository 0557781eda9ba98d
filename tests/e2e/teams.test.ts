import type { Page } from 'playwright'
import { db } from '@/lib/db/client'
import { takeQuiz } from '../factories/attempts'
import { createSession, newTeam } from '../factories/people'
import { ask, signedIn } from './ask'
import { describe, expect, expectNoAxeViolations, expectNoOverflow, test } from './browser'
import { pressKey, tabTo } from './keys'
import { newPerson } from './people'
import { publish } from './quizzes'
import { wordsOf } from './words'

const en = wordsOf('en')
const ja = wordsOf('ja')
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

async function makeTeam() {
  const team = newTeam()
  const [manager, ada, ben] = [
    await newPerson({ name: 'Manager Example', teams: { [team]: 'manager' } }),
    await newPerson({ name: 'Ada Example', teams: { [team]: 'member' } }),
    await newPerson({ name: '山田 花子', teams: { [team]: 'member' } }),
  ]
  const quiz = await publish()
  return { team, manager, ada, ben, quiz }
}

const viewerOf = async (email: string) =>
  (await createSession((await db().person.findUniqueOrThrow({ where: { email } })).id)).viewer

describe('a manager', () => {
  test('assigns a quiz with the keyboard alone, and the member finds it, takes it and is done', async ({ newPage }) => {
    const { team, manager, ben, quiz } = await makeTeam()
    const page = await newPage({ as: manager })
    await page.goto(`/en/teams/${team}/assignments`)
    await page.getByText(en('assignments.none')).waitFor()
    await tabTo(page, link(page, en('assignments.new')))
    await pressKey(page, 'Enter', /\/assignments\/new$/)

    // Neither a quiz nor a topic, and a date that is none: the form says so and keeps what was chosen.
    await tabTo(page, page.getByLabel(en('assignments.renew')))
    await page.keyboard.insertText('12')
    await pressKey(page, 'Enter', /problem=what/)
    await page.getByText(en('assignments.problem.what')).waitFor()
    expect(await page.getByLabel(en('assignments.renew')).inputValue()).toBe('12')

    const choices = page.getByLabel(en('assignments.quiz'), { exact: true })
    await tabTo(page, choices)
    const at = await choices.evaluate((select: HTMLSelectElement, wanted) => {
      return [...select.options].findIndex(({ value }) => value === wanted)
    }, quiz)
    for (let index = 0; index < at; index++) await page.keyboard.press('ArrowDown')
    await tabTo(page, page.getByLabel(en('assignments.dueOn')))
    await page.keyboard.type('12312099')
    await tabTo(page, page.getByRole('button', { name: en('assignments.assign') }))
    await pressKey(page, 'Enter', /notice=created/)
    await page.getByText(en('assignments.notice.created')).waitFor()
    expect(await page.getByText(en('assignments.state.open'), { exact: true }).count()).toBe(2)

    // The member reads Japanese.
    const member = await newPage({ as: ben, locale: 'ja' })
    await member.goto('/ja')
    const section = member.getByRole('region', { name: ja('home.assigned') })
    await section.getByText('2099').waitFor()
    await tabTo(member, section.getByRole('link').first())
    await pressKey(member, 'Enter', new RegExp(`/quizzes/${quiz}$`))
    await takeQuiz(await viewerOf(ben), quiz, ['right'])
    await member.goto('/ja')
    await member.getByText(ja('assignments.allDone')).waitFor()

    await page.reload()
    await page.getByText(en('assignments.state.done'), { exact: true }).first().waitFor()

    // Another day for one person, and extra time, without scripts.
    const plain = await newPage({ as: manager, javaScript: false })
    await plain.goto(page.url().replace(/\?.*/, ''))
    const ada = plain.getByRole('listitem').filter({ hasText: 'Ada Example' })
    await ada.getByText(en('assignments.allow')).click()
    await ada.getByLabel(en('assignments.otherDay')).fill('2020-01-31')
    await ada.getByLabel(en('assignments.extra.time')).fill('25')
    await ada.getByRole('button', { name: en('assignments.save') }).click()
    await plain.getByText(en('assignments.notice.saved')).waitFor()
    await ada.getByText(en('assignments.state.overdue')).waitFor()
    await plain.getByRole('button', { name: en('assignments.archive') }).click()
    await plain.getByText(en('assignments.notice.archived')).waitFor()
    await member.goto('/ja')
    expect(await member.getByRole('region', { name: ja('home.assigned') }).count()).toBe(0)
  })

  test('sees the gaps of the team, sorted and filtered by the address, and each member as far as allowed', async ({
    newPage,
  }) => {
    const { team, manager, ada, quiz } = await makeTeam()
    for (let index = 0; index < 5; index++) {
      const email = await newPerson({ teams: { [team]: 'member' } })
      await takeQuiz(await viewerOf(email), quiz, index < 3 ? ['right', 'right', ['d']] : ['right', 'right', 'right'])
    }
    const viewer = await viewerOf(ada)
    await takeQuiz(viewer, quiz, [['d'], 'right', ['d']])
    const page = await newPage({
      as: manager,
      locale: 'es',
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    })
    const es = wordsOf('es')
    await page.goto(`/es/teams/${team}`)
    await expectNoOverflow(page, 'a page of a team')
    await expectNoAxeViolations(page, 'the dashboard of a team')
    await page.getByText(es('teamPage.idle', { n: 1 })).waitFor()
    await page.goto(`/es/teams/${team}?show=idle`)
    const rows = page.getByRole('rowheader')
    expect(await rows.allTextContents()).toEqual([es('teamPage.wholeTeam'), '山田 花子'])
    await page.goto(`/es/teams/${team}?topic=storage&sort=name`)
    expect(await page.getByRole('columnheader').count()).toBe(2)
    expect((await rows.allTextContents()).slice(1, 2)).toEqual(['Ada Example'])
    await tabTo(page, link(page, 'Ada Example'))
    await pressKey(page, 'Enter', /\/members\//)
    await page.getByRole('heading', { name: 'Ada Example' }).waitFor()
    await expectNoAxeViolations(page, 'a member as their manager sees them')
    await expectNoOverflow(page, 'a page of a team')
    await page.getByText(es('teamPage.notShown')).waitFor()

    // As a file, in the language of the page, and nothing for others.
    const asked = (who: Record<string, string>) =>
      ask(`/api/teams/${team}/export?kind=results&uiLocale=es`, { headers: who })
    const { status, body } = await asked(await signedIn(manager))
    expect(status).toBe(200)
    expect(body.split('\r\n')[0]).toContain(`${es('exports.columns.person')}`)
    expect(body.split('\r\n')).toHaveLength(1 + 6 + 1)
    expect((await asked(await signedIn(ada))).status).toBe(404)
  })
})

test('an admin sees teams as wholes, and is told what is not shown', async ({ newPage }) => {
  const { team } = await makeTeam()
  const page = await newPage({ as: await newPerson({ role: 'admin' }), expectedStatuses: [404] })
  await page.goto('/en/teams')
  await expectNoAxeViolations(page, 'the overview of teams')
  const { name } = await db().team.findUniqueOrThrow({ where: { slug: team } })
  await page
    .getByRole('row', { name })
    .getByText(en('teamPage.suppressed', { n: 5 }))
    .waitFor()
  expect((await page.goto(`/en/teams/${team}`))?.status()).toBe(404)
})
