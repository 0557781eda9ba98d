import type { TestProject } from 'vitest/node'
import { databaseUrlOf, freePort, start, temporaryFolder, untilHealthy } from '../product'
import { launchBrowser } from './launch-browser'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the product answers, without a slash at the end. */
    baseUrl: string
    /** The product's own database. */
    databaseUrl: string
    /** The product's data folder, for the command line. */
    dataFolder: string
    /** Where the one browser of all tests is reached. */
    browserUrl: string
  }
}

/** One product and one browser for all browser tests. */
export default async function setup(project: TestProject) {
  const { folder, remove } = temporaryFolder()
  const port = await freePort()
  const product = start({ POLYQUIZ_DATA: folder, PORT: String(port) })
  await untilHealthy(port, product)
  const browser = await launchBrowser()
  project.provide('baseUrl', `http://localhost:${port}`)
  project.provide('databaseUrl', databaseUrlOf(folder))
  project.provide('dataFolder', folder)
  project.provide('browserUrl', browser.wsEndpoint())
  return async () => {
    await browser.close()
    product.process.kill('SIGTERM')
    await product.ended
    remove()
  }
}
