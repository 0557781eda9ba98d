import type { PageQuestion } from '../schema'

/** What a question has in common with itself in another language. */
export interface Traits {
  /** Terms, identifiers and figures, which translation leaves alone. */
  tokens: Set<string>
  codeBlocks: string[]
  tables: number
  lists: number
  /** Figures of the prose, with the values each may mean and its unit. */
  figures: Figure[]
  optionTokens: Set<string>[]
}

export interface Figure {
  text: string
  values: string[]
  unit: string
}

const COMMA_DECIMAL = new Set(['es', 'pt', 'fr', 'de', 'it', 'ru'])

/** Reads the traits of a question on a page of the given language. */
export function readTraits(question: PageQuestion, locale: string): Traits {
  const parts = splitBlocks(question.explanation)
  const stem = splitBlocks(question.stem)
  const options = question.options.map((option) => option.text).join('\n')
  const prose = [stem.prose, options, parts.prose].join('\n')
  const tokens = new Set<string>()
  for (const token of technicalTokens(prose)) tokens.add(token)
  for (const block of [...stem.code, ...parts.code]) {
    for (const line of stripComments(block).split('\n')) {
      const bare = line.replace(/\s+/g, '')
      if (bare.length > 3) tokens.add(`code:${bare.slice(0, 60)}`)
    }
  }
  const figures = readFigures(prose, locale)
  for (const figure of figures) tokens.add(`#${figure.values[0] ?? ''}`)
  return {
    tokens,
    codeBlocks: [...stem.code, ...parts.code],
    tables: stem.tables + parts.tables,
    lists: stem.lists + parts.lists,
    figures,
    optionTokens: question.options.map((option) => optionTokens(option.text, locale)),
  }
}

interface Blocks {
  code: string[]
  tables: number
  lists: number
  prose: string
}

function splitBlocks(markdown: string): Blocks {
  const blocks: Blocks = { code: [], tables: 0, lists: 0, prose: '' }
  const prose: string[] = []
  let fence: { mark: string; info: string; lines: string[] } | undefined
  let inList = false
  const lines = markdown.split('\n')
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? ''
    const open = /^\s*(?:>\s*)*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})\s*([^`]*)$/.exec(line)
    if (fence !== undefined) {
      if (open?.[1]?.startsWith(fence.mark) && open[2]?.trim() === '') {
        // the words of a diagram are translated, so they are not compared as code
        blocks.code.push(fence.info.startsWith('mermaid') ? '' : fence.lines.join('\n'))
        fence = undefined
      } else fence.lines.push(line)
      continue
    }
    if (open !== null) {
      fence = { mark: open[1] ?? '```', info: (open[2] ?? '').trim().toLowerCase(), lines: [] }
      continue
    }
    if (/^\s*\|?[ :]*-+[ :]*(?:\|[ :]*-+[ :]*)+\|?\s*$/.test(line)) {
      blocks.tables++
      continue
    }
    const item = /^\s*(?:[-*+]|\d{1,3}[.)])\s+\S/.test(line)
    if (item && !inList) blocks.lists++
    if (item) inList = true
    else if (line.trim() !== '' && !/^\s{2,}/.test(line)) inList = false
    prose.push(line.replace(/^\s*\d{1,3}[.)]\s+/, ''))
  }
  if (fence !== undefined) blocks.code.push(fence.lines.join('\n'))
  blocks.prose = prose.join('\n')
  return blocks
}

/** Code without its comments. */
export function stripComments(code: string): string {
  return code
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)(?:#(?!!)|\/\/|-- |;;).*$/, ''))
    .filter((line) => line.trim() !== '')
    .join('\n')
}

/** Code as it is compared: no comments, no spaces, no indentation, which flattened pages lose. */
export function comparableCode(blocks: readonly string[]): string {
  return blocks.map((block) => stripComments(block).replace(/\s+/g, '')).join('\n')
}

function technicalTokens(text: string): string[] {
  const found: string[] = []
  for (const match of text.matchAll(/[A-Za-z_$][\w$]*(?:[./:@-]+[\w$]+)*/g)) {
    const word = match[0]
    if (word.length < 2) continue
    if (/[\d_$./:@]/.test(word) || /[a-z][A-Z]/.test(word) || /^[A-Z]{2,}/.test(word) || /-/.test(word))
      found.push(word.toLowerCase())
    else if (word.length >= 4) found.push(`~${word.toLowerCase().slice(0, 6)}`)
  }
  return found
}

