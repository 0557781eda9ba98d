import type { Metadata, Route } from 'next'
import { notFound, redirect } from 'next/navigation'
import { AnswerForm } from '@/components/attempt/answer-form-client'
import { AnswerNotes } from '@/components/attempt/answer-notes'
import { AttemptHeader } from '@/components/attempt/attempt-header'
import { BesideLanguage } from '@/components/attempt/beside-language'
import { Explanation } from '@/components/attempt/explanation'
import { renderers } from '@/components/attempt/kinds'
import { Places } from '@/components/attempt/places'
import { ReportProblem } from '@/components/attempt/report-problem'
import { SelfAssessment } from '@/components/attempt/self-assessment'
import { VerdictLine } from '@/components/attempt/verdict-line'
import { CodeTools } from '@/components/markdown/code-tools-client'
import { Markdown } from '@/components/markdown/markdown'
import { Button, buttonClass } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { kinds } from '@/lib/attempt/kinds'
import { getQuestion } from '@/lib/attempt/queries/get-question'
import { answerPlace } from '@/lib/attempt/schema'
import { dateFormat } from '@/lib/i18n/format'
import { nameOfLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { getReader } from '../../../../reader'

type Props = PageProps<'/[locale]/attempts/[attemptId]/[position]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getReader(params)
  const { position } = await params
  return { title: wordsOf(locale, 'attempt')('questionNumber', { position: Number(position) || 1 }) }
}

const notices = {
  superseded: 'warning',
  blank: 'error',
  invalid: 'error',
  unreadable: 'error',
  places: 'error',
  failed: 'error',
  reported: 'done',
  unreported: 'error',
} as const

