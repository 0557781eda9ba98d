import { randomUUID } from 'node:crypto'
import { keyOf } from '../attempt/kinds'
import { type AcceptedAnswer, isNumeric, type QuestionKind, type Scoring } from '../attempt/schema'
import { optionOf, type StoredField, sourcesOf, type Working } from './drafts'
import {
  type Merge,
  mergeOrder,
  mergeSet,
  mergeSources,
  mergeText,
  mergeWhole,
  type SourceLine,
  sameOrder,
  sameSet,
} from './rules-merge'
import type { PartValue, QuestionChange } from './schema'
import { shapeOf } from './shapes'

/** A question in memory while changes are applied to it, with what of it was touched. */
export type Plan = {
  kind: QuestionKind
  scoring: Scoring
  /** Options in their order. */
  order: string[]
  pinLast: string[]
  key: string[]
  /** What is accepted where the answer is no option. */
  accepted: AcceptedAnswer | null
  sources: SourceLine[]
  topics: string[]
  owner: string | null
  reviewBy: string | null
  /** Every text by language and field. */
  words: Map<string, Map<string, StoredField>>
  /** Names of the options that the question never had before, by id. */
  newOptions: Map<string, string>
  /** A change that a published version does not take: it makes a new one. */
  needsVersion: boolean
  touchedVersion: Set<'kind' | 'options' | 'key' | 'sources'>
  touchedQuestion: Set<'topics' | 'owner' | 'reviewBy'>
  /** Languages and fields whose text or revision was touched. */
  touchedWords: Map<string, Set<string>>
}

/** What a question is before any change. */
export function planOf(working: Working): Plan {
  const { question, version, words } = working
  const key = keyOf(version.key)
  return {
    kind: version.kind,
    scoring: version.scoring,
    order: version.options.map(({ optionId }) => optionId),
    pinLast: version.options.filter(({ pinLast }) => pinLast).map(({ optionId }) => optionId),
    key: [...key.optionIds],
    accepted: key.accepted,
    sources: sourcesOf(working),
    topics: question.topics,
    owner: question.ownerId,
    reviewBy: question.reviewBy,
    words: new Map([...words].map(([locale, { fields }]) => [locale, new Map(fields)])),
    newOptions: new Map(),
    needsVersion: false,
    touchedVersion: new Set(),
    touchedQuestion: new Set(),
    touchedWords: new Map(),
  }
}

/** What became of one change, before it is told in words who else changed the same. */
export type Applied = Merge<PartValue> | { status: 'done' } | { status: 'refused'; reason: 'not-allowed' | 'invalid' }

const invalid: Applied = { status: 'refused', reason: 'invalid' }

/**
 * Applies one change to a plan, or leaves the plan as it is where someone else changed the same.
 *
 * @param revisionOf the revision of a source text, once what is drafted is published
 */
