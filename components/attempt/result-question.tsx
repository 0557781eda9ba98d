import { getTranslations } from 'next-intl/server'
import type { RevealedQuestion } from '@/lib/attempt/view'
import { Markdown } from '../markdown/markdown'
import { Disclosure } from '../ui/disclosure'
import { Explanation } from './explanation'
import { OptionList } from './option-list'
import { VerdictLine } from './verdict-line'

/** One question of a result as it was taken: the choice, the key and the explanation. */
export async function ResultQuestion({ question, lang }: { question: RevealedQuestion; lang: string }) {
  const t = await getTranslations('attempt')
  const heading = `question-${question.position}`
  return (
    <article aria-labelledby={heading} lang={question.locale} className="border-t border-line py-10 print:py-6">
      <h3 id={heading} lang={lang} className="scroll-mt-6 text-sm font-normal text-soft tabular-nums">
        {t('questionNumber', { position: question.position })}
      </h3>
      <Markdown markdown={question.stem} cacheKey={`${question.translationId} stem`} className="stem mt-1" />
      <div className="mt-5">
        <OptionList
          options={question.options}
          cacheKey={question.translationId}
          words={{ right: t('right'), picked: t('picked') }}
          headingLang={lang}
        />
      </div>
      <VerdictLine question={question} lang={lang} className="mt-5 text-base" />
      <Disclosure label={t('explanation')} lang={lang} open={question.verdict !== 'right'} className="mt-1">
        <div className="mt-1">
          <Explanation question={question} lang={lang} />
        </div>
      </Disclosure>
    </article>
  )
}
