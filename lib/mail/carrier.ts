import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import { readEnv } from '../env'

/** A mail, ready to go. */
export type Letter = {
  /** What makes it one: it is sent under one Message-ID, however often. */
  dedupeKey: string
  to: { name: string; address: string }
  locale: string
  subject: string
  text: string
  html: string
  /** Where one request takes the person off mails of this kind (RFC 8058). */
  unsubscribeUrl: string
}

/** Takes letters away: to the mail server or, where none is named, into files. */
export type Carrier = {
  /** @throws CarrierError */
  carry(letter: Letter): Promise<void>
  close(): void
}

/** A letter could not be taken. */
export class CarrierError extends Error {
  override name = 'CarrierError'
  constructor(
    message: string,
    /** Nothing else would be taken either: it is the server that is away, not the letter that is refused. */
    readonly isAway: boolean,
  ) {
    super(message)
  }
}

/** Whatever a server does, a letter takes no longer: its row is locked for so long. */
const LONGEST_MS = 30_000
/** Which of nodemailer's errors are about one letter; all others say that the server is away, or will not have us. */
const OF_ONE_LETTER = new Set(['EENVELOPE', 'EMESSAGE', 'ESTREAM', 'EMAXRECIPIENTS'])

/** Where mails go, for people to read: never a password. */
export function placeOfMails(): { server: string; from: string } | { folder: string } {
  const { SMTP_URL: url, MAIL_FROM: from } = readEnv()
  return url && from ? { server: new URL(url).host, from } : { folder: mailFolder() }
}

/** An absolute address of a page or route here. */
export function absoluteUrl(path: `/${string}`): string {
  return new URL(path, readEnv().NEXTAUTH_URL ?? 'http://localhost:3000').href
}

const mailFolder = () => resolve(readEnv().POLYQUIZ_DATA ?? '.data', 'mail')

export function openCarrier(): Carrier {
  const { SMTP_URL: url } = readEnv()
  return url ? openServer(url) : openFolder(mailFolder())
}

function openServer(url: string): Carrier {
  const { username, hostname } = new URL(url)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const transport = nodemailer.createTransport({
    url,
    // One connection for all letters of a round. A letter whose connection breaks is our matter, not the pool's.
    pool: true,
    maxConnections: 1,
    maxRequeues: 0,
    // A password never goes in the clear over a network.
    requireTLS: username !== '' && !isHere,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dnsTimeout: 10_000,
    ...sealed,
  })
  return {
    async carry(letter) {
      try {
        await transport.sendMail({ ...messageOf(letter), signal: AbortSignal.timeout(LONGEST_MS) })
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        throw new CarrierError(sayError(error), !OF_ONE_LETTER.has(code ?? '') || responseCode === 421)
      }
    },
    close: () => transport.close(),
  }
}

function openFolder(folder: string): Carrier {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, ...sealed })
  return {
    async carry(letter) {
      try {
        const { message } = await transport.sendMail(messageOf(letter))
        // They hold names and addresses: nobody else on this computer reads them.
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const file = join(folder, `${letter.dedupeKey.replaceAll(':', '-')}.eml`)
        await writeFile(`${file}.unfinished`, message as Buffer, { mode: 0o600 })
        await rename(`${file}.unfinished`, file)
      } catch (error) {
        throw new CarrierError(sayError(error), true)
      }
    },
    close: () => {},
  }
}

/** Takes a person's letters out of the folder, where there are any. */
export async function forgetLetters(personId: string): Promise<void> {
  const folder = mailFolder()
  const files = await readdir(folder).catch(() => [])
  for (const file of files) if (file.includes(personId)) await rm(join(folder, file), { force: true })
}

/** No letter makes us read a file or an address. */
const sealed = { disableFileAccess: true, disableUrlAccess: true }

const sayError = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500)

function messageOf({ dedupeKey, to, locale, subject, text, html, unsubscribeUrl }: Letter): SendMailOptions {
  const { MAIL_FROM: from = 'Polyquiz <polyquiz@localhost>' } = readEnv()
  const id = createHash('sha256').update(dedupeKey).digest('hex').slice(0, 32)
  return {
    from,
    to,
    subject,
    text,
    html,
    messageId: `<${id}@${new URL(absoluteUrl('/')).hostname}>`,
    headers: {
      'Content-Language': locale,
      // No holiday notice is to answer.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'List-Unsubscribe': { prepared: true, foldLines: true, value: `<${unsubscribeUrl}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
