import { foldText } from '../../../attempt/rules-text'
import type { QuizRules } from '../../../quiz/schema'
import { isWritten } from './kinds'
import {
  type ContentFrame,
  type ContentQuestion,
  type ContentTopic,
  formatDuration,
  formatPassMark,
  type Problem,
  quizYamlSchema,
  topicsYamlSchema,
} from './schema'
import { readYaml, schemaProblems, type YamlSource } from './yaml-source'

/**
 * Reads `quiz.yaml`. With `topics`, a topic outside of them is an error; without, topics are taken as they come.
 * The quiz is null when the file cannot be understood; otherwise it may still have errors that forbid its use.
 */
export function parseQuizYaml(
  text: string,
  file: string,
  topics?: ReadonlySet<string>,
): { quiz: ContentFrame | null; problems: Problem[] } {
  const { source, problems } = readYaml(text, file)
  if (source === null) return { quiz: null, problems }
  const parsed = quizYamlSchema.safeParse(source.value)
  if (!parsed.success)
    return { quiz: null, problems: [...problems, ...schemaProblems(parsed.error.issues, source, file)] }
  const { passMark, timeLimit, grace, reveal, attempts, wait, shuffle, ...same } = parsed.data
  const quiz: ContentFrame = {
    ...same,
    pass: passMark,
    rules: {
      seconds: timeLimit ?? null,
      graceSeconds: grace,
      ...reveal,
      attemptLimit: attempts ?? null,
      waitSeconds: wait ?? null,
      shuffle,
    },
  }
  return { quiz, problems: [...problems, ...ruleProblems(quiz, source, file, topics)] }
}

/** Reads `topics.yaml`. */
export function parseTopicsYaml(text: string, file: string): { topics: ContentTopic[] | null; problems: Problem[] } {
  const { source, problems } = readYaml(text, file)
  if (source === null) return { topics: null, problems }
  const parsed = topicsYamlSchema.safeParse(source.value)
  if (!parsed.success)
    return { topics: null, problems: [...problems, ...schemaProblems(parsed.error.issues, source, file)] }
  const found = [...problems]
  for (const at of repeats(parsed.data.map((topic) => topic.id))) {
    const message = `The topic \`${parsed.data[at]?.id}\` is listed twice.`
    found.push({ severity: 'error', file, line: source.lineOf([at, 'id']), code: 'duplicate-id', message })
  }
  return { topics: parsed.data, problems: found }
}

/** Writes `quiz.yaml` in its one canonical form. */
export function writeQuizYaml(quiz: ContentFrame): string {
  const head = [
    `id: ${scalar(quiz.id)}`,
    `sourceLocale: ${scalar(quiz.sourceLocale)}`,
    `status: ${quiz.status}`,
    `passMark: ${formatPassMark(quiz.pass)}`,
    ...writeRules(quiz.rules),
    ...(quiz.pools.length > 0 ? ['pools:'] : []),
    ...quiz.pools.flatMap(({ topic, draw }) => [`  - topic: ${scalar(topic)}`, `    draw: ${draw}`]),
  ]
  if (quiz.questions.length === 0) return `${[...head, 'questions: []'].join('\n')}\n`
  return `${[...head, 'questions:'].join('\n')}\n${quiz.questions.map(writeQuestion).join('\n')}`
}

/** What is as usual is not written. */
function writeRules(rules: QuizRules): string[] {
  const lines: string[] = []
  if (rules.seconds !== null) lines.push(`timeLimit: ${formatDuration(rules.seconds)}`)
  if (rules.graceSeconds !== 10) lines.push(`grace: ${formatDuration(rules.graceSeconds)}`)
  if (rules.reveal !== 'each') lines.push(`reveal: ${rules.revealAt ?? rules.reveal}`)
  if (rules.attemptLimit !== null) lines.push(`attempts: ${rules.attemptLimit}`)
  if (rules.waitSeconds !== null) lines.push(`wait: ${formatDuration(rules.waitSeconds)}`)
  if (!rules.shuffle) lines.push('shuffle: false')
  return lines
}

