import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { kinds } from '@/lib/attempt/kinds'
import type { QuestionKind } from '@/lib/attempt/schema'
import { db } from '@/lib/db/client'
import type { DraftQuestion, QuizDraft } from '@/lib/quiz/schema'
import { readQuestions, type StoredQuestion } from '../factories/attempts'
import { draftQuestion, quizDraft } from '../factories/quizzes'
import { ask, askFollowed, masked, type Question, type Reply, signedIn } from './ask'
import { attemptIdOf, pick } from './attempt-page'
import { describe, expect, test } from './browser'
import { newPerson } from './people'
import { publish } from './quizzes'
import { wordsOf } from './words'

const NAMES = ['first', 'second', 'third', 'order', 'number', 'words']
const KINDS: QuestionKind[] = ['single', 'single', 'multiple', 'ordering', 'numeric', 'shortText']
const MARK = /PLANTED-\w+/g
const twins = ['one', 'two'] as const
type Twin = (typeof twins)[number]

/**
 * Two quizzes that ask the same. Key, explanation, feedback and sources differ, in words and in length: none of it may
 * be told from outside before it is revealed.
 */
function twinQuiz(twin: Twin): QuizDraft {
  const draft = quizDraft({ locales: ['en', 'es'] })
  const slug = `twin-${twin}`
  const planted = (what: string) => `PLANTED-${what}${twin === 'one' ? '' : '-and-much-longer '.repeat(20)}`
  return {
    ...draft,
    slug,
    names: {
      en: { title: 'Twins', intro: 'An introduction.' },
      es: { title: 'Gemelos', intro: 'Una introducción.' },
    },
    questions: NAMES.map((name, index) => {
      const isMultiple = index === 2
      const kind = KINDS[index] ?? 'single'
      const { writes } = kinds[kind]
      const words = (locale: string) => ({
        stem: `Stem of the ${name} in ${locale}`,
        options: Object.fromEntries(
          (writes ? [] : ['a', 'b', 'c', 'd']).map((id) => [id, `Option ${id} of the ${name} in ${locale}`]),
        ),
        explanation: planted(`explanation_${name}_${twin}`),
        feedback: Object.fromEntries(
          (writes ? [] : twin === 'one' ? ['a', 'b', 'c', 'd'] : ['a', 'c']).map((id) => [
            id,
            planted(`feedback_${id}_${name}_${twin}`),
          ]),
        ),
      })
      return draftQuestion({
        externalId: `${slug}/${name}`,
        kind,
        ...keyOf(kind, twin, isMultiple),
        sources:
          twin === 'one' ? [] : [{ url: `https://example.com/PLANTED-source_${name}`, verifiedOn: '2026-11-30' }],
        words: { en: words('en'), es: words('es') },
      })
    }),
  }
}

/** What is right in a twin: nothing of it is what is right in the other, and it differs in length where that can be. */
function keyOf(kind: QuestionKind, twin: Twin, isMultiple: boolean): Pick<DraftQuestion, 'key' | 'accepted'> {
  const isOne = twin === 'one'
  switch (kind) {
    case 'ordering':
      return { key: isOne ? ['c', 'a', 'd', 'b'] : ['d', 'c', 'b', 'a'] }
    case 'numeric':
      return {
        key: [],
        accepted: { value: isOne ? '71' : '-48213.75', tolerance: isOne ? '0' : '12.5%', unit: 'MiB/s' },
      }
    case 'shortText':
      return {
        key: [],
        accepted: isOne ? { en: ['PLANTED-accepted_one'] } : { ja: ['PLANTED-accepted_two', 'x'], en: ['y'] },
      }
    default:
      return { key: isOne ? (isMultiple ? ['a', 'b'] : ['a']) : isMultiple ? ['b', 'c', 'd'] : ['c'] }
  }
}

/** Things to be put in order are shown by chance: here, in the order in which they were written. */
async function undoChance(attemptId: string): Promise<void> {
  for (const { position, kind, options } of await readQuestions(attemptId))
    if (kind === 'ordering')
      await db().answer.update({
        where: { attemptId_position: { attemptId, position } },
        data: { optionOrder: ['a', 'b', 'c', 'd'].flatMap((name) => options[name] ?? []) },
      })
}

type Told = { what: string; reply: Reply }

/** Shows people one twin only, with the options in the order in which they were written. */
async function showOnly(twin: Twin) {
  for (const each of twins)
    await db().quiz.updateMany({
      where: { slug: `twin-${each}` },
      data: { status: each === twin ? 'published' : 'retired', shuffle: false },
    })
}

