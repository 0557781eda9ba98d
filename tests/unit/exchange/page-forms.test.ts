import { describe, expect, it } from 'vitest'
import { LOCALES, makeFacts, randomFrom, type Shape, wordQuiz, writePage } from '@/bench/generate-pages'
import { readDocsPage } from '@/lib/exchange/formats/docs-page/read-docs-page'
import type { PageFile } from '@/lib/exchange/schema'

const read = (text: string) => readDocsPage(text, { file: 'page.md' })
const bare = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
const key = (page: PageFile, i = 0) =>
  page.questions[i]?.options
    .filter((option) => option.correct)
    .map((option) => option.label)
    .join('')
const shapes = (page: PageFile) =>
  page.questions.map(({ kind, options }) => (kind === 'open' ? 'open' : `${options.length}${kind[0]}`))
const codes = (page: PageFile) => page.findings.map(({ severity, code, line }) => `${severity} ${code}@${line}`)
const plain: Shape = {
  numbers: 'heading',
  options: 'lines',
  letter: ')',
  fold: 'plain',
  answer: 'text',
  marker: '-',
  figures: 'local',
}

describe.each(LOCALES)('pages in %s', (locale) => {
  const facts = makeFacts(randomFrom(7), 4).map((fact, i) => ({ ...fact, open: i === 3 }))
  const quiz = wordQuiz(facts, locale)

  it.each(
    (['list', 'lines', 'one-line'] as const).flatMap((options) =>
      ([')', '.', 'Ａ）'] as const).flatMap((letter) =>
        (['plain', 'indented', 'tight', 'same-line', 'blank-inside', 'label', 'none'] as const).map(
          (fold) => [options, letter, fold] as const,
        ),
      ),
    ),
  )('options as %s with %s, answer fold %s', (options, letter, fold) => {
    // every way to number and every way to answer stands beside each of the others somewhere
    for (const [turn, answer] of (['letter', 'text', 'sentence', 'glued'] as const).entries()) {
      const ways = ['heading', 'item', 'bold', 'word', 'restart'] as const
      for (const numbers of [ways[(turn + letter.length + fold.length + options.length) % ways.length] ?? 'heading']) {
        const page = read(writePage(quiz, { ...plain, options, letter, fold, numbers, answer }))
        expect(page.locale).toBe(locale)
        expect(page.questions.map(({ stem }) => bare(stem))).toEqual(quiz.questions.map(({ stem }) => bare(stem)))
        expect(page.questions.slice(0, 3).map((_, i) => key(page, i))).toEqual(
          quiz.questions.slice(0, 3).map((question) => question.key.join('')),
        )
        expect(page.questions[3]?.kind).toBe('open')
        expect(page.findings.filter(({ severity }) => severity !== 'info')).toEqual([])
      }
    }
  })
})

