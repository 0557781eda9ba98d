import { getTranslations } from 'next-intl/server'
import type { RevealedQuestion } from '@/lib/attempt/view'
import { Markdown } from '../markdown/markdown'
import { Explanation } from './explanation'
import { OptionList } from './option-list'
import { VerdictLine } from './verdict-line'

/** One question of a result as it was taken: the choice, the key and the explanation. */
export async function ResultQuestion({ question, lang }: { question: RevealedQuestion; lang: string }) {
  const t = await getTranslations('attempt')
  const heading = `question-${question.position}`
  return (
    <article aria-labelledby={heading} lang={question.locale} className="border-t border-line py-8 break-inside-avoid">
      <h3 id={heading} lang={lang} className="text-sm font-normal text-soft tabular-nums">
        {t('questionNumber', { position: question.position })}
      </h3>
      <Markdown
        markdown={question.stem}
        cacheKey={`${question.translationId} stem`}
        className="mt-1 text-lg font-semibold"
      />
      <div className="mt-4">
        <OptionList
          options={question.options}
          cacheKey={question.translationId}
          words={{ right: t('right'), picked: t('picked') }}
          headingLang={lang}
        />
      </div>
      <div className="mt-5">
        <VerdictLine question={question} lang={lang} />
      </div>
      <details className="mt-3" open={question.verdict !== 'right'}>
        <summary lang={lang} className="inline-flex min-h-11 items-center text-accent">
          {t('explanation')}
        </summary>
        <div className="mt-2">
          <Explanation question={question} lang={lang} />
        </div>
      </details>
    </article>
  )
}
