import { beforeAll, describe, expect, test } from 'vitest'
import { actAs, type Viewer } from '@/lib/access/viewer'
import { chooseLanguage } from '@/lib/attempt/commands/choose-language'
import { submitAttempt } from '@/lib/attempt/commands/end-attempt'
import { revealAnswer } from '@/lib/attempt/commands/reveal-answer'
import { saveAnswer } from '@/lib/attempt/commands/save-answer'
import { getQuestion, type QuestionPage } from '@/lib/attempt/queries/get-question'
import { getResult } from '@/lib/attempt/queries/get-result'
import { db } from '@/lib/db/client'
import { getQuiz, listQuizzes } from '@/lib/quiz/queries'
import type { QuizDraft } from '@/lib/quiz/schema'
import { readQuestions, startQuiz } from '../factories/attempts'
import { createViewer } from '../factories/people'
import { draftWords, publishDraft, quizDraft } from '../factories/quizzes'
import { testDatabase } from './database'

testDatabase()

let quiz: QuizDraft
beforeAll(async () => {
  const draft = quizDraft({ locales: ['en', 'ja', 'zh-Hans'] })
  // The second question has not been translated into Japanese; the third is there in traditional Chinese too.
  const [first, second, third] = draft.questions
  if (!first || !second || !third) throw new Error('The draft has three questions.')
  const { ja: _ja, ...withoutJapanese } = second.words
  const traditional = { ...third.words, 'zh-Hant': draftWords(third.externalId, 'zh-Hant') }
  quiz = { ...draft, questions: [first, { ...second, words: withoutJapanese }, { ...third, words: traditional }] }
  await publishDraft(quiz)
})

async function page(viewer: Viewer, attemptId: string, position: number): Promise<QuestionPage> {
  const found = await actAs(viewer, () => getQuestion(attemptId, position))
  if (!found || 'ended' in found) throw new Error(`There is no open question ${position}.`)
  return found
}

/** All texts of a question as shown, each of which names its language at the end. */
const textsOf = ({ question }: QuestionPage) => [question.stem, ...question.options.map(({ text }) => text)]

function save(viewer: Viewer, attemptId: string, { question }: QuestionPage) {
  const picks = [question.options[0]?.id ?? '']
  return actAs(viewer, () =>
    saveAnswer(
      { attemptId, position: question.position },
      { picks, number: question.number + 1, translationId: question.translationId },
    ),
  )
}

describe('a question', () => {
  test('that is not translated is shown whole in the source language, and says so', async () => {
    const viewer = await createViewer({ contentLocales: ['ja'] })
    const attemptId = await startQuiz(viewer, quiz.slug)
    const [first, second] = [await page(viewer, attemptId, 1), await page(viewer, attemptId, 2)]
    expect(first).toMatchObject({ locale: 'ja', question: { locale: 'ja', isFallback: false } })
    expect(second).toMatchObject({ locale: 'ja', question: { locale: 'en', isFallback: true } })
    for (const text of textsOf(first)) expect(text).toMatch(/in ja$/)
    for (const text of textsOf(second)) expect(text).toMatch(/in en$/)
  })

  test('for a reader in Taiwan is in traditional Chinese or the source, never the simplified', async () => {
    const viewer = await createViewer({ contentLocales: ['zh-TW'] })
    const attemptId = await startQuiz(viewer, quiz.slug)
    const locales = await Promise.all(
      [1, 2, 3].map(async (position) => (await page(viewer, attemptId, position)).question),
    )
    expect(locales.map(({ locale, isFallback }) => [locale, isFallback])).toEqual([
      ['en', false],
      ['en', false],
      ['en', false],
    ])
    // The quiz as a whole is not offered in traditional Chinese, so the attempt itself is read in English.
    expect((await page(viewer, attemptId, 3)).locales).toEqual(['en', 'ja', 'zh-Hans'])
  })

  test('for someone without content languages is in that of the page', async () => {
    const viewer = await createViewer()
    const attemptId = await startQuiz(viewer, quiz.slug)
    expect(await page(viewer, attemptId, 1)).toMatchObject({ locale: 'en' })
  })
})

