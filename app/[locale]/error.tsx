'use client'

import { useEffect, useState } from 'react'
import { buttonClass } from '@/components/ui/button'

type Words = { title: string; text: string; again: string }

/** Shown when a page fails. Its words came with the layout: now nothing can be asked for. */
export default function Failure({ retry }: { error: Error; retry: () => void }) {
  const [words, setWords] = useState<Words>()
  // When the first page fails, the body that carries the words is made together with this.
  useEffect(() => setWords(JSON.parse(document.body.dataset.failure ?? '')), [])
  if (!words) return null
  return (
    <main className="mx-auto max-w-reading px-4 py-16">
      <h1 className="text-2xl">{words.title}</h1>
      <p className="mt-4 text-soft">{words.text}</p>
      <button type="button" onClick={() => retry()} className={`${buttonClass('primary')} mt-8`}>
        {words.again}
      </button>
    </main>
  )
}
