import { describe, expect, it, vi } from 'vitest'
import {
  type Fact,
  LOCALES,
  makeFacts,
  pick,
  pickShape,
  type Quiz,
  randomFrom,
  wordQuiz,
  writePage,
} from '@/bench/generate-pages'
import { alignPages } from '@/lib/exchange/align'
import { readDocsPage } from '@/lib/exchange/formats/docs-page/read-docs-page'

// a busy machine may be slow
vi.setConfig({ testTimeout: 120_000 })

const SEED = 4200
const QUESTIONS = 8

/** Two pages of one quiz, and the first page's number of the question that the fault was planted in. */
interface Pair {
  first: Quiz
  second: Quiz
  at: number
}

const letter = (i: number) => String.fromCharCode(65 + i)

function start(random: () => number, fits: (fact: Fact) => boolean): Pair {
  const facts = makeFacts(random, QUESTIONS)
  let at = facts.findIndex((fact) => !fact.open && fits(fact))
  // no fact of this kind came up: make the first one so
  if (at < 0) {
    at = 0
    const [fact] = facts
    if (fact) Object.assign(fact, { open: false, hints: [17, 33, 65, 129], code: 'yaml', table: true, list: true })
  }
  const one = pick(random, LOCALES)
  const two = pick(
    random,
    LOCALES.filter((locale) => locale !== one),
  )
  return {
    first: wordQuiz(facts, one, pick(random, ['local', 'wide'] as const)),
    second: wordQuiz(facts, two, pick(random, ['local', 'wide'] as const)),
    at,
  }
}

function wording(pair: Pair) {
  const found = pair.second.questions[pair.at]
  if (found === undefined) throw new Error('no such question')
  return found
}

const without = <T>(list: readonly T[], at: number) => list.filter((_, i) => i !== at)

/** One planted fault for each code that an alignment can report. */
const plants: Record<string, (random: () => number) => Pair> = {
  'key-differs': (random) => {
    const pair = start(random, (fact) => fact.right.length === 1)
    const question = wording(pair)
    question.key = [
      pick(
        random,
        ['A', 'B', 'C', 'D'].filter((other) => !question.key.includes(other)),
      ),
    ]
    return pair
  },
  'missing-question': (random) => {
    const pair = start(random, () => true)
    pair.second.facts = without(pair.second.facts, pair.at)
    pair.second.questions = without(pair.second.questions, pair.at)
    return pair
  },
  'option-count-differs': (random) => {
    const pair = start(random, (fact) => !fact.right.includes(3))
    const question = wording(pair)
    if (question.key.includes('D')) question.key = ['A']
    question.options = question.options.slice(0, 3)
    return pair
  },
  'order-differs': (random) => {
    const pair = start(random, () => true)
    const to = (pair.at + 1 + Math.floor(random() * (QUESTIONS - 1))) % QUESTIONS
    for (const list of [pair.second.facts, pair.second.questions] as unknown[][])
      list.splice(to, 0, ...list.splice(pair.at, 1))
    return { ...pair, at: -1 }
  },
  'option-order-differs': (random) => {
    // an option can be told from the others only by what translation leaves alone
    const pair = start(random, (fact) => fact.hints.length > 0)
    const question = wording(pair)
    const turn = 1 + Math.floor(random() * 3)
    const right = question.key.map((key) => question.options[key.charCodeAt(0) - 65] ?? '')
    question.options = question.options.map((_, i, all) => all[(i + turn) % all.length] ?? '')
    question.key = question.options.flatMap((text, i) => (right.includes(text) ? [letter(i)] : []))
    return pair
  },
  untranslated: (random) => {
    const pair = start(random, () => true)
    const question = wording(pair)
    const source = pair.first.questions[pair.at]
    if (source === undefined) return pair
    if (random() < 0.5) question.stem = source.stem
    else question.prose = [...source.prose]
    return pair
  },
  'blocks-missing': (random) => {
    const pair = start(random, (fact) => fact.table || fact.list || fact.code !== 'none')
    const question = wording(pair)
    if (question.rows.length > 0) question.rows = []
    else if (question.code !== '') question.code = ''
    else question.items = []
    return pair
  },
  'code-differs': (random) => {
    const pair = start(random, (fact) => fact.code !== 'none')
    const question = wording(pair)
    question.code = random() < 0.5 ? question.code.replace(/(\d+)/, '7$1') : question.code.replace(/limit/, 'limits')
    return pair
  },
  'figures-differ': (random) => {
    const pair = start(random, () => true)
    const facts = pair.second.facts.map((fact, i) => {
      if (i !== pair.at) return fact
      const figures: Fact['figures'] = [fact.figures[0], fact.figures[1] + 31, fact.figures[2]]
      const unit = fact.unit === 'GB' ? 'MB' : 'GB'
      return random() < 0.6 ? { ...fact, figures } : { ...fact, unit }
    })
    return { ...pair, second: wordQuiz(facts, pair.second.locale) }
  },
}

function compare(pair: Pair, random: () => number): string[] {
  const pages = [pair.first, pair.second].map((quiz) => {
    const shape = pickShape(random)
    if (shape.options === 'boxes' && shape.fold === 'none') shape.fold = 'plain'
    return readDocsPage(writePage(quiz, shape), { file: `${quiz.locale}.md` })
  })
  return alignPages(pages).questions.flatMap((question) =>
    question.findings.map((finding) => `${question.number} ${finding.code}`),
  )
}

describe('aligning generated pages', () => {
  it(`finds planted faults (seed ${SEED})`, () => {
    const each = 16
    const recall: Record<string, number> = {}
    let beside = 0
    for (const [k, [code, plant]] of Object.entries(plants).entries()) {
      let found = 0
      for (let i = 0; i < each; i++) {
        const random = randomFrom(SEED + 1000 * k + i)
        const pair = plant(random)
        const findings = compare(pair, random)
        if (findings.some((entry) => (pair.at < 0 ? entry.endsWith(` ${code}`) : entry === `${pair.at + 1} ${code}`)))
          found++
        beside += findings.filter((entry) => !entry.endsWith(` ${code}`)).length
      }
      recall[code] = found / each
    }
    console.log(
      `recall over ${each} pairs each, seed ${SEED}: ${JSON.stringify(recall)}; findings of other codes: ${beside}`,
    )
    for (const [code, share] of Object.entries(recall)) expect(share, code).toBeGreaterThanOrEqual(0.95)
  })

  it(`raises no alarm over faithful pairs (seed ${SEED})`, () => {
    const pairs = 100
    const alarms: string[] = []
    for (let i = 0; i < pairs; i++) {
      const random = randomFrom(SEED + 50_000 + i)
      const pair = start(random, () => true)
      for (const entry of compare(pair, random))
        alarms.push(`${SEED + 50_000 + i} ${pair.first.locale}-${pair.second.locale} ${entry}`)
    }
    console.log(`false alarms over ${pairs} faithful pairs, seed ${SEED}: ${alarms.length} ${alarms.join('; ')}`)
    expect(alarms.length).toBeLessThanOrEqual(2)
  })
})
