'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { QuestionKind } from '@/lib/attempt/schema'
import type { EditedQuestion } from '@/lib/question/queries'
import type { PartValue } from '@/lib/question/schema'
import { shapeOf as shapeOfKind, shapes } from '@/lib/question/shapes'
import { Icon } from '../ui/icon'
import { AcceptedFields } from './accepted-fields-client'
import { dropTarget, Grip, moved } from './drag-client'
import type { EditedLocale, EditorWords } from './editor-words'
import { fill } from './fill-client'
import { LanguageSelect } from './language-select-client'
import { LivePreview, type PreviewAction } from './live-preview-client'
import { QuestionDetails } from './question-details-client'
import { type PartKey, Saver, shapeOf, wordsKey } from './saver-client'
import { PartNotes, TextCell } from './text-cell-client'
import { WordDiff } from './word-diff'

type Props = {
  question: EditedQuestion
  /** Languages of the quiz and of the question, the source first. */
  locales: EditedLocale[]
  /** Languages that may be added. */
  offered: EditedLocale[]
  words: EditorWords
  uiLocale: string
  zone: string
  preview: PreviewAction
}

/** Everything of a question that is saved, by part. */
function storedOf({ version, topics, owner, reviewBy, words }: EditedQuestion): Map<PartKey, PartValue> {
  const { kind, scoring, order, pinLast, key, accepted, sources } = version
  return new Map<PartKey, PartValue>([
    ...Object.entries({ kind, scoring, order, pinLast, key, accepted, sources, topics, owner, reviewBy }),
    ...words.flatMap(({ locale, fields }) =>
      Object.entries(fields).map(([field, text]): [PartKey, PartValue] => [wordsKey(locale, field), text]),
    ),
  ])
}

const shapeFrom = ({ version, words }: EditedQuestion) =>
  shapeOf({
    version: { number: version.number, isDraft: version.isDraft },
    draftLocales: words
      .filter(({ isDraft }) => isDraft)
      .map(({ locale }) => locale)
      .sort(),
  })

const letterAt = (index: number) => String.fromCharCode(65 + index)
const list = (value: PartValue | undefined): string[] => (Array.isArray(value) ? (value as string[]) : [])

/**
 * A question in all its languages side by side, the source on the left, each part saved as it is changed. On a phone one
 * language is shown at a time.
 */
