import type { TestProject } from 'vitest/node'
import { databaseUrlOf, freePort, start, temporaryFolder, untilHealthy } from '../product'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the product answers, without a slash at the end. */
    baseUrl: string
    /** The product's own database. */
    databaseUrl: string
    /** The product's data folder, for the command line. */
    dataFolder: string
  }
}

/** One product for all browser tests. */
export default async function setup(project: TestProject) {
  const { folder, remove } = temporaryFolder()
  const port = await freePort()
  const product = start({ POLYQUIZ_DATA: folder, PORT: String(port) })
  await untilHealthy(port, product)
  project.provide('baseUrl', `http://localhost:${port}`)
  project.provide('databaseUrl', databaseUrlOf(folder))
  project.provide('dataFolder', folder)
  return async () => {
    product.process.kill('SIGTERM')
    await product.ended
    remove()
  }
}
