import { detectLanguage, languageScores, scriptsOf, weighAgainst } from '../detect-locale'
import type { AlignFinding, PageQuestion } from '../schema'
import { keyOf } from './pair-questions'
import { comparableCode, type Figure, type Traits } from './traits'

/** One question as a language has it. */
export interface Version {
  locale: string
  question: PageQuestion
  traits: Traits
  /** For each own option its place among those of the first version. */
  optionMap: number[]
}

/** The places, in the first version's order, of the options that a version gives as right. */
export function mappedKey(version: Version): string {
  return version.question.options
    .flatMap((option, i) => (option.correct ? [version.optionMap[i] ?? i] : []))
    .sort((a, b) => a - b)
    .join(',')
}

/** Compares the versions of one question and names the language that departs from the others. */
export function compareVersions(versions: readonly Version[]): AlignFinding[] {
  const findings: AlignFinding[] = []
  const add = (severity: AlignFinding['severity'], code: string, locale: string, message: string) =>
    findings.push({ severity, code, locale, message })
  const counts = departing(versions, (version) => String(version.question.options.length))
  for (const version of counts) {
    add(
      'error',
      'option-count-differs',
      version.locale,
      `Has ${version.question.options.length} options where the other languages have ${usual(versions, version, (other) => String(other.question.options.length))}.`,
    )
  }
  const comparable = versions.filter((version) => !counts.includes(version))
  for (const version of departing(comparable, mappedKey)) {
    const others = comparable.find((other) => other !== version && mappedKey(other) !== mappedKey(version))
    add(
      'error',
      'key-differs',
      version.locale,
      `The answer is ${keyOf(version.question.options) || 'missing'}; elsewhere it is ${(others && keyOf(others.question.options)) || 'missing'}.`,
    )
  }
  for (const version of versions) {
    if (version.optionMap.some((to, from) => to !== from)) {
      add(
        'warning',
        'option-order-differs',
        version.locale,
        'The options stand in another order than in the first file; they were brought into one order before comparing.',
      )
    }
  }
  compareBlocks(versions, add)
  for (const version of versions) {
    const fields = untranslatedFields(version)
    if (fields.length > 0)
      add('warning', 'untranslated', version.locale, `Not in ${version.locale}: ${fields.join(', ')}.`)
  }
  return findings
}

type Add = (severity: AlignFinding['severity'], code: string, locale: string, message: string) => void

function compareBlocks(versions: readonly Version[], add: Add): void {
  const lacking = new Set<Version>()
  const measures: [string, (traits: Traits) => number, boolean][] = [
    ['code block', (traits) => traits.codeBlocks.length, true],
    ['table', (traits) => traits.tables, true],
    ['list', (traits) => traits.lists, false],
  ]
  for (const version of versions) {
    const others = versions.filter((other) => other !== version)
    if (others.length === 0) continue
    const missing: string[] = []
    for (const [name, measure, exact] of measures) {
      const own = measure(version.traits)
      const counts = others.map((other) => measure(other.traits))
      const least = Math.min(...counts)
      const agreed = Math.max(...counts) === least
      if (own === 0 && least > 0) missing.push(least === 1 ? `a ${name}` : `${least} ${name}s`)
      else if (exact && agreed && own < least) missing.push(`${least - own} of ${least} ${name}s`)
    }
    if (missing.length > 0) {
      lacking.add(version)
      add('warning', 'blocks-missing', version.locale, `Lacks what the other languages have: ${missing.join(', ')}.`)
    }
  }
  const whole = versions.filter((version) => !lacking.has(version))
  const withCode = whole.filter((version) => version.traits.codeBlocks.length > 0)
  for (const version of departing(withCode, (entry) => comparableCode(entry.traits.codeBlocks).replace(/\n/g, ''))) {
    add('warning', 'code-differs', version.locale, `The code differs: ${firstDifference(version, withCode)}`)
  }
  for (const version of whole) {
    const message = figureDifference(version, whole)
    if (message !== undefined) add('warning', 'figures-differ', version.locale, message)
  }
}

/** The versions whose value departs from the majority; without one, all that depart from the first. */
function departing(versions: readonly Version[], value: (version: Version) => string): Version[] {
  const counts = new Map<string, number>()
  for (const version of versions) counts.set(value(version), (counts.get(value(version)) ?? 0) + 1)
  if (counts.size < 2) return []
  const first = versions[0]
  let common = first === undefined ? '' : value(first)
  for (const [entry, count] of counts) if (count > versions.length / 2) common = entry
  return versions.filter((version) => value(version) !== common)
}

function usual(versions: readonly Version[], but: Version, value: (version: Version) => string): string {
  return [...new Set(versions.filter((version) => version !== but).map(value))].join(' or ')
}

function firstDifference(version: Version, versions: readonly Version[]): string {
  const other = versions.find(
    (entry) =>
      entry !== version && comparableCode(entry.traits.codeBlocks) !== comparableCode(version.traits.codeBlocks),
  )
  const mine = comparableCode(version.traits.codeBlocks).replace(/\n/g, '')
  const theirs = other === undefined ? '' : comparableCode(other.traits.codeBlocks).replace(/\n/g, '')
  let at = 0
  while (at < mine.length && mine[at] === theirs[at]) at++
  const from = Math.max(0, at - 12)
  return `"${mine.slice(from, at + 24)}" where another language has "${theirs.slice(from, at + 24)}".`
}

