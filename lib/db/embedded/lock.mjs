// Plain JavaScript: `npm start` asks for the lock in a fresh clone, before anything that reads TypeScript is installed.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

function tryRead(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** The fields of /proc/<pid>/stat from the state on; the name before them may itself hold blanks and brackets. */
function procStat(pid) {
  const stat = tryRead(`/proc/${pid}/stat`)
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Whether a process runs. A zombie does not: under an init that never reaps, a killed server stays one for ever. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return procStat(pid)?.[0] !== 'Z'
}

/** A mark that tells a process from a later one which was given the same number, or null where that cannot be told. */
export function birthMark(pid) {
  const stat = procStat(pid)
  if (stat) return `${tryRead('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}/${stat[19]}`
  if (process.platform === 'win32') return null
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, LC_ALL: 'C' } }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], options).trim() || null
  } catch {
    return null
  }
}

/** Where the lock of a data folder lies: beside the data, which may have been moved out of the folder. */
export function lockFileOf(folder) {
  return join(tryRead(join(folder, 'place'))?.trim() || folder, 'lock')
}

/** The living process that holds a lock, or null; what a killed process left behind counts as nothing. */
export function holderOf(file) {
  try {
    const held = JSON.parse(readFileSync(file, 'utf8'))
    if (!Number.isInteger(held.pid) || !isAlive(held.pid)) return null
    return held.birth !== null && birthMark(held.pid) !== held.birth ? null : held
  } catch {
    return null
  }
}

/**
 * Takes a lock for this process. Returns `{ release }`, or `{ holder }` when another living process has it.
 * The file appears with its content in one step, so nobody ever reads half a lock.
 */
export function takeLock(file, about = {}) {
  mkdirSync(dirname(file), { recursive: true })
  const mine = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  const text = JSON.stringify({ ...about, pid: process.pid, birth: birthMark(process.pid) })
  writeFileSync(mine, text)
  try {
    for (;;) {
      try {
        linkSync(mine, file)
        return {
          release() {
            if (tryRead(file) === text) rmSync(file, { force: true })
          },
        }
      } catch (error) {
        if (error.code !== 'EEXIST') throw error
      }
      const holder = holderOf(file)
      if (holder) return { holder }
      // Moved aside first: of two starters that find the same dead lock, only one can move it, and if it got
      // hold of a lock that was taken in between, that one is put back.
      const aside = `${mine}.stale`
      try {
        renameSync(file, aside)
        if (holderOf(aside)) linkSync(aside, file)
      } catch (error) {
        if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
      } finally {
        rmSync(aside, { force: true })
      }
    }
  } finally {
    rmSync(mine, { force: true })
  }
}
