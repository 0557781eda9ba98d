'use client'

import { useState } from 'react'
import type { EditedQuestion } from '@/lib/question/queries'
import type { SourceLine } from '@/lib/question/rules-merge'
import type { EditorWords } from './editor-words'
import type { Saver } from './saver-client'
import { PartNotes } from './text-cell-client'

const box =
  'mt-1 block min-h-11 w-full min-w-0 rounded-control border border-control bg-raised px-3 disabled:border-line'

/** What a question is about, where its facts come from, and who looks after it. */
export function QuestionDetails({
  saver,
  question,
  words,
}: {
  saver: Saver
  question: EditedQuestion
  words: EditorWords
}) {
  const { mayAuthor, choices } = question
  const topics = (saver.read('topics') ?? []) as string[]
  const owner = (saver.read('owner') ?? null) as string | null
  const topicName = (slug: string) => choices.topics.find((topic) => topic.slug === slug)?.name ?? slug
  const personName = (id: string | null) => choices.people.find((person) => person.id === id)?.name ?? words.noOwner
  return (
    <section aria-labelledby="details-heading" className="grid grid-cols-1 gap-6 border-t border-line pt-4">
      <h2 id="details-heading" className="text-lg">
        {words.details}
      </h2>
      <fieldset disabled={!mayAuthor}>
        <legend className="text-sm font-semibold">{words.topics}</legend>
        <div className="flex flex-wrap gap-x-5">
          {choices.topics.map(({ slug, name }) => (
            <label key={slug} className="flex min-h-11 items-center gap-2 text-sm">
              <input
                type="checkbox"
                checked={topics.includes(slug)}
                onChange={(event) =>
                  saver.set('topics', event.target.checked ? [...topics, slug] : topics.filter((each) => each !== slug))
                }
                className="size-4.5"
              />
              {name}
            </label>
          ))}
        </div>
        <PartNotes
          saver={saver}
          part="topics"
          id="topics"
          words={words}
          show={(value) => (value as string[]).map(topicName).join(', ')}
        />
      </fieldset>
      <Sources saver={saver} isDisabled={!mayAuthor} words={words} />
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <div className="min-w-60">
          <label htmlFor="owner" className="text-sm font-semibold">
            {words.owner}
          </label>
          <select
            id="owner"
            disabled={!mayAuthor}
            value={owner ?? ''}
            onChange={(event) => saver.set('owner', event.target.value || null)}
            className={box}
          >
            <option value="">{words.noOwner}</option>
            {choices.people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <PartNotes
            saver={saver}
            part="owner"
            id="owner"
            words={words}
            show={(value) => personName(value as string | null)}
          />
        </div>
        <div>
          <label htmlFor="review-by" className="text-sm font-semibold">
            {words.reviewBy}
          </label>
          <input
            id="review-by"
            type="date"
            disabled={!mayAuthor}
            value={(saver.read('reviewBy') ?? '') as string}
            onChange={(event) => saver.set('reviewBy', event.target.value || null, true)}
            className={box}
          />
          <PartNotes saver={saver} part="reviewBy" id="review-by" words={words} show={(value) => String(value ?? '')} />
        </div>
      </div>
    </section>
  )
}

/** Pages behind the facts, each with the day on which they were last verified. A line is saved once it is whole. */
function Sources({ saver, isDisabled, words }: { saver: Saver; isDisabled: boolean; words: EditorWords }) {
  const saved = (saver.read('sources') ?? []) as SourceLine[]
  const [drafted, setDrafted] = useState<SourceLine[] | null>(null)
  const lines = drafted ?? saved
  const change = (next: SourceLine[]) => {
    const isWhole = next.every(
      ({ url, verifiedOn }) => /^https?:\/\/./.test(url) && URL.canParse(url) && verifiedOn !== '',
    )
    const isOnce = new Set(next.map(({ url }) => url)).size === next.length
    if (isWhole && isOnce) {
      setDrafted(null)
      saver.set('sources', next, true)
    } else setDrafted(next)
  }
  const edit = (index: number, part: Partial<SourceLine>) =>
    change(lines.map((line, at) => (at === index ? { ...line, ...part } : line)))
  return (
    <fieldset disabled={isDisabled} className="min-w-0">
      <legend className="text-sm font-semibold">{words.sources}</legend>
      <ul className="grid grid-cols-1 gap-3">
        {lines.map(({ url, verifiedOn }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place while its address is typed
          <li key={index} className="flex flex-wrap items-end gap-3">
            <label className="min-w-0 grow basis-72 text-sm">
              {words.sourceUrl}
              <input
                type="url"
                value={url}
                maxLength={2000}
                onChange={(event) => edit(index, { url: event.target.value })}
                className={box}
              />
            </label>
            <label className="text-sm">
              {words.verifiedOn}
              <input
                type="date"
                value={verifiedOn}
                onChange={(event) => edit(index, { verifiedOn: event.target.value })}
                className={box}
              />
            </label>
            <button
              type="button"
              onClick={() => change(lines.filter((_, at) => at !== index))}
              className="min-h-11 px-3 text-sm font-semibold text-accent hover:text-accent-strong"
            >
              {words.removeSource} <span className="sr-only">{url}</span>
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => setDrafted([...lines, { url: '', verifiedOn: '' }])}
        className="mt-2 min-h-11 text-sm font-semibold text-accent hover:text-accent-strong"
      >
        {words.addSource}
      </button>
      <PartNotes
        saver={saver}
        part="sources"
        id="sources"
        words={words}
        show={(value) => (value as SourceLine[]).map((line) => `${line.url} (${line.verifiedOn})`).join(', ')}
      />
    </fieldset>
  )
}
