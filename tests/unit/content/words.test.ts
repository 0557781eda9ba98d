import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQuizYaml } from '@/lib/exchange/formats/content/quiz-yaml'
import type { ContentFrame, ContentWords } from '@/lib/exchange/formats/content/schema'
import { parseWords, UnwritableWordsError, writeWords } from '@/lib/exchange/formats/content/words'
import { edit, kindsWords, kindsYaml, quizYaml, richKeysWords, richKeysYaml, wordsEn } from './sample-content'

function frame(text: string): ContentFrame {
  const { quiz } = parseQuizYaml(text, 'quiz.yaml')
  if (quiz === null) throw new Error('the sample is broken')
  return quiz
}

const quiz = frame(quizYaml)
const everyKind = frame(kindsYaml)

const sample: ContentWords = {
  title: 'Sample *quiz*',
  intro: 'What it is about.\n\nTwo paragraphs.',
  questions: {
    'first-word': {
      stem: 'What does **TTFT** measure?\n\n```yaml\n- first: not an option\n```',
      options: {
        whole: 'The whole response',
        first: 'The first token, as in\n`ttft: 1`',
        gap: 'The gap: between tokens',
      },
      explanation: 'It is {option:first}, not {option:gap}.\n\n#### Why\n\n| a | b |\n| - | - |\n| 1 | 2 |',
      feedback: { whole: 'Longer than that.' },
    },
    disks: {
      stem: 'Which kinds are there?\n\n* one\n* two',
      options: { block: 'Block', object: 'Object' },
      explanation: 'Both kinds exist.',
      feedback: {},
    },
  },
}

describe('a words file', () => {
  it('is read whole', () => {
    expect(parseWords(wordsEn, 'en.md', quiz)).toEqual({ words: sample, problems: [] })
  })

  it('is written back byte for byte', () => {
    expect(writeWords(sample, quiz)).toBe(wordsEn)
  })

  it('reads the same with a byte order mark and Windows line ends', () => {
    expect(parseWords(`\ufeff${wordsEn.replaceAll('\n', '\r\n')}`, 'en.md', quiz)).toEqual({
      words: sample,
      problems: [],
    })
  })

  it('takes the full-width colon of a Japanese keyboard', () => {
    const text = edit(wordsEn, '- block: Block', '- block：ブロック').text
    expect(parseWords(text, 'ja.md', quiz).words?.questions.disks?.options.block).toBe('ブロック')
  })

  it.each<[code: string, from: string, to: string, offset?: number]>([
    ['no-title', '# Sample *quiz*', 'Sample'],
    ['unknown-question', '## disks', '## discs'],
    ['duplicate-question', '## disks', '## first-word'],
    ['missing-option', '- gap: The gap: between tokens\n', '', -3],
    ['unknown-option', '- gap: The gap', '- gip: The gap'],
    ['duplicate-option', '- object: Object', '- block: Object'],
    ['empty-option', '- block: Block', '- block:'],
    ['bad-item', '- block: Block', '- Block'],
    ['no-options', '- block: Block\n- object: Object\n', '', -7],
    ['empty-stem', 'Which kinds are there?\n\n* one\n* two\n\n', '', -2],
    ['empty-explanation', 'Both kinds exist.\n', '', -2],
    ['empty-explanation', '### explanation\n\nBoth kinds exist.\n', '', -10],
    ['text-after-options', '- object: Object\n', '- object: Object\n\nMore.\n', 2],
    ['unknown-token', 'It is {option:first}', 'It is {option:second}'],
    ['unknown-token', 'Both kinds exist.', 'Both\n{option:first} exist.', 1],
    ['unknown-token', 'What it is about.', '{option:first}'],
    ['raw-html', 'Both kinds exist.', '<b>Both</b> kinds exist.'],
    ['raw-html', 'Both kinds exist.', '<details>\nx\n</details>'],
    ['misplaced-heading', '#### Why', '### Why'],
    ['misplaced-heading', '#### Why', '# Why'],
    ['misplaced-heading', 'Both kinds exist.', '> ## Quoted'],
    ['unknown-question', '#### Why', 'Why\n---'],
    ['duplicate-section', 'Both kinds exist.\n', 'x\n\n### explanation\n\ny\n', 2],
    ['bad-feedback', '- whole: Longer than that.', 'Longer than that.'],
    ['unknown-option', '- whole: Longer than that.', '- hole: Longer than that.'],
    ['bad-link', 'Both kinds exist.', '[x](http//a.example)'],
    ['bad-link', 'Both kinds exist.', '[x](javascript:alert)'],
    ['bad-link', 'Both kinds exist.', '[x](https://a.example:port/)'],
    ['bad-image', 'Both kinds exist.', '![x](https://a.example/x.png)'],
    ['unclosed-code', 'Both kinds exist.', '```yaml\na: 1'],
  ])('reports %s on its line (%s -> %s)', (code, from, to, offset = 0) => {
    const edited = edit(wordsEn, from, to)
    const found = parseWords(edited.text, 'en.md', quiz).problems.filter((problem) => problem.code === code)
    expect(found[0]).toMatchObject({ severity: 'error', file: 'en.md', line: edited.line + offset })
  })

  it('is incomplete, not wrong, when a translation lacks a question', () => {
    const half = wordsEn.slice(0, wordsEn.indexOf('## disks'))
    expect(parseWords(half, 'x/ja.md', quiz).problems).toMatchObject([{ severity: 'warning', code: 'incomplete' }])
    expect(parseWords(half, 'x/en.md', quiz).problems).toMatchObject([{ severity: 'error', code: 'missing-question' }])
  })

  it('leaves out a question it could not read, and keeps the others', () => {
    const read = parseWords(edit(wordsEn, '- object: Object\n', '').text, 'ja.md', quiz)
    expect(Object.keys(read.words?.questions ?? {})).toEqual(['first-word'])
  })

  it.each(['', '\n\n', '## first-word', '- a: b', '### explanation', '# t\n\n## first-word\n\n### feedback', '```'])(
    'survives %j',
    (text) => {
      const { problems } = parseWords(text, 'en.md', quiz)
      expect(problems.some((problem) => problem.severity === 'error')).toBe(true)
      for (const problem of problems) expect(problem.line).toBeGreaterThan(0)
    },
  )
})

