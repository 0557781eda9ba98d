import { PrismaPg } from '@prisma/adapter-pg'
import { v7, validate } from 'uuid'
import { readEnv } from '../env'
import { type Prisma, PrismaClient } from './generated/client'

/** What runs inside a transaction: everything of the client but opening another one. */
export type Transaction = Prisma.TransactionClient

// Development reloads modules, and a test file moves to a database of its own: one client per address, kept outside.
const holder = globalThis as typeof globalThis & { polyquizDb?: { url: string; client: PrismaClient } }

/**
 * The one door to PostgreSQL.
 *
 * @throws Error when DATABASE_URL is not set
 */
export function db(): PrismaClient {
  const url = readEnv().DATABASE_URL
  if (!url) throw new Error('DATABASE_URL is not set. "npm start" sets it for its own PostgreSQL.')
  if (holder.polyquizDb?.url !== url) {
    const client = new PrismaClient({
      adapter: new PrismaPg({ connectionString: url, max: 12 }, { statementNameGenerator: nameStatement }),
      // A burst waits for its turn: after Prisma's own two seconds, people would meet errors where the page is only slow.
      transactionOptions: { maxWait: 15_000, timeout: 20_000 },
    })
    holder.polyquizDb = { url, client }
  }
  return holder.polyquizDb.client
}

const statementNames = new Map<string, string>()

// Far more than the code has. A list of every length makes a statement of its own; memory must not fill with them.
const MOST_STATEMENTS = 500

/** A name for each text of a statement, so that a connection parses and plans it once; no name (the driver then takes none) beyond the first many. */
function nameStatement({ sql }: { sql: string }): string {
  const known = statementNames.get(sql)
  if (known !== undefined) return known
  if (statementNames.size >= MOST_STATEMENTS) return ''
  const name = `polyquiz_${statementNames.size}`
  statementNames.set(sql, name)
  return name
}

/** Closes the connections of this process. */
export async function disconnect(): Promise<void> {
  await holder.polyquizDb?.client.$disconnect()
  delete holder.polyquizDb
}

/** The clock of the database, which every decision about time asks; tests replace `app_now()`. */
export async function databaseNow(on: Transaction = db()): Promise<Date> {
  const [row] = await on.$queryRaw<{ now: Date }[]>`SELECT app_now() AS now`
  if (!row) throw new Error('app_now() gives no time.')
  return row.now
}

/** A new row id, version 7: rising with time, so that indexes grow at their end. */
export function newId(): string {
  return v7()
}

/** Whether a text can be the id of a row; PostgreSQL refuses a whole statement for one that cannot. */
export const isId: (text: string) => boolean = validate
