import { kinds } from '@/lib/attempt/kinds'
import { type AcceptedAnswer, isNumeric, type QuestionKind } from '@/lib/attempt/schema'
import { openQuestion, revealedQuestion } from '@/lib/attempt/view'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { SourceLine } from '@/lib/question/rules-merge'
import { Explanation } from '../attempt/explanation'
import { renderers } from '../attempt/kinds'
import { Markdown } from '../markdown/markdown'

/** What is to be seen of a question before it is saved. */
export type PreviewInput = {
  locale: string
  kind: QuestionKind
  /** Option ids in their order. */
  order: string[]
  key: string[]
  accepted: AcceptedAnswer | null
  fields: Record<string, string>
  sources: SourceLine[]
  optionNames: Record<string, string>
}

/** A question as a member meets it: while it can be answered, and once its key is shown. */
export function PreviewQuestion({ input, uiLocale }: { input: PreviewInput; uiLocale: UiLocale }) {
  const t = wordsOf(uiLocale, 'editor')
  const fields = Object.entries(input.fields).map(([field, markdown]) => ({ field, markdown }))
  const words = { id: 'preview', locale: input.locale, fields }
  const answer = {
    position: 1,
    optionOrder: input.order,
    picks: input.key,
    text: acceptedText(input),
    unit: input.accepted && isNumeric(input.accepted) ? input.accepted.unit : null,
    confidence: null,
    flagged: false,
    seq: 0,
    savedAt: null,
    version: { kind: input.kind },
  }
  const wording = { words, beside: null, wanted: input.locale }
  const open = openQuestion({ ...answer, picks: [], text: null }, wording)
  const revealed = revealedQuestion(answer, wording, {
    optionIds: input.key,
    accepted: input.accepted,
    verdict: kinds[input.kind].selfJudged ? 'unscored' : 'right',
    award: null,
    selfAssessment: null,
    externalIds: new Map(Object.entries(input.optionNames)),
    sources: input.sources,
  })
  const { Open, Given } = renderers[input.kind]
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-2">
      <fieldset lang={input.locale} className="min-w-0">
        <legend lang={uiLocale} className="mb-3 text-sm font-semibold text-soft">
          {t('previewOpen')}
        </legend>
        <Markdown markdown={open.stem} cacheKey="preview stem" className="stem mb-5" />
        <Open question={open} locale={uiLocale} />
      </fieldset>
      <div lang={input.locale} className="min-w-0">
        <p lang={uiLocale} className="mb-3 text-sm font-semibold text-soft">
          {t('previewRevealed')}
        </p>
        <Given question={revealed} locale={uiLocale} />
        <div className="mt-6">
          <Explanation question={revealed} locale={uiLocale} />
        </div>
      </div>
    </div>
  )
}

/** An answer in words that is right. */
function acceptedText({ accepted, locale }: PreviewInput): string | null {
  if (!accepted) return null
  return isNumeric(accepted) ? accepted.value : (accepted[locale]?.[0] ?? Object.values(accepted)[0]?.[0] ?? null)
}