export default async function QuestionPage({ params, searchParams }: Props) {
  const { viewer, locale } = await getReader(params)
  const place = answerPlace.safeParse(await params)
  const page = place.success ? await getQuestion(place.data.attemptId, place.data.position) : null
  if (!page) notFound()
  const { attemptId, position } = await params
  if ('ended' in page) redirect(`/${locale}/attempts/${attemptId}/result`)
  const { question } = page
  const [t, code] = [wordsOf(locale, 'attempt'), wordsOf(locale, 'code')]
  const asked = (await searchParams).notice
  const notice = (Object.keys(notices) as (keyof typeof notices)[]).find((name) => name === asked)
  const total = page.places.length
  const isLast = question.position === total
  const base = `/${locale}/attempts/${attemptId}`
  const next = isLast ? `${base}/finish` : `${base}/${question.position + 1}`
  const previous = `${base}/${question.position - 1}`
  const onward = { name: 'intent', value: isLast ? 'finish' : 'next', 'data-href': next, 'data-step': 'next' }
  const { Open, Given } = renderers[question.kind]
  // An exam is kept whole in the browser; in practice each answer needs the server anyway.
  const others = page.mode === 'exam' ? page.places.map(({ position: at }) => `${base}/${at}`) : []
  const timeOf = (instant: string) =>
    dateFormat(locale, { timeStyle: 'short', timeZone: viewer.zone }).format(new Date(instant))

  return (
    <>
      <AttemptHeader
        locale={locale}
        zone={viewer.zone}
        attempt={page}
        at={{ position: question.position, total }}
        isWide={question.beside !== null}
      />
      <main
        id="main"
        className={`mx-auto px-4 pt-5 pb-6 sm:pt-10 sm:pb-16 ${question.beside ? 'max-w-page' : 'max-w-reading'}`}
      >
        <AnswerForm
          key={`${attemptId} ${position} ${question.state} ${question.translationId}`}
          attemptId={attemptId}
          position={question.position}
          lang={locale}
          zone={viewer.zone}
          keep={[...others, `/${locale}/offline`]}
          words={{
            saving: t('saving'),
            saved: t.raw('saved'),
            retrying: t('retrying'),
            offline: t('offline'),
            waiting: t.raw('waiting'),
            refused: t('refused'),
            superseded: t('notice.superseded'),
            ended: t('notice.ended'),
            signedOut: t('notice.signedOut'),
            checkOffline: t('checkOffline'),
          }}
        >
          <input type="hidden" name="uiLocale" value={locale} />
          <input type="hidden" name="number" defaultValue={question.number + 1} />
          <input type="hidden" name="translationId" defaultValue={question.translationId} />
          {notice && (
            <div className="mb-5">
              <Notice tone={notices[notice]}>{t(`notice.${notice}`)}</Notice>
            </div>
          )}
          {question.isFallback && (
            <p className="mb-5 text-sm text-soft">
              {t('fallback', { wanted: nameOfLocale(page.locale), shown: nameOfLocale(question.locale) })}
            </p>
          )}
          <fieldset
            id="question"
            lang={question.locale}
            className="min-w-0"
            aria-describedby={question.state === 'open' && question.options.length > 0 ? 'choices-hint' : undefined}
          >
            <legend className="mb-5 w-full">
              <h1 className="sr-only" lang={locale}>
                {t('questionNumber', { position: question.position })}
              </h1>
              <Markdown markdown={question.stem} cacheKey={`${question.translationId} stem`} className="stem" />
              {question.beside && (
                <Markdown
                  markdown={question.beside.stem}
                  cacheKey={`${question.translationId} ${question.beside.locale} ${question.beside.stem}`}
                  lang={question.beside.locale}
                  className="stem mt-3 text-soft"
                />
              )}
            </legend>
            {question.state === 'open' ? (
              <Open question={question} locale={locale} />
            ) : (
              <Given question={question} locale={locale} />
            )}
          </fieldset>
          {question.state === 'open' && <AnswerNotes question={question} locale={locale} />}
          {question.state === 'revealed' && (
            <section id="verdict" aria-label={t('verdictLabel')} className="mt-8 grid grid-cols-1 gap-4" tabIndex={-1}>
              <VerdictLine question={question} locale={locale} />
              <Explanation question={question} locale={locale} />
            </section>
          )}
          <div className="sticky bottom-0 -mx-4 mt-8 flex flex-wrap items-center gap-x-1.5 gap-y-1 border-t border-line bg-page px-4 pt-2 pb-3 sm:static sm:mx-0 sm:gap-x-3 sm:border-0 sm:px-0">
            {question.state === 'revealed' ? (
              <Link
                href={next as Route}
                data-step="next"
                className={`${buttonClass('primary')} grow max-sm:px-2 sm:grow-0`}
              >
                {isLast ? t('toFinish') : t('next')}
              </Link>
            ) : page.mode === 'practice' ? (
              <>
                <Button weight="primary" name="intent" value="check" className="grow max-sm:px-2 sm:grow-0">
                  {kinds[question.kind].selfJudged ? t('showAnswer') : t('check')}
                </Button>
                <Button weight="quiet" {...onward} className="max-sm:px-2.5">
                  {isLast ? t('toFinish') : t('skip')}
                </Button>
              </>
            ) : (
              <Button weight="primary" {...onward} className="grow max-sm:px-2 sm:grow-0">
                {isLast ? t('toFinish') : t('saveAndNext')}
              </Button>
            )}
            {question.position > 1 && (
              <Button
                weight="quiet"
                name="go"
                value={question.position - 1}
                data-href={previous}
                data-step="previous"
                className="min-w-11 max-sm:px-2"
              >
                <Icon name="left" />
                <span className="sr-only sm:not-sr-only">{t('previous')}</span>
              </Button>
            )}
            {/* Beside the hand: on a phone a line of its own, kept free so that nothing moves. */}
            <p
              id="save-status"
              role="status"
              translate="no"
              className={`order-first basis-full text-xs text-soft data-[state=failed]:font-semibold data-[state=failed]:text-bad data-[state=retrying]:font-semibold data-[state=retrying]:text-warn data-[state=superseded]:font-semibold data-[state=superseded]:text-warn sm:order-none sm:ms-auto sm:basis-48 sm:grow sm:text-end sm:text-sm ${question.state === 'open' ? 'min-h-[1lh]' : ''}`}
            >
              {question.savedAt && question.state === 'open' ? t('saved', { time: timeOf(question.savedAt) }) : ''}
            </p>
          </div>
          <Places places={page.places} current={question.position} base={base} locale={locale} />
        </AnswerForm>
        {question.state === 'revealed' && kinds[question.kind].selfJudged && (
          <SelfAssessment attemptId={attemptId} question={question} locale={locale} from="question" />
        )}
        <BesideLanguage locale={locale} attempt={page} position={question.position} />
        <ReportProblem
          attemptId={attemptId}
          position={question.position}
          translationId={question.translationId}
          locale={locale}
        />
        <CodeTools
          key={`${question.state} ${question.translationId}`}
          lang={locale}
          words={{ copy: code('copy'), copied: code('copied'), failed: code('failed'), wrap: code('wrap') }}
        />
      </main>
    </>
  )
}
