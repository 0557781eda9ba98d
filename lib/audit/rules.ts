/** One field that a change touched; null where there was or is none. */
export type FieldChange = { field: string; before: string | null; after: string | null }

type Json = unknown

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value as a person reads it: text as it is, lists of plain values with commas, anything deeper as JSON. */
function textOf(value: Json): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((each) => !isObject(each) && !Array.isArray(each)))
    return value.map((each) => String(each)).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Every field with its path, such as `questions.added`. */
function fieldsOf(value: Json, path = ''): Map<string, string | null> {
  if (!isObject(value)) return new Map(path === '' && value == null ? [] : [[path, textOf(value)]])
  return new Map(
    Object.entries(value).flatMap(([name, inner]) => [...fieldsOf(inner, path === '' ? name : `${path}.${name}`)]),
  )
}

/** Fields that say what a change is about, and so stay the same in it. */
const isId = (field: string) => /(^|[a-z])Id$/.test(field)

/**
 * What differs between two values, field by field; all of it where only one of them is there. An id that both have is shown
 * as well, with nothing before it.
 */
export function fieldChanges(before: Json, after: Json): FieldChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field) ?? null, after: now.get(field) ?? null }
    if (change.before !== change.after) return [change]
    return isId(field) && change.after !== null ? [{ ...change, before: null }] : []
  })
}
