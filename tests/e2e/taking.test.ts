import { db } from '@/lib/db/client'
import { createQuiz, draftQuestion } from '../factories/quizzes'
import { attemptIdOf, chosenIds, optionIds, pick, press, stored } from './attempt-page'
import { describe, expect, test } from './browser'
import { newPerson } from './people'
import { LOCALES, lettersOf, publish, rightOption, storedAnswers, wrongOption } from './quizzes'
import { wordsOf } from './words'

const en = wordsOf('en')
const at = (place: number | 'finish' | 'result') => new RegExp(`/en/attempts/[0-9a-f-]+/${place}(\\?.*)?(#.*)?$`)

describe('every kind of question', () => {
  test('is answered in practice: true or false, all or nothing, and in one’s own words', async ({ newPage }) => {
    const questions = [
      draftQuestion({ kind: 'trueFalse' }),
      draftQuestion({ kind: 'multiple', scoring: 'all' }),
      draftQuestion({ kind: 'open' }),
    ]
    const { slug } = await createQuiz({ questions })
    const page = await newPage({ as: await newPerson() })
    await page.goto(`/en/quizzes/${slug}`)
    await press(page, en('quiz.practise'), at(1))
    const attemptId = attemptIdOf(page)
    const [first, second] = await storedAnswers(attemptId)
    if (!first || !second) throw new Error('The quiz has three questions.')

    await pick(page, rightOption(first))
    await page.getByRole('button', { name: en('attempt.check') }).click()
    await page.getByText(en('attempt.verdict.right', { key: lettersOf(first, first.key).join() })).waitFor()
    await press(page, en('attempt.next'), at(2))

    // One of two right ones: that is nothing here.
    await pick(page, rightOption(second))
    await page.getByRole('button', { name: en('attempt.check') }).click()
    await page.locator('#verdict').getByText(en('attempt.outcome.right'), { exact: false }).first().waitFor()
    expect(await page.locator('#verdict').textContent()).toContain('Not right')
    await press(page, en('attempt.next'), at(3))

    await page.locator('form[data-ready="true"]').waitFor()
    await page.locator('#text').fill('In my\nown words.')
    await page.locator('#save-status[data-state="saved"]').waitFor()
    await page.getByRole('button', { name: en('attempt.showAnswer') }).click()
    await page.getByText(en('attempt.verdict.unscored')).waitFor()
    await page.getByText(`model answer of ${questions[2]?.externalId} in en`).waitFor()
    expect(await page.locator('#question').textContent()).toContain('In my\nown words.')
    await page.getByLabel(en('attempt.assessment.partly')).check()
    await page.getByRole('button', { name: en('attempt.assessSave') }).click()
    await page.waitForURL(/#verdict$/)
    expect(await page.getByLabel(en('attempt.assessment.partly')).isChecked()).toBe(true)

    await press(page, en('attempt.toFinish'), at('finish'))
    await press(page, en('attempt.submit'), at('result'))
    // One of the two that count.
    await page.getByRole('heading', { name: en('result.score', { percent: '50%' }) }).waitFor()
    await page.getByText(en('result.counts', { right: 1, total: 2 })).waitFor()
    expect(await page.getByLabel(en('attempt.assessment.partly')).isChecked()).toBe(true)
  })
})

describe('while taking an exam', () => {
  test('answers carry a flag and how sure one is; keys choose and turn pages; the overview shows it all', async ({
    newPage,
  }) => {
    const page = await newPage({ as: await newPerson() })
    await page.goto(`/en/quizzes/${await publish()}`)
    await press(page, en('quiz.exam'), at(1))
    const attemptId = attemptIdOf(page)
    await page.locator('form[data-ready="true"]').waitFor()
    const saved = () => page.waitForResponse((response) => response.request().method() === 'POST' && response.ok())
    let reply = saved()
    await page.keyboard.press('b')
    await reply
    reply = saved()
    await page.getByLabel(en('attempt.unsure')).check()
    await reply
    reply = saved()
    await page.getByLabel(en('attempt.flag')).check()
    await reply
    const row = await db().answer.findUniqueOrThrow({ where: { attemptId_position: { attemptId, position: 1 } } })
    expect([row.picks, row.confidence, row.flagged]).toEqual([[row.optionOrder[1]], 'unsure', true])

    await page.keyboard.press('n')
    await page.waitForURL(at(2))
    await page.locator('form[data-ready="true"]').waitFor()
    await page.keyboard.press('p')
    await page.waitForURL(at(1))
    expect(await chosenIds(page)).toEqual([row.optionOrder[1]])
    expect(await page.getByLabel(en('attempt.unsure')).isChecked()).toBe(true)
    expect(await page.getByLabel(en('attempt.flag')).isChecked()).toBe(true)
    await page.getByText(en('attempt.places')).click()
    await page
      .getByRole('button', { name: `1 ${en('attempt.placeAnswered')}, ${en('attempt.flagged')}`, exact: true })
      .waitFor()
    await page.goto(`/en/attempts/${attemptId}/finish`)
    const places = page.locator('ol li')
    expect(await places.first().textContent()).toContain(en('attempt.flagged'))
    expect(await places.first().textContent()).toContain(en('attempt.placeAnswered'))
    expect(await places.nth(1).textContent()).toContain(en('attempt.placeOpen'))
  })

  test('a second language stands beside the first, and a problem can be reported', async ({ newPage }) => {
    const question = draftQuestion({}, LOCALES)
    const { slug } = await createQuiz({ questions: [question], locales: LOCALES })
    const page = await newPage({ as: await newPerson() })
    await page.goto(`/en/quizzes/${slug}`)
    await press(page, en('quiz.exam'), at(1))
    const attemptId = attemptIdOf(page)
    const [option = ''] = await optionIds(page)
    await pick(page, option)
    await page.getByText(en('attempt.beside')).click()
    await page.getByLabel(en('attempt.beside')).selectOption('ja')
    await page.getByRole('button', { name: en('attempt.besideShow') }).click()
    await page.locator('#question [lang="ja"]').first().waitFor()
    const words = await page.locator('#question').textContent()
    for (const locale of ['en', 'ja'])
      for (const part of ['stem', 'option a', 'option d'])
        expect(words).toContain(`${part} of ${question.externalId} in ${locale}`)
    expect(words).not.toMatch(/explanation|feedback/)
    expect(await chosenIds(page)).toEqual([option])

    await page.getByText(en('attempt.report')).click()
    await page.getByLabel(en('attempt.reportText')).fill('Two options mean the same.')
    await page.getByRole('button', { name: en('attempt.reportSend') }).click()
    await page.getByText(en('attempt.notice.reported')).waitFor()
    const report = await db().problemReport.findFirstOrThrow({
      where: { attemptId },
      include: { translation: { select: { locale: true } } },
    })
    const answer = await db().answer.findFirstOrThrow({ where: { attemptId } })
    expect(report).toMatchObject({
      text: 'Two options mean the same.',
      questionId: answer.questionId,
      versionId: answer.versionId,
      translation: { locale: 'en' },
    })
  })
})

describe('an exam with a time limit', () => {
  test('says beforehand when it ends, follows the server’s clock, and is sent in when time is up', async ({
    newPage,
  }) => {
    const { slug } = await createQuiz({ rules: { seconds: 600 } })
    const page = await newPage({ as: await newPerson() })
    // A computer whose date is a day ahead.
    await page.clock.install({ time: Date.now() + 86_400_000 })
    await page.goto(`/en/quizzes/${slug}`)
    expect(await page.locator('dl').textContent()).toContain('10 minutes')
    await press(page, en('quiz.exam'), at(1))
    const attemptId = attemptIdOf(page)
    await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^(10:00|9:5\d) left$/)
    await page.clock.resume()
    await pick(page, wrongOption(await stored(page, 1)))

    // The computer sleeps: the page learns from the server how late it is, and a warning is said politely.
    await db().$executeRaw`UPDATE attempt SET started_at = app_now() - interval '9 minutes 10 seconds',
      deadline_at = app_now() + interval '50 seconds' WHERE id = ${attemptId}::uuid`
    await page.reload()
    await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^0:[345]\d left$/)

    await db()
      .$executeRaw`UPDATE attempt SET deadline_at = app_now() - interval '1 second' WHERE id = ${attemptId}::uuid`
    await page.clock.fastForward(60_000)
    await page.waitForURL(at('result'))
    const { ended, scoreNum } = await db().attempt.findUniqueOrThrow({ where: { id: attemptId } })
    expect([ended, scoreNum]).toEqual(['submitted', 0n])
  })
})

