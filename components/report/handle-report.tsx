import { dateFormat } from '@/lib/i18n/format'
import { nameOfLocale, type UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { LaterEdit, ReportPage } from '@/lib/report/queries'
import { Button } from '../ui/button'

/** Names an edit: which version or which words, and since when. */
export function nameOfEdit({ version, locale, revision, publishedAt }: LaterEdit, zone: string, uiLocale: UiLocale) {
  const t = wordsOf(uiLocale, 'reports')
  const at = dateFormat(uiLocale, { dateStyle: 'medium', timeZone: zone }).format(new Date(publishedAt))
  return locale === null
    ? t('editVersion', { number: version, at })
    : t('editWords', { language: nameOfLocale(locale), number: version, revision: revision ?? 1, at })
}

/** Where a report is answered and, while it is open, resolved. */
export function HandleReport({
  action,
  report: { status, reply, edits, isKeyShown, seen },
  zone,
  locale,
}: {
  action: (form: FormData) => Promise<void>
  report: ReportPage
  zone: string
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'reports')
  const isOpen = status === 'open'
  const hint = isKeyShown ? t('replyHint') : t('replyHintHeld')
  return (
    <form action={action} className="grid gap-5">
      <input type="hidden" name="seen" value={seen} />
      <div>
        <label htmlFor="reply" className="font-semibold">
          {t('reply')}
        </label>
        <p id="reply-hint" className="mt-0.5 mb-2 text-sm text-soft">
          {hint}
        </p>
        <textarea
          id="reply"
          name="reply"
          rows={4}
          maxLength={5000}
          defaultValue={reply ?? ''}
          aria-describedby="reply-hint"
          className="block field-sizing-content min-h-28 w-full rounded-control border border-control bg-raised px-3 py-2 text-base"
        />
      </div>
      {isOpen && (
        <div>
          <label htmlFor="edit" className="font-semibold">
            {t('edit')}
          </label>
          <p id="edit-hint" className="mt-0.5 mb-2 text-sm text-soft">
            {edits.length > 0 ? t('editHint') : t('editNone')}
          </p>
          <select
            id="edit"
            name="edit"
            aria-describedby="edit-hint"
            className="block min-h-11 w-full rounded-control border border-control bg-raised px-3 text-base"
          >
            <option value="">{t('noEdit')}</option>
            {edits.map((edit) => (
              <option key={edit.id} value={`${edit.kind}:${edit.id}`}>
                {nameOfEdit(edit, zone, locale)}
              </option>
            ))}
          </select>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {isOpen && (
          <Button weight="primary" name="intent" value="resolve">
            {t('resolve')}
          </Button>
        )}
        <Button name="intent" value="reply">
          {isOpen ? t('replyOnly') : t('replySend')}
        </Button>
      </div>
    </form>
  )
}
