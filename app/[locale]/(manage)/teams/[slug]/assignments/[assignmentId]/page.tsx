import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { AssignedPeople } from '@/components/assignment/assigned-people'
import { dueWords } from '@/components/assignment/due-date'
import { TermsFields } from '@/components/assignment/terms-fields'
import { Button } from '@/components/ui/button'
import { Disclosure } from '@/components/ui/disclosure'
import { NavLink } from '@/components/ui/nav-link'
import { Notice } from '@/components/ui/notice'
import { getAssignment } from '@/lib/assignment/queries'
import { assignedList } from '@/lib/assignment/schema'
import { wordsOf } from '@/lib/i18n/words'
import { listAddress, parseListAddress } from '@/lib/list/schema'
import { getReader } from '../../../../../reader'
import { TeamPage } from '../../../../team-page'
import { allowAction, archiveAction, changeAction } from '../actions'

type Props = PageProps<'/[locale]/teams/[slug]/assignments/[assignmentId]'>

/** Read once for the title and the page. */
const readAssignment = cache(getAssignment)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getReader(params)
  const { slug, assignmentId } = await params
  const assignment = await readAssignment(slug, assignmentId, locale)
  return assignment ? { title: assignment.title } : {}
}

const problems = ['due', 'zone', 'renew', 'range', 'changed'] as const
const notices = ['created', 'saved'] as const
const urgency = ['overdue', 'open', 'late', 'done']

/** One assignment: its terms, and how far everyone is who has it. */
export default async function AssignmentPage({ params, searchParams }: Props) {
  const { viewer, locale } = await getReader(params)
  const { slug, assignmentId } = await params
  const assignment = await readAssignment(slug, assignmentId, locale)
  if (!assignment) notFound()
  const t = wordsOf(locale, 'assignments')
  const query = await searchParams
  const address = parseListAddress(assignedList, query)
  const { team, terms, people, rowVersion } = assignment
  const place = { locale, slug: team.slug }
  const path = `/${locale}/teams/${team.slug}/assignments/${assignmentId}` as const
  const problem = problems.find((each) => each === query.problem)
  const notice = notices.find((each) => each === query.notice)
  const shown = people
    .filter(({ state }) => !address.filters.state || state === address.filters.state)
    .sort((a, b) => urgency.indexOf(a.state) - urgency.indexOf(b.state) || a.name.localeCompare(b.name, locale))
  const count = (state: string) => people.filter((person) => person.state === state).length
  return (
    <TeamPage
      viewer={viewer}
      locale={locale}
      team={team}
      title={<span lang={assignment.titleLocale}>{assignment.title}</span>}
      search={listAddress(assignedList, address)}
    >
      <div className="mt-2 grid max-w-reading gap-6">
        <p className="text-soft">
          {[
            assignment.person === null ? t('everyone') : assignment.person,
            terms.dueOn
              ? t('dueIn', {
                  due: dueWords({ dueOn: terms.dueOn, zone: terms.zone, dueAt: null }, terms.zone, locale),
                  zone: terms.zone,
                })
              : t('noDue'),
            t(`counting.${terms.counts}`),
            terms.renewMonths !== null && t('renewsEvery', { months: terms.renewMonths }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {assignment.isClosed && <Notice tone="warning">{t('closed')}</Notice>}
        {notice && <Notice tone="done">{t(`notice.${notice}`)}</Notice>}
        {problem && <Notice tone="error">{t(`problem.${problem}`)}</Notice>}
        <section aria-labelledby="people">
          <h2 id="people" className="text-lg">
            {t('people')}
          </h2>
          <nav aria-label={t('states')} className="-mx-2 mb-1 flex flex-wrap text-sm">
            <NavLink href={path} current={!address.filters.state}>
              {t('all', { n: people.length })}
            </NavLink>
            {assignedList.filters.state.map((state) => (
              <NavLink
                key={state}
                href={`${path}${listAddress(assignedList, { ...address, filters: { state } })}`}
                current={address.filters.state === state}
              >
                {t('stateCount', { state: t(`state.${state}`), n: count(state) })}
              </NavLink>
            ))}
          </nav>
          {shown.length > 0 ? (
            <AssignedPeople
              assignment={assignment}
              people={shown}
              allow={(personId) => allowAction.bind(null, place, assignmentId, personId)}
              zone={viewer.zone}
              locale={locale}
            />
          ) : (
            <p className="text-soft">{t('nobody')}</p>
          )}
        </section>
        <section aria-labelledby="terms" className="border-t border-line pt-4">
          <h2 id="terms" className="sr-only">
            {t('terms')}
          </h2>
          <Disclosure label={t('change')} open={problem !== undefined && problem !== 'range'}>
            <form action={changeAction.bind(null, place, assignmentId)} className="mt-2 grid gap-6">
              <input type="hidden" name="rowVersion" value={rowVersion} />
              <TermsFields
                terms={{
                  dueOn: terms.dueOn ?? '',
                  zone: terms.zone,
                  counts: terms.counts,
                  renewMonths: terms.renewMonths === null ? '' : String(terms.renewMonths),
                }}
                problem={problem}
                locale={locale}
              />
              <div>
                <Button>{t('save')}</Button>
              </div>
            </form>
          </Disclosure>
          <form action={archiveAction.bind(null, place, assignmentId)} className="mt-6">
            <p className="mb-3 text-soft">{t('archiveText')}</p>
            <Button>{t('archive')}</Button>
          </form>
        </section>
      </div>
    </TeamPage>
  )
}
