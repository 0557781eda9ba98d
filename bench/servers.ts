import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { databaseUrlOf, freePort, launch, root, start, temporaryFolder, until, untilHealthy } from '../tests/product'

const bareFolder = join(root, 'bench', 'bare')
const bareBuilt = join(bareFolder, '.next', 'standalone', 'bench', 'bare')

/** Builds the product, and the least application of the same framework in the same way. */
function build(): void {
  process.stderr.write('building the product and a bare application ...\n')
  const quiet = ['ignore', 'ignore', 'inherit'] as const
  execFileSync(process.execPath, ['bin/start.mjs', '--build'], { cwd: root, stdio: [...quiet] })
  const next = createRequire(import.meta.url).resolve('next/dist/bin/next')
  const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' }
  execFileSync(process.execPath, [next, 'build'], { cwd: bareFolder, env, stdio: [...quiet] })
  cpSync(join(bareFolder, '.next', 'static'), join(bareBuilt, '.next', 'static'), { recursive: true })
}

export type Servers = { product: string; bare: string; databaseUrl: string; stop(): Promise<void> }

/** Builds and starts the product and the bare application, both on the product's database. */
export async function startServers(): Promise<Servers> {
  build()
  const data = temporaryFolder()
  const [port, barePort] = [await freePort(), await freePort()]
  const product = start({ POLYQUIZ_DATA: data.folder, PORT: String(port) })
  const stops = [product]
  const stop = async () => {
    // The database goes down with the product, so whoever uses it goes first.
    for (const running of stops.reverse()) {
      running.process.kill('SIGTERM')
      await running.ended
    }
    data.remove()
  }
  try {
    await untilHealthy(port, product)
    const databaseUrl = databaseUrlOf(data.folder)
    const env = { PORT: String(barePort), HOSTNAME: '127.0.0.1', DATABASE_URL: databaseUrl }
    const bare = launch(['server.js'], env, bareBuilt)
    stops.push(bare)
    const address = `http://127.0.0.1:${barePort}`
    await until('the bare application answers', async () => {
      const reply = await fetch(address)
      if (!reply.ok) throw new Error(`${reply.status}: ${bare.output()}`)
    })
    return { product: `http://localhost:${port}`, bare: address, databaseUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
