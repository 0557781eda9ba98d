import { getTranslations } from 'next-intl/server'
import { kinds } from '@/lib/attempt/kinds'
import type { OpenQuestion, RevealedQuestion } from '@/lib/attempt/view'
import { Markdown } from '../markdown/markdown'
import { Disclosure } from '../ui/disclosure'
import { Explanation } from './explanation'
import { renderers } from './kinds'
import { SelfAssessment } from './self-assessment'
import { VerdictLine } from './verdict-line'

/** One question of a result as it was taken: the choice and, once they may be seen, the key and the explanation. */
export async function ResultQuestion({
  attemptId,
  question,
  lang,
}: {
  attemptId: string
  question: OpenQuestion | RevealedQuestion
  lang: string
}) {
  const t = await getTranslations('attempt')
  const heading = `question-${question.position}`
  const { Given } = renderers[question.kind]
  return (
    <article aria-labelledby={heading} lang={question.locale} className="border-t border-line py-10 print:py-6">
      <h3 id={heading} lang={lang} className="scroll-mt-6 text-sm font-normal text-soft tabular-nums">
        {t('questionNumber', { position: question.position })}
      </h3>
      <Markdown markdown={question.stem} cacheKey={`${question.translationId} stem`} className="stem mt-1" />
      <div className="mt-5">
        <Given question={question} lang={lang} />
      </div>
      {question.state === 'revealed' && (
        <>
          <VerdictLine question={question} lang={lang} className="mt-5 text-base" />
          <Disclosure
            label={t(kinds[question.kind].writes ? 'modelAnswer' : 'explanation')}
            lang={lang}
            open={question.verdict !== 'right'}
            className="mt-1"
          >
            <div className="mt-1">
              <Explanation question={question} lang={lang} />
            </div>
          </Disclosure>
          {kinds[question.kind].writes && (
            <SelfAssessment attemptId={attemptId} question={question} locale={lang} from="result" />
          )}
        </>
      )}
    </article>
  )
}
