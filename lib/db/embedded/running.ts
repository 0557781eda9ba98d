import { resolve } from 'node:path'
import { findBinaries } from './binaries'
import { openCluster } from './cluster'
import { holderOf, lockFileOf } from './lock.mjs'
import { choosePlace, homeOf } from './place'
import { findRunning, urlOf } from './server'

/** The address of the built-in PostgreSQL while another process supervises it on a folder, else null. */
export async function findRunningUrl(folder: string, project = process.cwd()): Promise<string | null> {
  if (!holderOf(lockFileOf(resolve(folder)))) return null
  const silent = () => {}
  const place = choosePlace(resolve(folder), silent)
  const binaries = findBinaries(project, place.account, place.folder)
  const cluster = await openCluster(homeOf(place.folder), binaries, place.account, silent)
  const running = await findRunning(cluster)
  return running && urlOf(cluster, running.port)
}
