import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

export const topicsYaml = `- id: serving
  names: { en: Serving, ja: 推論 }
  terms: [TTFT]
- id: storage
  names: { en: Storage }
`

export const quizYaml = `id: sample
sourceLocale: en
status: published
passMark: 7/10
questions:
  - id: first-word
    topics: [serving]
    kind: single
    options: [whole, first, gap]
    key: [first]
    pinLast: [gap]
    sources:
      - url: https://a.example/metrics?x=1
        verifiedOn: 2026-11-30

  - id: disks
    topics: [serving, storage]
    kind: multiple
    options: [block, object]
    key: [block, object]
`

export const wordsEn = `# Sample *quiz*

What it is about.

Two paragraphs.

## first-word

What does **TTFT** measure?

\`\`\`yaml
- first: not an option
\`\`\`

- whole: The whole response
- first: The first token, as in
  \`ttft: 1\`
- gap: The gap: between tokens

### explanation

It is {option:first}, not {option:gap}.

#### Why

| a | b |
| - | - |
| 1 | 2 |

### feedback

- whole: Longer than that.

## disks

Which kinds are there?

* one
* two

- block: Block
- object: Object

### explanation

Both kinds exist.
`

/** A quiz with every rule and a question of every kind. */
export const kindsYaml = `id: kinds
sourceLocale: en
status: published
passMark: 70%
timeLimit: 90 s
grace: 1 min
reveal: 2026-12-24T18:00:00+01:00
attempts: 3
wait: 24 h
shuffle: false
pools:
  - topic: storage
    draw: 2
  - topic: serving
    draw: 1
questions:
  - id: one
    topics: [serving]
    kind: single
    options: [a, b, c]
    key: [b]

  - id: several
    topics: [serving, storage]
    kind: multiple
    scoring: all
    options: [a, b, c]
    key: [a, c]

  - id: claim
    topics: [storage]
    kind: true-false
    options: [holds, fails]
    key: [fails]

  - id: why
    topics: [serving]
    kind: open
    sources:
      - url: https://a.example/why
        verifiedOn: 2026-11-30
`

export const kindsWords = `# Kinds

## one

Which one?

- a: A
- b: B
- c: C

### explanation

That one.

## several

Which ones?

- a: A
- b: B
- c: C

### explanation

Those.

## claim

It lasts.

- holds: True
- fails: False

### explanation

It does not last.

## why

Why does it end? Say in your own words

- what: happened
- when: it happened

### explanation

Because it began.

- first: this
- then: that
`

/** The kinds whose key is more than options. */
export const richKeysYaml = `id: keys
sourceLocale: en
status: draft
passMark: 1/2
questions:
  - id: steps
    topics: [storage]
    kind: ordering
    scoring: all
    options: [a, b, c]
    key: [b, c, a]

  - id: speed
    topics: [storage]
    kind: numeric
    answer:
      value: -12.5
      tolerance: 5%
      unit: "MiB/s"

  - id: count
    topics: [storage]
    kind: numeric
    answer:
      value: "12345678901234567890.10"
      tolerance: 0.5

  - id: exact
    topics: [storage]
    kind: numeric
    answer:
      value: 42

  - id: name
    topics: [storage]
    kind: short-text
    accepted:
      en: [RWOP, "Read, write: once"]
      ja: ["単一 #1"]
      zh-Hans: ["no"]
    sources:
      - url: https://a.example/name
        verifiedOn: 2026-11-30
`

export const richKeysWords = `# Keys

## steps

Which comes first?

- a: A
- b: B
- c: C

### explanation

{option:b} does.

### feedback

- a: Not yet.

## speed

How fast is it?

- on disk
- in memory

### explanation

Slow.

## count

How many are there?

### explanation

Many.

## exact

What is it?

### explanation

That.

## name

What is it called?

### explanation

So.
`

/** Writes a content folder that is removed after the test; a file given as null is left out. */
export async function contentFolder(changes: Record<string, string | Uint8Array | null> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'content-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const files: Record<string, string | Uint8Array | null> = {
    'topics.yaml': topicsYaml,
    'quizzes/sample/quiz.yaml': quizYaml,
    'quizzes/sample/en.md': wordsEn,
    ...changes,
  }
  for (const [name, content] of Object.entries(files)) {
    if (content === null) continue
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}

/** Replaces text that must be there, and gives the line, from 1, on which the replacement stands. */
export function edit(text: string, from: string, to: string): { text: string; line: number } {
  const at = text.indexOf(from)
  if (at < 0) throw new Error(`The sample has no ${JSON.stringify(from)}.`)
  return { text: text.replace(from, () => to), line: text.slice(0, at).split('\n').length }
}
