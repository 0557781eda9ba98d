import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { nameOfLocale } from '@/lib/i18n/locales'
import { Button } from '../ui/button'

/** The head of an attempt: which quiz, where I am, in which language. Everything else steps back. */
export async function AttemptHeader({
  locale,
  attempt,
  at,
}: {
  locale: string
  attempt: {
    attemptId: string
    quiz: { slug: string; title: string; titleLocale: string }
    locale: string
    locales: string[]
  }
  /** Place shown, from 1; null on the overview. */
  at: { position: number; total: number } | null
}) {
  const t = await getTranslations('attempt')
  return (
    <header className="border-b border-line">
      <div className="mx-auto flex max-w-reading flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
        <p className="min-w-0 flex-1 truncate">
          <Link
            href={`/${locale}/quizzes/${attempt.quiz.slug}`}
            lang={attempt.quiz.titleLocale}
            className="inline-flex min-h-11 items-center text-soft no-underline hover:text-accent hover:underline"
          >
            {attempt.quiz.title}
          </Link>
        </p>
        {attempt.locales.length > 1 && (
          <form
            method="post"
            action={`/api/attempts/${attempt.attemptId}/language`}
            className="flex items-center gap-2"
          >
            <input type="hidden" name="uiLocale" value={locale} />
            <input type="hidden" name="position" value={at?.position ?? ''} />
            <label htmlFor="content-language" className="sr-only">
              {t('contentLanguage')}
            </label>
            <select
              id="content-language"
              name="locale"
              defaultValue={attempt.locale}
              className="min-h-11 rounded-control border border-control bg-raised px-2 text-sm"
            >
              {attempt.locales.map((tag) => (
                <option key={tag} value={tag} lang={tag}>
                  {nameOfLocale(tag)}
                </option>
              ))}
            </select>
            <Button weight="quiet" className="px-2 text-sm">
              {t('switch')}
            </Button>
          </form>
        )}
      </div>
      {at && (
        <div className="h-0.5 bg-line">
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" className="block h-0.5 w-full" aria-hidden="true">
            <rect width={(100 * at.position) / at.total} height="1" className="fill-accent" />
          </svg>
        </div>
      )}
    </header>
  )
}