describe('the words of an open question', () => {
  it('have no options: a list in them belongs to the question, or to its answer', () => {
    const { words, problems } = parseWords(kindsWords, 'en.md', everyKind)
    expect(problems).toEqual([])
    expect(words?.questions.why).toEqual({
      stem: 'Why does it end? Say in your own words\n\n- what: happened\n- when: it happened',
      options: {},
      explanation: 'Because it began.\n\n- first: this\n- then: that',
      feedback: {},
    })
    expect(words && writeWords(words, everyKind)).toBe(kindsWords)
  })

  it.each<[code: string, from: string, to: string, offset?: number]>([
    ['empty-explanation', '### explanation\n\nBecause it began.\n\n- first: this\n- then: that\n', '', -7],
    ['empty-stem', 'Why does it end? Say in your own words\n\n- what: happened\n- when: it happened\n', '', -2],
    ['unknown-token', 'Because it began.', 'Because {option:first} began.'],
    ['unknown-option', '- then: that\n', '- then: that\n\n### feedback\n\n- first: no\n', 4],
    ['bad-feedback', '- then: that\n', '- then: that\n\n### feedback\n\nNo.\n', 4],
  ])('report %s on its line (%s -> %s)', (code, from, to, offset = 0) => {
    const edited = edit(kindsWords, from, to)
    const { problems } = parseWords(edited.text, 'en.md', everyKind)
    expect(problems.find((problem) => problem.code === code)).toMatchObject({
      severity: 'error',
      line: edited.line + offset,
    })
  })

  it.each([
    ['options', { options: { first: 'x' } }],
    ['feedback', { feedback: { first: 'x' } }],
  ])('are refused rather than written without their %s', (_what, change) => {
    const words = parseWords(kindsWords, 'en.md', everyKind).words
    if (words?.questions.why) Object.assign(words.questions.why, change)
    expect(() => words && writeWords(words, everyKind)).toThrow(/why/)
  })
})

describe('the words of orders, numbers and short texts', () => {
  it('are read with what their kind has, and written back byte for byte', () => {
    const rich = frame(richKeysYaml)
    const { words, problems } = parseWords(richKeysWords, 'en.md', rich)
    expect(problems).toEqual([])
    expect(words?.questions.steps).toMatchObject({ options: { a: 'A', b: 'B', c: 'C' }, feedback: { a: 'Not yet.' } })
    expect(words?.questions.speed).toEqual({
      stem: 'How fast is it?\n\n- on disk\n- in memory',
      options: {},
      explanation: 'Slow.',
      feedback: {},
    })
    expect(words && writeWords(words, rich)).toBe(richKeysWords)
  })
})

