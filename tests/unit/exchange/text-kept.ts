import { readAnswerLabel, readExplanationLabel, readReveal } from '@/lib/exchange/formats/docs-page/labels'
import type { PageFile } from '@/lib/exchange/schema'

/** Writes a word that stands nowhere else at the end of every line that is plain prose; returns the page and the words. */
export function signLines(text: string): { text: string; signs: Map<string, number> } {
  const signs = new Map<string, number>()
  let fenced = false
  const lines = text.split(/\r\n|\n|\r/).map((line, i) => {
    if (/^\s*(?:`{3,}|~{3,})/.test(line)) {
      fenced = !fenced
      return line
    }
    const prose = (line.match(/[\p{L}]{2,}/gu)?.length ?? 0) >= 3 || /[\u3040-\u9fff]{6}/.test(line)
    const special =
      fenced ||
      /[<>|`]|-->|^\s*[-=]{3,}/.test(line) ||
      readReveal(line) !== undefined ||
      readAnswerLabel(line) !== undefined ||
      readExplanationLabel(line)?.alone === true
    if (!prose || special) return line
    const sign = `zq${i}x`
    signs.set(sign, i + 1)
    return line.replace(/([\s*_]*)$/, ` ${sign}$1`)
  })
  return { text: lines.join('\n'), signs }
}

/** The words that are neither in what was read nor on a line that a finding names. */
export function lostWords(page: PageFile, signs: ReadonlyMap<string, number>): string[] {
  const kept = [
    page.title,
    page.intro,
    ...page.questions.flatMap(({ stem, options, explanation }) => [stem, explanation, ...options.map((o) => o.text)]),
  ].join('\n')
  const spans = page.findings.map(({ code, line, message }) => {
    const [, from, to] = /lines (\d+) to (\d+)/.exec(message) ?? []
    if (code === 'text-after-questions') return [line, Number.POSITIVE_INFINITY] as const
    return [from === undefined ? line : Number(from), to === undefined ? line : Number(to)] as const
  })
  return [...signs].flatMap(([sign, line]) =>
    new RegExp(`${sign}(?!\\d)`).test(kept) || spans.some(([from, to]) => line >= from && line <= to)
      ? []
      : [`${sign} of line ${line}`],
  )
}
