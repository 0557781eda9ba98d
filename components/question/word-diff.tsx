import type { DiffPart } from '@/lib/question/rules-diff'

/** What changed in a text, word by word: what is new is underlined, what is gone is struck through. */
export function WordDiff({ parts, lang, dir }: { parts: readonly DiffPart[]; lang: string; dir?: 'ltr' | 'rtl' }) {
  return (
    <p lang={lang} dir={dir} className="wrap-anywhere whitespace-pre-wrap">
      {parts.map(({ text, is }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, drawn once
        if (is === 'same') return <span key={index}>{text}</span>
        return is === 'added' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, drawn once
          <ins key={index} className="bg-good-wash text-good underline decoration-2">
            {text}
          </ins>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, drawn once
          <del key={index} className="bg-bad-wash text-bad line-through">
            {text}
          </del>
        )
      })}
    </p>
  )
}
