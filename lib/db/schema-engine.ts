import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import * as wasm from '@prisma/schema-engine-wasm/schema_engine_bg'
import pg from 'pg'

let started = false

/** The engine's WebAssembly lies beside this file in a bundle, and in its package everywhere else. */
function readWasm(): Buffer<ArrayBuffer> {
  const bundled = join(dirname(fileURLToPath(import.meta.url)), 'schema_engine_bg.wasm')
  if (existsSync(bundled)) return readFileSync(bundled)
  const packaged = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  return readFileSync(join(dirname(packaged), 'schema_engine_bg.wasm'))
}

async function start(): Promise<void> {
  if (started) return
  const { instance } = await WebAssembly.instantiate(readWasm(), {
    './schema_engine_bg.js': wasm as unknown as WebAssembly.ModuleImports,
  })
  // The engine reports a panic through this global before it stops.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message(message: string) {
        throw new Error(`Prisma's schema engine failed: ${message}`)
      },
    },
  })
  wasm.__wbg_set_wasm(instance.exports)
  const { __wbindgen_start } = instance.exports
  if (typeof __wbindgen_start === 'function') __wbindgen_start()
  started = true
}

export type OpenSchemaEngine = {
  engine: wasm.SchemaEngine
  /** What PostgreSQL said, where the engine reports only that something outside failed. */
  causeOf(error: unknown): unknown
  close(): Promise<void>
}

/**
 * Prisma's own schema engine as WebAssembly: what `prisma migrate` runs, without a binary to download.
 *
 * @param datamodels the schema files as [path, text]; one with a datasource is enough to apply migrations
 * @param databaseUrl where migrations are applied; not contacted by `diff`
 */
export async function openSchemaEngine(
  datamodels: [path: string, text: string][],
  databaseUrl: string,
): Promise<OpenSchemaEngine> {
  await start()
  const pool = new pg.Pool({ connectionString: databaseUrl })
  const adapter = bindMigrationAwareSqlAdapterFactory(wholeScripts(pool))
  const engine = await wasm.SchemaEngine.new({ datamodels }, () => {}, adapter)
  return {
    engine,
    causeOf(error) {
      const id = /External error id#(\d+)/.exec(String(error))?.[1]
      return (id && adapter.errorRegistry.consumeError(Number(id))?.error) || error
    },
    // The engine leaves its connections open, which would hold up the end of the process.
    async close() {
      engine.free()
      await pool.end()
    },
  }
}

/**
 * The stock adapter cuts a script at every semicolon, function bodies included, and runs the pieces one by one. Sent
 * whole, a script is one transaction, and its record is finished in that same transaction: a process killed in the
 * middle of a migration leaves either all of it or nothing.
 */
function wholeScripts(pool: pg.Pool): PrismaPg {
  const factory = new PrismaPg(pool)
  const connect = factory.connect.bind(factory)
  factory.connect = async () => {
    const connection = await connect()
    connection.executeScript = async (script) => {
      const client = await pool.connect()
      try {
        const { rows } = await client.query(`SELECT to_regclass('_prisma_migrations') AS name`)
        await client.query(rows[0]?.name ? `${script}\n;${FINISH_RECORD}` : script)
      } finally {
        // Closed, not given back: whatever the script has set ends with it.
        client.release(true)
      }
    }
    return connection
  }
  return factory
}

const FINISH_RECORD = 'UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL'