/** A figure that all others have and this one lacks, or the other way round. */
function figureDifference(version: Version, versions: readonly Version[]): string | undefined {
  const others = versions.filter((other) => other !== version)
  if (others.length === 0) return undefined
  // with two languages the second is named
  if (others.length === 1 && versions[0] === version) return undefined
  const has = (figures: readonly Figure[], figure: Figure) =>
    figures.some((entry) => entry.values.some((value) => figure.values.includes(value)))
  const all = (entry: Version) => entry.traits.figures
  const reference = others[0]
  if (reference === undefined) return undefined
  const missing = all(reference).filter(
    (figure) => !has(all(version), figure) && others.every((other) => has(all(other), figure)),
  )
  const extra = all(version).filter((figure) => !others.some((other) => has(all(other), figure)))
  const telling = (figure: Figure) => figure.unit !== '' || Number(figure.values[0]) > 12 || /[.,]/.test(figure.text)
  if (missing.some(telling) || extra.some(telling) || (missing.length > 0 && extra.length > 0)) {
    const list = (figures: readonly Figure[]) =>
      [...new Set(figures.map((figure) => figure.text + figure.unit))].slice(0, 6).join(', ')
    const parts: string[] = []
    if (missing.length > 0) parts.push(`lacks ${list(missing)}`)
    if (extra.length > 0) parts.push(`has ${list(extra)} instead or besides`)
    return `The figures differ: ${parts.join('; ')}.`
  }
  for (const figure of all(version)) {
    if (figure.unit === '') continue
    const units = (entry: Version) =>
      all(entry)
        .filter((other) => has([other], figure))
        .map((other) => other.unit)
    if (
      others.every(
        (other) => units(other).length > 0 && units(other).every((unit) => unit !== '' && unit !== figure.unit),
      )
    ) {
      return `The units differ: ${figure.text}${figure.unit} here, ${figure.text}${units(reference)[0] ?? ''} elsewhere.`
    }
  }
  return undefined
}

const LATIN_LANGUAGES = new Set(['en', 'es', 'pt', 'fr', 'de', 'it'])

function untranslatedFields(version: Version): string[] {
  const { question, locale } = version
  const fields: string[] = []
  if (isForeign(question.stem, locale)) fields.push('the question')
  // one sentence that was left out of the work is as telling as a whole text
  const paragraphs = question.explanation.replace(/^\s*(`{3,}|~{3,})[\s\S]*?^\s*\1\s*$/gm, '').split(/\n{2,}/)
  if (isForeign(question.explanation, locale)) fields.push('the explanation')
  else if (paragraphs.some((text) => text.length < 4000 && !/^\s*[|>]/.test(text) && isForeign(text, locale)))
    fields.push('a part of the explanation')
  if (question.options.length > 0 && isForeign(question.options.map((option) => option.text).join('. '), locale, 6))
    fields.push('the options')
  return fields
}

/** Whether a text is plainly written in another language than its page. Terms and code alone do not make it so. */
function isForeign(markdown: string, locale: string, least = 1): boolean {
  const text = markdown.replace(/^\s*(`{3,}|~{3,})[\s\S]*?^\s*\1\s*$/gm, '').replace(/`[^`\n]*`/g, '')
  const language = locale.split('-')[0] ?? ''
  const words = text.match(/[\p{L}]{2,}/gu) ?? []
  const scripts = scriptsOf(text)
  const { latin, kana, han, hangul, arabic, hebrew, cyrillic } = scripts
  const cjk = kana + han + hangul
  if (words.length < 4 && cjk < 8) return false
  if (LATIN_LANGUAGES.has(language)) {
    if (Math.max(cjk, arabic, hebrew, cyrillic) >= 8 && cjk + arabic + hebrew + cyrillic > latin / 2) return true
    const scores = languageScores(text)
    const own = scores.get(language) ?? 0
    let top = 0
    for (const [other, score] of scores) if (other !== language && score > top) top = score
    if (words.length >= 5 && ((own === 0 && top >= least) || (top >= 4 && top > own * 4))) return true
    const weight = weighAgainst(text, language)
    return words.length >= 5 && weight.other >= 2 * least && weight.other > weight.own * 3
  }
  const owned: Record<string, number> = {
    ja: kana,
    zh: kana * 5 < han ? han : 0,
    ko: hangul,
    ar: arabic,
    he: hebrew,
    ru: cyrillic,
  }
  const own = owned[language]
  if (own === undefined) return false
  if (language === 'zh' && own > 0) {
    const [mine, other] =
      locale === 'zh-Hant' ? [scripts.traditional, scripts.simplified] : [scripts.simplified, scripts.traditional]
    return han >= 8 && other >= 2 && other > mine * 2
  }
  if (own > 0) return false
  if (cjk + arabic + hebrew + cyrillic >= 8) return true
  const found = detectLanguage(text)
  return (
    found !== undefined &&
    LATIN_LANGUAGES.has(found) &&
    (languageScores(text).get(found) ?? 0) >= Math.max(1, least / 2) &&
    !/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text)
  )
}
