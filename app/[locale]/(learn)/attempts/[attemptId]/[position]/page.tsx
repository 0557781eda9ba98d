import type { Metadata, Route } from 'next'
import Link from 'next/link'
import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { AnswerForm } from '@/components/attempt/answer-form-client'
import { AttemptHeader } from '@/components/attempt/attempt-header'
import { Choices } from '@/components/attempt/choices'
import { Explanation } from '@/components/attempt/explanation'
import { OptionList } from '@/components/attempt/option-list'
import { Places } from '@/components/attempt/places'
import { VerdictLine } from '@/components/attempt/verdict-line'
import { CodeTools } from '@/components/markdown/code-tools-client'
import { Markdown } from '@/components/markdown/markdown'
import { Button, buttonClass } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { getQuestion } from '@/lib/attempt/queries/get-question'
import { answerPlace } from '@/lib/attempt/schema'
import { nameOfLocale } from '@/lib/i18n/locales'
import { getReader } from '../../../../reader'

type Props = PageProps<'/[locale]/attempts/[attemptId]/[position]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await getReader(params)
  const { position } = await params
  return { title: (await getTranslations('attempt'))('questionNumber', { position: Number(position) || 1 }) }
}

const notices = ['superseded', 'blank', 'invalid', 'failed'] as const

export default async function QuestionPage({ params, searchParams }: Props) {
  const { viewer, locale } = await getReader(params)
  const place = answerPlace.safeParse(await params)
  const page = place.success ? await getQuestion(place.data.attemptId, place.data.position) : null
  if (!page) notFound()
  const { attemptId, position } = await params
  if ('ended' in page) redirect(`/${locale}/attempts/${attemptId}/result`)
  const { question } = page
  const [t, code] = [await getTranslations('attempt'), await getTranslations('code')]
  const asked = (await searchParams).notice
  const notice = notices.find((name) => name === asked)
  const total = page.places.length
  const isLast = question.position === total
  const next = isLast
    ? `/${locale}/attempts/${attemptId}/finish`
    : `/${locale}/attempts/${attemptId}/${question.position + 1}`
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: viewer.zone })

  return (
    <>
      <AttemptHeader locale={locale} attempt={page} at={{ position: question.position, total }} />
      <main id="main" className="mx-auto max-w-reading px-4 pt-5 pb-6 sm:pt-10 sm:pb-16">
        <AnswerForm
          key={`${attemptId} ${position} ${question.state} ${question.translationId}`}
          action={`/api/attempts/${attemptId}/answers/${question.position}`}
          lang={locale}
          zone={viewer.zone}
          words={{
            saving: t('saving'),
            saved: t.raw('saved'),
            failed: t('notSaved'),
            superseded: t('notice.superseded'),
            ended: t('notice.ended'),
            signedOut: t('notice.signedOut'),
          }}
        >
          <input type="hidden" name="uiLocale" value={locale} />
          <input type="hidden" name="number" defaultValue={question.number + 1} />
          <input type="hidden" name="translationId" defaultValue={question.translationId} />
          {notice && (
            <div className="mb-5">
              <Notice tone={notice === 'superseded' ? 'warning' : 'error'}>{t(`notice.${notice}`)}</Notice>
            </div>
          )}
          {question.isFallback && (
            <p className="mb-5 text-sm text-soft">
              {t('fallback', { wanted: nameOfLocale(page.locale), shown: nameOfLocale(question.locale) })}
            </p>
          )}
          <fieldset
            lang={question.locale}
            className="min-w-0"
            aria-describedby={question.state === 'open' ? 'choices-hint' : undefined}
          >
            <legend className="mb-5 w-full">
              <h1 className="sr-only" lang={locale}>
                {t('questionNumber', { position: question.position })}
              </h1>
              <Markdown markdown={question.stem} cacheKey={`${question.translationId} stem`} className="stem" />
            </legend>
            {question.state === 'open' ? (
              <Choices
                question={question}
                hint={question.kind === 'multiple' ? t('chooseSeveral') : t('chooseOne')}
                hintLang={locale}
              />
            ) : (
              <OptionList
                options={question.options}
                cacheKey={question.translationId}
                words={{ right: t('right'), picked: t('picked') }}
                headingLang={locale}
              />
            )}
          </fieldset>
          {question.state === 'revealed' && (
            <section id="verdict" aria-label={t('verdictLabel')} className="mt-8 grid grid-cols-1 gap-4" tabIndex={-1}>
              <VerdictLine question={question} lang={locale} />
              <Explanation question={question} lang={locale} />
            </section>
          )}
          <div className="sticky bottom-0 -mx-4 mt-8 flex flex-wrap items-center gap-x-1.5 gap-y-1 border-t border-line bg-page px-4 pt-2 pb-3 sm:static sm:mx-0 sm:gap-x-3 sm:border-0 sm:px-0">
            {question.state === 'revealed' ? (
              <Link
                href={next as Route}
                prefetch={false}
                className={`${buttonClass('primary')} grow max-sm:px-2 sm:grow-0`}
              >
                {isLast ? t('toFinish') : t('next')}
              </Link>
            ) : page.mode === 'practice' ? (
              <>
                <Button weight="primary" name="intent" value="check" className="grow max-sm:px-2 sm:grow-0">
                  {t('check')}
                </Button>
                <Button weight="quiet" name="intent" value={isLast ? 'finish' : 'next'} className="max-sm:px-2.5">
                  {isLast ? t('toFinish') : t('skip')}
                </Button>
              </>
            ) : (
              <Button
                weight="primary"
                name="intent"
                value={isLast ? 'finish' : 'next'}
                className="grow max-sm:px-2 sm:grow-0"
              >
                {isLast ? t('toFinish') : t('saveAndNext')}
              </Button>
            )}
            {question.position > 1 && (
              <Button weight="quiet" name="go" value={question.position - 1} className="min-w-11 max-sm:px-2">
                <Icon name="left" />
                <span className="sr-only sm:not-sr-only">{t('previous')}</span>
              </Button>
            )}
            {/* Beside the hand: on a phone a line of its own, kept free so that nothing moves. */}
            <p
              id="save-status"
              role="status"
              translate="no"
              className={`order-first basis-full text-xs text-soft data-[state=failed]:font-semibold data-[state=failed]:text-bad data-[state=superseded]:font-semibold data-[state=superseded]:text-warn sm:order-none sm:ms-auto sm:basis-48 sm:grow sm:text-end sm:text-sm ${question.state === 'open' ? 'min-h-[1lh]' : ''}`}
            >
              {question.savedAt && question.state === 'open'
                ? t('saved', { time: time.format(new Date(question.savedAt)) })
                : ''}
            </p>
          </div>
          <Places places={page.places} current={question.position} />
        </AnswerForm>
        <CodeTools
          key={`${question.state} ${question.translationId}`}
          lang={locale}
          words={{ copy: code('copy'), copied: code('copied'), failed: code('failed'), wrap: code('wrap') }}
        />
      </main>
    </>
  )
}