function writeQuestion(question: ContentQuestion): string {
  const lines = [`  - id: ${scalar(question.id)}`, `    topics: ${list(question.topics)}`, `    kind: ${question.kind}`]
  if (question.scoring !== 'partial') lines.push(`    scoring: ${question.scoring}`)
  if (!isWritten(question.kind)) lines.push(`    options: ${list(question.options)}`, `    key: ${list(question.key)}`)
  if (question.pinLast.length > 0) lines.push(`    pinLast: ${list(question.pinLast)}`)
  if (question.answer) {
    const { value, tolerance, unit } = question.answer
    lines.push('    answer:', `      value: ${decimal(value)}`)
    if (tolerance !== '0') lines.push(`      tolerance: ${decimal(tolerance)}`)
    if (unit !== null) lines.push(`      unit: ${scalar(unit)}`)
  }
  if (question.accepted) lines.push('    accepted:')
  for (const [locale, texts] of Object.entries(question.accepted ?? {}))
    lines.push(`      ${scalar(locale)}: ${list(texts)}`)
  if (question.sources.length > 0) lines.push('    sources:')
  for (const { url, verifiedOn } of question.sources) {
    lines.push(`      - url: ${scalar(url)}`, `        verifiedOn: ${verifiedOn}`)
  }
  return `${lines.join('\n')}\n`
}

function list(ids: readonly string[]): string {
  return `[${ids.map(scalar).join(', ')}]`
}

// Words that some YAML version reads as something other than text.
const SPECIAL = /^(?:true|false|null|yes|no|on|off|y|n)$/i
const PLAIN_WORD = /^[a-z][a-z0-9-]*$/i
const PLAIN_ADDRESS = /^https?:\/\/[\w./~%?=&+;@-]+$/

/** Plain where a reader of YAML keeps every figure; a share is plain text to it. */
function decimal(text: string): string {
  const isKept = text.replace(/\D/g, '').length <= 15 && String(Number(text)) === text
  return isKept || /^\d+(\.\d+)?%$/.test(text) ? text : JSON.stringify(text)
}

function scalar(text: string): string {
  const plain = (PLAIN_WORD.test(text) && !SPECIAL.test(text)) || PLAIN_ADDRESS.test(text)
  return plain ? text : JSON.stringify(text)
}