export function applyChange(
  plan: Plan,
  change: QuestionChange,
  { working, revisionOf }: { working: Working; revisionOf(field: string): number },
): Applied {
  const { sourceLocale, optionNames } = working.question
  const touch = (locale: string, field: string) =>
    plan.touchedWords.set(locale, (plan.touchedWords.get(locale) ?? new Set()).add(field))
  const isKnown = (field: string) => {
    const option = optionOf(field)
    return option === null || plan.order.includes(option)
  }
  /** Takes what a merge gives; `set` is called only where that is not what was there. */
  const take = <Value extends PartValue>(
    merge: Merge<Value>,
    isStored: boolean,
    set: (value: Value) => void,
  ): Applied => {
    if (merge.status === 'merged' && !isStored) set(merge.value)
    return merge
  }
  switch (change.part) {
    case 'words': {
      const { locale, field, base, value } = change
      if (!isKnown(field)) return invalid
      const fields = plan.words.get(locale) ?? new Map<string, StoredField>()
      const stored = fields.get(field)
      const merge = mergeText(base, stored?.markdown ?? '', value, locale)
      if (merge.status === 'conflict') return merge
      const isSource = locale === sourceLocale
      const sourceRevision = isSource ? (stored?.sourceRevision ?? 1) : revisionOf(field)
      if (merge.value === (stored?.markdown ?? '') && (isSource || stored?.sourceRevision === sourceRevision))
        return merge
      // What says nothing about an option says so by not being there.
      if (merge.value === '' && field.startsWith('feedback:')) fields.delete(field)
      else fields.set(field, { markdown: merge.value, sourceRevision })
      plan.words.set(locale, fields)
      touch(locale, field)
      return merge
    }
    case 'confirm': {
      const stored = plan.words.get(change.locale)?.get(change.field)
      if (!stored || change.locale === sourceLocale) return invalid
      const sourceRevision = revisionOf(change.field)
      if (stored.sourceRevision === sourceRevision) return { status: 'done' }
      plan.words.get(change.locale)?.set(change.field, { ...stored, sourceRevision })
      touch(change.locale, change.field)
      return { status: 'done' }
    }
    case 'meaning': {
      const stored = plan.words.get(sourceLocale)?.get(change.field)
      if (!stored) return invalid
      const published = working.question.revisions[change.field] ?? 1
      const sourceRevision = published + (change.value ? 1 : 0)
      if (stored.sourceRevision === sourceRevision) return { status: 'done' }
      if (change.value) plan.needsVersion = true
      plan.words.get(sourceLocale)?.set(change.field, { ...stored, sourceRevision })
      touch(sourceLocale, change.field)
      // Nothing was made from a revision that does not come to be.
      for (const [locale, fields] of plan.words) {
        const made = fields.get(change.field)
        if (locale === sourceLocale || !made || made.sourceRevision <= sourceRevision) continue
        fields.set(change.field, { ...made, sourceRevision })
        touch(locale, change.field)
      }
      return { status: 'done' }
    }
    case 'kind': {
      const merge = mergeWhole(change.base, plan.kind, change.value)
      return take(merge, merge.status === 'merged' && merge.value === plan.kind, (kind) =>
        changeKind(plan, kind, optionNames),
      )
    }
    case 'scoring': {
      const merge = mergeWhole(change.base, plan.scoring, change.value)
      return take(merge, merge.status === 'merged' && merge.value === plan.scoring, (scoring) => {
        plan.scoring = scoring
        touchVersion(plan, 'kind')
      })
    }
    case 'accepted': {
      const { key } = shapeOf(plan.kind)
      const fits =
        key === 'number' ? isNumeric : key === 'texts' ? (value: AcceptedAnswer) => !isNumeric(value) : () => false
      if (change.value && !fits(change.value)) return invalid
      const merge = mergeWhole(change.base, plan.accepted, change.value, sameContent)
      return take(merge, merge.status === 'merged' && sameContent(merge.value, plan.accepted), (accepted) => {
        plan.accepted = accepted
        touchVersion(plan, 'key')
      })
    }
    case 'key': {
      if (!['one', 'several'].includes(shapeOf(plan.kind).key)) return invalid
      const several = shapeOf(plan.kind).key === 'several'
      if (change.value.some((id) => !plan.order.includes(id)) || (!several && change.value.length > 1)) return invalid
      const merge = several
        ? mergeSet(change.base, plan.key, change.value)
        : mergeWhole<string[]>(change.base, plan.key, change.value, sameSet)
      return take(merge, merge.status === 'merged' && sameSet(merge.value, plan.key), (key) => {
        plan.key = key.filter((id) => plan.order.includes(id))
        touchVersion(plan, 'key')
      })
    }
    case 'order': {
      const { options } = shapeOf(plan.kind)
      const isKept =
        change.value.every((id) => change.base.includes(id)) && new Set(change.value).size === change.value.length
      const merge = mergeOrder(change.base, plan.order, change.value)
      if (!options || !isKept || (merge.status === 'merged' && merge.value.length < options.least)) return invalid
      return take(merge, merge.status === 'merged' && sameOrder(merge.value, plan.order), (order) =>
        setOptions(plan, order),
      )
    }
    case 'pinLast': {
      const merge = mergeSet(change.base, plan.pinLast, change.value)
      return take(merge, merge.status === 'merged' && sameSet(merge.value, plan.pinLast), (pinLast) => {
        plan.pinLast = pinLast.filter((id) => plan.order.includes(id))
        touchVersion(plan, 'options')
      })
    }
    case 'addOption': {
      if (plan.order.includes(change.id)) return { status: 'done' }
      const { options } = shapeOf(plan.kind)
      // An id is of one question; one that it had before comes back with its name.
      if (!options || plan.order.length >= options.most) return invalid
      addOption(plan, change.id, optionNames)
      return { status: 'done' }
    }
    case 'sources': {
      const merge = mergeSources(change.base, plan.sources, change.value)
      const isStored = merge.status === 'merged' && sameSources(merge.value, plan.sources)
      return take(merge, isStored, (sources) => {
        plan.sources = sources
        touchVersion(plan, 'sources')
      })
    }
    case 'topics': {
      const merge = mergeSet(change.base, plan.topics, change.value)
      return take(merge, merge.status === 'merged' && sameSet(merge.value, plan.topics), (topics) => {
        plan.topics = topics
        plan.touchedQuestion.add('topics')
      })
    }
    case 'owner':
    case 'reviewBy': {
      const { part, base, value } = change
      const merge = mergeWhole(base, plan[part], value)
      return take(merge, merge.status === 'merged' && merge.value === plan[part], (kept) => {
        plan[part] = kept
        plan.touchedQuestion.add(part)
      })
    }
  }
}