describe('options named by letter', () => {
  const report = (explanation: string) =>
    parseWords(edit(wordsEn, 'Both kinds exist.', explanation).text, 'en.md', quiz).problems

  it.each([
    'That is why option B wins.',
    'Options A and C are too slow.',
    'The answer is clear: B is correct.',
    'C is not the right one.',
    'The right one is *option* **B**.',
    'Por eso la opción B es la mejor.',
    'La respuesta correcta es la B.',
    'B es correcta.',
    '選択肢Bが速い。',
    '正解はＢです。',
    'Bが正解です。',
    'Cは誤りです。',
    '选项 B 更快。',
    '答案是 B。',
    'B 正确。',
    '選項B更快。',
    'B是正確的。',
    'C 是错误的。',
    '선택지 B가 빠르다.',
    '정답은 B입니다.',
    'B가 정답이다.',
  ])('warns: %s', (text) => {
    expect(report(text)).toMatchObject([{ severity: 'warning', code: 'bare-option' }])
  })

  it.each([
    'All of the above',
    'None of the above.',
    'Todas las anteriores',
    'Ninguna de las opciones anteriores',
    '上記のすべて',
    'いずれでもない',
    '以上都是',
    '以上皆非',
    '以上选项都不对',
    '위의 모든 것',
    '모두 정답',
  ])('warns: %s', (text) => {
    expect(report(text)).toMatchObject([{ severity: 'warning', code: 'catch-all-option' }])
  })

  it.each([
    'The option Baseline is one option.',
    'Option {option:block} is right, and `option B` is only code.',
    'Vitamin-B is common, an A10G is not.',
    'More than half of the options work.',
    'La opción básica es correcta.',
    '選択肢はふたつある。H100が速い。',
    '90% 以上都使用缓存。',
    '5 倍以上のすべての負荷',
    'A100 正确配置之后更快。',
    'B200이 더 빠르다.',
  ])('stays quiet: %s', (text) => {
    expect(report(text)).toEqual([])
  })

  it('names the line inside a paragraph', () => {
    const edited = edit(wordsEn, 'Both kinds exist.', 'One line,\nthen option B.')
    expect(parseWords(edited.text, 'en.md', quiz).problems).toMatchObject([{ line: edited.line + 1 }])
  })
})

describe('writing', () => {
  it('keeps the options apart from a list that ends the question', () => {
    const words = structuredClone(sample)
    const disks = words.questions.disks
    if (disks) disks.stem = 'Which?\n\n- one\n- two'
    const text = writeWords(words, quiz)
    expect(text).toContain('- two\n\n* block: Block\n* object: Object\n')
    expect(parseWords(text, 'en.md', quiz)).toEqual({ words, problems: [] })
  })

  it.each(['x\n\n## disks', '```\nopen', '', ' \nx'])(
    'refuses an explanation it could not read back: %j',
    (explanation) => {
      const words = structuredClone(sample)
      const first = words.questions['first-word']
      if (first) first.explanation = explanation
      expect(() => writeWords(words, quiz)).toThrow(UnwritableWordsError)
      expect(() => writeWords(words, quiz)).toThrow(/first-word/)
    },
  )

  it('refuses words of a question that the quiz lacks', () => {
    const words = structuredClone(sample)
    words.questions.other = { stem: 'a', options: {}, explanation: 'b', feedback: {} }
    expect(() => writeWords(words, quiz)).toThrow(/other/)
  })

  it('gives back the same words or refuses, whatever they are', () => {
    const piece = fc.constantFrom(
      ...[
        'a',
        'B: c',
        '\n',
        '\n\n',
        '- ',
        '* ',
        '1. ',
        '`',
        '```',
        '#',
        '## ',
        '### explanation',
        '> ',
        '|',
        ' ',
        '    ',
        ':',
      ],
      ...['{option:first}', '<b>', '：', '日本', '[x](y)', '\\', '---', 'first', '- first: '],
    )
    const text = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => `a${pieces.join('')}b`)
    let written = 0
    const alone = (id: string): ContentFrame => ({
      ...everyKind,
      questions: everyKind.questions.filter((question) => question.id === id),
    })
    const [claim, why] = [alone('claim'), alone('why')]
    const check = (own: ContentFrame, words: ContentWords) => {
      let file: string
      try {
        file = writeWords(words, own)
      } catch (error) {
        expect(error).toBeInstanceOf(UnwritableWordsError)
        return
      }
      written++
      const back = parseWords(file, 'en.md', own).words
      expect(back).toEqual(words)
      expect(back && writeWords(back, own)).toBe(file)
    }
    fc.assert(
      fc.property(text, text, text, text, (stem, option, explanation, hint) => {
        const words = structuredClone(sample)
        const options = { whole: 'w', first: option, gap: 'g' }
        words.questions['first-word'] = { stem, options, explanation, feedback: { gap: hint } }
        check(quiz, words)
        const own = { options: { holds: option, fails: 'f' }, feedback: { holds: hint } }
        check(claim, { title: 't', intro: '', questions: { claim: { stem, explanation, ...own } } })
        check(why, { title: 't', intro: '', questions: { why: { stem, explanation, options: {}, feedback: {} } } })
      }),
      { numRuns: 120, seed: 7 },
    )
    expect(written).toBeGreaterThan(60)
  })
})
