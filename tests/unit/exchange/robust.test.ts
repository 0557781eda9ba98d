import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { readDocsPage } from '@/lib/exchange/formats/docs-page/read-docs-page'
import { pageFileSchema } from '@/lib/exchange/schema'
import { chinese, english } from './models'
import { asBare, asMarkdown, asTight } from './page-shapes'

// a busy machine may be slow
vi.setConfig({ testTimeout: 60_000 })

const sources = [asMarkdown(english), asMarkdown(english, 'indented'), asBare(chinese), asTight(english)].map((text) =>
  text.split('\n'),
)
const scraps = [
  '<details>',
  '</details>',
  '<summary>',
  '```',
  '```yaml',
  '~~~',
  'A) ',
  'B. ',
  '7. ',
  '**',
  'Answer: B',
  'Show Answer',
  '\u200d',
  '答案：',
  '\t',
  '| a | b |',
  '---',
  'Ａ）',
  '• ',
  '- [x] z',
  '<!--',
]

describe('broken pages', () => {
  it('never throw, and every finding has a line of the page', () => {
    const edit = fc.record({
      at: fc.nat(),
      scrap: fc.constantFrom(...scraps),
      kind: fc.constantFrom('drop', 'insert', 'glue', 'prefix', 'cut'),
    })
    fc.assert(
      fc.property(fc.constantFrom(...sources), fc.array(edit, { minLength: 1, maxLength: 12 }), (source, edits) => {
        const lines = [...source]
        for (const { at, scrap, kind } of edits) {
          const i = at % lines.length
          if (kind === 'drop' && lines.length > 1) lines.splice(i, 1)
          else if (kind === 'insert') lines.splice(i, 0, scrap)
          else if (kind === 'glue') lines.splice(i, 2, (lines[i] ?? '') + (lines[i + 1] ?? ''))
          else if (kind === 'prefix') lines[i] = scrap + (lines[i] ?? '')
          else lines.splice(i, Math.min(20, lines.length - 1))
        }
        const page = readDocsPage(lines.join('\n'), { file: 'page.md' })
        expect(pageFileSchema.safeParse(page).success).toBe(true)
        expect(page.findings.every((finding) => finding.line <= lines.length)).toBe(true)
        expect(page.questions.every((question) => question.line <= lines.length)).toBe(true)
      }),
      { numRuns: 80, seed: 11 },
    )
  })

  it('never throw on arbitrary text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        expect(pageFileSchema.safeParse(readDocsPage(text, { file: 'page.md' })).success).toBe(true)
      }),
      { numRuns: 150, seed: 12 },
    )
  })
})

describe('text that belongs to no question', () => {
  const menu = ['Guides', 'Service mesh', 'Metrics and logs', 'Tracing', 'Release notes'].join('\n\n')
  const stems = english.questions.map((question, i) => `${i + 1}. ${question.stem}`).join('\n\n')

  it.each([
    ['a menu', menu],
    ['the title and all stems again', `${english.labels.title}\n\n${stems}`],
    [
      'a menu and the stems twice',
      `${menu}\n\n${english.labels.title}\n\n${stems}\n\n${english.labels.title}\n\n${stems}`,
    ],
  ])('is cut off after the last answer and reported: %s', (_name, junk) => {
    const text = asBare(english)
    const page = readDocsPage(`${text}\n\n${junk}\n`, { file: 'page.txt' })
    expect(page.questions).toHaveLength(english.questions.length)
    expect(page.questions.at(-1)?.explanation.endsWith('add the value before it and divide by two.')).toBe(true)
    expect(page.findings.map(({ code, line }) => [code, line])).toEqual([
      ['section-name', 5],
      ['text-after-questions', text.split('\n').length + 2],
    ])
  })

  it('may be a list of the questions before them', () => {
    const page = readDocsPage(
      asBare(english).replace(english.labels.section, `${stems}\n\n${english.labels.section}`),
      { file: 'page.txt' },
    )
    expect(page.questions.map((question) => question.stem)).toEqual(english.questions.map((question) => question.stem))
  })

  it('is not the short last item of the last answer', () => {
    const page = readDocsPage(`${asBare(english)}\n\nRemember:\n\nSort once\n`, { file: 'page.txt' })
    expect(page.questions.at(-1)?.explanation.endsWith('Sort once')).toBe(true)
  })
})
