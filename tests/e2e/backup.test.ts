import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root, temporaryFolder } from '../product'
import { afterAll, expect, inject, test } from './browser'
import { publish } from './quizzes'

const { folder, remove } = temporaryFolder()
afterAll(remove)

/** Runs a command of the command line on the built-in database of a data folder. */
async function backup(data: string, ...args: string[]): Promise<{ code: number; said: string }> {
  const { DATABASE_URL: _, ...env } = process.env
  const options = { cwd: root, env: { ...env, POLYQUIZ_DATA: data } }
  return promisify(execFile)('npm', ['run', '-s', 'backup', '--', ...args], options).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }) => ({ code: Number(code), said: String(stderr) }),
  )
}

test('the commands back up the product that runs, and restore it where nothing runs', async () => {
  await publish()
  const file = join(folder, 'polyquiz.backup')
  const created = await backup(inject('dataFolder'), 'create', file)
  expect(created.said).toMatch(/^person +\d+ {2}[0-9a-f]{64}$/m)
  expect(created.code).toBe(0)
  const checksums = created.said.split('\n').filter((line) => / {2}[0-9a-f]{64}$/.test(line))
  expect(checksums.length).toBeGreaterThan(40)
  expect((await backup('/nowhere', 'verify', file)).said).toContain(checksums.join('\n'))

  // The product that runs holds people: it is not written over by mistake.
  const refused = await backup(inject('dataFolder'), 'restore', file)
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('not empty') })

  const elsewhere = join(folder, 'data')
  const cut = join(folder, 'cut.backup')
  writeFileSync(cut, readFileSync(file).subarray(0, -100))
  expect(await backup(elsewhere, 'restore', cut)).toMatchObject({
    code: 1,
    said: expect.stringContaining('ends in the middle'),
  })
  const restored = await backup(elsewhere, 'restore', file)
  expect(restored.said).toContain(checksums.join('\n'))
  expect(restored.said).toContain('Every checksum is the one in the backup')
  // What was restored is what a backup of it says, too.
  const again = await backup(elsewhere, 'create', join(folder, 'again.backup'))
  expect(again.said).toContain(checksums.join('\n'))

  expect(await backup(elsewhere, 'restore')).toMatchObject({ code: 2, said: expect.stringContaining('Name one file.') })
})
