import { compareVersions, mappedKey, type Version } from './align/compare-questions'
import { keyOf, matchOptions, type PairedPage, pairQuestions } from './align/pair-questions'
import { readTraits } from './align/traits'
import type { AlignedQuestion, AlignmentReport, PageFile } from './schema'

/** One question with its versions on all pages. */
export interface QuestionPair extends AlignedQuestion {
  /** For each page the index of its question, undefined where the page lacks it. */
  members: (number | undefined)[]
  /** For each page and each of its options the place among the options of the first page that has the question. */
  optionMaps: (number[] | undefined)[]
}

export interface Alignment {
  /** One name for each page, its language; a second page of the same language is told apart by a number. */
  locales: string[]
  questions: QuestionPair[]
}

/**
 * Pairs the questions of one quiz in several languages by what they contain, brings their options into one order and
 * reports every difference, judged against the majority of the languages.
 */
export function alignPages(pages: readonly PageFile[]): Alignment {
  const locales = nameLocales(pages)
  const sides: PairedPage[] = pages.map((page, i) => ({
    page,
    locale: locales[i] ?? page.locale,
    traits: page.questions.map((question) => readTraits(question, page.locale)),
  }))
  const rows = pairRows(sides)
  const orders = outOfOrder(rows, sides.length)
  const questions = rows.map((members, row): QuestionPair => {
    const leader = members.findIndex((index) => index !== undefined)
    const versions: Version[] = []
    const optionMaps: (number[] | undefined)[] = members.map(() => undefined)
    const lead = sides[leader]?.traits[members[leader] ?? -1]
    members.forEach((index, k) => {
      const side = sides[k]
      const question = index === undefined ? undefined : side?.page.questions[index]
      const traits = index === undefined ? undefined : side?.traits[index]
      if (side === undefined || question === undefined || traits === undefined) return
      const optionMap =
        lead === undefined || k === leader
          ? question.options.map((_, i) => i)
          : matchOptions(lead.optionTokens, traits.optionTokens)
      optionMaps[k] = optionMap
      versions.push({ locale: side.locale, question, traits, optionMap })
    })
    const findings = compareVersions(versions)
    members.forEach((index, k) => {
      const locale = locales[k] ?? ''
      if (index === undefined) {
        findings.unshift({
          severity: 'error',
          code: 'missing-question',
          locale,
          message: 'This language lacks the question, or it could not be paired.',
        })
      } else if (orders[k]?.has(row) === true) {
        findings.push({
          severity: 'warning',
          code: 'order-differs',
          locale,
          message: `Stands at place ${index + 1}, out of the order of the first file.`,
        })
      }
    })
    const key: Record<string, string> = {}
    for (const version of versions) key[version.locale] = keyOf(version.question.options)
    return {
      number: sides[leader]?.page.questions[members[leader] ?? -1]?.number ?? row + 1,
      key,
      agree: new Set(versions.map(mappedKey)).size <= 1,
      findings,
      members,
      optionMaps,
    }
  })
  return { locales, questions }
}

/** What `align --json` prints of an alignment. */
export function reportAlignment(alignment: Alignment): AlignmentReport {
  return {
    locales: alignment.locales,
    questions: alignment.questions.map(({ number, key, agree, findings }) => ({ number, key, agree, findings })),
  }
}

function nameLocales(pages: readonly PageFile[]): string[] {
  const seen = new Map<string, number>()
  return pages.map((page) => {
    const count = (seen.get(page.locale) ?? 0) + 1
    seen.set(page.locale, count)
    return count === 1 ? page.locale : `${page.locale} (${count})`
  })
}

/** Rows of questions that belong together: the first page leads, what it lacks follows where its neighbours stand. */
function pairRows(sides: readonly PairedPage[]): (number | undefined)[][] {
  const rows: (number | undefined)[][] = []
  const left = sides.map((side) => new Set(side.traits.map((_, i) => i)))
  for (let lead = 0; lead < sides.length; lead++) {
    const side = sides[lead]
    if (side === undefined) continue
    const open = [...(left[lead] ?? [])]
    if (open.length === 0) continue
    const subset = pick(side, open)
    const added = open.map((index) => {
      const row: (number | undefined)[] = sides.map(() => undefined)
      row[lead] = index
      left[lead]?.delete(index)
      return row
    })
    for (let k = lead + 1; k < sides.length; k++) {
      const other = sides[k]
      const free = [...(left[k] ?? [])]
      if (other === undefined || free.length === 0) continue
      pairQuestions(subset, pick(other, free)).forEach((partner, i) => {
        const index = partner < 0 ? undefined : free[partner]
        const row = added[i]
        if (index === undefined || row === undefined) return
        row[k] = index
        left[k]?.delete(index)
      })
    }
    if (lead === 0) rows.push(...added)
    else {
      for (const row of added) {
        const own = row[lead] ?? 0
        let at = rows.findIndex((entry) => (entry[lead] ?? -1) > own)
        if (at < 0) at = rows.length
        rows.splice(at, 0, row)
      }
    }
  }
  return rows
}

function pick(side: PairedPage, indexes: readonly number[]): PairedPage {
  return {
    locale: side.locale,
    page: { ...side.page, questions: indexes.flatMap((i) => side.page.questions[i] ?? []) },
    traits: indexes.flatMap((i) => side.traits[i] ?? []),
  }
}

/** For each page the rows that break its order: those outside the longest run that keeps it. */
function outOfOrder(rows: readonly (readonly (number | undefined)[])[], pages: number): Set<number>[] {
  const result: Set<number>[] = []
  for (let k = 0; k < pages; k++) {
    const breaks = new Set<number>()
    const order = rows.flatMap((row, at) => {
      const index = row[k]
      return index === undefined ? [] : [{ at, index }]
    })
    const tails: number[] = []
    const previous: number[] = []
    order.forEach((entry, i) => {
      let low = 0
      let high = tails.length
      while (low < high) {
        const middle = (low + high) >> 1
        if ((order[tails[middle] ?? -1]?.index ?? -1) < entry.index) low = middle + 1
        else high = middle
      }
      previous[i] = tails[low - 1] ?? -1
      tails[low] = i
    })
    const kept = new Set<number>()
    for (let i = tails[tails.length - 1] ?? -1; i >= 0; i = previous[i] ?? -1) kept.add(i)
    order.forEach((entry, i) => {
      if (!kept.has(i)) breaks.add(entry.at)
    })
    result.push(breaks)
  }
  return result
}