function ruleProblems(
  quiz: ContentFrame,
  source: YamlSource,
  file: string,
  topics: ReadonlySet<string> | undefined,
): Problem[] {
  const problems: Problem[] = []
  const error = (path: (string | number)[], code: string, message: string) =>
    problems.push({ severity: 'error', file, line: source.lineOf(path), code, message })

  if (quiz.status === 'published' && quiz.questions.length === 0) {
    error(['questions'], 'no-questions', 'A published quiz needs at least one question.')
  }
  for (const at of repeats(quiz.questions.map((question) => question.id))) {
    error(['questions', at, 'id'], 'duplicate-id', `The question id \`${quiz.questions[at]?.id}\` is used twice.`)
  }
  quiz.questions.forEach((question, index) => {
    const at = ['questions', index]
    const known = new Set(question.options)
    for (const field of ['options', 'key', 'topics', 'pinLast'] as const) {
      for (const item of repeats(question[field])) {
        const code = field === 'options' ? 'duplicate-id' : 'duplicate-entry'
        error(
          [...at, field, item],
          code,
          `\`${question[field][item]}\` stands twice in \`${field}\` of \`${question.id}\`.`,
        )
      }
    }
    for (const field of ['key', 'pinLast'] as const) {
      question[field].forEach((option, item) => {
        if (known.has(option)) return
        const code = field === 'key' ? 'key-unknown-option' : 'pin-unknown-option'
        error(
          [...at, field, item],
          code,
          `\`${field}\` of \`${question.id}\` names \`${option}\`, which is not one of its options.`,
        )
      })
    }
    const { id, kind, options, key } = question
    if (kind !== 'multiple' && kind !== 'ordering' && source.has([...at, 'scoring']))
      error(
        [...at, 'scoring'],
        'bad-scoring',
        `\`${id}\` has \`scoring\`, which only questions of the kinds \`multiple\` and \`ordering\` have.`,
      )
    for (const field of ['options', 'key', 'pinLast'] as const) {
      if (isWritten(kind) && question[field].length > 0)
        error(
          [...at, field],
          'open-with-options',
          `\`${id}\` is a question of the kind \`${kind}\`, so it has no \`${field}\`.`,
        )
      if (!isWritten(kind) && field !== 'pinLast' && question[field].length === 0)
        error(at, 'missing-field', `\`${[...at, field].join('.')}\` is missing.`)
    }
    for (const [field, owner] of [
      ['answer', 'numeric'],
      ['accepted', 'short-text'],
    ] as const) {
      if (kind === owner && !question[field]) error(at, 'missing-field', `\`${[...at, field].join('.')}\` is missing.`)
      if (kind !== owner && question[field])
        error(
          [...at, field],
          'bad-answer',
          `\`${id}\` has \`${field}\`, which only a question of the kind \`${owner}\` has.`,
        )
    }
    for (const [locale, texts] of Object.entries(question.accepted ?? {}))
      for (const item of repeats(texts.map(foldText)))
        error(
          [...at, 'accepted', locale, item],
          'duplicate-entry',
          `\`${texts[item]}\` counts as the same as an earlier text in \`accepted\` of \`${id}\`.`,
        )
    if (kind === 'ordering') {
      const left = options.filter((option) => !key.includes(option))
      if (options.length < 3)
        error([...at, 'options'], 'too-few-options', `\`${id}\` is an order, so it needs at least three options.`)
      if (key.length > 0 && left.length > 0)
        error(
          [...at, 'key'],
          'incomplete-key',
          `\`key\` of \`${id}\` is the right order of all options; it lacks ${left.map((option) => `\`${option}\``).join(', ')}.`,
        )
      if (question.pinLast.length > 0)
        error([...at, 'pinLast'], 'pinned-order', `\`${id}\` is an order, so no option stays at the end.`)
    }
    if (kind === 'true-false' && options.length > 2)
      error([...at, 'options'], 'two-options', `\`${id}\` is a true-false question, so it needs exactly two options.`)
    if ((kind === 'single' || kind === 'true-false') && key.length > 1) {
      const choice = kind === 'single' ? 'single-choice' : kind
      const count = `${key.length} options in its key`
      error([...at, 'key'], 'single-key', `\`${id}\` is a ${choice} question with ${count}; it needs exactly one.`)
    }
    question.topics.forEach((topic, item) => {
      if (topics === undefined || topics.has(topic)) return
      error(
        [...at, 'topics', item],
        'unknown-topic',
        `\`${question.id}\` names the topic \`${topic}\`, which topics.yaml lacks.`,
      )
    })
  })
  quiz.pools.forEach((pool, item) => {
    const { topic, draw } = pool
    const at = ['pools', item]
    const onTopic = quiz.questions.filter(({ topics }) => topics.includes(topic))
    const held = onTopic.filter(({ topics }) => quiz.pools.find((other) => topics.includes(other.topic)) === pool)
    if (quiz.pools.findIndex((other) => other.topic === topic) < item)
      error([...at, 'topic'], 'duplicate-entry', `There are two pools on the topic \`${topic}\`.`)
    else if (topics !== undefined && !topics.has(topic))
      error([...at, 'topic'], 'unknown-topic', `A pool names the topic \`${topic}\`, which topics.yaml lacks.`)
    else if (onTopic.length === 0)
      error([...at, 'topic'], 'empty-pool', `No question has the topic \`${topic}\` of this pool.`)
    else if (draw > held.length) {
      const taken = held.length < onTopic.length ? ' Questions that are in an earlier pool as well stay there.' : ''
      const message = `The pool on \`${topic}\` draws ${draw} but holds ${held.length}.${taken}`
      error([...at, 'draw'], 'pool-too-small', message)
    }
  })
  return problems
}

/** Indexes of the entries that an earlier entry equals. */
function repeats(entries: readonly string[]): number[] {
  return entries.flatMap((entry, at) => (entries.indexOf(entry) < at ? [at] : []))
}
