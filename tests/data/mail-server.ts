import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail as it arrived, decoded by hand: what a mail program would show. */
export type Arrived = {
  to: string
  subject: string
  /** By their names in lower case. */
  headers: Record<string, string>
  text: string
  html: string
  raw: string
}

export type MailServer = {
  /** For SMTP_URL. */
  readonly url: string
  /** What has been acknowledged, in the order of arrival. */
  readonly inbox: Arrived[]
  /** Addresses that it does not take. */
  readonly refused: Set<string>
  /** Called with each mail before it is acknowledged; the mail counts as arrived once this is over. */
  before: (mail: Arrived) => Promise<void>
  close(): Promise<void>
}

/** A real mail server on this computer, which keeps what it gets. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const inbox: Arrived[] = []
  const refused = new Set<string>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, done) {
      done(refused.has(address) ? Object.assign(new Error('No such person here'), { responseCode: 550 }) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const mail = readMail(session.envelope.rcptTo[0]?.address ?? '', Buffer.concat(chunks).toString('latin1'))
        await started.before(mail)
        inbox.push(mail)
        done(null)
      })
    },
  })
  // Clients of tests are killed in the middle of a sentence.
  server.on('error', () => {})
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const started: MailServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    inbox,
    refused,
    before: async () => {},
    close: () => new Promise((done) => server.close(() => done())),
  }
  return started
}

function readMail(to: string, raw: string): Arrived {
  const { headers, body } = readPart(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1]
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => readPart(part.trimStart()))
    : []
  const textOf = (type: string) => {
    const part = parts.find((each) => each.headers['content-type']?.startsWith(type))
    return part ? decodeBody(part.body, part.headers['content-transfer-encoding'] ?? '') : ''
  }
  return {
    to,
    raw,
    headers,
    subject: decodeWords(headers.subject ?? ''),
    text: textOf('text/plain'),
    html: textOf('text/html'),
  }
}

function readPart(raw: string): { headers: Record<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { headers, body: raw.slice(end + 4) }
}

/** RFC 2047: white space between two encoded words is none. */
function decodeWords(text: string): string {
  return text
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, how: string, word: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : decodeBody(word.replaceAll('_', ' '), 'quoted-printable'),
    )
}

function decodeBody(body: string, how: string): string {
  if (how === 'base64') return plainLines(Buffer.from(body, 'base64').toString())
  if (how !== 'quoted-printable') return plainLines(Buffer.from(body, 'latin1').toString())
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return plainLines(Buffer.from(bytes, 'latin1').toString())
}

const plainLines = (text: string) => text.replaceAll('\r\n', '\n').trimEnd()