describe('answers', () => {
  const page = (answer: string, reveal = 'Show Answer') =>
    read(
      `# T\n\n1. Q?\n   - A) one\n   - B) two\n   - C) three\n   - D) four\n   - E) five\n\n<details>\n<summary>${reveal}</summary>\n\n${answer}\n\n</details>\n`,
    )

  it.each([
    ['AD', 'A and D'],
    ['AD', 'A y D'],
    ['AD', 'AとD'],
    ['AD', 'A および D'],
    ['AD', 'A、D'],
    ['AD', 'A和D'],
    ['AD', 'A與D'],
    ['AD', 'Ａ和Ｄ'],
    ['AD', 'A와 D'],
    ['AD', 'A 및 D'],
    ['AD', 'A e D'],
    ['AD', 'A et D'],
    ['AD', 'A und D'],
    ['AD', 'A و D'],
    ['AD', 'A، D'],
    ['AD', 'A ו-D'],
    ['BE', 'B, E'],
    ['BE', 'BE'],
    ['BE', 'B y E'],
    ['BE', 'B e E'],
    ['AE', 'A e E'],
    ['ABD', 'A, B, and D'],
    ['AD', 'Both A and D'],
    ['AD', 'A & D'],
    ['AD', '(A) and (D)'],
    ['AD', '**A** and **D**'],
    ['AD', '`A`, `D`'],
    ['AD', 'A) one and D) four'],
    ['AD', 'A) one, D) four'],
  ])('%s: several letters, %s', (letters, written) => {
    for (const label of ['**Answer: #**', '**Answer:** #', 'Respuesta: #', '答案：#', 'Antwort: #']) {
      const found = page(`${label.replace('#', written)}\n\nBecause so.`)
      expect(key(found)).toBe(letters)
      expect(found.questions[0]?.kind).toBe('multiple')
      expect(found.questions[0]?.explanation).toBe('Because so.')
    }
  })

  it('reads further letters on the lines below', () => {
    const found = page('**Answer:**\n\n- A) one\n- D) four\n\nBecause so.')
    expect(key(found)).toBe('AD')
    expect(found.questions[0]?.explanation).toBe('Because so.')
  })

  it.each([
    ['en', 'The correct answer is B.'],
    ['en', 'It is option B, not A.'],
    ['en', 'B is correct.'],
    ['es', 'La respuesta correcta es la B.'],
    ['es', 'La opción B es correcta.'],
    ['ja', '正解は B です。'],
    ['ja', 'Bが正解です。'],
    ['zh-Hans', '正确答案是 B。'],
    ['zh-Hans', '应选 B。'],
    ['zh-Hant', '正確答案是 B。'],
    ['ko', '정답은 B입니다.'],
    ['ko', 'B가 정답입니다.'],
    ['pt', 'A resposta correta é B.'],
    ['pt', 'A alternativa B é a correta.'],
    ['fr', 'La bonne réponse est B.'],
    ['fr', "L'option B est correcte."],
    ['de', 'Die richtige Antwort ist B.'],
    ['de', 'Richtig ist Antwort B.'],
    ['ar', 'الإجابة الصحيحة هي B.'],
    ['he', 'התשובה הנכונה היא B.'],
  ])('inside a sentence, %s: %s', (_locale, sentence) => {
    expect(key(page(sentence))).toBe('B')
  })

  it.each([
    ['The correct answers are A and D.', 'AD'],
    ['Options A and D are right.', 'AD'],
    ['Las respuestas correctas son A y D.', 'AD'],
    ['Richtig sind A und D.', 'AD'],
    ['正解はAとDです。', 'AD'],
  ])('several inside a sentence: %s', (sentence, letters) => {
    expect(key(page(sentence))).toBe(letters)
  })

  it('keeps the reasons that follow the letters', () => {
    expect(page('The correct answer is B because it is two.').questions[0]?.explanation).toBe('because it is two.')
    expect(page('正确答案是 B，因为如此。').questions[0]?.explanation).toBe('因为如此。')
    expect(page('Answer: two, since it is even.').questions[0]?.explanation).toBe('two, since it is even.')
  })

  it.each([
    ['letters of Hebrew', 'אבגד', 'תשובה: א ו-ג', 'הצג תשובה', 'he'],
    ['letters of Arabic', 'أبجد', 'الإجابة: أ، ج', 'إظهار الإجابة', 'ar'],
    ['letters of Korean', '가나다라', '정답: 가, 다', '정답 보기', 'ko'],
  ])('%s', (_name, letters, answer, reveal, locale) => {
    const text = [...letters].map((letter, i) => `   - ${letter}) ${['one', 'two', 'three', 'four'][i]}`).join('\n')
    const found = read(
      `# T\n\n1. Q?\n${text}\n\n<details><summary>${reveal}</summary>\n\n**${answer}**\n\n</details>\n`,
    )
    expect(key(found)).toBe('AC')
    expect(found.locale).toBe(locale)
  })
})

describe('folds', () => {
  it('may open at the end of the last option', () => {
    const page = read(
      '# T\n\n1. Which?\n   - A) one\n   - B) two <details><summary>Show Answer</summary>\nB\n</details>\n\n2. Which now?\n   - A) one\n   - B) two <details>\n<summary>Show Answer</summary>\nA\n</details>\n',
    )
    expect([key(page), key(page, 1)]).toEqual(['B', 'A'])
    expect(page.questions[0]?.options[1]?.text).toBe('two')
    expect(page.findings).toEqual([])
  })

  it.each([
    ['es', '¿Qué es un volumen?', 'Espacio que sobrevive al contenedor.'],
    ['ja', 'ボリュームとは何ですか？', 'コンテナより長く残る領域です。'],
    ['zh-Hans', '什么是卷？', '比容器存活更久的存储空间。'],
    ['ko', '볼륨이란 무엇인가요?', '컨테이너보다 오래 남는 저장 공간입니다.'],
    ['de', 'Was ist ein Volume?', 'Speicher, der den Container überlebt und für die Daten da ist.'],
  ])('may hold an open question in the summary: %s', (locale, stem, answer) => {
    const page = read(`# T\n\n<details>\n<summary>1. ${stem}</summary>\n\n${answer}\n\n</details>\n`)
    expect(page.locale).toBe(locale)
    expect(page.questions.map(({ kind, stem, explanation }) => [kind, stem, explanation])).toEqual([
      ['open', stem, answer],
    ])
  })

  it('keep an answer that begins with code', () => {
    const page = read(
      '# T\n\n1. Which?\n   - A) one\n   - B) two\n\n<details><summary>Show Answer</summary>\n\n```\nrun\n```\n\nSo.\n\n</details>\n',
    )
    expect(page.questions[0]?.explanation).toBe('```\nrun\n```\n\nSo.')
    expect(codes(page)).toEqual(['error no-answer@9'])
  })
})

