import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { z } from 'zod'
import { formatPercent } from '@/components/attempt/percent'
import { ResultIndex } from '@/components/attempt/result-index'
import { ResultQuestion } from '@/components/attempt/result-question'
import { CodeTools } from '@/components/markdown/code-tools-client'
import { SiteHeader } from '@/components/shell/site-header'
import { Bar } from '@/components/ui/bar'
import { Button, buttonClass } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { getResult } from '@/lib/attempt/queries/get-result'
import { dateFormat } from '@/lib/i18n/format'
import { wordsOf } from '@/lib/i18n/words'
import { signOutAction } from '../../../../account-actions'
import { getReader } from '../../../../reader'

type Props = PageProps<'/[locale]/attempts/[attemptId]/result'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getReader(params)
  return { title: wordsOf(locale, 'result')('title') }
}

export default async function ResultPage({ params }: Props) {
  const { viewer, locale } = await getReader(params)
  const { attemptId } = await params
  const result = z.uuid().safeParse(attemptId).success ? await getResult(attemptId, locale) : null
  if (!result) notFound()
  if ('open' in result) redirect(`/${locale}/attempts/${attemptId}/1`)
  const [t, code] = [wordsOf(locale, 'result'), wordsOf(locale, 'code')]
  const { score, passMark, passed, topics, questions, quiz } = result
  const ended = dateFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: viewer.zone })
  const shown = questions.filter((question) => question.state === 'revealed')
  const scored = shown.filter(({ verdict }) => verdict !== 'unscored')
  const right = scored.filter(({ verdict }) => verdict === 'right').length
  return (
    <>
      <SiteHeader locale={locale} viewer={viewer} signOut={signOutAction.bind(null, locale)} />
      <main id="main" className="mx-auto max-w-reading px-4 py-8 sm:py-12">
        <p lang={quiz?.titleLocale} className="text-soft">
          {quiz?.title ?? wordsOf(locale, 'review')('title')}
        </p>
        <h1 className="mt-1 text-2xl">
          {score
            ? t('score', { percent: formatPercent(score, locale) })
            : result.isBeta
              ? wordsOf(locale, 'publishing')('member.betaResult')
              : t('noScore')}
        </h1>
        {score && passMark && (
          <p className={`mt-3 flex items-start gap-2 text-lg font-semibold ${passed ? 'text-good' : 'text-bad'}`}>
            <Icon name={passed ? 'check' : 'cross'} className="h-[1lh]" />
            {t(passed ? 'passed' : 'notPassed', { mark: formatPercent(passMark, locale) })}
          </p>
        )}
        {scored.length > 0 && <p className="mt-3">{t('counts', { right, total: scored.length })}</p>}
        {result.reveals !== 'now' && (
          <div className="mt-4">
            <Notice tone="info">
              {result.reveals === 'never'
                ? t('heldForever')
                : t('heldUntil', { time: ended.format(new Date(result.reveals.at)) })}
            </Notice>
          </div>
        )}
        {result.expired && <p className="mt-3">{t('expired')}</p>}
        <p className="mt-1 text-sm text-soft">
          {t('taken', {
            mode: !quiz ? t('isReview') : result.isRetake ? t('isRetake') : t(`mode.${result.mode}`),
            number: result.number,
            time: ended.format(new Date(result.endedAt)),
          })}
        </p>
        <div className="mt-6 flex flex-wrap gap-3 print:hidden">
          <Link href={`/${locale}/progress`} className={buttonClass('primary')}>
            {t('toProgress')}
          </Link>
          {quiz && (
            <Link href={`/${locale}/quizzes/${quiz.slug}`} className={buttonClass('quiet')}>
              {t('toQuiz')}
            </Link>
          )}
          {quiz && !result.isBeta && right < scored.length && (
            <form method="post" action={`/api/quizzes/${quiz.slug}/attempts`}>
              <input type="hidden" name="uiLocale" value={locale} />
              <input type="hidden" name="mode" value="practice" />
              <input type="hidden" name="missedOf" value={attemptId} />
              <Button>{t('retake')}</Button>
            </form>
          )}
        </div>
        {topics.length > 0 && (
          <section aria-labelledby="topics" className="mt-12">
            <h2 id="topics" className="text-lg">
              {t('topics')}
            </h2>
            <table className="mt-3 w-full text-sm tabular-nums">
              <thead className="text-soft">
                <tr>
                  <th scope="col" className="py-1 text-start font-normal">
                    {t('topic')}
                  </th>
                  <th scope="col" className="py-1 ps-4 text-end font-normal">
                    {t('share')}
                  </th>
                  <th scope="col" className="py-1 ps-4 text-end font-normal">
                    {t('questions')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {topics.map(({ slug, name, nameLocale, share, questions: n }) => (
                  <tr key={slug} className="border-t border-line">
                    <th scope="row" className="py-2 text-start font-normal">
                      <span lang={nameLocale}>{name}</span>
                      <span className="mt-1.5 block max-w-64">
                        <Bar parts={[{ share: Number(share.num) / Number(share.den), tone: 'accent' }]} />
                      </span>
                    </th>
                    <td className="py-2 ps-4 text-end align-top">{formatPercent(share, locale)}</td>
                    <td className="py-2 ps-4 text-end align-top text-soft">{n}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
        <section aria-labelledby="questions" className="mt-12">
          <h2 id="questions" className="mb-4 text-lg">
            {t('eachQuestion')}
          </h2>
          <div className="mb-10 print:hidden">
            <ResultIndex questions={questions} locale={locale} />
          </div>
          {questions.map((question) => (
            <ResultQuestion key={question.position} attemptId={attemptId} question={question} locale={locale} />
          ))}
        </section>
        <CodeTools
          lang={locale}
          words={{ copy: code('copy'), copied: code('copied'), failed: code('failed'), wrap: code('wrap') }}
        />
      </main>
    </>
  )
}
