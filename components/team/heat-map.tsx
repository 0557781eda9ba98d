import type { Route } from 'next'
import { fraction } from '@/lib/attempt/fraction'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { type ListAddress, listAddress } from '@/lib/list/schema'
import { type Figures, gapLevel, type MemberRow, shareOf, type TopicOfTeam } from '@/lib/team/rules'
import { dashboardList } from '@/lib/team/schema'
import { formatPercent, formatShare } from '../attempt/percent'
import { SortHeading } from '../list/sort-heading'
import { Link } from '../ui/link'
import { ScrollFrame } from '../ui/scroll-frame'

/** One ramp, the wider the gap the stronger; what a cell says stands in it in words. */
const levels = ['', 'bg-accent/5', 'bg-accent/12', 'bg-accent/20', 'bg-accent/30'] as const

/** Members by topic: the share right of what each has answered, with how much that is. */
export function HeatMap({
  members,
  topics,
  team,
  path,
  address,
  locale,
}: {
  members: readonly MemberRow[]
  topics: readonly TopicOfTeam[]
  team: { slug: string }
  path: `/${string}`
  address: ListAddress<typeof dashboardList>
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'teamPage')
  const { topic: only } = address.filters
  const narrowed = (slug: string | undefined) => {
    const { topic: _, ...rest } = address.filters
    return `${path}${listAddress(dashboardList, { ...address, filters: slug ? { ...rest, topic: slug } : rest, page: 1 })}` as Route
  }
  const figures = (of: Figures) => {
    const share = shareOf(of)
    if (of.answered === 0) return <span className="text-soft">–</span>
    return (
      <>
        <span className="block">
          {share === null ? t('tooFew') : formatPercent(fraction(of.right, of.answered), locale)}
        </span>
        <span className="block text-xs text-soft">{t('n', { n: of.answered })}</span>
      </>
    )
  }
  return (
    <ScrollFrame label={t('map')}>
      <table className="w-full border-separate border-spacing-0.5 text-sm tabular-nums">
        <thead className="align-bottom">
          <tr>
            <SortHeading
              path={path}
              shape={dashboardList}
              address={address}
              by="name"
              className="sticky start-0 z-10 bg-page"
            >
              {t('member')}
            </SortHeading>
            {topics.map(({ slug, name, nameLocale }) => (
              <th key={slug} scope="col" className="min-w-28 px-2 py-1 text-start font-normal hyphens-auto">
                <Link
                  href={narrowed(only === slug ? undefined : slug)}
                  lang={nameLocale}
                  className="inline-flex min-h-11 items-center"
                >
                  {name}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="align-top">
            <th scope="row" className="sticky start-0 z-10 bg-page py-2 pe-4 text-start font-semibold">
              {t('wholeTeam')}
            </th>
            {topics.map((topic) => (
              <td key={topic.slug} className={`px-2 py-2 font-semibold ${levels[gapLevel(topic)]}`}>
                {figures(topic)}
                {topic.interval && (
                  <span className="block text-xs font-normal whitespace-nowrap text-soft">
                    {t('range', {
                      low: formatShare(topic.interval.low, locale),
                      high: formatShare(topic.interval.high, locale),
                    })}
                  </span>
                )}
              </td>
            ))}
          </tr>
          {members.map(({ personId, name, topics: own }) => {
            const page = `/${locale}/teams/${team.slug}/members/${personId}`
            return (
              <tr key={personId} className="align-top">
                <th
                  scope="row"
                  className="sticky start-0 z-10 max-w-48 min-w-28 bg-page py-2 pe-3 text-start font-normal sm:min-w-44"
                >
                  <Link href={page as Route} className="wrap-anywhere">
                    {name}
                  </Link>
                </th>
                {topics.map(({ slug, name: topic }) => {
                  const cell = own.get(slug) ?? { questions: 0, answered: 0, right: 0 }
                  return (
                    <td key={slug} className={levels[gapLevel(cell)]}>
                      <Link
                        href={`${page}#topic-${slug}` as Route}
                        className="block px-2 py-2 text-ink no-underline hover:underline"
                      >
                        <span className="sr-only">
                          {name}, {topic}:{' '}
                        </span>
                        {figures(cell)}
                      </Link>
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollFrame>
  )
}
