import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { AttemptHeader } from '@/components/attempt/attempt-header'
import { Button } from '@/components/ui/button'
import { getQuestion } from '@/lib/attempt/queries/get-question'
import { getReader } from '../../../../reader'

type Props = PageProps<'/[locale]/attempts/[attemptId]/finish'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await getReader(params)
  return { title: (await getTranslations('attempt'))('finishTitle') }
}

/** The last look before an attempt ends: what is answered and what is not. */
export default async function FinishPage({ params }: Props) {
  const { locale } = await getReader(params)
  const { attemptId } = await params
  const page = z.uuid().safeParse(attemptId).success ? await getQuestion(attemptId, 1) : null
  if (!page) notFound()
  if ('ended' in page) redirect(`/${locale}/attempts/${attemptId}/result`)
  const t = await getTranslations('attempt')
  const open = page.places.filter(({ answered }) => !answered)
  return (
    <>
      <AttemptHeader locale={locale} attempt={page} at={null} />
      <main id="main" className="mx-auto max-w-reading px-4 py-8 sm:py-12">
        <h1 className="text-2xl">{t('finishTitle')}</h1>
        <p className="mt-4">
          {t('finishText', { answered: page.places.length - open.length, total: page.places.length })}
        </p>
        <p className="mt-2 text-soft">{t('finishRule')}</p>
        <form method="post" action={`/api/attempts/${attemptId}/submit`} className="mt-8">
          <input type="hidden" name="uiLocale" value={locale} />
          <Button weight="primary">{t('submit')}</Button>
        </form>
        <h2 className="mt-12 text-base">{t('places')}</h2>
        <ol className="mt-3 divide-y divide-line border-y border-line">
          {page.places.map(({ position, answered, revealed }) => (
            <li key={position}>
              <a
                href={`/${locale}/attempts/${attemptId}/${position}`}
                className="flex min-h-11 items-center justify-between gap-4 py-1 no-underline hover:underline"
              >
                <span className="tabular-nums">{t('questionNumber', { position })}</span>
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
