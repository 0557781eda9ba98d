import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findBinaries } from './binaries'
import { openCluster } from './cluster'
import { takeLock } from './lock.mjs'
import { choosePlace, homeOf } from './place'
import { Refusal } from './refusal'
import {
  choosePort,
  ensureDatabase,
  findRunning,
  isServing,
  isStillLeaving,
  startServer,
  stopServer,
  stopServerSync,
  urlOf,
} from './server'

export type EmbeddedOptions = {
  /** Where the data is kept. */
  folder: string
  /** Takes one line for the terminal. */
  log: (line: string) => void
  /** The folder whose node_modules hold PostgreSQL; the working folder unless given. */
  project?: string
}

export type Embedded = {
  /** The address of the application's database; it stays the same for as long as this process supervises the server. */
  url: string
  /** Stops supervising and stops the server. */
  stop(): Promise<void>
  /** The same without waiting on the event loop, for the `exit` event. */
  stopSync(): void
}

const LOOK_EVERY_MS = 250

/**
 * Starts the built-in PostgreSQL on a folder, or adopts the one that a killed process left running there, and restarts
 * it for as long as this process lives. Throws a Refusal, with a sentence for the person, when that cannot be.
 */
export async function startEmbedded({ folder, log, project = process.cwd() }: EmbeddedOptions): Promise<Embedded> {
  const place = choosePlace(resolve(folder), log)
  const lock = takeLock(join(place.folder, 'lock'), { folder: resolve(folder) })
  if (lock.holder) {
    throw new Refusal(
      `Polyquiz is already running on ${resolve(folder)} (process ${lock.holder.pid}): use that one, or stop it first.`,
    )
  }
  try {
    const { account } = place
    const binaries = findBinaries(project, account, place.folder)
    const cluster = await openCluster(homeOf(place.folder), binaries, account, log)

    const start = async (port: number) => {
      const deadline = Date.now() + 60_000
      for (;;) {
        try {
          return (await startServer(cluster, binaries, account, port)).pid
        } catch (error) {
          // After a kill of the parent process alone, its children need a moment to notice.
          if (!isStillLeaving(error) || Date.now() > deadline) throw error
          await pause(200)
        }
      }
    }

    const adopted = await findRunning(cluster)
    const port = adopted?.port ?? (await choosePort(cluster, account))
    let pid = adopted?.pid ?? (await start(port))
    if (adopted) log('found PostgreSQL still running from last time')
    await ensureDatabase(cluster, port)

    let stopping = false
    let restarting: Promise<void> | null = null
    const restart = async () => {
      log('PostgreSQL has died; starting it again')
      const since = Date.now()
      for (let wait = 500; !stopping; wait = Math.min(wait * 2, 30_000)) {
        try {
          const other = await findRunning(cluster)
          pid = other?.pid ?? (await start(port))
          log(`PostgreSQL is back after ${((Date.now() - since) / 1000).toFixed(1)} s`)
          return
        } catch (error) {
          log(`${error instanceof Error ? error.message : error}`)
          await pause(wait)
        }
      }
    }
    const watch = setInterval(() => {
      if (stopping || restarting || isServing(pid)) return
      restarting = restart().finally(() => {
        restarting = null
      })
    }, LOOK_EVERY_MS)
    watch.unref()

    let stopped: Promise<void> | null = null
    return {
      url: urlOf(cluster, port),
      stop() {
        stopped ??= (async () => {
          stopping = true
          clearInterval(watch)
          await restarting
          await stopServer(cluster, binaries, account)
          lock.release()
        })()
        return stopped
      },
      stopSync() {
        if (stopped) return
        stopped = Promise.resolve()
        stopping = true
        clearInterval(watch)
        stopServerSync(cluster, binaries, account)
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}
