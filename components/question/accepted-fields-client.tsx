'use client'

import { useState } from 'react'
import type { AcceptedAnswer, NumericAnswer, TextAnswers } from '@/lib/attempt/schema'
import type { EditedLocale, EditorWords } from './editor-words'
import { fill } from './fill-client'
import type { Saver } from './saver-client'
import { PartNotes } from './text-cell-client'

const box = 'mt-1 block min-h-11 w-full rounded-control border border-control bg-raised px-3 disabled:border-line'

/** What is right where the answer is no option: a number with its tolerance and unit, or texts in each language. */
export function AcceptedFields({
  saver,
  isNumber,
  locales,
  isDisabled,
  words,
}: {
  saver: Saver
  isNumber: boolean
  locales: EditedLocale[]
  isDisabled: boolean
  words: EditorWords
}) {
  const accepted = (saver.read('accepted') ?? null) as AcceptedAnswer | null
  return (
    <fieldset disabled={isDisabled} className="grid min-w-0 grid-cols-1 gap-3">
      {isNumber ? (
        <NumberFields
          answer={{ value: '', tolerance: '0', unit: null, ...(accepted as NumericAnswer | null) }}
          onChange={(answer) => saver.set('accepted', answer.value === '' ? null : answer, true)}
          words={words}
        />
      ) : (
        <>
          <legend className="text-sm font-semibold">{words.acceptedTexts}</legend>
          <p id="accepted-hint" className="text-sm text-soft">
            {words.acceptedHint}
          </p>
          {locales.map(({ tag, name, dir }) => (
            <TextsField
              key={tag}
              locale={{ tag, name, dir }}
              texts={(accepted as TextAnswers | null)?.[tag] ?? []}
              onChange={(texts) => {
                const { [tag]: _old, ...others } = (accepted as TextAnswers | null) ?? {}
                const all = texts.length > 0 ? { ...others, [tag]: texts } : others
                saver.set('accepted', Object.keys(all).length > 0 ? all : null, true)
              }}
              words={words}
            />
          ))}
        </>
      )}
      <PartNotes
        saver={saver}
        part="accepted"
        id="accepted"
        words={words}
        show={(value) =>
          Object.values(value ?? {})
            .flat()
            .filter((text) => text !== null)
            .join(', ')
        }
      />
    </fieldset>
  )
}

/** Texts of one language, one a line. Lines without anything are kept only while they are written. */
function TextsField({
  locale: { tag, name, dir },
  texts,
  onChange,
  words,
}: {
  locale: EditedLocale
  texts: string[]
  onChange: (texts: string[]) => void
  words: EditorWords
}) {
  const [drafted, setDrafted] = useState<string | null>(null)
  return (
    <label className="text-sm">
      {name}
      <textarea
        aria-label={fill(words.inLanguage, { text: words.acceptedTexts, language: name })}
        aria-describedby="accepted-hint"
        lang={tag}
        dir={dir}
        rows={2}
        value={drafted ?? texts.join('\n')}
        onBlur={() => setDrafted(null)}
        onChange={(event) => {
          setDrafted(event.target.value)
          onChange(
            event.target.value
              .split('\n')
              .map((line) => line.trim())
              .filter(Boolean),
          )
        }}
        className={`${box} field-sizing-content py-2`}
      />
    </label>
  )
}

function NumberFields({
  answer,
  onChange,
  words,
}: {
  answer: NumericAnswer
  onChange: (answer: NumericAnswer) => void
  words: EditorWords
}) {
  return (
    <div className="flex flex-wrap gap-4">
      <label className="text-sm">
        {words.numberValue}
        <input
          inputMode="decimal"
          value={answer.value}
          onChange={(event) => onChange({ ...answer, value: event.target.value.trim() })}
          className={box}
        />
      </label>
      <div>
        <label htmlFor="tolerance" className="text-sm">
          {words.tolerance}
        </label>
        <input
          id="tolerance"
          value={answer.tolerance}
          aria-describedby="tolerance-hint"
          onChange={(event) => onChange({ ...answer, tolerance: event.target.value.trim() })}
          className={box}
        />
        <p id="tolerance-hint" className="text-sm text-soft">
          {words.toleranceHint}
        </p>
      </div>
      <label className="text-sm">
        {words.unit}
        <input
          value={answer.unit ?? ''}
          maxLength={40}
          onChange={(event) => onChange({ ...answer, unit: event.target.value || null })}
          className={box}
        />
      </label>
    </div>
  )
}
