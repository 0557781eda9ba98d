import type { Page } from 'playwright'
import { actAs, operator } from '@/lib/access/viewer'
import { chooseLanguage } from '@/lib/attempt/commands/choose-language'
import { submitAttempt } from '@/lib/attempt/commands/end-attempt'
import { revealAnswer } from '@/lib/attempt/commands/reveal-answer'
import { saveAnswer } from '@/lib/attempt/commands/save-answer'
import { NO_OPTION } from '@/lib/attempt/schema'
import { invitePerson } from '@/lib/person/commands/invitations'
import { deactivatePerson, setAllowance } from '@/lib/person/commands/manage-people'
import { readQuestions, type StoredQuestion, startQuiz } from '../factories/attempts'
import { createPerson, createViewer, newTeam } from '../factories/people'
import { createQuiz, draftQuestion } from '../factories/quizzes'
import { axeSource, describe, expect, expectNoAxeViolations, expectNoOverflow, test } from './browser'
import { FIRST_QUIZ, LOCALES, publish, smallQuiz } from './quizzes'

type Locale = (typeof LOCALES)[number]

/** Someone who has done something in every state that a page can show, in one language. */
async function someoneBusy(locale: Locale) {
  const viewer = await createViewer({ name: 'Robin Example', contentLocales: [locale] })
  const choose = (question: StoredQuestion, picks: string[]) => ({
    picks,
    number: 1,
    translationId: question.translationIds[locale] ?? question.translationIds.en ?? '',
  })
  const wrong = ({ order, key }: StoredQuestion) => order.filter((id) => !key.includes(id)).slice(0, 1)

  // One whole attempt: right, wrong and left blank.
  const ended = await startQuiz(viewer, FIRST_QUIZ, 'exam')
  for (const question of (await readQuestions(ended)).slice(0, 13)) {
    const picks = question.position % 3 === 0 ? wrong(question) : question.key
    await actAs(viewer, () => saveAnswer({ attemptId: ended, position: question.position }, choose(question, picks)))
  }
  await actAs(viewer, () => submitAttempt(ended))

  // One under way, again of the first quiz: a right answer shown, a wrong one shown, one saved.
  const practice = await startQuiz(viewer, FIRST_QUIZ, 'practice')
  const questions = await readQuestions(practice)
  const [first, second, third] = questions
  if (!first || !second || !third) throw new Error('The first quiz has more than three questions.')
  await actAs(viewer, async () => {
    await revealAnswer({ attemptId: practice, position: 1 }, choose(first, first.key))
    await revealAnswer({ attemptId: practice, position: 2 }, choose(second, wrong(second)))
    await saveAnswer({ attemptId: practice, position: 3 }, choose(third, third.key))
  })

  // An exam with several right options, and a question that lacks the language.
  const draft = smallQuiz()
  draft.questions.push(draftQuestion({}, ['en']))
  const exam = await startQuiz(viewer, await publish(draft), 'exam')

  // Every kind that is left, with a clock running and a second language beside it, and the same in practice.
  const kinds = (['trueFalse', 'open'] as const).map((kind) => draftQuestion({ kind }, LOCALES))
  const rules = { seconds: 1200, attemptLimit: 3, waitSeconds: 60 } as const
  const timedQuiz = (await createQuiz({ questions: kinds, locales: LOCALES, rules })).slug
  const timed = await startQuiz(viewer, timedQuiz, 'exam')
  await actAs(viewer, () => chooseLanguage(timed, locale, locale === 'en' ? 'ja' : 'en'))
  const openOnes = await startQuiz(
    viewer,
    (await createQuiz({ questions: [draftQuestion({ kind: 'open' }, LOCALES)], locales: LOCALES })).slug,
  )
  const [open] = await readQuestions(openOnes)
  if (!open) throw new Error('The quiz has one question.')
  await actAs(viewer, () =>
    revealAnswer({ attemptId: openOnes, position: 1 }, { ...choose(open, []), text: 'In my own words.' }),
  )
  return { viewer, ended, practice, exam, timed, timedQuiz, openOnes, untaken: await publish() }
}

const pagesOf = ({
  ended,
  practice,
  exam,
  timed,
  timedQuiz,
  openOnes,
  untaken,
}: Awaited<ReturnType<typeof someoneBusy>>) => ({
  home: '',
  'the quizzes': '/quizzes',
  'a quiz not taken': `/quizzes/${untaken}`,
  'a quiz under way with attempts before': `/quizzes/${FIRST_QUIZ}`,
  'an open question': `/attempts/${practice}/4`,
  'a saved answer': `/attempts/${practice}/3`,
  'a right answer shown': `/attempts/${practice}/1`,
  'a wrong answer shown': `/attempts/${practice}/2`,
  'a superseded choice': `/attempts/${practice}/3?notice=superseded`,
  'a choice missing': `/attempts/${practice}/4?notice=blank`,
  'a question with several right options': `/attempts/${exam}/2`,
  'a question in another language': `/attempts/${exam}/4`,
  'a quiz with rules': `/quizzes/${timedQuiz}`,
  'true or false, with a clock': `/attempts/${timed}/1`,
  'an open question, with a clock': `/attempts/${timed}/2`,
  'a model answer shown': `/attempts/${openOnes}/1`,
  'a report sent': `/attempts/${practice}/4?notice=reported`,
  'the end of an attempt with a clock': `/attempts/${timed}/finish`,
  'the page without a connection': '/offline',
  'the end of an attempt': `/attempts/${practice}/finish`,
  'a result': `/attempts/${ended}/result`,
  'the progress': '/progress',
  'a board': '/boards',
  'a board of a week': `/boards?of=quiz:${FIRST_QUIZ}&span=week`,
  'a board without people': `/boards?of=quiz:${untaken}`,
  'the profile': '/profile',
  'the profile just saved': '/profile?saved=1',
  'a page that is not there': '/nothing-here',
})

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
const WAYS = [
  { viewport: PHONE, colorScheme: 'light' },
  { viewport: DESKTOP, colorScheme: 'dark' },
  { viewport: PHONE, colorScheme: 'dark' },
  { viewport: DESKTOP, colorScheme: 'light' },
] as const

