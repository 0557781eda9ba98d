import { notFound } from 'next/navigation'

/** Any address that no other page answers: not found, in the reader's language. */
export default function Unknown(): never {
  notFound()
}
