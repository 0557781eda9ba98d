import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, canEnter, isRoot, unprivilegedAccount } from './account'
import { Refusal } from './refusal'

/** Where the data lies and which account owns it. */
export type Place = { folder: string; account: Account }

/** The cluster's folder within a place. */
export const homeOf = (folder: string) => join(folder, 'postgres')

const ELSEWHERE = '/var/lib/polyquiz'

function accountOf(folder: string): Account {
  const home = homeOf(folder)
  if (!isRoot() || !existsSync(home)) return unprivilegedAccount()
  // Data made by an ordinary user stays theirs when the next start is by root.
  const { uid, gid } = statSync(home)
  return uid === 0 ? unprivilegedAccount() : { uid, gid }
}

/**
 * Decides where the data goes. That is `folder` itself, unless we are root and the account that has to run PostgreSQL
 * cannot enter it (a project under /root): then it is a folder of its own under /var/lib, remembered in `folder/place`.
 */
export function choosePlace(folder: string, log: (line: string) => void): Place {
  mkdirSync(folder, { recursive: true })
  const note = join(folder, 'place')
  if (existsSync(note)) {
    const chosen = readFileSync(note, 'utf8').trim()
    if (!existsSync(chosen)) {
      throw new Refusal(
        `The data of ${folder} is kept in ${chosen}, which is gone: put it back, or delete ${folder} to begin with an empty database.`,
      )
    }
    return { folder: chosen, account: accountOf(chosen) }
  }
  const account = accountOf(folder)
  if (account.uid === undefined) return { folder, account }
  // Enter, not read: the folder also holds files that are for us alone.
  chmodSync(folder, statSync(folder).mode | 0o011)
  if (canEnter(folder, account)) return { folder, account }
  const id = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 12)
  const chosen = join(ELSEWHERE, id)
  mkdirSync(chosen, { recursive: true })
  chmodSync(ELSEWHERE, 0o755)
  chmodSync(chosen, 0o755)
  if (!canEnter(chosen, account)) {
    throw new Refusal(
      `PostgreSQL cannot run as root, and the user it would run as can enter neither ${folder} nor ${chosen}: start Polyquiz as another user, or set DATABASE_URL.`,
    )
  }
  writeFileSync(note, `${chosen}\n`)
  log(`PostgreSQL does not run as root, and another user cannot enter ${folder}: the data goes to ${chosen}`)
  return { folder: chosen, account }
}
