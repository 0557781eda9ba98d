import { createServer } from 'node:net'
import { Refusal } from '../lib/db/embedded/refusal'

type Answer = 'free' | 'taken' | 'forbidden' | 'impossible'

function tryPort(port: number, host: string): Promise<Answer> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', ({ code }: NodeJS.ErrnoException) =>
      done(code === 'EADDRINUSE' ? 'taken' : code === 'EACCES' ? 'forbidden' : 'impossible'),
    )
    probe.listen({ port, host }, () => probe.close(() => done('free')))
  })
}

/** The port that PORT asks for. */
export function readPort(text: string | undefined): number {
  if (!text) return 3000
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Refusal(`PORT is "${text}", and a port is a number from 1 to 65535.`)
  }
  return port
}

/**
 * The wanted port, or the next free one when it is taken and `mayMove`.
 *
 * @throws Refusal when it cannot be had
 */
export async function choosePort(wanted: number, host: string, mayMove: boolean): Promise<number> {
  for (let port = wanted; port <= Math.min(wanted + 100, 65_535); port++) {
    const answer = await tryPort(port, host)
    // A browser that is told "localhost" may try ::1 first: whoever listens there would get our visitors.
    const beside = answer === 'free' && host === '127.0.0.1' ? await tryPort(port, '::1') : answer
    if (answer === 'free' && beside !== 'taken') return port
    if (answer === 'forbidden') throw new Refusal(`Port ${port} is not for this user: set PORT to one from 1024 up.`)
    if (answer === 'impossible') throw new Refusal(`It is not possible to listen on "${host}": correct HOST.`)
    if (!mayMove) break
  }
  throw new Refusal(`Port ${wanted} is taken by another program: stop it, or set PORT to another number.`)
}