export function QuestionEditor({ question, locales: given, offered, words, uiLocale, zone, preview }: Props) {
  const router = useRouter()
  const [saver] = useState(() => new Saver(question.id, storedOf(question)))
  useSyncExternalStore(saver.subscribe, saver.version, saver.version)
  const readAfter = useRef(0)
  const [announcement, announce] = useState('')
  const [added, setAdded] = useState<EditedLocale[]>([])
  const [hidden, setHidden] = useState<readonly string[]>([])
  const { sourceLocale } = question.quiz
  const [onPhone, setOnPhone] = useState(sourceLocale)
  const [focusAfter, setFocusAfter] = useState<string | null>(null)

  const readAgain = async () => {
    await saver.settled()
    readAfter.current = saver.sends
    router.refresh()
  }
  const again = useRef(readAgain)
  again.current = readAgain
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins once; what the page says later is taken over below
  useEffect(() => saver.start(shapeFrom(question), () => void again.current()), [saver])
  useEffect(() => {
    if (!saver.adopt(storedOf(question), shapeFrom(question), readAfter.current)) void again.current()
  }, [question, saver])
  useEffect(() => {
    if (focusAfter) document.getElementById(focusAfter)?.focus()
  }, [focusAfter])

  const locales = [...given, ...added.filter(({ tag }) => !given.some((each) => each.tag === tag))]
  const kind = (saver.read('kind') ?? 'single') as QuestionKind
  const shape = shapeOfKind(kind)
  const order = list(saver.read('order'))
  const key = list(saver.read('key'))
  const pinLast = list(saver.read('pinLast'))
  const { mayAuthor } = question
  const nameOf = (id: string) => fill(words.option, { letter: letterAt(order.indexOf(id)) })

  const fieldLabel = (field: string) => {
    const [part = '', id = ''] = field.split(':')
    if (part === 'option') return nameOf(id)
    if (part === 'feedback') return fill(words.feedback, { option: nameOf(id) })
    if (part === 'explanation') return kind === 'open' ? words.modelAnswer : words.explanation
    return words.stem
  }

  const move = (from: number, to: number, focus: string | null) => {
    const next = moved(order, from, to)
    if (!next) return
    saver.set('order', next)
    announce(fill(words.moved, { option: nameOf(order[from] ?? ''), position: to + 1, count: order.length }))
    setFocusAfter(focus)
  }

  const row = (field: string, rows: number): ReactNode => (
    <div className="flex gap-4">
      {locales.map(({ tag, name, dir }) => {
        const part = wordsKey(tag, field)
        const isSource = tag === sourceLocale
        const id = `text-${tag}-${field.replace(':', '-')}`
        const stale = saver.note(part)
          ? undefined
          : question.stale.find((each) => each.locale === tag && each.field === field)
        return (
          <div
            key={tag}
            className={`min-w-0 flex-1 basis-0 contain-inline-size sm:min-w-80 ${tag === onPhone ? '' : 'max-sm:hidden'} ${hidden.includes(tag) ? 'sm:hidden' : ''} ${isSource ? 'sm:sticky sm:start-0 sm:z-10 sm:bg-page sm:pe-2' : ''}`}
          >
            <TextCell
              saver={saver}
              part={part}
              id={id}
              label={fill(words.inLanguage, { text: fieldLabel(field), language: name })}
              lang={tag}
              dir={dir}
              rows={rows}
              isReadOnly={isSource && !mayAuthor}
              words={words}
            >
              {isSource && mayAuthor && <Meaning field={field} question={question} saver={saver} words={words} />}
              {stale && (
                <div className="grid gap-2 border-s-4 border-warn bg-warn-wash px-3 py-2 text-sm">
                  <p className="font-semibold">{words.stale}</p>
                  <WordDiff parts={stale.change} lang={sourceLocale} />
                  <button
                    type="button"
                    className="inline-flex min-h-11 w-fit items-center font-semibold text-accent underline underline-offset-4"
                    onClick={() => void saver.act({ part: 'confirm', locale: tag, field })}
                  >
                    {words.confirm}
                  </button>
                </div>
              )}
            </TextCell>
          </div>
        )
      })}
    </div>
  )

  const heading = (text: string, children?: ReactNode) => (
    <div className="start-0 flex w-fit max-w-full flex-wrap items-center gap-x-4 gap-y-1 sm:sticky sm:max-w-[80vw]">
      <h3 className="text-sm font-semibold text-soft">{text}</h3>
      {children}
    </div>
  )

  return (
    <div className="grid grid-cols-1 gap-8">
      <SaveStatus saver={saver} words={words} uiLocale={uiLocale} zone={zone} />
      <p role="status" className="sr-only">
        {announcement}
      </p>

      {mayAuthor && (
        <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
          <div>
            <label htmlFor="kind" className="text-sm font-semibold">
              {words.kindLabel}
            </label>
            <select
              id="kind"
              value={kind}
              onChange={(event) => {
                const next = event.target.value as QuestionKind
                const { options } = shapeOfKind(next)
                // Options that the new kind cannot have go, with their words.
                if (order.length > (options?.most ?? 0) && !confirm(words.kindConfirm)) return
                saver.set('kind', next)
              }}
              className="mt-1 block min-h-11 rounded-control border border-control bg-raised px-3"
            >
              {(Object.keys(shapes) as QuestionKind[]).map((each) => (
                <option key={each} value={each}>
                  {words[`kind.${each}`]}
                </option>
              ))}
            </select>
            <PartNotes
              saver={saver}
              part="kind"
              id="kind"
              words={words}
              show={(v) => words[`kind.${v as QuestionKind}`]}
            />
          </div>
          {shape.choosesScoring && (
            <fieldset>
              <legend className="text-sm font-semibold">{words.scoringLabel}</legend>
              {(['partial', 'all'] as const).map((each) => (
                <label key={each} className="flex min-h-11 items-center gap-2 text-sm">
                  <input
                    type="radio"
                    name="scoring"
                    checked={saver.read('scoring') === each}
                    onChange={() => saver.set('scoring', each)}
                    className="size-4.5"
                  />
                  {words[`scoring.${each}`]}
                </label>
              ))}
              <PartNotes
                saver={saver}
                part="scoring"
                id="scoring"
                words={words}
                show={(v) => words[v === 'all' ? 'scoring.all' : 'scoring.partial']}
              />
            </fieldset>
          )}
        </div>
      )}

      <div>
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
          <h2 className="text-lg">{words.languages}</h2>
          <div className="sm:hidden">
            <LanguageSelect
              id="on-phone"
              label={words.languageShown}
              locales={locales}
              value={onPhone}
              onChange={setOnPhone}
            />
          </div>
          {locales.length > 2 && (
            <div className="flex flex-wrap gap-x-4 max-sm:hidden">
              {locales.slice(1).map(({ tag, name }) => (
                <label key={tag} className="flex min-h-11 items-center gap-2 text-sm" lang={tag}>
                  <input
                    type="checkbox"
                    checked={!hidden.includes(tag)}
                    onChange={(event) =>
                      setHidden(event.target.checked ? hidden.filter((each) => each !== tag) : [...hidden, tag])
                    }
                    className="size-4.5"
                  />
                  {name}
                </label>
              ))}
            </div>
          )}
        </div>
        <p className="mt-1 text-sm text-soft">
          {words.markdownHint} {!mayAuthor && words.readOnly}
        </p>
        <section
          aria-label={words.languages}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: without it a keyboard cannot reach what lies outside the frame
          tabIndex={0}
          className="mt-3 overflow-x-auto pb-3"
        >
          <div className="grid w-full grid-cols-1 gap-5 sm:w-max sm:min-w-full">
            <div className="flex gap-4 border-b border-line pb-2 max-sm:hidden" aria-hidden="true">
              {locales.map(({ tag, name }) => (
                <p
                  key={tag}
                  lang={tag}
                  className={`min-w-80 flex-1 basis-0 contain-inline-size text-sm font-semibold ${hidden.includes(tag) ? 'hidden' : ''} ${tag === sourceLocale ? 'sticky start-0 z-10 bg-page pe-2' : ''}`}
                >
                  {name} {tag === sourceLocale && <span className="font-normal text-soft">{words.source}</span>}
                </p>
              ))}
            </div>
            <div className="grid grid-cols-1 gap-2">
              {heading(words.stem)}
              {row('stem', 3)}
            </div>
            {shape.options && (
              <div className="grid grid-cols-1 gap-5">
                <ol className="grid grid-cols-1 gap-5">
                  {order.map((id, index) => (
                    <li
                      key={id}
                      className="grid grid-cols-1 gap-2 border-t border-line pt-3"
                      {...dropTarget(DRAGGED, order, (from) => move(from, index, null))}
                    >
                      {heading(
                        nameOf(id),
                        mayAuthor ? (
                          <>
                            {shape.key !== 'order' && (
                              <label className="flex min-h-11 items-center gap-2 text-sm">
                                <input
                                  type={shape.key === 'several' ? 'checkbox' : 'radio'}
                                  name="key"
                                  checked={key.includes(id)}
                                  onChange={(event) => {
                                    if (shape.key === 'one') saver.set('key', [id])
                                    else
                                      saver.set(
                                        'key',
                                        event.target.checked ? [...key, id] : key.filter((each) => each !== id),
                                      )
                                  }}
                                  className="size-4.5"
                                />
                                {words.rightOption}
                              </label>
                            )}

                            <label className="flex min-h-11 items-center gap-2 text-sm">
                              <input
                                type="checkbox"
                                checked={pinLast.includes(id)}
                                onChange={(event) =>
                                  saver.set(
                                    'pinLast',
                                    event.target.checked ? [...pinLast, id] : pinLast.filter((each) => each !== id),
                                  )
                                }
                                className="size-4.5"
                              />
                              {words.pinLast}
                            </label>
                            <span className="flex">
                              <IconButton
                                id={`up-${id}`}
                                icon="up"
                                label={fill(words.moveUp, { option: nameOf(id) })}
                                isOff={index === 0}
                                onClick={() => move(index, index - 1, `up-${id}`)}
                              />
                              <IconButton
                                id={`down-${id}`}
                                icon="down"
                                label={fill(words.moveDown, { option: nameOf(id) })}
                                isOff={index === order.length - 1}
                                onClick={() => move(index, index + 1, `down-${id}`)}
                              />
                              <Grip type={DRAGGED} id={id} title={words.drag} />
                              <IconButton
                                id={`remove-${id}`}
                                icon="cross"
                                label={fill(words.removeOption, { option: nameOf(id) })}
                                isOff={order.length <= (shape.options?.least ?? 0)}
                                onClick={() => {
                                  const texts = locales.some(
                                    ({ tag }) => saver.text(wordsKey(tag, `option:${id}`)) !== '',
                                  )
                                  if (texts && !confirm(fill(words.removeConfirm, { option: nameOf(id) }))) return
                                  saver.set(
                                    'order',
                                    order.filter((each) => each !== id),
                                  )
                                  setFocusAfter(`remove-${order[index + 1] ?? order[index - 1]}`)
                                }}
                              />
                            </span>
                          </>
                        ) : (
                          key.includes(id) && shape.key !== 'order' && (
                            <span className="flex items-center gap-1 text-sm font-semibold text-good">
                              <Icon name="check" /> {words.rightOption}
                            </span>
                          )
                        ),
                      )}
                      {row(`option:${id}`, 1)}
                      <details open={locales.some(({ tag }) => saver.text(wordsKey(tag, `feedback:${id}`)) !== '')}>
                        <summary className="start-0 inline-flex min-h-11 w-fit items-center text-sm font-semibold text-accent sm:sticky">
                          {fill(words.feedbackShow, { option: nameOf(id) })}
                        </summary>
                        {row(`feedback:${id}`, 1)}
                      </details>
                    </li>
                  ))}
                </ol>
                {mayAuthor && (
                  <div className="start-0 grid w-fit gap-2 sm:sticky">
                    {shape.key === 'order' && <p className="text-sm text-soft">{words.orderIsKey}</p>}
                    {key.length === 0 && <p className="text-sm font-semibold text-warn">{words.noKey}</p>}
                    <PartNotes
                      saver={saver}
                      part="key"
                      id="key"
                      words={words}
                      show={(value) => list(value).map(nameOf).join(', ')}
                    />
                    <PartNotes
                      saver={saver}
                      part="order"
                      id="order"
                      words={words}
                      show={(value) =>
                        list(value)
                          .map((id) => saver.text(wordsKey(sourceLocale, `option:${id}`)))
                          .join(' / ')
                      }
                    />
                    {order.length < shape.options.most && (
                      <button
                        type="button"
                        className="inline-flex min-h-11 w-fit items-center rounded-control border border-control bg-raised px-4 text-sm font-semibold hover:border-accent hover:text-accent-strong"
                        onClick={() => void saver.act({ part: 'addOption', id: question.spareOption })}
                      >
                        {words.addOption}
                      </button>
                    )}
                  </div>
                )}
              </div>
            )}
            {(shape.key === 'number' || shape.key === 'texts') && (
              <div className="start-0 w-full max-w-reading border-t border-line pt-3 sm:sticky">
                <AcceptedFields
                  saver={saver}
                  isNumber={shape.key === 'number'}
                  locales={locales}
                  isDisabled={!mayAuthor}
                  words={words}
                />
              </div>
            )}
            <div className="grid grid-cols-1 gap-2 border-t border-line pt-3">
              {heading(fieldLabel('explanation'))}
              {shape.options && order[0] && (
                <p className="start-0 w-fit text-sm text-soft sm:sticky">
                  {fill(words.tokenHint, { token: `{option:${question.optionNames[order[0]] ?? ''}}`, letter: 'A' })}
                </p>
              )}
              {row('explanation', 5)}
            </div>
          </div>
        </section>
        <AddLanguage
          taken={locales.map(({ tag }) => tag)}
          offered={offered}
          words={words}
          onAdd={(locale) => {
            setAdded([...added, locale])
            setOnPhone(locale.tag)
          }}
        />
      </div>

      <QuestionDetails saver={saver} question={question} words={words} />
      <LivePreview saver={saver} question={question} locales={locales} words={words} preview={preview} />
    </div>
  )
}

