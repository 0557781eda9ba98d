import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { MakeLink } from '@/components/person/make-link-client'
import { PersonAllowances } from '@/components/person/person-allowances'
import { PersonForm } from '@/components/person/person-form'
import { PersonStateLabel } from '@/components/person/person-state'
import { PersonTeams } from '@/components/person/person-teams'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { dateFormat, joinSentences } from '@/lib/i18n/format'
import { wordsOf } from '@/lib/i18n/words'
import { getPerson } from '@/lib/person/queries'
import { listQuizzes } from '@/lib/quiz/queries'
import { listTeams } from '@/lib/team/queries'
import { getAdmin } from '../../../../reader'
import { AdminPage } from '../../../admin-page'
import {
  eraseAction,
  makeLinkAction,
  type PersonNotice,
  savePersonAction,
  setActiveAction,
  setAllowanceAction,
  setTeamRoleAction,
} from './actions'

type Props = PageProps<'/[locale]/admin/people/[personId]'>

const notices: readonly PersonNotice[] = [
  'done',
  'last-admin',
  'no-such-team',
  'no-such-quiz',
  'name-missing',
  'range',
  'not-sure',
]

/** Read once for the title and the page. */
const personOf = cache(getPerson)

async function readPerson({ params }: Pick<Props, 'params'>) {
  const { viewer, locale } = await getAdmin(params, 'people:manage')
  const { personId } = await params
  const person = await personOf(personId)
  if (!person) notFound()
  return { viewer, locale, person }
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await readPerson({ params })).person.name }
}

/** One person: who they are here, how they come in, in which teams they are, and what they have extra. */
export default async function PersonPage({ params, searchParams }: Props) {
  const { viewer, locale, person } = await readPerson({ params })
  const t = wordsOf(locale, 'people')
  const { personId, name, email, state, lastSeenAt, linkExpiresAt, teams, allowances } = person
  const [offered, quizzes] = await Promise.all([listTeams(), listQuizzes(locale)])
  const given = (await searchParams).notice
  const notice = notices.find((each) => each === given)
  const isIn = state !== 'deactivated'
  const time = dateFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: viewer.zone })
  return (
    <AdminPage viewer={viewer} locale={locale} title={name}>
      <p className="mt-1 wrap-anywhere text-soft">
        {email}
        <PersonStateLabel state={state} locale={locale} />
      </p>
      <div className="mt-6 grid max-w-reading grid-cols-1 gap-12">
        {notice && <Notice tone={notice === 'done' ? 'done' : 'error'}>{t(`notice.${notice}`)}</Notice>}
        <PersonForm person={person} action={savePersonAction.bind(null, locale, personId)} locale={locale} />
        <PersonTeams
          teams={teams}
          offered={offered.filter(({ slug }) => !teams.some((team) => team.slug === slug))}
          action={setTeamRoleAction.bind(null, locale, personId)}
          locale={locale}
        />
        <section aria-labelledby="sign-in">
          <h2 id="sign-in" className="text-lg">
            {t('signIn')}
          </h2>
          <p className="mt-1 text-soft">
            {joinSentences(locale, [
              lastSeenAt ? t('lastSeen', { time: time.format(lastSeenAt) }) : t('neverSeen'),
              state === 'invited' && t('noPassword'),
              isIn && linkExpiresAt !== null && t('linkOpen', { time: time.format(linkExpiresAt) }),
            ])}
          </p>
          {isIn && (
            <MakeLink
              action={makeLinkAction.bind(null, locale, personId)}
              name={name}
              words={{
                make: t(state === 'invited' ? 'link.make' : 'link.makeReset'),
                label: t.raw('link.label'),
                once: t('link.once'),
                copy: t('link.copy'),
                copied: t('link.copied'),
                failed: t('link.failed'),
              }}
            />
          )}
        </section>
        <PersonAllowances
          allowances={allowances}
          quizzes={quizzes}
          action={setAllowanceAction.bind(null, locale, personId)}
          locale={locale}
        />
        <section aria-labelledby="access">
          <h2 id="access" className="text-lg">
            {t(isIn ? 'deactivate' : 'reactivate')}
          </h2>
          <p className="mt-1 text-soft">{t(isIn ? 'deactivateText' : 'reactivateText')}</p>
          <form action={setActiveAction.bind(null, locale, personId, !isIn)} className="mt-3">
            <Button>{t(isIn ? 'deactivateSubmit' : 'reactivateSubmit')}</Button>
          </form>
        </section>
        <section aria-labelledby="erase">
          <h2 id="erase" className="text-lg">
            {t('erase.title')}
          </h2>
          <p className="mt-1 text-soft">{t('erase.text')}</p>
          <form action={eraseAction.bind(null, locale, personId)} className="mt-2">
            <label className="flex min-h-11 items-center gap-3">
              <input type="checkbox" name="sure" value="yes" className="size-5 accent-accent" />
              <span className="min-w-0 wrap-anywhere">{t('erase.sure', { name })}</span>
            </label>
            <div className="mt-2">
              <Button>{t('erase.submit')}</Button>
            </div>
          </form>
        </section>
      </div>
    </AdminPage>
  )
}
