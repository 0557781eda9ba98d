import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { formatDuration } from '@/components/attempt/duration'
import { formatPercent } from '@/components/attempt/percent'
import { Markdown } from '@/components/markdown/markdown'
import { Languages } from '@/components/quiz/languages'
import { SiteHeader } from '@/components/shell/site-header'
import { Button, buttonClass } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { fraction } from '@/lib/attempt/fraction'
import { dateFormat, joinSentences } from '@/lib/i18n/format'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { getQuiz } from '@/lib/quiz/queries'
import { signOutAction } from '../../../account-actions'
import { getReader } from '../../../reader'

type Props = PageProps<'/[locale]/quizzes/[slug]'>

/** Read once for the title and the page. */
const quizOf = cache((slug: string, locale: UiLocale) => getQuiz(slug, locale))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getReader(params)
  const quiz = await quizOf((await params).slug, locale)
  return quiz ? { title: quiz.title } : {}
}

export default async function QuizPage({ params }: Props) {
  const { viewer, locale } = await getReader(params)
  const quiz = await quizOf((await params).slug, locale)
  if (!quiz) notFound()
  const [t, publishing] = [wordsOf(locale, 'quiz'), wordsOf(locale, 'publishing')]
  const { rules } = quiz
  const clock = dateFormat(locale, { timeStyle: 'short', timeZone: viewer.zone })
  const day = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: viewer.zone })
  return (
    <>
      <SiteHeader locale={locale} viewer={viewer} signOut={signOutAction.bind(null, locale)} />
      <main id="main" className="mx-auto max-w-reading px-4 py-8 sm:py-12">
        <h1 lang={quiz.titleLocale} className="text-2xl">
          {quiz.title}
        </h1>
        {quiz.state !== 'published' && (
          <div className="mt-4">
            <Notice tone="info">{publishing(`member.${quiz.state}`)}</Notice>
          </div>
        )}
        <Markdown
          markdown={quiz.intro}
          cacheKey={`${quiz.slug} ${quiz.titleLocale} ${quiz.intro}`}
          lang={quiz.titleLocale}
          className="mt-4"
        />
        <dl className="mt-6 grid gap-x-6 text-sm sm:grid-cols-[auto_1fr] sm:gap-y-2 [&_dt]:max-sm:not-first:mt-3">
          <dt className="text-soft">{t('covers')}</dt>
          <dd>
            {quiz.topics.map(({ slug, name, nameLocale, questions }, index) => (
              <span key={slug} lang={nameLocale}>
                <span className="inline-block">{name}</span>
                {'\u00a0'}
                <span className="text-soft tabular-nums">{questions}</span>
                {index < quiz.topics.length - 1 && '\u00a0· '}
              </span>
            ))}
          </dd>
          <dt className="text-soft">{t('length')}</dt>
          <dd>{t('questions', { count: quiz.questions })}</dd>
          <dt className="text-soft">{t('languages')}</dt>
          <dd>
            <Languages locales={quiz.locales} />
          </dd>
          <dt className="text-soft">{t('passing')}</dt>
          <dd>{t('passRule', { mark: formatPercent(quiz.passMark, locale) })}</dd>
          {rules.limit && (
            <>
              <dt className="text-soft">{t('timeLimit')}</dt>
              <dd>
                {joinSentences(locale, [
                  t('duration', { duration: formatDuration(rules.limit.seconds, locale) }),
                  rules.limit.extraPercent > 0 &&
                    t('extraTime', { percent: formatPercent(fraction(rules.limit.extraPercent, 100), locale) }),
                  quiz.open?.deadlineAt
                    ? t('endsAt', { time: clock.format(new Date(quiz.open.deadlineAt)) })
                    : !quiz.open && t('wouldEndAt', { time: clock.format(new Date(rules.limit.endsAt)) }),
                  rules.limit.graceSeconds > 0 &&
                    t('grace', { duration: formatDuration(rules.limit.graceSeconds, locale) }),
                ])}
              </dd>
            </>
          )}
          {rules.reveal !== 'each' && (
            <>
              <dt className="text-soft">{t('answersShown')}</dt>
              <dd>
                {t(`reveal.${rules.reveal}`, { time: rules.revealAt ? day.format(new Date(rules.revealAt)) : '' })}
              </dd>
            </>
          )}
          {rules.attempts && (
            <>
              <dt className="text-soft">{t('attempts')}</dt>
              <dd>{t('attemptsText', rules.attempts)}</dd>
            </>
          )}
          {rules.waitSeconds && (
            <>
              <dt className="text-soft">{t('waitRule')}</dt>
              <dd>{t('waitText', { duration: formatDuration(rules.waitSeconds, locale) })}</dd>
            </>
          )}
        </dl>
        {quiz.open ? (
          <div className="mt-8">
            <Link
              href={`/${locale}/attempts/${quiz.open.attemptId}/${quiz.open.position}`}
              className={buttonClass('primary')}
            >
              {t('resume')}
            </Link>
            <p className="mt-2 text-sm text-soft">
              {t('underWay', {
                mode: t(`mode.${quiz.open.mode}`),
                answered: quiz.open.answered,
                total: quiz.questions,
              })}
            </p>
          </div>
        ) : quiz.state === 'retired' || quiz.state === 'archived' ? null : quiz.questions === 0 ? (
          <p className="mt-8 text-soft">{t('empty')}</p>
        ) : rules.may.status === 'limit' ? (
          <p className="mt-8 text-soft">{t('limitReached')}</p>
        ) : rules.may.status === 'wait' ? (
          <p className="mt-8 text-soft">{t('waitUntil', { time: day.format(new Date(rules.may.until)) })}</p>
        ) : (
          <form method="post" action={`/api/quizzes/${quiz.slug}/attempts`} className="mt-8 grid gap-6 sm:grid-cols-2">
            <input type="hidden" name="uiLocale" value={locale} />
            {rules.reveal === 'each' && (
              <div>
                <Button weight="primary" name="mode" value="practice" className="w-full sm:w-auto">
                  {t('practise')}
                </Button>
                <p className="mt-2 text-sm text-soft">{t('practiceText')}</p>
              </div>
            )}
            <div>
              <Button
                weight={rules.reveal === 'each' ? 'secondary' : 'primary'}
                name="mode"
                value="exam"
                className="w-full sm:w-auto"
              >
                {t('exam')}
              </Button>
              {rules.reveal === 'each' && <p className="mt-2 text-sm text-soft">{t('examText')}</p>}
            </div>
          </form>
        )}
        {quiz.past.length > 0 && (
          <section aria-labelledby="past" className="mt-12">
            <h2 id="past" className="text-lg">
              {t('past')}
            </h2>
            <ul className="mt-3 divide-y divide-line border-y border-line text-sm tabular-nums">
              {quiz.past.map(({ attemptId, number, mode, isRetake, isBeta, endedAt, score, passed }) => (
                <li key={attemptId}>
                  <Link
                    href={`/${locale}/attempts/${attemptId}/result`}
                    className="grid min-h-11 grid-cols-[1fr_auto] items-center gap-x-4 py-2 text-ink no-underline hover:text-accent hover:underline"
                  >
                    <span>
                      {t('attempt', { number, mode: isRetake ? t('retake') : t(`mode.${mode}`) })}
                      <span className="block text-soft">{day.format(new Date(endedAt))}</span>
                    </span>
                    <span className="text-end font-semibold">
                      {score ? formatPercent(score, locale) : isBeta ? publishing('member.betaTag') : t('noScore')}
                      {passed !== null && (
                        <span className={`block font-normal ${passed ? 'text-good' : 'text-soft'}`}>
                          {t(passed ? 'passed' : 'notPassed')}
                        </span>
                      )}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </main>
    </>
  )
}