const DRAGGED = 'application/x-polyquiz-option'

function IconButton({
  id,
  icon,
  label,
  isOff,
  onClick,
}: {
  id: string
  icon: 'up' | 'down' | 'cross'
  label: string
  isOff: boolean
  onClick: () => void
}) {
  return (
    <button
      id={id}
      type="button"
      aria-label={label}
      title={label}
      // It stays reachable, so that the focus is not lost at the end of the list.
      aria-disabled={isOff}
      onClick={() => !isOff && onClick()}
      className="flex min-h-11 min-w-11 items-center justify-center rounded-control text-soft hover:text-accent aria-disabled:cursor-default aria-disabled:opacity-40"
    >
      <Icon name={icon} />
    </button>
  )
}

/** Where the saving stands, always to be seen. */
function SaveStatus({
  saver,
  words,
  uiLocale,
  zone,
}: {
  saver: Saver
  words: EditorWords
  uiLocale: string
  zone: string
}) {
  const { state } = saver
  const time = (at: string) =>
    new Intl.DateTimeFormat(uiLocale, { timeStyle: 'short', timeZone: zone }).format(new Date(at))
  const said = {
    idle: '',
    waiting: words.waiting,
    saving: words.saving,
    retrying: words.retrying,
    offline: words.offline,
    'signed-out': words.signedOut,
    gone: words.gone,
    saved: saver.state.state === 'saved' ? fill(words.saved, { time: time(saver.state.at) }) : '',
  }[state.state]
  const isBad = ['retrying', 'offline', 'signed-out', 'gone'].includes(state.state) || saver.hasConflict
  return (
    <p
      id="save-state"
      role="status"
      data-state={saver.isPending ? 'pending' : state.state}
      className={`sticky top-0 -mb-5 z-20 -mx-4 min-h-11 border-b bg-page px-4 py-2.5 text-sm ${said ? 'border-line' : 'border-transparent'} ${isBad ? 'font-semibold text-bad' : 'text-soft'}`}
    >
      {saver.hasConflict && state.state === 'saved' ? words.conflictWaits : said}
    </p>
  )
}

