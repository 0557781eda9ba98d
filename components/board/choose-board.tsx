import type { BoardChoice } from '@/lib/board/queries'
import { type BoardOf, type BoardSpan, boardKey } from '@/lib/board/schema'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Button } from '../ui/button'
import { SelectField } from '../ui/field'

const groups = [
  { scope: 'team', label: 'teams' },
  { scope: 'topic', label: 'topics' },
  { scope: 'quiz', label: 'quizzes' },
] as const

/** Whose board to look at; the period stays. */
export function ChooseBoard({
  choices,
  chosen,
  span,
  locale,
}: {
  choices: readonly BoardChoice[]
  chosen: BoardOf
  span: BoardSpan
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'boards')
  const value = boardKey(chosen)
  return (
    <form action={`/${locale}/boards`} className="flex items-end gap-3">
      <div className="min-w-0 grow">
        {/* What is chosen is what is shown, whichever way the page was reached. */}
        <SelectField
          key={value}
          id="of"
          label={t('board')}
          defaultValue={value}
          autoComplete="off"
          lang={choices.find(({ of }) => boardKey(of) === value)?.nameLocale}
        >
          <option value="all" lang={locale}>
            {t('everyone')}
          </option>
          {groups.map(({ scope, label }) => {
            const inGroup = choices.filter(({ of }) => of.scope === scope)
            return (
              inGroup.length > 0 && (
                <optgroup key={scope} label={t(label)} lang={locale}>
                  {inGroup.map(({ of, name, nameLocale }) => (
                    <option key={of.slug} value={boardKey(of)} lang={nameLocale}>
                      {name}
                    </option>
                  ))}
                </optgroup>
              )
            )
          })}
        </SelectField>
      </div>
      {span !== 'all' && <input type="hidden" name="span" value={span} />}
      <Button className="max-h-11 shrink-0">{t('show')}</Button>
    </form>
  )
}
