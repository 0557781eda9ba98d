/** A quiz as its author thinks of it, from which pages of every shape are written. */
export interface ModelQuestion {
  stem: string
  options: string[]
  key: string
  blocks: ModelBlock[]
}

export type ModelBlock =
  | { kind: 'text'; text: string }
  | { kind: 'bullets'; items: string[] }
  | { kind: 'steps'; items: string[] }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'code'; language: string; code: string }

export interface ModelLabels {
  title: string
  intro: string
  section: string
  reveal: string
  answer: string
  explanation: string
  colon: string
}

export interface Model {
  locale: string
  labels: ModelLabels
  questions: ModelQuestion[]
}

const letter = (i: number) => String.fromCharCode(65 + i)
const keyText = (question: ModelQuestion) => question.options[question.key.charCodeAt(0) - 65] ?? ''

/** The page as its author wrote it: headings, fences, folds. */
export function asMarkdown(model: Model, style: 'heading' | 'nested' | 'indented' = 'heading'): string {
  const { labels } = model
  const out = [`# ${labels.title}`, '', labels.intro, '', `## ${labels.section}`, '']
  model.questions.forEach((question, i) => {
    const pad = style === 'indented' ? '   ' : ''
    if (style === 'heading') {
      out.push(`### ${i + 1}. ${question.stem}`, '', ...question.options.map((text, k) => `${letter(k)}) ${text}`), '')
    } else {
      out.push(`${i + 1}. ${question.stem}`, ...question.options.map((text, k) => `   - ${letter(k)}) ${text}`), '   ')
    }
    const body = [
      '<details>',
      `<summary>${labels.reveal}</summary>`,
      '',
      `**${labels.answer}${labels.colon} ${question.key}) ${keyText(question)}**`,
      '',
      `**${labels.explanation}${labels.colon}**`,
    ]
    for (const block of question.blocks) body.push(...markdownBlock(block), '')
    body.push('</details>')
    out.push(
      ...body.map((line) =>
        line === ''
          ? ''
          : line
              .split('\n')
              .map((part) => pad + part)
              .join('\n'),
      ),
      '',
    )
  })
  return out.join('\n')
}

function markdownBlock(block: ModelBlock): string[] {
  switch (block.kind) {
    case 'text':
      return [block.text]
    case 'bullets':
      return block.items.map((item) => `- ${item}`)
    case 'steps':
      return block.items.map((item, i) => `${i + 1}. ${item}`)
    case 'table':
      return block.rows.flatMap((row, i) => [
        `| ${row.join(' | ')} |`,
        ...(i === 0 ? [`|${row.map(() => '---').join('|')}|`] : []),
      ])
    case 'code':
      return [`\`\`\`${block.language}`, ...block.code.split('\n'), '```']
  }
}

/** Flattened with blank lines: one line of options, `•`, tabs, indented code without fences. */
export function asBullets(model: Model): string {
  return flattened(model, (block) => {
    if (block.kind === 'bullets') return [block.items.map((item) => `• ${item}`).join('\n')]
    if (block.kind === 'steps') return [block.items.map((item, i) => `${i + 1}. ${item}`).join('\n')]
    if (block.kind === 'table') return [block.rows.map((row) => row.join('\t')).join('\n')]
    return [block.kind === 'code' ? block.code : block.text]
  })
}

/** Flattened with blank lines, list marks gone, the name of the language above its code. */
export function asBare(model: Model): string {
  return flattened(model, (block) => {
    if (block.kind === 'bullets' || block.kind === 'steps') return [block.items.join('\n')]
    if (block.kind === 'table') return [block.rows.map((row) => row.join('\t')).join('\n')]
    return block.kind === 'code' ? [block.language, block.code] : [block.text]
  })
}

function flattened(model: Model, write: (block: ModelBlock) => string[]): string {
  const { labels } = model
  const out = [labels.title, labels.intro, labels.section]
  model.questions.forEach((question, i) => {
    out.push(
      `${i + 1}. ${question.stem}`,
      question.options.map((text, k) => `${letter(k)}) ${text}`).join(' '),
      labels.reveal,
    )
    out.push(`${labels.answer}${labels.colon} ${question.key}) ${keyText(question)}`)
    const blocks = question.blocks.flatMap(write)
    out.push(`${labels.explanation}${labels.colon} ${blocks[0] ?? ''}`, ...blocks.slice(1))
  })
  return out.join('\n\n')
}

/** Flattened without blank lines: indentation gone, the text after a code block glued to its last line. */
export function asTight(model: Model): string {
  const { labels } = model
  let page = `${labels.title}\n${labels.intro}\n${labels.section}\n`
  model.questions.forEach((question, i) => {
    page += `${i + 1}. ${question.stem}\n${question.options.map((text, k) => `${letter(k)}) ${text}`).join(' ')}\n${labels.reveal}\n`
    page += `${labels.answer}${labels.colon} ${question.key}) ${keyText(question)}\n${labels.explanation}${labels.colon} `
    for (const block of question.blocks) {
      if (block.kind === 'code') {
        page += block.code
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => line.trim().replace(/\s+/g, ' '))
          .join('\n')
      } else if (block.kind === 'steps') page += `${block.items.map((item) => `- ${item}`).join('\n')}\n`
      else page += `${markdownBlock(block).join('\n')}\n`
    }
  })
  return page
}