/** Whether new words of a published source text mean something else. */
function Meaning({
  field,
  question,
  saver,
  words,
}: {
  field: string
  question: EditedQuestion
  saver: Saver
  words: EditorWords
}) {
  const published = question.publishedSource?.[field]
  const isMeaning = question.meanings.includes(field)
  const text = saver.text(wordsKey(question.quiz.sourceLocale, field))
  if (published === undefined || (published === text && !isMeaning)) return null
  return (
    <fieldset className="border-s-4 border-accent bg-accent-wash px-3 py-1 text-sm">
      <legend className="float-start w-full pt-1 font-semibold">{words.meaningLegend}</legend>
      {[false, true].map((value) => (
        <label key={String(value)} className="clear-both flex min-h-11 items-center gap-2">
          <input
            type="radio"
            name={`meaning-${field}`}
            checked={isMeaning === value}
            onChange={() => void saver.act({ part: 'meaning', field, value })}
            className="size-4.5 shrink-0"
          />
          {value ? words.meaningChange : words.meaningTypo}
        </label>
      ))}
    </fieldset>
  )
}

/** Takes a language that the question does not have yet. */
function AddLanguage({
  taken,
  offered,
  words,
  onAdd,
}: {
  taken: string[]
  offered: EditedLocale[]
  words: EditorWords
  onAdd: (locale: EditedLocale) => void
}) {
  const [tag, setTag] = useState('')
  const [isWrong, setWrong] = useState(false)
  const add = () => {
    const canonical = canonicalTag(tag)
    setWrong(canonical === null || taken.includes(canonical))
    if (canonical === null || taken.includes(canonical)) return
    onAdd(offered.find((each) => each.tag === canonical) ?? { tag: canonical, name: canonical, dir: 'ltr' })
    setTag('')
  }
  return (
    <form
      className="mt-4 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <div>
        <label htmlFor="new-language" className="text-sm font-semibold">
          {words.addLanguage}
        </label>
        <p id="new-language-hint" className="text-sm text-soft">
          {words.addLanguageHint}
        </p>
        {isWrong && (
          <p id="new-language-wrong" role="alert" className="text-sm font-semibold text-bad">
            {words.addLanguageWrong}
          </p>
        )}
        <input
          id="new-language"
          list="offered-languages"
          value={tag}
          onChange={(event) => setTag(event.target.value)}
          autoComplete="off"
          aria-invalid={isWrong}
          aria-describedby={`new-language-hint${isWrong ? ' new-language-wrong' : ''}`}
          className="mt-1 block min-h-11 w-40 rounded-control border border-control bg-raised px-3"
        />
        <datalist id="offered-languages">
          {offered
            .filter((each) => !taken.includes(each.tag))
            .map((each) => (
              <option key={each.tag} value={each.tag}>
                {each.name}
              </option>
            ))}
        </datalist>
      </div>
      <button
        type="submit"
        className="inline-flex min-h-11 items-center rounded-control border border-control bg-raised px-4 font-semibold hover:border-accent hover:text-accent-strong"
      >
        {words.add}
      </button>
    </form>
  )
}

function canonicalTag(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag.trim())[0] ?? null
  } catch {
    return null
  }
}
