import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { birthMark, holderOf, isAlive, takeLock } from '../../lib/db/embedded/lock.mjs'

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'polyquiz-lock-'))
  file = join(folder, 'lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a lock is held until it is released, and leaves nothing behind', () => {
  const first = takeLock(file, { folder: '/somewhere' })
  expect(first.holder).toBeUndefined()
  expect(takeLock(file).holder).toMatchObject({ pid: process.pid, folder: '/somewhere' })
  first.release?.()
  const second = takeLock(file)
  expect(second.holder).toBeUndefined()
  second.release?.()
  expect(readdirSync(folder)).toEqual([])
})

test('a lock left by a process that is gone is no obstacle', async () => {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  writeFileSync(file, JSON.stringify({ pid: child.pid, birth: 'long ago' }))
  expect(takeLock(file).holder).toBeUndefined()
  expect(holderOf(file)?.pid).toBe(process.pid)
})

test('a lock whose process number now belongs to another process is no obstacle', () => {
  expect(birthMark(process.pid)).toBeTruthy()
  writeFileSync(file, JSON.stringify({ pid: process.pid, birth: 'an earlier life' }))
  expect(takeLock(file).holder).toBeUndefined()
})

test('half a lock is no obstacle', () => {
  writeFileSync(file, '{"pid":')
  expect(takeLock(file).holder).toBeUndefined()
})

test.runIf(process.platform === 'linux')('a process that is dead but was never reaped counts as gone', async () => {
  // The shell starts a child that waits for us, and turns into a program that never asks for its children. The child may
  // end only then: a shell would still reap it.
  const parent = spawn('sh', ['-c', '(read line <&3) & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  })
  try {
    const [chunk] = await once(parent.stdout as Readable, 'data')
    const zombie = Number(String(chunk))
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim(), { timeout: 5000 }).toBe('sleep')
    ;(parent.stdio[3] as Writable).end()
    await expect.poll(() => isAlive(zombie), { timeout: 5000 }).toBe(false)
    expect(() => process.kill(zombie, 0)).not.toThrow()
  } finally {
    parent.kill('SIGKILL')
  }
})
