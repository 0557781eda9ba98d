import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { LOCALES, makeFacts, pick, pickShape, randomFrom, wordQuiz, writePage } from '@/bench/generate-pages'
import { alignPages } from '@/lib/exchange/align'
import { readDocsPage } from '@/lib/exchange/formats/docs-page/read-docs-page'
import { type PageFile, pageFileSchema } from '@/lib/exchange/schema'
import { lostWords, signLines } from './text-kept'

// a busy machine may be slow
vi.setConfig({ testTimeout: 120_000 })

const SEED = 5150
/** Milliseconds for each of the properties; a slow machine tries fewer inputs. For a long look: FUZZ_MS=60000. */
const EACH = Number(process.env.FUZZ_MS ?? 3500)
/** Processor seconds for one input, garbage collection and compiling included. */
const MOST = 1

function checked(input: string | Uint8Array): PageFile {
  const from = process.cpuUsage()
  const page = readDocsPage(input, { file: 'page.md' })
  const { user, system } = process.cpuUsage(from)
  expect((user + system) / 1e6).toBeLessThan(MOST)
  expect(pageFileSchema.safeParse(page).success).toBe(true)
  return page
}

function run(name: string, property: fc.IProperty<unknown[]> | fc.IPropertyWithHooks<never>, seed: number): void {
  const result = fc.check(property as fc.IProperty<unknown[]>, {
    seed,
    numRuns: 100_000,
    interruptAfterTimeLimit: EACH,
    markInterruptAsFailure: false,
  })
  console.log(`${name}: ${result.numRuns} inputs, seed ${seed}`)
  if (result.failed) throw new Error(fc.defaultReportMessage(result))
}

const page = fc.integer({ min: 0, max: 1_000_000 }).map((seed) => {
  const random = randomFrom(seed)
  return writePage(wordQuiz(makeFacts(random, 4), pick(random, LOCALES)), pickShape(random))
})
const scrap = fc.constantFrom(
  ...'<details>|</details>|<summary>|</summary>|```|```yaml|~~~|A) |B. |7. |**|Answer: B|Show Answer|答案：|| a | b ||---|Ａ）|• |- [x] z|<!--|-->|> |# |\t'.split(
    '|',
  ),
)

describe('fuzzing', () => {
  it('truncated and spliced pages lose no text without a finding', () => {
    const cut = fc.double({ min: 0, max: 1, noNaN: true })
    run(
      'spliced',
      fc.property(page, page, cut, cut, (one, two, a, b) => {
        const [first, second] = [one.split('\n'), two.split('\n')]
        const text = [...first.slice(0, Math.ceil(a * first.length)), ...second.slice(Math.floor(b * second.length))]
        const signed = signLines(text.join('\n'))
        expect(lostWords(checked(signed.text), signed.signs)).toEqual([])
      }) as never,
      SEED,
    )
  })

  it('damaged pages lose no text without a finding', () => {
    const edit = fc.record({ at: fc.nat(), scrap, kind: fc.constantFrom('drop', 'insert', 'insert', 'prefix') })
    run(
      'damaged',
      fc.property(page, fc.array(edit, { minLength: 1, maxLength: 6 }), (text, edits) => {
        const lines = text.split('\n')
        for (const { at, scrap: piece, kind } of edits) {
          const i = at % lines.length
          if (kind === 'drop') lines.splice(i, 1)
          else if (kind === 'insert') lines.splice(i, 0, piece)
          else lines[i] = piece + (lines[i] ?? '')
        }
        const signed = signLines(lines.join('\n'))
        expect(lostWords(checked(signed.text), signed.signs)).toEqual([])
      }) as never,
      SEED + 1,
    )
  })

  it('arbitrary text and bytes are read or refused', () => {
    const text = fc.string({ unit: 'binary', maxLength: 2000 })
    const scraps = fc.array(fc.oneof(scrap, fc.constant('\n'), fc.string({ unit: 'grapheme', maxLength: 8 })), {
      maxLength: 400,
    })
    run(
      'arbitrary',
      fc.property(
        fc.oneof(
          text,
          scraps.map((parts) => parts.join('')),
          fc.uint8Array({ maxLength: 3000 }),
        ),
        (input) => {
          checked(input)
        },
      ) as never,
      SEED + 2,
    )
  })

  it('aligning damaged pages never fails', () => {
    run(
      'aligned',
      fc.property(page, page, fc.double({ min: 0, max: 1, noNaN: true }), (one, two, part) => {
        const pages = [one, two.slice(0, Math.ceil(part * two.length))].map((text) => checked(text))
        expect(alignPages(pages).locales).toHaveLength(2)
      }) as never,
      SEED + 3,
    )
  })
})

describe('large pages', () => {
  const repeat = (count: number, line: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i)).join('\n')
  const makers: Record<string, (size: number) => string> = {
    'bare folds': (size) => repeat(10 * size, () => '<details>'),
    'groups of options': (size) => repeat(4 * size, (i) => `A) x${i}\nB) y\n`),
    questions: (size) =>
      repeat(
        size,
        (i) => `### ${i}. What?\n\nA) a\nB) b\n\n<details>\n<summary>Show Answer</summary>\n\nB\n\n</details>\n`,
      ),
    'questions without an answer': (size) => repeat(size, (i) => `### ${i}. What?\n\nA) a\nB) b\n`),
    'unclosed folds': (size) => repeat(4 * size, () => '<details><summary>Show Answer</summary>\ntext'),
    'unclosed folds with numbers': (size) =>
      repeat(size / 20, () => `<details><summary>Show Answer</summary>\n${repeat(100, (k) => `${k}. para`)}`),
    'blank lines': (size) => '\n'.repeat(100 * size),
    fences: (size) => repeat(4 * size, () => '```js'),
    comments: (size) => '<!--'.repeat(10 * size),
    'one line of options': (size) => `1. q?\n${'A) b B) c '.repeat(5 * size)}\n\nAnswer: A`,
  }

  it.each(Object.entries(makers))('%s take time in proportion', (_name, make) => {
    const time = (size: number) => {
      const text = make(size)
      const from = process.cpuUsage()
      readDocsPage(text, { file: 'page.md' })
      const { user, system } = process.cpuUsage(from)
      return (user + system) / 1e6
    }
    time(200)
    const small = Math.min(time(500), time(500))
    const large = Math.min(time(4000), time(4000))
    // eight times the text: far from the sixty-four times that a square would take
    expect(large).toBeLessThan(24 * Math.max(small, 0.01))
  })
})
