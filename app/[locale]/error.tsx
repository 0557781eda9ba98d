'use client'

import { useFailureWords } from '@/components/shell/failure-words-client'
import { buttonClass } from '@/components/ui/button'

export default function Failure({ reset }: { error: Error; reset: () => void }) {
  const words = useFailureWords()
  return (
    <main className="mx-auto max-w-reading px-4 py-16">
      <h1 className="text-2xl">{words?.title}</h1>
      <p className="mt-4 text-soft">{words?.text}</p>
      <button type="button" onClick={reset} className={`${buttonClass('primary')} mt-8`}>
        {words?.again}
      </button>
    </main>
  )
}
