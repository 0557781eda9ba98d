'use client'

import { createContext, type ReactNode, useContext } from 'react'

type Words = { title: string; text: string; again: string }

const Context = createContext<Words | null>(null)

/** Hands the words of the error page to the browser beforehand: when something fails, nothing can be asked for. */
export function FailureWords({ words, children }: { words: Words; children: ReactNode }) {
  return <Context value={words}>{children}</Context>
}

/** The words of the error page in the reader's language. */
export function useFailureWords(): Words | null {
  return useContext(Context)
}