/** Whether a change is one to the words of a language other than the source, which a translator may make. */
export function isTranslating(change: QuestionChange, sourceLocale: string): boolean {
  return (change.part === 'words' || change.part === 'confirm') && change.locale !== sourceLocale
}

function touchVersion(plan: Plan, part: 'kind' | 'options' | 'key' | 'sources'): void {
  plan.needsVersion = true
  plan.touchedVersion.add(part)
}

/** Options that are no longer there go from the key and lose their words. Of an order, the order is the key. */
function setOptions(plan: Plan, order: string[]): void {
  plan.order = order
  if (shapeOf(plan.kind).key === 'order' && !sameOrder(plan.key, order)) {
    plan.key = [...order]
    touchVersion(plan, 'key')
  }
  plan.pinLast = plan.pinLast.filter((id) => order.includes(id))
  if (plan.key.some((id) => !order.includes(id))) {
    plan.key = plan.key.filter((id) => order.includes(id))
    touchVersion(plan, 'key')
  }
  touchVersion(plan, 'options')
  for (const fields of plan.words.values())
    for (const field of [...fields.keys()]) {
      const option = optionOf(field)
      if (option !== null && !order.includes(option)) fields.delete(field)
    }
}

function addOption(plan: Plan, id: string, optionNames: Readonly<Record<string, string>>): void {
  if (!optionNames[id]) {
    const taken = new Set([...Object.values(optionNames), ...plan.newOptions.values()])
    let name = ''
    for (let index = 0; name === '' || taken.has(name); index++) name = nameAt(index)
    plan.newOptions.set(id, name)
  }
  setOptions(plan, [...plan.order, id])
}

/** a to z, then a1 to z1 and so on. */
const nameAt = (index: number) => `${String.fromCharCode(97 + (index % 26))}${Math.floor(index / 26) || ''}`

/** Another kind keeps of the options and the key what it can have, and begins with the options that it needs. */
function changeKind(plan: Plan, kind: QuestionKind, optionNames: Readonly<Record<string, string>>): void {
  const { options, key } = shapeOf(kind)
  plan.kind = kind
  touchVersion(plan, 'kind')
  setOptions(plan, plan.order.slice(0, options?.most ?? 0))
  while (plan.order.length < (options?.least ?? 0)) addOption(plan, randomUUID(), optionNames)
  const keepsKey = key === 'order' || key === 'several' || (key === 'one' && plan.key.length <= 1)
  if (!keepsKey && plan.key.length > 0) {
    plan.key = []
    touchVersion(plan, 'key')
  }
  const isKept =
    plan.accepted && (key === 'number' || key === 'texts') && isNumeric(plan.accepted) === (key === 'number')
  if (plan.accepted && !isKept) {
    plan.accepted = null
    touchVersion(plan, 'key')
  }
}

const sameContent = (a: unknown, b: unknown): boolean =>
  a === b ||
  (typeof a === 'object' &&
    typeof b === 'object' &&
    a !== null &&
    b !== null &&
    Object.keys(a).length === Object.keys(b).length &&
    Object.entries(a).every(([name, value]) => sameContent(value, (b as Record<string, unknown>)[name])))

const sameSources = (a: readonly SourceLine[], b: readonly SourceLine[]) =>
  sameSet(
    a.map(({ url, verifiedOn }) => `${verifiedOn} ${url}`),
    b.map(({ url, verifiedOn }) => `${verifiedOn} ${url}`),
  )