function optionTokens(text: string, locale: string): Set<string> {
  const tokens = new Set<string>()
  const bare = text.replace(/\\(?=\W)|[`\s]|\*\*/g, '')
  tokens.add(`=${bare}`)
  for (const match of text.matchAll(/[A-Za-z\u00c0-\u024f_$][\w\u00c0-\u024f$]*(?:[./:@-]+[\w$]+)*/g)) {
    const word = match[0].toLowerCase()
    if (word.length >= 2) tokens.add(word)
    if (word.length >= 6) tokens.add(`~${word.normalize('NFD').replace(/\p{M}/gu, '').slice(0, 5)}`)
  }
  for (const figure of readFigures(text, locale)) tokens.add(`#${figure.values[0] ?? ''}${figure.unit}`)
  for (const match of text.matchAll(/[\u30a0-\u30ff]{3,}|[\u3400-\u9fff]{2}/g)) tokens.add(match[0])
  return tokens
}

const NUMBER = /(?<![A-Za-z_\d.,])(?<![A-Za-z]-)\d(?:[\d.,\u00a0\u202f']*\d)?/g
const UNIT = /^\s?(%|[KMGTP]i?B(?:ps|\/s)?|[KMGT]bps|[KMG]Hz|ms|µs|ns)(?![A-Za-z])/

/** Figures of a text as its language writes them: the marks for thousands and decimals differ. */
export function readFigures(text: string, locale: string): Figure[] {
  const comma = COMMA_DECIMAL.has(locale.split('-')[0] ?? '')
  const octets = locale.split('-')[0] === 'fr'
  const figures: Figure[] = []
  const plain = plainDigits(text, comma)
  for (const match of plain.matchAll(NUMBER)) {
    let after = plain.slice(match.index + match[0].length, match.index + match[0].length + 12)
    if (/^[_]/.test(after)) continue
    const myriad = /^\s?([万萬만億亿억])/.exec(after)
    if (myriad !== null) after = after.slice(myriad[0].length)
    const times = myriad === null ? 1 : '万萬만'.includes(myriad[1] ?? '') ? 1e4 : 1e8
    const unit = (octets ? /^\s?([KkMGTP])o(?![\p{L}])/u.exec(after)?.[1]?.toUpperCase() : undefined) ?? ''
    for (const part of match[0].split(/,(?=\d{1,2}(?:,|$)|\d{4,})(?=.*,)/)) {
      const values = valuesOf(part, comma).map((value) =>
        times === 1 ? value : String(Number((Number(value) * times).toFixed(4))),
      )
      if (values.length > 0)
        figures.push({
          text: part + (myriad?.[1] ?? ''),
          values,
          unit: unit === '' ? (UNIT.exec(after)?.[1] ?? '') : `${unit}B`,
        })
    }
  }
  return figures
}

/** Writes the digits and marks of other scripts as ASCII has them, and spaces inside a number as no-break spaces. */
function plainDigits(text: string, comma: boolean): string {
  let plain = text
  if (/[\uff05\uff10-\uff19\u0660-\u066a\u06f0-\u06f9]/.test(plain))
    plain = plain
      .replace(/[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
      .replace(/(?<=\d)[\uff0c\u066c](?=\d{3})/g, ',')
      .replace(/(?<=\d)[\uff0e\u066b](?=\d)/g, '.')
      .replace(/[\uff05\u066a]/g, '%')
  return comma ? plain.replace(/(?<![\d.,])\d{1,3}(?: \d{3})+(?!\d)/g, (whole) => whole.replace(/ /g, '\u00a0')) : plain
}

function valuesOf(text: string, commaDecimal: boolean): string[] {
  const plain = text.replace(/[\u00a0\u202f']/g, '')
  const values: string[] = []
  const add = (value: string) => {
    const number = Number(value)
    if (Number.isFinite(number) && !values.includes(String(number))) values.push(String(number))
  }
  if (/^\d+$/.test(plain)) add(plain)
  else if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain)) {
    if (commaDecimal && /^\d+,\d+$/.test(plain)) add(plain.replace(',', '.'))
    add(plain.replace(/,/g, ''))
  } else if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(plain)) {
    const grouped = plain.replace(/\./g, '').replace(',', '.')
    if (commaDecimal) add(grouped)
    if (/^\d+\.\d+$/.test(plain)) add(plain)
    if (!commaDecimal && values.length === 0) values.push(plain)
  } else if (/^\d+[.,]\d+$/.test(plain)) add(plain.replace(',', '.'))
  else values.push(plain)
  return values
}
