import { describe, expect, it } from 'vitest'
import { readDocsPage } from '@/lib/exchange/formats/docs-page/read-docs-page'
import { asksIfTrue } from '@/lib/exchange/import/true-false'
import type { PageQuestion } from '@/lib/exchange/schema'

const question = (texts: string[], change: Partial<PageQuestion> = {}): PageQuestion => ({
  number: 1,
  line: 1,
  kind: 'single',
  stem: 'Is it so?',
  options: texts.map((text, i) => ({ label: 'ABCD'[i] ?? '', text, correct: i === 1 })),
  explanation: '',
  ...change,
})

describe('a question that asks if something is true', () => {
  it.each([
    ['en', 'True', 'False'],
    ['en', '**TRUE.**', '- false'],
    ['es', 'Verdadero', 'Falso'],
    ['es', '• Cierto.', '• Falso.'],
    ['ja', '正しい', '誤り'],
    ['ja', '正しい。', '正しくない。'],
    ['ja', '正解', '不正解'],
    ['zh-Hans', '正确', '错误'],
    ['zh-Hans', '对。', '错。'],
    ['zh-Hans', '真', '假'],
    ['zh-Hant', '正確', '錯誤'],
    ['zh-Hant', '「對」', '「錯」'],
    ['ko', '참', '거짓'],
    ['ko', '옳음', '옳지 않음'],
    ['pt', 'Verdadeiro', 'Falso'],
    ['pt', 'Certo', 'Errado'],
    ['fr', 'Vrai', 'Faux'],
    ['de', 'Richtig', 'Falsch'],
    ['de', 'Stimmt!', 'Stimmt nicht!'],
    ['ar', 'صحيح', 'خطأ'],
    ['ar', 'صَحيح', 'خطا'],
    ['he', 'נכון', 'לא נכון'],
    ['he', 'נָכוֹן', 'לא־נכון'],
  ])('is known in %s: %s, %s, and the other way round', (_locale, yes, no) => {
    expect(asksIfTrue(question([yes, no]))).toBe(true)
    expect(asksIfTrue(question([no, yes]))).toBe(true)
  })

  it.each<[string, PageQuestion]>([
    ['two options of other words', question(['Yes', 'No'])],
    ['words around them', question(['True, because it is cached', 'False'])],
    ['one of them twice', question(['True', 'True'])],
    ['words of two languages that share none', question(['True', 'Falsch'])],
    ['a third option', question(['True', 'False', 'Neither'])],
    ['one option', question(['True'])],
    ['no options', question([], { kind: 'open' })],
    ['two right options', question(['True', 'False'], { kind: 'multiple' })],
    ['options of marks alone', question(['○', '×'])],
  ])('is not one with %s', (_what, other) => {
    expect(asksIfTrue(other)).toBe(false)
  })

  it('is a single choice to the reader, whose kinds are a contract', () => {
    const page = readDocsPage(Buffer.from('# T\n\n1. Is it?\n\n- A) True\n- B) False\n\nAnswer: A\n'), {
      file: 'page.md',
      locale: 'en',
    })
    expect(page.questions.map(({ kind }) => kind)).toEqual(['single'])
  })
})
