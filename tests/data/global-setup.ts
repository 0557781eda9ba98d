import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../lib/db/embedded/embedded'
import { migrate } from '../../lib/db/migrate'
import { runOn, TEMPLATE } from './database'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the maintenance database, for making and dropping databases. */
    adminUrl: string
  }
}

/** Starts one PostgreSQL for all database tests and migrates the database that they clone. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'polyquiz-test-'))
  const server = await startEmbedded({ folder, log: () => {} })
  const adminUrl = server.url
  // These databases die with the run: nothing is gained by waiting for the disk.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await runOn(adminUrl, `ALTER SYSTEM SET ${setting} = off`)
  await runOn(adminUrl, 'SELECT pg_reload_conf()')
  await runOn(adminUrl, `CREATE DATABASE ${TEMPLATE}`)
  const template = new URL(adminUrl)
  template.pathname = `/${TEMPLATE}`
  await migrate(template.href)
  project.provide('adminUrl', adminUrl)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
