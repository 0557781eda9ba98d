import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readDocsPage } from '@/lib/exchange/formats/docs-page/read-docs-page'
import type { PageFile, PageQuestion } from '@/lib/exchange/schema'

const read = (name: string): PageFile =>
  readDocsPage(readFileSync(fileURLToPath(new URL(`../../fixtures/pages/${name}`, import.meta.url))), { file: name })

const question = (name: string, number: number): PageQuestion => {
  const found = read(name).questions[number - 1]
  if (found === undefined) throw new Error(`${name} has no question ${number}`)
  return found
}

/** One letter for each option, a capital where it is right. */
const shape = (entry: PageQuestion) =>
  entry.kind === 'open'
    ? 'open'
    : entry.options.map((option) => (option.correct ? option.label : option.label.toLowerCase())).join('')

// name, language, options and keys, findings with their lines
const pages: [string, string, string[], string[]][] = [
  ['answer-list.en.md', 'en', ['aB', 'Ab'], []],
  ['answers-under-headings.en.md', 'en', ['aB', 'Ab'], []],
  ['broken-folds-and-fences.en.md', 'en', ['Ab', 'aB', 'Ab'], ['unclosed-details@8', 'unbalanced-fence@25']],
  ['code-in-options.en.md', 'en', ['aB', 'Ab'], ['text-after-options@29']],
  [
    'conflicts.en.md',
    'en',
    ['abC', 'aB', 'Ab', 'Ab', 'ab', 'ab', 'aB'],
    [
      'answer-conflict@11',
      'answer-conflict@22',
      'answer-conflict@35',
      'answer-conflict@46',
      'answer-unknown@57',
      'no-answer@61',
    ],
  ],
  ['flattened-sections.en.txt', 'en', ['open', 'aBc', 'abC'], ['section-name@3', 'section-name@13']],
  ['front-matter.fr.md', 'fr', ['aB'], []],
  ['full-width.ja.txt', 'ja', ['aBc'], []],
  ['gaps-and-twins.en.md', 'en', ['abD', 'Ab'], ['same-options@3', 'option-gap@3', 'number-gap@15']],
  ['hint-fold.en.md', 'en', ['Ab'], ['hint-moved@6']],
  ['html-answers.ko.md', 'ko', ['Ab', 'aB'], []],
  ['joined-letters.md', 'es', ['aBcdE', 'aBcdE', 'AbCde', 'AbC', 'aB'], []],
  ['misleading-letters.en.txt', 'en', ['aBcd', 'abCd'], []],
  ['nested-folds.en.md', 'en', ['aB', 'aB'], []],
  ['no-blank-lines.en.md', 'en', ['aB', 'Ab'], []],
  ['no-folds.en.md', 'en', ['aBCd', 'abC'], []],
  ['no-questions.en.md', 'en', [], ['no-questions@1']],
  ['numbered-options.ko.md', 'ko', ['aBc'], []],
  ['one-line.ar.txt', 'ar', ['aBc', 'AbC'], []],
  ['one-line.he.txt', 'he', ['aBc'], []],
  ['open-questions.en.md', 'en', ['open', 'open'], ['section-name@3', 'section-name@17', 'text-after-questions@39']],
  ['options-in-stem-line.en.txt', 'en', ['aBc', 'abC'], []],
  ['question-inside-line.ja.txt', 'ja', ['Ab', 'aB'], ['question-inside-line@8']],
  ['quoted.en.md', 'en', ['Ab'], []],
  ['sections-restart.en.md', 'en', ['Ab', 'aB', 'Ab'], ['section-name@3', 'section-name@25', 'numbers-restart@27']],
  ['stem-in-summary.en.md', 'en', ['open', 'open'], []],
  ['steps-in-stem.en.md', 'en', ['aB', 'Ab'], []],
  ['symbol-options.en.md', 'en', ['Abcd', 'abcD'], []],
  ['table-of-contents.en.md', 'en', ['Ab', 'aB'], ['section-name@6']],
  ['task-lists.en.md', 'en', ['AbC', 'aB'], ['answer-from-mark@3', 'answer-from-mark@9']],
  ['titled-headings.zh.md', 'zh-Hans', ['abCd', 'aBcd', 'open'], ['section-name@3', 'section-name@48']],
  ['unknown-labels.vi.txt', 'vi', ['aBc', 'Abc', 'Abc'], []],
  ['unnumbered.zh.txt', 'zh-Hans', ['aBc', 'Abc'], ['no-number@3', 'no-number@13']],
  ['worded-number.ar.md', 'ar', ['aB'], []],
  ['worded-number.fr.txt', 'fr', ['aB', 'Ab'], []],
]

describe('the pages of tests/fixtures/pages', () => {
  it.each(pages)('%s', (name, locale, questions, findings) => {
    const page = read(name)
    expect(page.locale).toBe(locale)
    expect(page.questions.map(shape)).toEqual(questions)
    expect(page.findings.map((finding) => `${finding.code}@${finding.line}`)).toEqual(findings)
  })
})