describe('another language in the middle', () => {
  test('changes words only: order, letters, answers and places stay', async () => {
    const viewer = await createViewer({ contentLocales: ['ja'] })
    const attemptId = await startQuiz(viewer, quiz.slug)
    await save(viewer, attemptId, await page(viewer, attemptId, 1))
    const before = await page(viewer, attemptId, 1)
    const rows = await readQuestions(attemptId)

    expect(await actAs(viewer, () => chooseLanguage(attemptId, 'zh-Hans'))).toEqual({ status: 'chosen' })
    const after = await page(viewer, attemptId, 1)
    for (const text of textsOf(after)) expect(text).toMatch(/in zh-Hans$/)
    const wordless = ({ question, ...rest }: QuestionPage) => ({
      ...rest,
      locale: '',
      quiz: rest.quiz?.slug,
      question: {
        ...question,
        translationId: '',
        locale: '',
        stem: '',
        options: question.options.map((option) => ({ ...option, text: '' })),
      },
    })
    expect(wordless(after)).toEqual(wordless(before))
    expect(await readQuestions(attemptId)).toEqual(rows)
  })

  test('is recorded with each answer, and the result shows each in the language it was answered in', async () => {
    const viewer = await createViewer({ contentLocales: ['ja'] })
    const attemptId = await startQuiz(viewer, quiz.slug)
    await save(viewer, attemptId, await page(viewer, attemptId, 1))
    await save(viewer, attemptId, await page(viewer, attemptId, 2))
    await actAs(viewer, () => chooseLanguage(attemptId, 'zh-Hans'))
    await save(viewer, attemptId, await page(viewer, attemptId, 3))
    const answers = await db().answer.findMany({ where: { attemptId }, orderBy: { position: 'asc' } })
    expect(answers.map(({ locale }) => locale)).toEqual(['ja', 'en', 'zh-Hans'])
    await actAs(viewer, () => submitAttempt(attemptId))
    const result = await actAs(viewer, () => getResult(attemptId, 'en'))
    const shown = result && 'questions' in result ? result.questions : []
    expect(shown.map(({ locale }) => locale)).toEqual(['ja', 'en', 'zh-Hans'])
    for (const question of shown) {
      if (question.state !== 'revealed') throw new Error('an attempt that has ended shows its keys')
      const { locale, explanation, options } = question
      expect(explanation).toContain(`in ${locale}:`)
      for (const { text, feedback } of options)
        expect([text, feedback ?? text].join()).toMatch(new RegExp(`in ${locale}$`))
    }
  })

  test('must be one that the quiz is written in, and ends with the attempt', async () => {
    const viewer = await createViewer()
    const attemptId = await startQuiz(viewer, quiz.slug)
    expect(await actAs(viewer, () => chooseLanguage(attemptId, 'ko'))).toEqual({ status: 'not-found' })
    await actAs(viewer, () => submitAttempt(attemptId))
    expect(await actAs(viewer, () => chooseLanguage(attemptId, 'ja'))).toEqual({ status: 'not-found' })
  })
})

describe('before the key may be seen', () => {
  test('no page of an attempt holds it, nor an explanation or feedback', async () => {
    const viewer = await createViewer()
    const attemptId = await startQuiz(viewer, quiz.slug)
    const questions = await readQuestions(attemptId)
    await actAs(viewer, () =>
      revealAnswer(
        { attemptId, position: 1 },
        { picks: questions[0]?.key ?? [], number: 1, translationId: questions[0]?.translationIds.en ?? '' },
      ),
    )
    expect(JSON.stringify(await page(viewer, attemptId, 1), noBigInt)).toMatch(/"right":true.*explanation of/)
    for (const position of [2, 3]) {
      const shown = JSON.stringify(await page(viewer, attemptId, position))
      expect(shown).not.toMatch(/explanation|feedback|"right"|verdict|award|letters|sources/)
      expect(shown).toContain('"state":"open"')
    }
    expect(await actAs(viewer, () => getResult(attemptId, 'en'))).toEqual({ open: true })
    const overview = JSON.stringify(
      await actAs(viewer, async () => [await listQuizzes('en'), await getQuiz(quiz.slug, 'en')]),
      noBigInt,
    )
    for (const { key } of questions) for (const id of key) expect(overview).not.toContain(id)
  })
})

describe('the catalogue', () => {
  test('holds the same quizzes in every language, titled in the reader’s', async () => {
    const readers = await Promise.all(['ja', 'ko', 'zh-Hans'].map((tag) => createViewer({ contentLocales: [tag] })))
    const titles = await Promise.all(
      readers.map((viewer) =>
        actAs(viewer, async () => (await listQuizzes('en')).map(({ slug, titleLocale }) => [slug, titleLocale])),
      ),
    )
    expect(titles).toEqual([[[quiz.slug, 'ja']], [[quiz.slug, 'en']], [[quiz.slug, 'zh-Hans']]])
  })
})

function noBigInt(_key: string, value: unknown) {
  return typeof value === 'bigint' ? Number(value) : value
}
