import { getTranslations } from 'next-intl/server'
import { Icon } from '../ui/icon'

/** Every question of the attempt by number, with what stands there. Buttons of the answer form, so that going saves. */
export async function Places({
  places,
  current,
}: {
  places: readonly { position: number; answered: boolean; revealed: boolean }[]
  current: number
}) {
  const t = await getTranslations('attempt')
  return (
    <details className="mt-10 border-t border-line pt-4 text-sm">
      <summary className="inline-flex min-h-11 items-center text-accent">{t('places')}</summary>
      <ol className="mt-2 flex flex-wrap gap-2">
        {places.map(({ position, answered, revealed }) => {
          const state = revealed ? t('placeSettled') : answered ? t('placeAnswered') : t('placeOpen')
          return (
            <li key={position}>
              <button
                type="submit"
                name="go"
                value={position}
                aria-current={position === current ? 'step' : undefined}
                className={`relative flex size-11 items-center justify-center rounded-control border tabular-nums hover:border-accent aria-[current]:border-2 aria-[current]:border-accent aria-[current]:font-bold ${answered ? 'border-control bg-accent-wash' : 'border-line'}`}
              >
                {position}
                <span className="sr-only"> {state}</span>
                {revealed && <Icon name="check" className="absolute end-0.5 top-0.5 size-3 text-soft" />}
              </button>
            </li>
          )
        })}
      </ol>
    </details>
  )
}
