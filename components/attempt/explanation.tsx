import type { RevealedQuestion } from '@/lib/attempt/view'
import { dateFormat } from '@/lib/i18n/format'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Markdown } from '../markdown/markdown'

/** Why: the explanation as a short article, and where its facts come from. */
export function Explanation({ question, locale }: { question: RevealedQuestion; locale: UiLocale }) {
  const t = wordsOf(locale, 'attempt')
  const day = dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return (
    <>
      <Markdown
        markdown={question.explanation}
        cacheKey={`${question.translationId} explanation`}
        letters={question.letters}
        lang={question.locale}
      />
      {question.beside?.explanation && (
        <Markdown
          markdown={question.beside.explanation}
          cacheKey={`${question.translationId} ${question.beside.locale} ${question.beside.explanation}`}
          letters={question.letters}
          lang={question.beside.locale}
          className="mt-6 border-t border-line pt-6 text-soft"
        />
      )}
      {question.sources.length > 0 && (
        <footer lang={locale} className="mt-5 grid grid-cols-1 gap-1.5 text-sm text-soft">
          {question.sources.map(({ url, verifiedOn }) => (
            <p key={url} className="wrap-anywhere">
              {t('source')}{' '}
              <a href={url} rel="noopener noreferrer" target="_blank">
                {url.replace(/^https?:\/\//, '')}
              </a>{' '}
              {t('verifiedOn', { day: day.format(new Date(verifiedOn)) })}
            </p>
          ))}
        </footer>
      )}
    </>
  )
}
