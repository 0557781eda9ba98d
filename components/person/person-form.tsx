import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { type PersonRole, personRole } from '@/lib/person/schema'
import { Button } from '../ui/button'
import { SelectField, TextField } from '../ui/field'

/** Name and role of a person, for admins. */
export function PersonForm({
  person: { name, role },
  action,
  locale,
}: {
  person: { name: string; role: PersonRole }
  action: (form: FormData) => Promise<void>
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'people')
  return (
    <form action={action} className="grid max-w-md gap-5">
      <TextField id="name" label={t('name')} defaultValue={name} autoComplete="off" maxLength={100} required />
      {/* What is chosen is what is stored, whichever way the page was reached. */}
      <SelectField key={role} id="role" label={t('role')} hint={t('roleHint')} defaultValue={role} autoComplete="off">
        {personRole.options.map((each) => (
          <option key={each} value={each}>
            {t(`roles.${each}`)}
          </option>
        ))}
      </SelectField>
      <div>
        <Button weight="primary">{t('save')}</Button>
      </div>
    </form>
  )
}
