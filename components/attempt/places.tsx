import type { Place } from '@/lib/attempt/queries/get-question'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Disclosure } from '../ui/disclosure'
import { Icon } from '../ui/icon'

const looks = {
  placeOpen: 'border-control bg-raised',
  placeAnswered: 'border-accent bg-accent-wash',
  placeSettled: 'border-line bg-sunken',
} as const

/** Every question of the attempt by number, with what stands there. Buttons of the answer form, so that going saves. */
export function Places({
  places,
  current,
  base,
  locale,
}: {
  places: readonly Place[]
  current: number
  /** Address of the attempt's pages, before the number. */
  base: string
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'attempt')
  const states = places.map(({ revealed, answered }) =>
    revealed ? 'placeSettled' : answered ? 'placeAnswered' : 'placeOpen',
  )
  const box = 'relative flex items-center justify-center rounded-control border tabular-nums'
  return (
    <Disclosure label={t('places')} className="mt-4 text-sm sm:mt-8">
      <ul aria-hidden="true" className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-soft">
        {(['placeOpen', 'placeAnswered', 'placeSettled'] as const)
          .filter((state) => states.includes(state))
          .map((state) => (
            <li key={state} className="flex items-center gap-2">
              <span className={`${box} size-4 ${looks[state]}`}>
                {state === 'placeSettled' && <Icon name="check" className="size-3" />}
              </span>
              {t(state)}
            </li>
          ))}
      </ul>
      <ol className="mt-3 grid grid-cols-[repeat(auto-fill,2.75rem)] gap-2">
        {places.map(({ position, flagged }, index) => {
          const state = states[index] ?? 'placeOpen'
          return (
            <li key={position}>
              <button
                type="submit"
                name="go"
                value={position}
                data-href={`${base}/${position}`}
                aria-current={position === current ? 'step' : undefined}
                className={`${box} size-11 hover:border-accent aria-[current]:font-bold aria-[current]:outline-2 aria-[current]:outline-offset-1 aria-[current]:outline-ink ${looks[state]}`}
              >
                {position}
                <span className="sr-only">
                  {' '}
                  {t(state)}
                  {flagged && `, ${t('flagged')}`}
                </span>
                {flagged && <Icon name="flag" className="absolute start-0.5 top-0.5 size-3 text-warn" />}
                {state === 'placeSettled' && (
                  <Icon name="check" className="absolute end-0.5 top-0.5 size-3 text-soft" />
                )}
              </button>
            </li>
          )
        })}
      </ol>
      <p className="mt-3 text-soft pointer-coarse:hidden">{t('keys')}</p>
    </Disclosure>
  )
}
