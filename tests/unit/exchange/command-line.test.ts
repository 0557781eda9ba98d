import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { alignmentReportSchema, inspectionSchema } from '@/lib/exchange/schema'
import { english, japanese } from './models'
import { asMarkdown } from './page-shapes'

// a busy machine may be slow
vi.setConfig({ testTimeout: 60_000 })

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'pages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, text: string | Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

// no DATABASE_URL: these commands must not want one
function quiz(...args: string[]) {
  const { DATABASE_URL: _none, ...env } = process.env
  const result = spawnSync(process.execPath, ['--import', 'tsx', 'bin/quiz.ts', ...args], {
    cwd: root,
    encoding: 'utf8',
    env,
    maxBuffer: 1 << 26,
  })
  return { code: result.status, out: result.stdout, err: result.stderr }
}

describe('quiz inspect', () => {
  const en = file('en.md', asMarkdown(english))

  it('prints one JSON document and nothing else', () => {
    const { code, out, err } = quiz('inspect', en, '--json')
    expect(code).toBe(0)
    expect(err).toBe('')
    const report = inspectionSchema.parse(JSON.parse(out))
    expect(report.files.map((entry) => [entry.file, entry.questions.length])).toEqual([[en, english.questions.length]])
  })

  it('keeps unreadable files in the report, each with an error, and reads the others', () => {
    const latin = file('latin.md', Buffer.from([0x23, 0x20, 0xe9, 0x0a]))
    const big = file('big.md', '')
    truncateSync(big, 50 * 1024 * 1024)
    const { code, out, err } = quiz('inspect', latin, big, join(folder, 'nowhere.md'), folder, en, '--json')
    expect(code).toBe(1)
    expect(err).toBe('')
    const report = inspectionSchema.parse(JSON.parse(out))
    expect(report.files.map((entry) => [entry.findings[0]?.code, entry.questions.length])).toEqual([
      ['not-text', 0],
      ['file-too-large', 0],
      ['unreadable', 0],
      ['not-a-file', 0],
      ['section-name', english.questions.length],
    ])
  })

  it('says in words what it read', () => {
    const { code, out } = quiz('inspect', en, '--locale', 'en')
    expect(code).toBe(0)
    expect(out).toContain(`${english.questions.length} questions`)
    expect(out).toContain('[C] Which way of paging')
  })

  it('warns of a page without questions and ends well', () => {
    const { code, out } = quiz('inspect', file('guide.md', '# Guide\n\nRead this first.\n'), '--json')
    expect(code).toBe(0)
    const [page] = inspectionSchema.parse(JSON.parse(out)).files
    expect(page).toMatchObject({ questions: [], intro: 'Read this first.' })
    expect(page?.findings.map((finding) => [finding.severity, finding.code])).toContainEqual([
      'warning',
      'no-questions',
    ])
  })

  it.each([
    [[], 'at least one file'],
    [['--colour'], '--colour'],
    [['x.md', '--locale', '12'], 'language tag'],
  ])('refuses wrong usage: %j', (args, message) => {
    const { code, out, err } = quiz('inspect', ...args)
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(err).toContain(message)
    expect(err).toContain('Usage:')
    expect(err).not.toMatch(/^\s+at /m)
  })
})

describe('quiz align', () => {
  const en = file('a.md', asMarkdown(english))
  const ja = file('b.md', asMarkdown(japanese))

  it('prints the agreed document', () => {
    const { code, out } = quiz('align', en, ja, '--json')
    expect(code).toBe(0)
    const report = alignmentReportSchema.parse(JSON.parse(out))
    expect(report.locales).toEqual(['en', 'ja'])
    expect(report.questions[0]).toEqual({ number: 1, key: { en: 'C', ja: 'C' }, agree: true, findings: [] })
  })

  it('ends with 1 when keys differ and with 2 for a single file', () => {
    const wrong = file(
      'c.md',
      asMarkdown({
        ...japanese,
        questions: japanese.questions.map((question, i) => (i === 0 ? { ...question, key: 'A' } : question)),
      }),
    )
    const { code, out } = quiz('align', en, wrong)
    expect(code).toBe(1)
    expect(out).toContain('ANSWERS DIFFER')
    expect(quiz('align', en).code).toBe(2)
  })
})

describe('quiz', () => {
  it('names its commands when it is called without one or with an unknown one', () => {
    expect(quiz().code).toBe(2)
    const unknown = quiz('toString')
    expect(unknown.code).toBe(2)
    expect(unknown.err).toContain('There is no command "toString"')
    expect(quiz('--help').code).toBe(0)
  })
})
