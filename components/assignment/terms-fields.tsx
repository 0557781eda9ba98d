import type { AssignmentTerms } from '@/lib/assignment/schema'
import { assignmentCounts } from '@/lib/assignment/schema'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { SelectField, TextField } from '../ui/field'

/** By when, in which zone, which attempt counts, and when again: fields of a form. */
export function TermsFields({
  terms,
  problem,
  locale,
}: {
  /** As filled in before, or as stored. */
  terms: { [Name in keyof AssignmentTerms]: string }
  problem: string | undefined
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'assignments')
  const zones = [...new Set([terms.zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].filter(Boolean)
  return (
    <>
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <TextField
          id="dueOn"
          type="date"
          label={t('dueOn')}
          hint={t('dueHint')}
          error={problem === 'due' ? t('problem.due') : undefined}
          defaultValue={terms.dueOn}
        />
        <SelectField
          id="zone"
          label={t('zone')}
          error={problem === 'zone' ? t('problem.zone') : undefined}
          defaultValue={terms.zone}
        >
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </SelectField>
      </div>
      <SelectField id="counts" label={t('counts')} hint={t('countsHint')} defaultValue={terms.counts}>
        {assignmentCounts.options.map((value) => (
          <option key={value} value={value}>
            {t(`counting.${value}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        id="renewMonths"
        type="number"
        min={1}
        max={120}
        inputMode="numeric"
        label={t('renew')}
        hint={t('renewHint')}
        error={problem === 'renew' ? t('problem.renew') : undefined}
        defaultValue={terms.renewMonths}
      />
    </>
  )
}
