import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readCluster } from './cluster'
import { holderOf, lockFileOf } from './lock.mjs'
import { homeOf } from './place'
import { findRunning, urlOf } from './server'

/** The address of the built-in PostgreSQL while another process supervises it on a folder, else null. */
export async function findRunningUrl(folder: string): Promise<string | null> {
  const lock = lockFileOf(resolve(folder))
  const home = homeOf(dirname(lock))
  // Only looked at: a cluster that is still being made is the other process's affair.
  if (!holderOf(lock) || !existsSync(home)) return null
  const cluster = readCluster(home)
  const running = await findRunning(cluster)
  return running && urlOf(cluster, running.port)
}
