import { describe, expect, it } from 'vitest'
import { alignPages, reportAlignment } from '@/lib/exchange/align'
import { readFigures } from '@/lib/exchange/align/traits'
import { readDocsPage } from '@/lib/exchange/formats/docs-page/read-docs-page'
import { alignmentReportSchema, type PageFile } from '@/lib/exchange/schema'
import { chinese, english, japanese, spanish } from './models'
import { asBare, asBullets, asMarkdown, asTight, type Model } from './page-shapes'

const page = (model: Model, write: (model: Model) => string = asMarkdown): PageFile =>
  readDocsPage(write(model), { file: `${model.locale}.md` })
const change = (
  model: Model,
  number: number,
  edit: (question: Model['questions'][number]) => Partial<Model['questions'][number]>,
): Model => ({
  ...model,
  questions: model.questions.map((question, i) => (i === number - 1 ? { ...question, ...edit(question) } : question)),
})
const findings = (pages: PageFile[]) =>
  alignPages(pages).questions.flatMap((question) =>
    question.findings.map((finding) => `${question.number} ${finding.code}:${finding.locale}`),
  )

describe('aligning pages', () => {
  it('finds no difference between faithful translations, whatever the shape of the pages', () => {
    const pages = [page(english), page(japanese, asTight), page(chinese, asBare), page(spanish, asBullets)]
    const alignment = alignPages(pages)
    expect(alignment.locales).toEqual(['en', 'ja', 'zh-Hans', 'es'])
    expect(alignment.questions).toHaveLength(english.questions.length)
    expect(findings(pages)).toEqual([])
    expect(alignment.questions.every((question) => question.agree)).toBe(true)
    expect(alignmentReportSchema.safeParse(reportAlignment(alignment)).success).toBe(true)
  })

  it('pairs by content and not by number', () => {
    const reversed = { ...japanese, questions: [...japanese.questions].reverse() }
    const alignment = alignPages([page(english), page(reversed)])
    expect(alignment.questions.map((question) => question.members)).toEqual(
      english.questions.map((_, i) => [i, english.questions.length - 1 - i]),
    )
    expect(alignment.questions.every((question) => question.agree)).toBe(true)
    expect(findings([page(english), page(reversed)]).filter((entry) => entry.includes('order-differs'))).toHaveLength(
      english.questions.length - 1,
    )
  })

  it('names the language whose key departs from the others, also when it is the first', () => {
    const wrong = change(english, 3, () => ({ key: 'A' }))
    expect(findings([page(wrong), page(japanese), page(chinese)])).toEqual(['3 key-differs:en'])
    expect(alignPages([page(wrong), page(japanese), page(chinese)]).questions[2]?.agree).toBe(false)
  })

  it('brings options into one order before comparing keys', () => {
    const moved = change(japanese, 4, (question) => ({ options: [...question.options].reverse(), key: 'B' }))
    const alignment = alignPages([page(english), page(moved), page(chinese)])
    expect(alignment.questions[3]?.agree).toBe(true)
    expect(alignment.questions[3]?.optionMaps).toEqual([
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [0, 1, 2, 3],
    ])
    expect(findings([page(english), page(moved), page(chinese)])).toEqual(['4 option-order-differs:ja'])
  })

  it('sees a wrong key behind another order', () => {
    const moved = change(japanese, 4, (question) => ({ options: [...question.options].reverse(), key: 'C' }))
    expect(findings([page(english), page(moved), page(chinese)])).toContain('4 key-differs:ja')
  })

  it('reports a missing question where it is missing', () => {
    const short = { ...spanish, questions: spanish.questions.filter((_, i) => i !== 4) }
    const alignment = alignPages([page(english), page(short), page(japanese)])
    expect(alignment.questions[4]?.members).toEqual([4, undefined, 4])
    expect(findings([page(english), page(short), page(japanese)])).toEqual(['5 missing-question:es'])
  })

  it('reports a question that only the first page lacks', () => {
    const short = { ...english, questions: english.questions.filter((_, i) => i !== 1) }
    const alignment = alignPages([page(short), page(spanish), page(japanese)])
    expect(alignment.questions).toHaveLength(english.questions.length)
    expect(alignment.questions[1]?.members).toEqual([undefined, 1, 1])
    expect(findings([page(short), page(spanish), page(japanese)])).toContain('2 missing-question:en')
  })

  it('reports another number of options', () => {
    const fewer = change(chinese, 2, (question) => ({ options: question.options.slice(0, 4) }))
    expect(findings([page(english), page(japanese), page(fewer)])).toEqual(['2 option-count-differs:zh-Hans'])
  })

  it('reports a block that the others have', () => {
    const bare = change(chinese, 6, (question) => ({
      blocks: question.blocks.filter((block) => block.kind !== 'table'),
    }))
    expect(findings([page(english), page(japanese), page(bare)])).toEqual(['6 blocks-missing:zh-Hans'])
  })

  it('compares code without its comments', () => {
    const comment = change(japanese, 5, (question) => ({
      blocks: question.blocks.map((block) =>
        block.kind === 'code'
          ? { ...block, code: block.code.replace('# rewrites the last three commits', '# 直近の三つを書き換える') }
          : block,
      ),
    }))
    expect(findings([page(english), page(comment), page(chinese)])).toEqual([])
    const code = change(japanese, 5, (question) => ({
      blocks: question.blocks.map((block) =>
        block.kind === 'code' ? { ...block, code: block.code.replace('HEAD~3', 'HEAD~2') } : block,
      ),
    }))
    expect(findings([page(english), page(code), page(chinese)])).toEqual(['5 code-differs:ja'])
  })

  it('compares figures as each language writes them', () => {
    const text = (model: Model, from: string, to: string) =>
      change(model, 3, (question) => ({
        blocks: question.blocks.map((block) =>
          block.kind === 'text' ? { ...block, text: block.text.replace(from, to) } : block,
        ),
      }))
    // the Spanish page writes 1,2 GB where the others write 1.2 GB
    expect(findings([page(english), page(spanish), page(japanese)])).toEqual([])
    expect(findings([page(english), page(text(spanish, '180 MB', '810 MB')), page(japanese)])).toEqual([
      '3 figures-differ:es',
    ])
    expect(findings([page(english), page(text(spanish, '180 MB', '180 GB')), page(japanese)])).toEqual([
      '3 figures-differ:es',
    ])
  })

  it('reports text that was left in another language', () => {
    const left = change(spanish, 1, () => ({ stem: english.questions[0]?.stem ?? '' }))
    expect(findings([page(english), page(left), page(japanese)])).toEqual(['1 untranslated:es'])
    const leftToo = change(japanese, 2, () => ({ stem: english.questions[1]?.stem ?? '' }))
    expect(findings([page(english), page(spanish), page(leftToo)])).toEqual(['2 untranslated:ja'])
  })

  it('tells two pages of one language apart', () => {
    expect(alignPages([page(english), page(english)]).locales).toEqual(['en', 'en (2)'])
  })
})

describe('figures', () => {
  it.each([
    ['en', '1,234.5 rows', ['1234.5']],
    ['es', '1.234,5 filas', ['1234.5']],
    ['es', '1.234 filas', ['1234', '1.234']],
    ['en', '1.234 rows', ['1.234']],
    ['de', '0,25 s', ['0.25']],
    ['en', 'H100 and g5.2xlarge', []],
  ])('%s: %s', (locale, text, values) => {
    expect(readFigures(text, locale).flatMap((figure) => figure.values)).toEqual(values)
  })
})
