import { kinds } from '@/lib/attempt/kinds'
import type { OpenQuestion, RevealedQuestion } from '@/lib/attempt/view'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Markdown } from '../markdown/markdown'
import { Disclosure } from '../ui/disclosure'
import { Explanation } from './explanation'
import { renderers } from './kinds'
import { SelfAssessment } from './self-assessment'
import { VerdictLine } from './verdict-line'

/** One question of a result as it was taken: the choice and, once they may be seen, the key and the explanation. */
export function ResultQuestion({
  attemptId,
  question,
  locale,
}: {
  attemptId: string
  question: OpenQuestion | RevealedQuestion
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'attempt')
  const heading = `question-${question.position}`
  const { Given } = renderers[question.kind]
  return (
    <article aria-labelledby={heading} lang={question.locale} className="border-t border-line py-10 print:py-6">
      <h3 id={heading} lang={locale} className="scroll-mt-6 text-sm font-normal text-soft tabular-nums">
        {t('questionNumber', { position: question.position })}
      </h3>
      <Markdown markdown={question.stem} cacheKey={`${question.translationId} stem`} className="stem mt-1" />
      <div className="mt-5">
        <Given question={question} locale={locale} />
      </div>
      {question.state === 'revealed' && (
        <>
          <VerdictLine question={question} locale={locale} className="mt-5 text-base" />
          <Disclosure
            label={t(kinds[question.kind].selfJudged ? 'modelAnswer' : 'explanation')}
            lang={locale}
            open={question.verdict !== 'right'}
            className="mt-1"
          >
            <div className="mt-1">
              <Explanation question={question} locale={locale} />
            </div>
          </Disclosure>
          {kinds[question.kind].selfJudged && (
            <SelfAssessment attemptId={attemptId} question={question} locale={locale} from="result" />
          )}
        </>
      )}
    </article>
  )
}
