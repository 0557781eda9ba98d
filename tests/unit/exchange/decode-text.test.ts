import { describe, expect, it } from 'vitest'
import { LARGEST_PAGE, readDocsPage } from '@/lib/exchange/formats/docs-page/read-docs-page'

const page = [
  '# Ports',
  '',
  '### 1. Which port has HTTPS?',
  '',
  'A) 80',
  'B) 443',
  '',
  '<details><summary>Show Answer</summary>',
  '',
  '**Answer: B) 443**',
  '',
  '</details>',
  '',
].join('\n')

const utf16 = (text: string, bigEndian: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}

describe('encodings', () => {
  it.each([
    ['UTF-8', Buffer.from(page)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${page}`)],
    ['UTF-16, little end first', utf16(page, false)],
    ['UTF-16, big end first', utf16(page, true)],
    ['lines that end with CR LF', Buffer.from(page.replace(/\n/g, '\r\n'))],
    ['lines that end with CR', Buffer.from(page.replace(/\n/g, '\r'))],
  ])('reads %s', (_name, bytes) => {
    const read = readDocsPage(bytes, { file: 'page.md' })
    expect(read.title).toBe('Ports')
    expect(
      read.questions.map((question) => [
        question.line,
        question.stem,
        question.options.map((option) => option.correct),
      ]),
    ).toEqual([[3, 'Which port has HTTPS?', [false, true]]])
    expect(read.findings).toEqual([])
  })

  it('removes invisible marks, says so, and keeps the line numbers', () => {
    const marked = page.replace('### 1.', '\u200b### \u20601.').replace('B) 443\n', 'B\u200b) 443\n')
    const read = readDocsPage(marked, { file: 'page.md' })
    expect(read.questions[0]?.line).toBe(3)
    expect(read.questions[0]?.options).toHaveLength(2)
    expect(read.findings.map(({ code, line, severity }) => [severity, code, line])).toEqual([
      ['info', 'invisible-marks', 3],
    ])
  })

  it('keeps the joiners that letters need', () => {
    const persian = 'می\u200cخواهم'
    expect(
      readDocsPage(page.replace('443\n\n<', `443 ${persian}\n\n<`), { file: 'page.md' }).questions[0]?.options[1]?.text,
    ).toContain(persian)
  })

  it('refuses a file that is not UTF-8 and says where', () => {
    const bytes = Buffer.concat([Buffer.from('# Caf\n\nline three '), Buffer.from([0xe9]), Buffer.from(' end\n')])
    const read = readDocsPage(bytes, { file: 'latin1.md' })
    expect(read.questions).toEqual([])
    expect(read.findings).toHaveLength(1)
    expect(read.findings[0]).toMatchObject({ severity: 'error', code: 'not-text', line: 3 })
    expect(read.findings[0]?.message).toContain('Byte 19')
  })

  it.each([
    ['UTF-16 without a mark', Buffer.from(page, 'utf16le')],
    ['half a UTF-16 character', Buffer.concat([utf16(page, false), Buffer.from([0x00, 0xd8])])],
    ['a cut-off UTF-8 character', Buffer.concat([Buffer.from(page), Buffer.from([0xe3, 0x81])])],
  ])('refuses %s', (_name, bytes) => {
    const read = readDocsPage(bytes, { file: 'page.md' })
    expect(read.questions).toEqual([])
    expect(read.findings.map((finding) => [finding.severity, finding.code])).toEqual([['error', 'not-text']])
  })

  it('refuses more than ten megabytes', () => {
    const read = readDocsPage(Buffer.alloc(LARGEST_PAGE + 1, 0x61), { file: 'big.md' })
    expect(read.findings.map((finding) => finding.code)).toEqual(['file-too-large'])
  })
})
