import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { TermsFields } from '@/components/assignment/terms-fields'
import { Button } from '@/components/ui/button'
import { SelectField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { getAssignable } from '@/lib/assignment/queries'
import { wordsOf } from '@/lib/i18n/words'
import { getReader } from '../../../../../reader'
import { TeamPage } from '../../../../team-page'
import { createAction } from '../actions'

type Props = PageProps<'/[locale]/teams/[slug]/assignments/new'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getReader(params)
  return { title: wordsOf(locale, 'assignments')('new') }
}

/** A form that assigns something to a team or one of its members. */
export default async function NewAssignmentPage({ params, searchParams }: Props) {
  const { viewer, locale } = await getReader(params)
  const { slug } = await params
  const found = await getAssignable(slug, locale)
  if (!found) notFound()
  const t = wordsOf(locale, 'assignments')
  const given = await searchParams
  const text = (name: string, otherwise = '') => {
    const value = given[name]
    return typeof value === 'string' ? value : otherwise
  }
  const chosen = [given.topic ?? []].flat()
  const problem = typeof given.problem === 'string' ? given.problem : undefined
  const { team, quizzes, topics, members } = found
  return (
    <TeamPage viewer={viewer} locale={locale} team={team} title={t('new')}>
      <form action={createAction.bind(null, { locale, slug: team.slug })} className="mt-6 grid max-w-xl gap-6">
        {(problem === 'no-questions' || problem === 'no-such-person') && (
          <Notice tone="error">{t(`problem.${problem}`)}</Notice>
        )}
        <SelectField
          id="quiz"
          label={t('quiz')}
          hint={t('whatHint')}
          error={problem === 'what' ? t('problem.what') : undefined}
          defaultValue={text('quiz')}
        >
          <option value="">{t('noQuiz')}</option>
          {quizzes.map(({ slug: quiz, title, titleLocale }) => (
            <option key={quiz} value={quiz} lang={titleLocale}>
              {title}
            </option>
          ))}
        </SelectField>
        <fieldset>
          <legend className="font-semibold">{t('topics')}</legend>
          <p className="mt-0.5 mb-1 text-sm text-soft">{t('topicsHint')}</p>
          <div className="grid gap-x-6 sm:grid-cols-2">
            {topics.map(({ slug: topic, name, nameLocale }) => (
              <label key={topic} className="flex min-h-11 items-center gap-3">
                <input
                  type="checkbox"
                  name="topic"
                  value={topic}
                  defaultChecked={chosen.includes(topic)}
                  className="size-5 accent-accent"
                />
                <span lang={nameLocale}>{name}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <SelectField id="person" label={t('to')} defaultValue={text('person')}>
          <option value="">{t('everyone')}</option>
          {members.map(({ personId, name }) => (
            <option key={personId} value={personId}>
              {name}
            </option>
          ))}
        </SelectField>
        <TermsFields
          terms={{
            dueOn: text('dueOn'),
            zone: text('zone', viewer.zone),
            counts: text('counts', 'first'),
            renewMonths: text('renewMonths'),
          }}
          problem={problem}
          locale={locale}
        />
        <div>
          <Button weight="primary">{t('assign')}</Button>
        </div>
      </form>
    </TeamPage>
  )
}
