import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { formatPercent } from '@/components/attempt/percent'
import { ListSearch } from '@/components/list/list-search'
import { TurnPages } from '@/components/list/turn-pages'
import { WeekTrend } from '@/components/progress/week-trend'
import { HeatMap } from '@/components/team/heat-map'
import { WeakQuestions } from '@/components/team/weak-questions'
import { Link } from '@/components/ui/link'
import { fraction } from '@/lib/attempt/fraction'
import { wordsOf } from '@/lib/i18n/words'
import { listAddress, PAGE_SIZE, parseListAddress } from '@/lib/list/schema'
import { MIN_SHARE_N, practiceWeeks } from '@/lib/progress/rules'
import { getDashboard } from '@/lib/team/queries/get-dashboard'
import { shareOf, sortMembers, topicsOfTeam } from '@/lib/team/rules'
import { dashboardList } from '@/lib/team/schema'
import { getReader } from '../../../reader'
import { TeamPage } from '../../team-page'

type Props = PageProps<'/[locale]/teams/[slug]'>

/** Read once for the title and the page. */
const readDashboard = cache(getDashboard)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getReader(params)
  const dashboard = await readDashboard((await params).slug, locale)
  return dashboard ? { title: dashboard.team.name } : {}
}

/** A team's gaps: members by topic, the weakest first, then how far they are, how it went, and what was hardest. */
export default async function DashboardPage({ params, searchParams }: Props) {
  const { viewer, locale } = await getReader(params)
  const dashboard = await readDashboard((await params).slug, locale)
  if (!dashboard) notFound()
  const { team, members, quizzes, today, days, weakest } = dashboard
  const t = wordsOf(locale, 'teamPage')
  const address = parseListAddress(dashboardList, await searchParams)
  const { search, filters, sort, descending, page } = address
  const path = `/${locale}/teams/${team.slug}` as const

  const topics = topicsOfTeam(dashboard.topics, members, locale)
  const shown = topics.some(({ slug }) => slug === filters.topic)
    ? topics.filter(({ slug }) => slug === filters.topic)
    : topics
  const wanted = members.filter(
    ({ name, assignments, hasBegun }) =>
      name.toLowerCase().includes(search.toLowerCase()) &&
      (filters.show !== 'overdue' || assignments.overdue > 0) &&
      (filters.show !== 'idle' || !hasBegun),
  )
  const slugs = shown.map(({ slug }) => slug)
  const sorted = sortMembers(wanted, sort, descending, slugs, locale)
  const rows = sorted.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)

  const weakestTopic = topics.find((topic) => shareOf(topic) !== null)
  const idle = members.filter(({ hasBegun }) => !hasBegun)
  const sum = (of: (member: (typeof members)[number]) => number) => members.reduce((total, row) => total + of(row), 0)
  const assigned = sum(({ assignments }) => assignments.all)
  return (
    <TeamPage
      viewer={viewer}
      locale={locale}
      team={team}
      width="wide"
      search={listAddress(dashboardList, address)}
      title={
        members.length === 0
          ? team.name
          : weakestTopic
            ? t('finding', {
                topic: weakestTopic.name,
                percent: formatPercent(fraction(weakestTopic.right, weakestTopic.answered), locale),
                n: weakestTopic.answered,
              })
            : t('noFinding', { n: MIN_SHARE_N })
      }
    >
      {members.length === 0 ? (
        <p className="mt-4 text-soft">{t('nobody')}</p>
      ) : (
        <>
          <p className="mt-2 mb-6 max-w-reading text-sm text-soft">{t('mapText', { n: MIN_SHARE_N })}</p>
          <ListSearch
            path={path}
            address={address}
            label={t('searchName')}
            filters={[
              {
                name: 'topic',
                label: t('topic'),
                choices: topics.map(({ slug, name, nameLocale }) => ({ value: slug, label: name, lang: nameLocale })),
              },
              {
                name: 'show',
                label: t('show'),
                choices: dashboardList.filters.show.map((value) => ({ value, label: t(`shows.${value}`) })),
              },
            ]}
            locale={locale}
          />
          <p className="mt-3 flex flex-wrap items-center gap-x-4 text-sm">
            <span className="text-soft">{t('order')}</span>
            {dashboardList.sorts.map((by) =>
              by === sort && !descending ? (
                <span key={by} aria-current="true" className="inline-flex min-h-11 items-center font-semibold">
                  {t(`sorts.${by}`)}
                </span>
              ) : (
                <Link
                  key={by}
                  href={`${path}${listAddress(dashboardList, { ...address, sort: by, descending: false, page: 1 })}`}
                  className="inline-flex min-h-11 items-center"
                >
                  {t(`sorts.${by}`)}
                </Link>
              ),
            )}
          </p>
          <HeatMap members={rows} topics={shown} team={team} path={path} address={address} locale={locale} />
          <div className="mt-2">
            <TurnPages path={path} shape={dashboardList} address={address} total={sorted.length} locale={locale} />
          </div>
          <div className="mt-12 grid gap-x-12 gap-y-12 lg:grid-cols-2">
            <section aria-labelledby="completion">
              <h2 id="completion" className="mb-2 text-lg">
                {t('completion')}
              </h2>
              <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-2 tabular-nums [&_dd]:text-end">
                <dt>{t('quizzesFinished')}</dt>
                <dd>{t('of', { part: sum((row) => row.quizzes), whole: quizzes * members.length })}</dd>
                <dt>{t('assignmentsDone')}</dt>
                <dd>
                  {assigned === 0
                    ? t('noneAssigned')
                    : t('of', { part: sum(({ assignments }) => assignments.done), whole: assigned })}
                </dd>
                {assigned > 0 && (
                  <>
                    <dt>{t('late')}</dt>
                    <dd>{sum(({ assignments }) => assignments.late)}</dd>
                    <dt>{t('overdueNow')}</dt>
                    <dd>{sum(({ assignments }) => assignments.overdue)}</dd>
                  </>
                )}
              </dl>
              <h3 className="mt-6 font-semibold">{t('idle', { n: idle.length })}</h3>
              {idle.length > 0 && (
                <p className="mt-1 text-soft">
                  {new Intl.ListFormat(locale).format(idle.slice(0, 20).map(({ name }) => name))}
                  {idle.length > 20 && ` ${t('andMore', { n: idle.length - 20 })}`}
                </p>
              )}
            </section>
            <section aria-labelledby="hardest">
              <h2 id="hardest" className="mb-2 text-lg">
                {t('hardest')}
              </h2>
              {weakest.length > 0 ? (
                <WeakQuestions questions={weakest} locale={locale} />
              ) : (
                <p className="text-soft">{t('noneHard', { n: MIN_SHARE_N })}</p>
              )}
            </section>
          </div>
          <section aria-labelledby="weeks" className="mt-12 max-w-reading">
            <h2 id="weeks" className="mb-2 text-lg">
              {t('weeks')}
            </h2>
            <WeekTrend weeks={practiceWeeks(days, today)} locale={locale} />
          </section>
        </>
      )}
    </TeamPage>
  )
}