describe('stems', () => {
  it('joins the title of a heading and the question below it, code included', () => {
    expect(question('titled-headings.zh.md', 2).stem).toBe(
      '缓存\n\n给定下面的响应头，缓存多久？\n\n```http\nCache-Control: max-age=60\n```',
    )
  })
  it('keeps bullets of a task in the stem and makes no options of them', () => {
    expect(question('open-questions.en.md', 2).stem).toBe(
      'Write a unit file with:\n\n- A restart policy\n- Two environment variables',
    )
  })
  it('does not take the steps of a stem for questions', () => {
    expect(question('steps-in-stem.en.md', 1).stem).toContain('Which comes last?')
  })
  it('takes the text of a summary as the stem', () => {
    expect(question('stem-in-summary.en.md', 1).stem).toBe('What is a `volume`?')
    expect(question('stem-in-summary.en.md', 2).explanation).toBe('To name versions.')
  })
  it('finds a question that begins in the middle of a line and loses nothing before it', () => {
    expect(question('question-inside-line.ja.txt', 1).explanation).toBe('設定例:\n\n```\nreplicas: 2\nport: 8080\n```')
    expect(question('question-inside-line.ja.txt', 2).stem).toBe('次の問題は何ですか？')
    expect(question('question-inside-line.ja.txt', 2).line).toBe(8)
  })
  it('keeps the printed number beside the ordinal', () => {
    expect(read('open-questions.en.md').questions.map(({ number, printed, line }) => [number, printed, line])).toEqual([
      [1, 6, 5],
      [2, 7, 19],
    ])
    expect(read('sections-restart.en.md').questions.map(({ printed }) => printed)).toEqual([1, 2, 1])
  })
})

describe('options', () => {
  it('are not divided at letters inside their text', () => {
    expect(question('misleading-letters.en.txt', 1).options.map((option) => option.text)).toEqual([
      'Model A (needs 24GB) or',
      'Model B: "big" (see C) above)',
      'Plan (B) of D',
      'None',
    ])
    expect(question('misleading-letters.en.txt', 2).options.map((option) => option.text)).toEqual([
      'Vitamin A.',
      'Vitamin B.',
      'Vitamin C.',
      'Vitamin D.',
    ])
  })
  it('keep symbols that Markdown would swallow', () => {
    expect(question('symbol-options.en.md', 1).options.map((option) => option.text)).toEqual([
      '\\*',
      '\\*\\*',
      '\\#',
      '\\-',
    ])
    expect(question('symbol-options.en.md', 2).options.map((option) => option.text)).toEqual([
      '\\> 100',
      '< 100',
      '`|`',
      '||',
    ])
  })
  it('may be blocks of code', () => {
    expect(question('code-in-options.en.md', 1).options[1]?.text).toBe('```js\nconsole.log(1 + 2)\n```')
    expect(question('code-in-options.en.md', 2).options[0]?.text).toBe('A long option that goes on here')
  })
  it('are read in full width and in other alphabets', () => {
    expect(question('full-width.ja.txt', 1).options.map((option) => option.text)).toEqual([
      '一番目',
      '二番目',
      '三番目',
    ])
    expect(question('one-line.ar.txt', 1).options.map((option) => option.text)).toEqual([
      'محرر نصوص',
      'نظام إدارة الإصدارات',
      'متصفح',
    ])
    expect(question('one-line.he.txt', 1).options.map((option) => option.text)).toEqual([
      'עורך',
      'ניהול גרסאות',
      'דפדפן',
    ])
  })
})

describe('explanations', () => {
  it('hold what an answer line says beyond the option', () => {
    expect(question('no-folds.en.md', 2).explanation).toBe('comparisons with NULL are unknown.')
    expect(question('numbered-options.ko.md', 1).explanation).toBe('iframe입니다.')
  })
  it('hold the model answer of an open question', () => {
    expect(question('open-questions.en.md', 2).explanation).toBe(
      '```ini\n[Service]\nRestart=always\n```\n\n**Explanation:**\nRestart is enough.',
    )
  })
  it('end before the name of the next section, which is reported', () => {
    expect(question('flattened-sections.en.txt', 1).explanation).not.toContain('Multiple Choice')
    expect(question('flattened-sections.en.txt', 2).explanation).toBe(
      'By convention:\n\n1. Browsers use it\n2. Servers listen on it\n3. Proxies forward it',
    )
  })
  it('are closed where a fence was left open', () => {
    expect(question('broken-folds-and-fences.en.md', 2).explanation).toBe('```yaml\nkey: value\n```')
  })
  it('turn simple HTML into Markdown', () => {
    expect(question('html-answers.ko.md', 1).explanation).toBe('새로운 커밋으로 되돌립니다.')
  })
  it('drop a label that every explanation of an unknown language begins with', () => {
    expect(question('unknown-labels.vi.txt', 1).explanation).toBe('Git lưu lịch sử.')
  })
})

describe('joined letters', () => {
  it.each([
    [1, 'BE'],
    [2, 'BE'],
    [3, 'AC'],
    [4, 'AC'],
    [5, 'B'],
  ])('question %i has the key %s', (number, key) => {
    const found = question('joined-letters.md', number)
    expect(
      found.options
        .filter((option) => option.correct)
        .map((option) => option.label)
        .join(''),
    ).toBe(key)
    expect(found.kind).toBe(key.length > 1 ? 'multiple' : 'single')
  })
})
