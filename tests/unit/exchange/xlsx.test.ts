import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import readWorkbook from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { type Cell, writeXlsx } from '@/lib/exchange/formats/xlsx/write-xlsx'

const office = ['soffice', 'libreoffice'].find((name) => !spawnSync(name, ['--version']).error)

const rows: Cell[][] = [
  ['山田 太郎', '=1+1', '+1', '-1', '@SUM(A1)', '\tx'],
  ['a & <b> "c"', '  two\nlines  ', '\u0001\uD800', 'ｶﾅ 한국어 🙂', '中文：测试', ''],
  [1, 0.5, { share: 2 / 3 }, { time: '2026-03-29T06:00:00' }, { date: '2026-02-28' }, null],
]

async function bytesOf(...given: Parameters<typeof writeXlsx>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of writeXlsx(...given)) pieces.push(piece)
  return Buffer.concat(pieces)
}

const sheet = (batches: Cell[][][]) => ({
  name: 'A [very] long name: more than 31 letters',
  header: ['甲', 'b'],
  widths: [9, 9],
  batches,
})

test('another program reads what was written, and takes no text for a formula', async () => {
  const file = await bytesOf([sheet([rows.slice(0, 2), [], rows.slice(2)]), { ...sheet([[['x']]]), name: 'Second' }])
  const [first, second] = await readWorkbook(file)
  expect(first?.sheet).toBe('A  very  long name  more than 3')
  expect(first?.data).toEqual([
    ['甲', 'b', null, null, null, null],
    rows[0]?.map((cell) => (typeof cell === 'string' ? cell.trim() : cell)),
    ['a & <b> "c"', 'two\nlines', '\uFFFD\uFFFD', 'ｶﾅ 한국어 🙂', '中文：测试', null],
    [1, 0.5, 2 / 3, new Date('2026-03-29T06:00:00Z'), new Date('2026-02-28T00:00:00Z'), null],
  ])
  expect(second).toEqual({
    sheet: 'Second',
    data: [
      ['甲', 'b'],
      ['x', null],
    ],
  })
})

test.runIf(office)('LibreOffice opens it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'polyquiz-xlsx-'))
  try {
    writeFileSync(join(folder, 'table.xlsx'), await bytesOf([sheet([rows])]))
    execFileSync(
      office ?? '',
      [
        '--headless',
        '--convert-to',
        'csv:Text - txt - csv (StarCalc):44,34,76',
        '--outdir',
        folder,
        join(folder, 'table.xlsx'),
      ],
      {
        env: { ...process.env, HOME: folder },
        stdio: 'ignore',
      },
    )
    const csv = readFileSync(join(folder, 'table.csv'), 'utf8')
    expect(csv).toContain('山田 太郎,=1+1,+1,-1,@SUM(A1)')
    expect(csv).toContain('2026-03-29 06:00,2026-02-28')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a sheet that is full goes on in the next', async () => {
  const batches = [[[1], [2], [3]], [[4]], [[5], [6], [7]]]
  const [first, second, third] = await readWorkbook(await bytesOf([sheet(batches)], 4))
  const numbers = [first, second, third].map((part) => part?.data.slice(1).map(([cell]) => cell))
  expect(numbers).toEqual([[1, 2, 3], [4, 5, 6], [7]])
})