describe('afterwards', () => {
  test('only what was not right is taken again, and whole attempts are counted', async ({ newPage }) => {
    const { slug } = await createQuiz({ questions: 3, rules: { attemptLimit: 1 } })
    const page = await newPage({ as: await newPerson() })
    await page.goto(`/en/quizzes/${slug}`)
    await press(page, en('quiz.exam'), at(1))
    const attemptId = attemptIdOf(page)
    const [first, second] = await storedAnswers(attemptId)
    if (!first || !second) throw new Error('The quiz has three questions.')
    await pick(page, rightOption(first))
    await press(page, en('attempt.saveAndNext'), at(2))
    await pick(page, wrongOption(second))
    await page.goto(`/en/attempts/${attemptId}/finish`)
    await press(page, en('attempt.submit'), at('result'))
    await press(page, en('result.retake'), at(1))
    const retaken = attemptIdOf(page)
    expect(retaken).not.toBe(attemptId)
    expect(await storedAnswers(retaken)).toHaveLength(2)
    await page.goto(`/en/attempts/${retaken}/finish`)
    await press(page, en('attempt.submit'), at('result'))

    await page.goto(`/en/quizzes/${slug}`)
    await page.getByText(en('quiz.limitReached')).waitFor()
    await page.getByText(en('quiz.attemptsText', { started: 1, allowed: 1 })).waitFor()
    // Each past attempt can be looked at as it was taken.
    await page
      .getByRole('link', { name: new RegExp(en('quiz.attempt', { number: 1, mode: en('quiz.mode.exam') })) })
      .click()
    await page.waitForURL(new RegExp(`/attempts/${attemptId}/result$`))
  })

  test('keys stay hidden until their date', async ({ newPage }) => {
    const { slug } = await createQuiz({ questions: 2, rules: { reveal: 'date', revealAt: '2999-01-01T00:00:00Z' } })
    const page = await newPage({ as: await newPerson() })
    await page.goto(`/en/quizzes/${slug}`)
    expect(await page.getByRole('button', { name: en('quiz.practise') }).count()).toBe(0)
    await press(page, en('quiz.exam'), at(1))
    const attemptId = attemptIdOf(page)
    await page.goto(`/en/attempts/${attemptId}/finish`)
    await press(page, en('attempt.submit'), at('result'))
    await page.getByText(/2998|2999/).waitFor()
    const html = await page.content()
    expect(html).not.toMatch(/explanation of|feedback a of|Right answer/)
    await db().$executeRaw`UPDATE attempt SET reveals_at = ended_at WHERE id = ${attemptId}::uuid`
    await page.reload()
    await page.getByText(en('attempt.right')).first().waitFor()
  })
})