/** A page for `look`. */
async function withAxe(page: Page): Promise<Page> {
  await page.addInitScript({ content: axeSource })
  return page
}

/**
 * A page in one language has no problem that a program can find, in one of four ways; in its four languages it is looked at
 * in all of them. It has room on a phone in each.
 *
 * @param turn the number of the page, so that each way meets each language
 */
async function look(page: Page, locale: Locale, turn: number, what: string, path: string): Promise<void> {
  const { viewport, colorScheme } = WAYS[(turn + LOCALES.indexOf(locale)) % WAYS.length] ?? WAYS[0]
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme })
  await page.goto(`/${locale}${path}`)
  // A result repeats itself for each question; the first ones show all that there is.
  const shown = await page.evaluate(() => {
    for (const [index, details] of document.querySelectorAll('details').entries()) details.open = index < 4
    return { lang: document.documentElement.lang, headings: document.querySelectorAll('h1').length }
  })
  expect(shown, what).toEqual({ lang: locale, headings: 1 })
  await expectNoOverflow(page, what)
  await page.setViewportSize(viewport)
  await expectNoAxeViolations(page, `${what}, ${colorScheme}, ${viewport.width} px wide`)
}

describe('accessibility', () => {
  for (const locale of LOCALES)
    test(`of every page in ${locale}, light and dark, wide and narrow`, async ({ newPage }) => {
      const busy = await someoneBusy(locale)
      const own = await withAxe(await newPage({ as: busy.viewer.email, locale, expectedStatuses: [404] }))
      for (const [turn, [what, path]] of Object.entries(pagesOf(busy)).entries())
        await look(own, locale, turn, what, path)
      const anonymous = await withAxe(await newPage({ locale, expectedStatuses: [404] }))
      await look(anonymous, locale, 0, 'signing in', '/sign-in')
      await look(
        anonymous,
        locale,
        1,
        'an invitation',
        `/invitation/${await actAs(operator, () => invitePerson(busy.viewer.email))}`,
      )
    })

  for (const locale of LOCALES)
    test(`of the pages for people and teams in ${locale}`, async ({ newPage }) => {
      const admin = await createViewer({ role: 'admin', contentLocales: [locale] })
      const team = newTeam()
      const { personId, email } = await createPerson({ name: '山田 太郎', teams: { [team]: 'manager' } })
      const gone = await createPerson({ teams: { [team]: 'member' } })
      await actAs(operator, async () => {
        await setAllowance(email, { time: 25, attempts: 1 })
        await deactivatePerson(gone.email)
      })
      const page = await withAxe(await newPage({ as: admin.email, locale, expectedStatuses: [404] }))
      const pages = {
        people: `/people?team=${team}`,
        'no people': '/people?q=nobody-of-this-name&sort=seen.desc',
        'an invitation': '/people/invite',
        'a list to import': '/people/import',
        'a person': `/people/${personId}?notice=done`,
        'someone deactivated': `/people/${gone.personId}?notice=last-admin`,
        teams: '/teams',
        'a team': `/teams/${team}`,
        nobody: `/people/${crypto.randomUUID()}`,
      }
      for (const [turn, [what, path]] of Object.entries(pages).entries())
        await look(page, locale, turn, what, `/admin${path}`)
    })

  test('of orders, numbers and short texts, before and after they are shown', async ({ newPage }) => {
    const kinds = ['ordering', 'numeric', 'shortText'] as const
    const questions = kinds.map((kind) => draftQuestion({ kind }, LOCALES))
    const { slug } = await createQuiz({ questions, locales: LOCALES })
    const viewer = await createViewer({ contentLocales: ['ja'] })
    const attemptId = await startQuiz(viewer, slug)
    const page = await withAxe(await newPage({ as: viewer.email, locale: 'ja' }))
    await actAs(viewer, () => chooseLanguage(attemptId, 'ja', 'en'))
    for (const { position, kind, key, translationIds } of await readQuestions(attemptId)) {
      const path = `/attempts/${attemptId}/${position}`
      await look(page, 'ja', position, kind, `${path}?notice=${kind === 'ordering' ? 'places' : 'unreadable'}`)
      // One right place, one empty and one wrong; a number that is right; a text that is not.
      const [first = '', second = ''] = key
      const given =
        kind === 'ordering'
          ? { picks: [first, NO_OPTION, second] }
          : { picks: [], text: kind === 'numeric' ? '1,500' : 'x' }
      const choice = { number: 1, translationId: translationIds.ja ?? '', ...given }
      expect(await actAs(viewer, () => revealAnswer({ attemptId, position }, choice))).toEqual({ status: 'revealed' })
      await look(page, 'ja', position + 1, `${kind}, shown`, path)
    }
  })
})