/** Everything that a twin tells one person until the moment before a key is shown. */
async function everythingBeforeReveal(twin: Twin, mode: 'practice' | 'exam') {
  const slug = `twin-${twin}`
  const who = await signedIn(await newPerson())
  const told: Told[] = []
  const hear = async (what: string, path: string, question: Question = {}): Promise<Reply> => {
    const reply = await ask(path, { ...question, headers: { ...who, ...question.headers } })
    told.push({ what, reply })
    return reply
  }
  /** A page as a document, as what Next loads when a link is followed, and as what it may load beforehand. */
  const read = async (what: string, path: string) => {
    const page = await hear(`${what}, document`, path)
    for (const [how, headers] of Object.entries({
      followed: {},
      prefetched: { 'next-router-prefetch': '1' },
      'prefetched by segment': { 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
    }))
      told.push({ what: `${what}, ${how}`, reply: await askFollowed(path, { ...who, ...headers }) })
    return page
  }
  const around = async (when: string) => {
    await read(`home ${when}`, '/en')
    await read(`the catalogue ${when}`, '/en/quizzes')
    await read(`the progress ${when}`, '/en/progress')
    return read(`the quiz ${when}`, `/en/quizzes/${slug}`)
  }

  await around('before')
  const started = await hear('starting', `/api/quizzes/${slug}/attempts`, {
    form: [
      ['uiLocale', 'en'],
      ['mode', mode],
    ],
  })
  const attemptId = /\/attempts\/([0-9a-f-]{36})\//.exec(started.headers.location ?? '')?.[1] ?? ''
  expect(attemptId).not.toBe('')
  const attempt = `/en/attempts/${attemptId}`
  const api = `/api/attempts/${attemptId}`
  await undoChance(attemptId)
  const questions = await readQuestions(attemptId)
  for (const { position, kind, order, translationIds } of questions) {
    const { writes, picksSeveral } = kinds[kind]
    const save = (what: string, picks: (string | undefined)[], number: number, text: string | null = null) =>
      hear(`${what} of question ${position}`, '/api/answers', {
        json: { attemptId, position, picks, number, text, translationId: translationIds.en },
      })
    await read(`question ${position} untouched`, `${attempt}/${position}`)
    if (writes) {
      await save('a number', [], 1, '71')
      await save('a text', [], 2, 'y')
      await save('an old text', [], 1, 'x')
      await save('too much', [], 3, 'x'.repeat(201))
      if (mode === 'practice' && kind === 'numeric')
        await hear(`checking what is no number in question ${position}`, '/api/answers', {
          form: [
            ['attemptId', attemptId],
            ['position', String(position)],
            ['uiLocale', 'en'],
            ['text', 'nothing'],
            ['number', '3'],
            ['translationId', translationIds.en ?? ''],
            ['intent', 'check'],
          ],
        })
      await save('none', [], mode === 'practice' && kind === 'numeric' ? 4 : 3)
    } else {
      await save('the first option', [order[0]], 1)
      await save('the third option', [order[2]], 2)
      await save('an old choice', [order[1]], 1)
      await save('too many', order, 3)
      await save('none', [], picksSeveral ? 4 : 3)
    }
    await read(`question ${position} answered`, `${attempt}/${position}`)
    await hear(`going on from question ${position}`, '/api/answers', {
      form: [
        ['attemptId', attemptId],
        ['position', String(position)],
        ['uiLocale', 'en'],
        ...(writes
          ? [['text', '71'] as const]
          : kind === 'ordering'
            ? order.map((id, index) => [`place:${id}`, String(4 - index)] as const)
            : [['pick', order[2] ?? ''] as const]),
        ['number', picksSeveral || (mode === 'practice' && kind === 'numeric') ? '5' : '4'],
        ['translationId', translationIds.en ?? ''],
        ['intent', 'next'],
      ],
    })
  }
  await hear('switching', `${api}/language`, {
    form: [
      ['uiLocale', 'en'],
      ['locale', 'es'],
      ['beside', 'en'],
      ['position', '1'],
    ],
  })
  await read('question 1 in Spanish, with English beside it', `${attempt}/1`)
  await hear('the clock', `${api}/clock`)
  await hear('judging one’s own answer too early', `${api}/assessments/1`, {
    form: [
      ['uiLocale', 'en'],
      ['assessment', 'knew'],
    ],
  })
  await read('the overview', `${attempt}/finish`)
  await read('the result too early', `${attempt}/result`)
  await around('during')
  return { who, told, attempt, api, questions }
}

/** The markers in some texts, without repeats. */
const marksIn = (texts: string[]) => [...new Set(texts.join('\n').match(MARK))].sort()
const wordsIn = ({ reply: { headers, body } }: Told) => `${Object.entries(headers).join('\n')}\n${body}`

async function reveal({
  who,
  api,
  questions,
}: {
  who: Record<string, string>
  api: string
  questions: StoredQuestion[]
}) {
  const [first] = questions
  const attemptId = api.slice('/api/attempts/'.length)
  const number = await db().answer.findUniqueOrThrow({ where: { attemptId_position: { attemptId, position: 1 } } })
  return ask('/api/answers', {
    headers: who,
    form: [
      ['attemptId', attemptId],
      ['position', '1'],
      ['uiLocale', 'en'],
      ['pick', first?.order[2] ?? ''],
      ['number', String(number.seq + 1)],
      ['translationId', first?.translationIds.en ?? ''],
      ['intent', 'check'],
    ],
  })
}

describe('before a key is shown', () => {
  test('twins that differ only in key, explanation, feedback and sources answer byte for byte alike', async () => {
    for (const twin of twins) await publish(twinQuiz(twin))
    const heard = { one: [] as Told[], two: [] as Told[] }
    for (const twin of twins) {
      await showOnly(twin)
      const practice = await everythingBeforeReveal(twin, 'practice')
      const exam = await everythingBeforeReveal(twin, 'exam')
      heard[twin] = [...practice.told, ...exam.told]
      expect(marksIn(heard[twin].map(wordsIn))).toEqual([])

      // Afterwards it is shown, and in practice only what was asked for.
      await reveal(practice)
      const shown = await ask(`${practice.attempt}/1`, { headers: practice.who })
      expect(marksIn([shown.body])).toContain(`PLANTED-explanation_first_${twin}`)
      expect(marksIn([shown.body])).toContain(`PLANTED-feedback_c_first_${twin}`)
      const others = [
        await ask(`${practice.attempt}/2`, { headers: practice.who }),
        await ask(`${practice.attempt}/finish`, { headers: practice.who }),
        await ask('/en/progress', { headers: practice.who }),
      ]
      expect(marksIn(others.map(({ body }) => body))).toEqual([])
      await ask(`${exam.api}/submit`, { headers: exam.who, form: [['uiLocale', 'en']] })
      const result = await ask(`${exam.attempt}/result`, { headers: exam.who })
      for (const name of NAMES) expect(marksIn([result.body])).toContain(`PLANTED-explanation_${name}_${twin}`)
      expect(marksIn([result.body])).toContain(`PLANTED-accepted_${twin}`)
    }
    expect(heard.one.length).toBeGreaterThan(150)
    expect(heard.two.map(({ what }) => what)).toEqual(heard.one.map(({ what }) => what))
    const same = (told: Told) => masked(told.reply).replaceAll(/twin-(one|two)/g, 'twin-x')
    for (const [index, told] of heard.one.entries()) {
      const other = heard.two[index]
      if (other) expect(same(other), told.what).toBe(same(told))
    }
    await db().quiz.updateMany({ where: { slug: { in: ['twin-one', 'twin-two'] } }, data: { status: 'retired' } })
  })

  test('nothing that a browser loads on the way holds it', async ({ newPage }) => {
    const draft = twinQuiz('two')
    draft.slug = quizDraft().slug
    for (const question of draft.questions) question.externalId = question.externalId.replace('twin-two', draft.slug)
    const slug = await publish(draft)
    const en = wordsOf('en')
    const page = await newPage({ as: await newPerson() })
    // Whatever the scripts of the page are told, and the documents themselves.
    const heard: string[] = []
    await page.exposeFunction('hear', (text: string) => void heard.push(text))
    await page.addInitScript(() => {
      const { hear, fetch } = globalThis as typeof globalThis & { hear(text: string): void }
      globalThis.fetch = async (...given) => {
        const reply = await fetch(...given)
        const copy = reply.clone()
        // What Next breaks off, because nobody needs it any more, never arrives.
        void copy.text().then(hear, () => {})
        return reply
      }
    })
    await page.goto('/en')
    heard.push(await page.content())
    await page.getByRole('link', { name: en('shell.quizzes') }).click()
    await page.waitForURL(/\/quizzes$/)
    await page.locator(`main a[href="/en/quizzes/${slug}"]`).click()
    await page.waitForURL(`**/quizzes/${slug}`)
    await page.getByRole('button', { name: en('quiz.practise') }).click()
    await page.waitForURL(/\/attempts\/.*\/1$/)
    const [first] = await readQuestions(attemptIdOf(page))
    for (const id of first?.order ?? []) await pick(page, id)
    heard.push(await page.content())
    expect(heard.some((text) => text.includes('Stem of the first in en'))).toBe(true)
    await page.reload()
    heard.push(await page.content())
    expect(heard.filter((text) => text.includes('"status":"saved"'))).toHaveLength(4)
    expect(marksIn(heard)).toEqual([])
    await page.getByRole('button', { name: en('attempt.check') }).click()
    await page.getByRole('region', { name: en('attempt.verdictLabel') }).waitFor()
    expect(marksIn([await page.content()])).toContain('PLANTED-explanation_first_two')
    await db().quiz.updateMany({ where: { slug }, data: { status: 'retired' } })
  })

  test('no file that everybody may load holds the words of the content', () => {
    const built = resolve(import.meta.dirname, '../../.next/standalone/.next/static')
    const quizzes = resolve(import.meta.dirname, '../../content/quizzes')
    const texts = readdirSync(quizzes, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) => readFileSync(join(quizzes, name), 'utf8').split('\n'))
      .filter((line) => line.length > 60)
      .map((line) => line.slice(10, 50))
    expect(texts.length).toBeGreaterThan(100)
    const files = readdirSync(built, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    for (const { parentPath, name } of files) {
      const file = readFileSync(join(parentPath, name), 'utf8')
      expect(file.match(MARK), name).toBeNull()
      expect(
        texts.filter((text) => file.includes(text)),
        name,
      ).toEqual([])
    }
  })
})
