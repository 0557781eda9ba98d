import { describe, expect, it, vi } from 'vitest'
import { readDocsPage } from '@/lib/exchange/formats/docs-page/read-docs-page'
import { pageFileSchema } from '@/lib/exchange/schema'
import { chinese, english, japanese, spanish } from './models'
import { asBare, asBullets, asMarkdown, asTight, type Model, type ModelQuestion } from './page-shapes'

// a busy machine may be slow
vi.setConfig({ testTimeout: 60_000 })

const shapes: Record<string, (model: Model) => string> = {
  'headings and folds': (model) => asMarkdown(model, 'heading'),
  'nested options': (model) => asMarkdown(model, 'nested'),
  'indented folds': (model) => asMarkdown(model, 'indented'),
  'flattened with bullets': asBullets,
  'flattened without list marks': asBare,
  'flattened without blank lines': asTight,
}

const bare = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
const packed = (code: string) => code.replace(/\s+/g, '')
const fences = (markdown: string) =>
  [...markdown.matchAll(/^[ \t]*```[a-z]*\n([\s\S]*?)^[ \t]*```$/gm)].map((match) => packed(match[1] ?? ''))
const tables = (markdown: string) => (markdown.match(/^\|(?:\s*-+\s*\|)+$/gm) ?? []).length
const withoutNames = (text: string) => text.replace(/sql|go|dockerfile|json|bash|yaml|python/g, '')

function wordsOf(question: ModelQuestion): string {
  return question.blocks
    .map((block) => {
      if (block.kind === 'text') return block.text
      if (block.kind === 'code') return block.code
      return block.kind === 'table' ? block.rows.flat().join('') : block.items.join('')
    })
    .join('')
}

const orders: Record<string, (model: Model) => Model> = {
  'in order': (model) => model,
  reversed: (model) => ({ ...model, questions: [...model.questions].reverse() }),
  rotated: (model) => ({ ...model, questions: [...model.questions.slice(3), ...model.questions.slice(0, 3)] }),
}

describe.each(Object.keys(shapes))('a page in the shape: %s', (shape) => {
  describe.each([english, japanese, chinese, spanish].map((model) => [model.locale, model] as const))(
    '%s',
    (locale, base) => {
      it.each(Object.keys(orders))('reads every question whole, %s', (order) => {
        const model = orders[order]?.(base) ?? base
        const page = readDocsPage(shapes[shape]?.(model) ?? '', { file: 'page.md' })
        expect(pageFileSchema.safeParse(page).success).toBe(true)
        expect(page.locale).toBe(locale)
        expect(page.title).toBe(model.labels.title)
        expect(bare(page.intro)).toBe(bare(model.labels.intro))
        expect(page.questions.map((question) => bare(question.stem))).toEqual(
          model.questions.map((question) => bare(question.stem)),
        )
        page.questions.forEach((question, i) => {
          const want = model.questions[i]
          if (want === undefined) throw new Error('no such question')
          expect(question.number).toBe(i + 1)
          expect(question.kind).toBe('single')
          expect(question.options.map((option) => bare(option.text))).toEqual(want.options.map(bare))
          expect(question.options.filter((option) => option.correct).map((option) => option.label)).toEqual([want.key])
          expect(fences(question.explanation)).toEqual(
            want.blocks.flatMap((block) => (block.kind === 'code' ? [packed(block.code)] : [])),
          )
          expect(tables(question.explanation)).toBe(want.blocks.filter((block) => block.kind === 'table').length)
          expect(withoutNames(bare(question.explanation.replace(/^\d+\. /gm, '')))).toBe(
            withoutNames(bare(wordsOf(want))),
          )
        })
        expect(page.findings.filter((finding) => finding.severity === 'error')).toEqual([])
      })
    },
  )
})
