import type { Metadata, Route } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { QuizSettingsForm } from '@/components/quiz/quiz-settings-client'
import { Link } from '@/components/ui/link'
import { localIn } from '@/lib/i18n/calendar'
import { chooseWords } from '@/lib/i18n/chain'
import { directionOf, nameOfLocale, type UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { getQuizSettings, type QuizSettingsPage } from '@/lib/quiz/queries/get-quiz-settings'
import { getAdmin } from '../../../../../reader'
import { AdminPage } from '../../../../admin-page'
import { saveSettingsAction } from './actions'

type Props = PageProps<'/[locale]/admin/quizzes/[slug]/settings'>

const readSettings = cache(getQuizSettings)
const titleOf = ({ names, slug, sourceLocale }: QuizSettingsPage, locale: UiLocale) =>
  chooseWords(names, [locale], sourceLocale)?.title ?? slug

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getAdmin(params, 'quiz:translate')
  const quiz = await readSettings((await params).slug, locale)
  return quiz ? { title: wordsOf(locale, 'editor')('quiz.title', { quiz: titleOf(quiz, locale) }) } : {}
}

export default async function SettingsPage({ params, searchParams }: Props) {
  const { viewer, locale } = await getAdmin(params, 'quiz:translate')
  const { slug } = await params
  const quiz = await readSettings(slug, locale)
  if (!quiz) notFound()
  const t = wordsOf(locale, 'editor')
  const { settings, sourceLocale, mayAuthor } = quiz
  const text = (value: number | null) => (value === null ? '' : String(value))
  const stored: Record<string, string> = {
    ...Object.fromEntries(
      quiz.names.flatMap((name) => [
        [`title.${name.locale}`, name.title],
        [`intro.${name.locale}`, name.intro],
      ]),
    ),
    ...(mayAuthor && {
      passNum: text(settings.pass.num),
      passDen: text(settings.pass.den),
      minutes: text(settings.seconds && settings.seconds / 60),
      grace: text(settings.graceSeconds),
      reveal: settings.reveal,
      revealAt: settings.revealAt ? localIn(viewer.zone, settings.revealAt) : '',
      attempts: text(settings.attemptLimit),
      hours: text(settings.waitSeconds && settings.waitSeconds / 3600),
      shuffle: settings.shuffle ? 'yes' : '',
      ...Object.fromEntries(settings.pools.map(({ topic, draw }) => [`pool.${topic}`, text(draw)])),
    }),
  }
  return (
    <AdminPage
      viewer={viewer}
      locale={locale}
      title={t('quiz.title', { quiz: titleOf(quiz, locale) })}
      actions={
        <Link
          href={`/${locale}/admin/quizzes/${slug}/questions` as Route}
          className="inline-flex min-h-11 items-center"
        >
          {t('questions')}
        </Link>
      }
    >
      <QuizSettingsForm
        action={saveSettingsAction.bind(null, { locale, slug, withRules: mayAuthor })}
        saved={(await searchParams).saved === '1'}
        rowVersion={quiz.rowVersion}
        stored={stored}
        locales={quiz.names.map((name) => ({
          tag: name.locale,
          name: nameOfLocale(name.locale),
          dir: directionOf(name.locale),
          isSource: name.locale === sourceLocale,
        }))}
        pools={quiz.topics.map((topic) => ({
          topic: topic.slug,
          label: t('quiz.poolHas', { name: topic.name, count: topic.questions }),
        }))}
        withRules={mayAuthor}
        words={{
          words: t('quiz.words'),
          quizTitle: t('quiz.quizTitle'),
          intro: t('quiz.intro'),
          source: t('quiz.source'),
          rules: t('quiz.rules'),
          pass: t('quiz.pass'),
          passHint: t('quiz.passHint'),
          passOf: t('quiz.passOf'),
          timeLimit: t('quiz.timeLimit'),
          timeHint: t('quiz.timeHint'),
          grace: t('quiz.grace'),
          graceHint: t('quiz.graceHint'),
          reveal: t('quiz.reveal'),
          revealEach: t('quiz.revealEach'),
          revealEnd: t('quiz.revealEnd'),
          revealDate: t('quiz.revealDate'),
          revealNever: t('quiz.revealNever'),
          revealAt: t('quiz.revealAt'),
          revealAtHint: t('quiz.revealAtHint', { zone: viewer.zone }),
          attempts: t('quiz.attempts'),
          attemptsHint: t('quiz.attemptsHint'),
          wait: t('quiz.wait'),
          waitHint: t('quiz.waitHint'),
          shuffle: t('quiz.shuffle'),
          pools: t('quiz.pools'),
          poolsHint: t('quiz.poolsHint'),
          addLanguage: t('quiz.addLanguage'),
          addLanguageHint: t('quiz.addLanguageHint'),
          save: t('quiz.save'),
          saved: t('quiz.saved'),
          changed: t('quiz.changed'),
          storedNow: t('quiz.storedNow'),
          wrong: t('quiz.wrong'),
          wrongPass: t('quiz.wrongPass'),
          wrongTime: t('quiz.wrongTime'),
          wrongGrace: t('quiz.wrongGrace'),
          wrongRevealAt: t('quiz.wrongRevealAt'),
          wrongAttempts: t('quiz.wrongAttempts'),
          wrongWait: t('quiz.wrongWait'),
          wrongTitle: t('quiz.wrongTitle'),
          wrongLanguage: t('quiz.wrongLanguage'),
          wrongPool: t('quiz.wrongPool'),
          wrongOther: t('quiz.wrongOther'),
        }}
      />
    </AdminPage>
  )
}
