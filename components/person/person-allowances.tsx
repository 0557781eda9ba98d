import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { PersonDetails } from '@/lib/person/queries'
import { Button } from '../ui/button'
import { Disclosure } from '../ui/disclosure'
import { SelectField, TextField } from '../ui/field'

/** Extra time and attempts that a person has, and a form that gives and takes them. */
export function PersonAllowances({
  allowances,
  quizzes,
  action,
  locale,
}: {
  allowances: PersonDetails['allowances']
  quizzes: readonly { slug: string; title: string; titleLocale: string }[]
  action: (form: FormData) => Promise<void>
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'people')
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const nameOf = (slug: string | null) => {
    const quiz = quizzes.find((each) => each.slug === slug)
    return slug === null ? t('allowance.all') : <span lang={quiz?.titleLocale}>{quiz?.title ?? slug}</span>
  }
  return (
    <section aria-labelledby="allowances">
      <h2 id="allowances" className="text-lg">
        {t('allowance.title')}
      </h2>
      {allowances.length === 0 ? (
        <p className="mt-1 text-soft">{t('allowance.none')}</p>
      ) : (
        <ul className="mt-2">
          {allowances.map(({ quiz, time, attempts }) => (
            <li key={quiz} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2">
              <span>{nameOf(quiz)}</span>
              <span className="text-soft tabular-nums">
                {t('allowance.given', { time: percent.format(time / 100), attempts })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Disclosure label={t('allowance.change')} className="mt-1">
        <form action={action} className="mt-2 grid max-w-md gap-5">
          <SelectField id="quiz" label={t('allowance.quiz')}>
            <option value="">{t('allowance.all')}</option>
            {quizzes.map(({ slug, title, titleLocale }) => (
              <option key={slug} value={slug} lang={titleLocale}>
                {title}
              </option>
            ))}
          </SelectField>
          <div className="grid grid-cols-2 items-end gap-4">
            <TextField
              id="time"
              label={t('allowance.time')}
              type="number"
              min={0}
              max={1000}
              required
              defaultValue={0}
            />
            <TextField
              id="attempts"
              label={t('allowance.attempts')}
              type="number"
              min={0}
              max={1000}
              required
              defaultValue={0}
            />
          </div>
          <p className="text-sm text-soft">{t('allowance.hint')}</p>
          <div>
            <Button>{t('allowance.submit')}</Button>
          </div>
        </form>
      </Disclosure>
    </section>
  )
}