describe('questions without numbers', () => {
  const fold = (answer: string) => `<details>\n<summary>Show Answer</summary>\n\n${answer}\n\n</details>\n`

  it('keep all their paragraphs', () => {
    const page = read(
      `# T\n\nThis quiz asks about tables.\n\nReads are slow.\n\nThe table is large.\n\nWhat helps?\n\n- A) index\n- B) cache\n\n${fold('A')}\nA service fails.\n\n\`\`\`\nrefused\n\`\`\`\n\nWhat now?\n\n- A) wait\n- B) look\n\n${fold('B')}`,
    )
    expect(page.intro).toBe('This quiz asks about tables.')
    expect(page.questions.map(({ stem }) => stem)).toEqual([
      'Reads are slow.\n\nThe table is large.\n\nWhat helps?',
      'A service fails.\n\n```\nrefused\n```\n\nWhat now?',
    ])
    expect(codes(page)).toEqual(['info no-number@5', 'info no-number@21'])
  })

  it('begin at a heading that asks, and after one that does not', () => {
    const page = read(
      `# T\n\n## ¿Qué puerto?\n\nPiensa en TLS.\n\n- A) 80\n- B) 443\n\n${fold('B')}\n## Redes\n\nLa red es lenta.\n\n¿Qué haces?\n\n- A) medir\n- B) nada\n\n${fold('A')}`,
    )
    expect(page.questions.map(({ stem }) => stem)).toEqual([
      '¿Qué puerto?\n\nPiensa en TLS.',
      'La red es lenta.\n\n¿Qué haces?',
    ])
    expect(codes(page)).toContain('info section-name@17')
  })
})

describe('pages without questions', () => {
  it.each([
    [
      'en',
      '# Network guide\n\nRead this before the quiz:\n\n1. Plan the addresses\n2. Open the ports\n\n- A) is no option\n',
    ],
    [
      'es',
      '# Guía del cuestionario\n\nLee esto antes de empezar:\n\n1. Planifica las direcciones\n2. Abre los puertos\n',
    ],
    ['ja', '# クイズの案内\n\n始める前に読んでください。\n\n1. 計画する\n2. 開く\n'],
    ['zh-Hans', '# 测验说明\n\n开始之前请阅读。\n\n1. 规划地址\n2. 打开端口\n'],
  ])('have a warning, their text as intro, and no false question: %s', (locale, text) => {
    const page = read(text)
    expect(page.locale).toBe(locale)
    expect(page.questions).toEqual([])
    expect(codes(page)).toContain('warning no-questions@1')
    expect(page.findings.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(bare(page.intro)).toContain(bare(text.split('\n').slice(4).join('')))
  })
})

describe('other forms', () => {
  it('task lists, hands-on tasks and repeated stems, in Spanish', () => {
    const page = read(
      [
        '# Cuestionario',
        '',
        '- [1. ¿Qué es un pod?](#uno)',
        '- [2. Escribe un archivo](#dos)',
        '',
        '### 1. ¿Qué es un pod?',
        '',
        '- [ ] un disco',
        '- [x] un grupo de contenedores',
        '',
        '### 2. Escribe un archivo con:',
        '',
        '- Una política',
        '- Dos variables',
        '',
        '<details><summary>Mostrar respuesta</summary>',
        '',
        '**Respuesta:** Restart=always',
        '',
        '</details>',
      ].join('\n'),
    )
    expect(shapes(page)).toEqual(['2s', 'open'])
    expect(key(page)).toBe('B')
    expect(page.questions[1]?.stem).toBe('Escribe un archivo con:\n\n- Una política\n- Dos variables')
  })

  it('lost letters, unknown letters and contradictions are errors on their lines', () => {
    const question = (n: number, options: string, answer: string) =>
      `### ${n}. 哪一个？\n\n${options}\n\n<details><summary>显示答案</summary>\n\n**答案：${answer}**\n\n</details>\n`
    const page = read(
      `# 测验\n\n${question(1, 'A) 红\nB) 蓝\nD) 绿', 'D) 绿')}\n${question(2, 'A) 红\nB) 蓝', 'E')}\n${question(3, 'A) 红色的\nB) 蓝色的', 'A) 蓝色的')}`,
    )
    expect(shapes(page)).toEqual(['3s', '2s', '2s'])
    expect(codes(page)).toEqual(['warning option-gap@3', 'error answer-unknown@22', 'error answer-conflict@33'])
  })

  it('comments are left out with a finding, and one that never ends is text', () => {
    const page = read('# T\n\n1. Which?\n   - A) one <!-- old -->\n   - B) two\n\nAnswer: B\n\nSo <!-- it is.\n')
    expect(page.questions[0]?.options[0]?.text).toBe('one')
    expect(page.questions[0]?.explanation).toContain('it is.')
    expect(codes(page)).toEqual(['info comment@4', 'warning unclosed-comment@9'])
  })

  it('a rule at the top is no front matter', () => {
    const page = read('---\nNote: read on\nThis is text.\n---\n\n1. Which?\n   - A) one\n   - B) two\n\nAnswer: B\n')
    expect(page.intro).toContain('This is text.')
    expect(key(page)).toBe('B')
  })
})
