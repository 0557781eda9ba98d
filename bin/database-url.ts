import { Client } from 'pg'
import { Refusal } from '../lib/db/embedded/refusal'

/** What is wrong with a DATABASE_URL as such, as a sentence, or null. */
export function faultIn(text: string): string | null {
  const form = 'it should look like postgresql://user:password@host:5432/database'
  if (!/^postgres(ql)?:\/\//.test(text)) return `DATABASE_URL does not begin with postgresql://; ${form}.`
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return `DATABASE_URL cannot be read as an address (signs such as @ : / # in a password are written %40 %3A %2F %23); ${form}.`
  }
  const missing = [
    url.hostname || url.searchParams.get('host') ? null : 'the host',
    url.username || url.searchParams.get('user') ? null : 'the user',
    url.pathname.length > 1 ? null : 'the name of the database',
  ].filter((part) => part !== null)
  return missing.length > 0 ? `DATABASE_URL lacks ${missing.join(' and ')}; ${form}.` : null
}

/** The server and database of an address, without its password. */
export function withoutSecret(text: string): string {
  const url = new URL(text)
  return `${url.hostname || url.searchParams.get('host')}:${url.port || 5432}${url.pathname}`
}

function explain(error: unknown, url: string): string {
  const { code = '', message } = error as Error & { code?: string }
  const at = withoutSecret(url)
  const { hostname, username, pathname } = new URL(url)
  switch (code) {
    case 'ECONNREFUSED':
      return `No PostgreSQL answers at ${at} (connection refused): is the server running, and are host and port in DATABASE_URL right?`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host "${hostname}" in DATABASE_URL is not known here.`
    case 'ENOENT':
      return `No PostgreSQL listens on the socket in DATABASE_URL (${at}).`
    case '28P01':
    case '28000':
      return `The PostgreSQL at ${at} does not let "${decodeURIComponent(username)}" in: check user and password in DATABASE_URL (${message}).`
    case '3D000':
      return `The PostgreSQL at ${at} has no database "${decodeURIComponent(pathname.slice(1))}": create it, in UTF-8, or correct DATABASE_URL.`
    default:
      return `The PostgreSQL at ${at} cannot be used: ${message || code || 'it does not answer'}.`
  }
}

/**
 * Connects once, to say in a sentence what is wrong before anything depends on it.
 *
 * @throws Refusal when the address is broken or the server does not take us
 */
export async function checkDatabaseUrl(text: string, patienceMs = 30_000): Promise<void> {
  const fault = faultIn(text)
  if (fault) throw new Refusal(fault)
  const deadline = Date.now() + patienceMs
  for (;;) {
    const client = new Client({ connectionString: text, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('SELECT 1')
      return
    } catch (error) {
      // 57P03: it is starting up. Only that passes by itself.
      if ((error as { code?: string }).code !== '57P03' || Date.now() > deadline)
        throw new Refusal(explain(error, text))
      await new Promise((resume) => setTimeout(resume, 500))
    } finally {
      await client.end().catch(() => {})
    }
  }
}
