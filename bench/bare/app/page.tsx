import { connection } from 'next/server'

/** The least page that the framework renders per request: what every page costs before it does anything. */
export default async function Bare() {
  await connection()
  return <main>Bare</main>
}
