#!/usr/bin/env node
// `npm start`: installs, builds and starts Polyquiz; on a second start there is nothing left to install or build.
//   --dev     starts Next's development server instead of the built application
//   --build   only installs and builds
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { holderOf, lockFileOf } from '../lib/db/embedded/lock.mjs'
import { checkNode, dataFolder, prepare, product, Trouble } from './prepare.mjs'

const flags = new Set(process.argv.slice(2))

try {
  checkNode()
  if (!process.env.DATABASE_URL && !flags.has('--build')) {
    const running = holderOf(lockFileOf(dataFolder()))
    if (running)
      throw new Trouble(`Polyquiz is already running here (process ${running.pid}): use that one, or stop it first.`)
  }
  await prepare({ built: !flags.has('--dev') })
  if (flags.has('--dev')) {
    const { register } = await import('tsx/esm/api')
    register()
    await import('./serve.ts')
  } else if (!flags.has('--build')) {
    // In this process: whoever kills it kills the whole application, and nothing is left to be looked for.
    await import(pathToFileURL(join(product, 'serve.mjs')).href)
  }
} catch (error) {
  console.error(error instanceof Trouble ? `\n${error.message}` : error)
  process.exitCode = 1
}
