import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { AssignmentsOf } from '@/components/assignment/assignments-of'
import { TopicTable } from '@/components/progress/topic-table'
import { QuizResultsTable } from '@/components/team/quiz-results'
import { dateFormat } from '@/lib/i18n/format'
import { wordsOf } from '@/lib/i18n/words'
import { getMember } from '@/lib/team/queries/get-member'
import { getReader } from '../../../../../reader'
import { TeamPage } from '../../../../team-page'

type Props = PageProps<'/[locale]/teams/[slug]/members/[personId]'>

/** Read once for the title and the page. */
const readMember = cache(getMember)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getReader(params)
  const { slug, personId } = await params
  const member = await readMember(slug, personId, locale)
  return member ? { title: member.name } : {}
}

/** One member as their manager may see them. */
export default async function MemberPage({ params }: Props) {
  const { viewer, locale } = await getReader(params)
  const { slug, personId } = await params
  const member = await readMember(slug, personId, locale)
  if (!member) notFound()
  const t = wordsOf(locale, 'teamPage')
  const { team, name, lastDay, topics, assignments, quizzes } = member
  const day = dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <TeamPage viewer={viewer} locale={locale} team={team} title={name}>
      <div className="max-w-reading">
        <p className="mt-1 text-soft">
          {lastDay ? t('lastDay', { day: day.format(new Date(lastDay)) }) : t('neverAnswered')}
        </p>
        <section aria-labelledby="topics" className="mt-8">
          <h2 id="topics" className="mb-2 text-lg">
            {t('byTopic')}
          </h2>
          {topics.length > 0 ? (
            <TopicTable topics={topics} locale={locale} />
          ) : (
            <p className="text-soft">{t('noTopics')}</p>
          )}
        </section>
        {assignments.length > 0 && (
          <section aria-labelledby="assignments" className="mt-12">
            <h2 id="assignments" className="mb-2 text-lg">
              {t('assignments')}
            </h2>
            <AssignmentsOf
              assignments={assignments}
              zone={viewer.zone}
              locale={locale}
              leadTo={({ id }) => `/${locale}/teams/${team.slug}/assignments/${id}`}
            />
          </section>
        )}
        <section aria-labelledby="results" className="mt-12">
          <h2 id="results" className="mb-2 text-lg">
            {t('results')}
          </h2>
          {quizzes.length > 0 ? (
            <QuizResultsTable quizzes={quizzes} zone={viewer.zone} locale={locale} />
          ) : (
            <p className="text-soft">{t('noResults')}</p>
          )}
        </section>
        <p className="mt-12 border-t border-line pt-4 text-sm text-soft">{t('notShown')}</p>
      </div>
    </TeamPage>
  )
}
