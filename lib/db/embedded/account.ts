import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Refusal } from './refusal'

/** The user and group a server process runs under; empty means: as ourselves. */
export type Account = { uid?: number; gid?: number }

/** True when this process is root, which PostgreSQL refuses to be. */
export const isRoot = () => process.getuid?.() === 0

/** An unprivileged user that exists already; PostgreSQL needs one with an entry in the user table. */
export function unprivilegedAccount(): Account {
  if (!isRoot()) return {}
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((fields) => fields[0] === name) ?? []
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Refusal(
    'PostgreSQL refuses to run as root, and there is no user "postgres" or "nobody" to run it as: start Polyquiz as another user, or set DATABASE_URL.',
  )
}

/** Whether the account can enter a folder, tried and not computed: access lists and mounts have a say in it too. */
export function canEnter(folder: string, account: Account): boolean {
  if (account.uid === undefined) return true
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}
