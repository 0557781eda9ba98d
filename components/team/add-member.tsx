import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { membershipRole } from '@/lib/person/schema'
import { Button } from '../ui/button'

/** Puts someone into a team, by their address. */
export function AddMember({ action, locale }: { action: (form: FormData) => Promise<void>; locale: UiLocale }) {
  const t = wordsOf(locale, 'teams')
  return (
    <form action={action} className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow basis-56">
        <label htmlFor="email" className="text-sm font-semibold">
          {t('email')}
        </label>
        <input
          id="email"
          name="email"
          type="email"
          required
          autoComplete="off"
          className="mt-1 block min-h-11 w-full rounded-control border border-control bg-raised px-3 text-base"
        />
      </div>
      <div>
        <label htmlFor="role" className="text-sm font-semibold">
          {t('role')}
        </label>
        <select
          id="role"
          name="role"
          className="mt-1 block min-h-11 rounded-control border border-control bg-raised px-3"
        >
          {membershipRole.options.map((role) => (
            <option key={role} value={role}>
              {t(`roles.${role}`)}
            </option>
          ))}
        </select>
      </div>
      <Button weight="primary">{t('addPerson')}</Button>
    </form>
  )
}
