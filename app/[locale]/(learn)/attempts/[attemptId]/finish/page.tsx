import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { z } from 'zod'
import { AttemptHeader } from '@/components/attempt/attempt-header'
import { FinishForm } from '@/components/attempt/finish-form-client'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Notice } from '@/components/ui/notice'
import { getAttemptFrame } from '@/lib/attempt/queries/get-question'
import { wordsOf } from '@/lib/i18n/words'
import { getReader } from '../../../../reader'

type Props = PageProps<'/[locale]/attempts/[attemptId]/finish'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getReader(params)
  return { title: wordsOf(locale, 'attempt')('finishTitle') }
}

/** The last look before an attempt ends: what is answered and what is not. */
export default async function FinishPage({ params }: Props) {
  const { viewer, locale } = await getReader(params)
  const { attemptId } = await params
  const page = z.uuid().safeParse(attemptId).success ? await getAttemptFrame(attemptId) : null
  if (!page) notFound()
  if ('ended' in page) redirect(`/${locale}/attempts/${attemptId}/result`)
  const t = wordsOf(locale, 'attempt')
  const open = page.places.filter(({ answered }) => !answered)
  const isOver = page.clock !== null && page.clock.now >= page.clock.deadlineAt
  return (
    <>
      <AttemptHeader locale={locale} zone={viewer.zone} attempt={page} at={null} />
      <main id="main" className="mx-auto max-w-reading px-4 py-8 sm:py-12">
        <h1 className="text-2xl">{t('finishTitle')}</h1>
        {isOver && (
          <div className="mt-4">
            <Notice tone="warning">{t('timeUp')}</Notice>
          </div>
        )}
        <p className="mt-4">
          {t('finishText', { answered: page.places.length - open.length, total: page.places.length })}
        </p>
        <p className="mt-2 text-soft">{t('finishRule')}</p>
        <FinishForm attemptId={attemptId} words={page.places.map((_, index) => t('unsent', { count: index + 1 }))}>
          <input type="hidden" name="uiLocale" value={locale} />
          <Button weight="primary">{t('submit')}</Button>
        </FinishForm>
        <h2 className="mt-12 text-base">{t('places')}</h2>
        <ol className="mt-3 divide-y divide-line border-y border-line">
          {page.places.map(({ position, answered, revealed, flagged }) => (
            <li key={position}>
              <a
                href={`/${locale}/attempts/${attemptId}/${position}`}
                className="flex min-h-11 items-center justify-between gap-4 py-1 no-underline hover:underline"
              >
                <span className="tabular-nums">{t('questionNumber', { position })}</span>
                {flagged && (
                  <span className="me-auto flex items-center gap-1.5 text-sm font-semibold text-warn">
                    <Icon name="flag" />
                    {t('flagged')}
                  </span>
                )}
                <span className={answered ? 'text-soft' : 'font-semibold text-warn'}>
                  {revealed ? t('placeSettled') : answered ? t('placeAnswered') : t('placeOpen')}
                </span>
              </a>
            </li>
          ))}
        </ol>
      </main>
    </>
  )
}
