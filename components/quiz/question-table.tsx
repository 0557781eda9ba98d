import type { Route } from 'next'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import type { AdminQuestion, AdminQuiz } from '@/lib/quiz/queries/get-admin-quiz'
import { Button } from '../ui/button'
import { Link } from '../ui/link'
import { questionPath } from './question-path'

/** The questions of a quiz in their order, with what state each is in. */
export function QuestionTable({
  quiz,
  locale,
  act,
}: {
  quiz: AdminQuiz
  locale: UiLocale
  act: ((form: FormData) => Promise<void>) | null
}) {
  const t = wordsOf(locale, 'publishing')
  const places = new Map(
    quiz.questions.filter(({ state }) => state !== 'archived').map(({ id }, index) => [id, index + 1]),
  )
  if (quiz.questions.length === 0) return <p className="mt-3 text-soft">{t('noQuestions')}</p>
  return (
    <ol className="mt-3 divide-y divide-line border-y border-line">
      {quiz.questions.map((question) => (
        <li
          key={question.id}
          className="grid grid-cols-[2rem_minmax(0,1fr)] items-baseline gap-x-3 py-2 text-sm sm:grid-cols-[2rem_minmax(0,1fr)_auto]"
        >
          <span className="text-soft tabular-nums">{question.position}</span>
          <div className="min-w-0">
            <Link
              href={questionPath(locale, quiz.slug, question) as Route}
              lang={question.stemLocale}
              className="line-clamp-2 text-base wrap-anywhere"
            >
              {question.stem || question.externalId}
            </Link>
            <p className="mt-0.5 text-soft">
              <span
                className={question.state === 'changed' || question.state === 'new' ? 'font-semibold text-ink' : ''}
              >
                {t(`questionState.${question.state}`)}
              </span>
              {question.state !== 'archived' && (
                <> · {t('languagesDone', { done: question.done.length, total: quiz.locales.length })}</>
              )}
            </p>
          </div>
          {act && (
            <div className="col-start-2 flex flex-wrap items-center gap-x-1 sm:col-start-3">
              {places.has(question.id) && (
                <Link
                  href={`/${locale}/admin/quizzes/${quiz.slug}/preview/${places.get(question.id)}`}
                  className="inline-flex min-h-11 items-center px-3"
                >
                  {t('preview')}
                  <span className="sr-only"> {t('ofQuestion', { position: question.position })}</span>
                </Link>
              )}
              <form action={act} className="contents">
                <input type="hidden" name="question" value={question.externalId} />
                {actionsOf(question).map((action) => (
                  <Button
                    key={action}
                    weight="quiet"
                    name="action"
                    value={action}
                    className="px-3 text-sm font-normal"
                    aria-label={`${t(`questionAction.${action}`)} ${t('ofQuestion', { position: question.position })}`}
                  >
                    {t(`questionAction.${action}`)}
                  </Button>
                ))}
              </form>
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

/** What is put away can be brought back; what nobody has ever seen can be deleted then. */
const actionsOf = ({ state, mayDelete }: AdminQuestion) =>
  state !== 'archived' ? (['archive'] as const) : mayDelete ? (['restore', 'delete'] as const) : (['restore'] as const)
