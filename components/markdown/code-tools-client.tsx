'use client'

import { useEffect, useRef } from 'react'

type Words = { copy: string; copied: string; failed: string; wrap: string }

/**
 * Gives every listing on the page a button that copies it and, where lines are cut off, one that wraps them. The
 * listings are finished HTML that React does not look into, so the buttons are added to them by hand.
 */
export function CodeTools({ words, lang }: { words: Words; lang: string }) {
  const status = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    const say = (text: string) => {
      if (status.current) status.current.textContent = text
    }
    const undo = [...document.querySelectorAll<HTMLElement>('figure.code')].map((figure) =>
      equip(figure, words, lang, say),
    )
    return () => {
      for (const one of undo) one()
    }
  }, [words, lang])

  return <p ref={status} lang={lang} aria-live="polite" className="sr-only" />
}

function equip(figure: HTMLElement, words: Words, lang: string, say: (text: string) => void): () => void {
  const listing = figure.querySelector('pre')
  if (!listing) return () => {}
  const tools = document.createElement('div')
  tools.className = 'code-tools'
  tools.lang = lang
  const add = (word: string, act: (button: HTMLButtonElement) => void) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = word
    button.onclick = () => act(button)
    tools.append(button)
    return button
  }

  const wrap = add(words.wrap, () => {
    const wrapped = figure.toggleAttribute('data-wrap')
    wrap.setAttribute('aria-pressed', String(wrapped))
  })
  wrap.setAttribute('aria-pressed', String(figure.hasAttribute('data-wrap')))
  const offerWrap = () => {
    wrap.hidden = !figure.hasAttribute('data-wrap') && listing.scrollWidth <= listing.clientWidth
  }
  // At once, so that the buttons are drawn where they stay.
  offerWrap()
  const size = new ResizeObserver(offerWrap)
  size.observe(listing)

  // Browsers offer the clipboard on secure addresses only.
  if (navigator.clipboard)
    add(words.copy, async (button) => {
      const done = await navigator.clipboard.writeText(listing.textContent ?? '').then(
        () => words.copied,
        () => words.failed,
      )
      button.textContent = done
      say(done)
      setTimeout(() => {
        button.textContent = words.copy
        say('')
      }, 2000)
    })

  figure.append(tools)
  return () => {
    size.disconnect()
    tools.remove()
  }
}
