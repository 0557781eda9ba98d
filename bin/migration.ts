/**
 * `npm run migration -- NAME` writes prisma/migrations/<time>_<name>/migration.sql: the difference between the schema as
 * of the last migration (kept in prisma/migrations/schema.prisma) and prisma/schema today. Checks, triggers and
 * functions are then added to that SQL by hand.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSchemaEngine } from '../lib/db/schema-engine'

const FOLDER = 'prisma/migrations'
const BEFORE = join(FOLDER, 'schema.prisma')
const EMPTY = 'datasource db {\n  provider = "postgresql"\n}\n'

const name = process.argv[2]
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error('Usage: npm run migration -- NAME   (lower-case letters, digits and _)')
  process.exit(2)
}

const files = readdirSync('prisma/schema').filter((file) => file.endsWith('.prisma'))
const after = files.map((file) => readFileSync(join('prisma/schema', file), 'utf8')).join('\n')
const before = existsSync(BEFORE) ? readFileSync(BEFORE, 'utf8') : EMPTY
const model = (content: string) => ({
  tag: 'schemaDatamodel' as const,
  files: [{ path: 'schema.prisma', content }],
  configDir: '.',
})

const { engine, close } = await openSchemaEngine([['schema.prisma', after]], process.env.DATABASE_URL ?? '')
const { stdout } = await engine.diff({
  from: before === EMPTY ? { tag: 'empty' } : model(before),
  to: model(after),
  script: true,
  exitCode: false,
  filters: { externalTables: [], externalEnums: [] },
})
await close()
if (!stdout?.trim() || stdout.includes('This is an empty migration')) {
  console.error('The schema has not changed.')
  process.exit(1)
}
const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
const folder = join(FOLDER, `${time}_${name}`)
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'migration.sql'), stdout)
writeFileSync(BEFORE, after)
console.log(`${folder}/migration.sql`)
