import type { Metadata } from 'next'
import { InviteForm } from '@/components/person/invite-form-client'
import { wordsOf } from '@/lib/i18n/words'
import { personRole } from '@/lib/person/schema'
import { listTeams } from '@/lib/team/queries'
import { getAdmin } from '../../../../reader'
import { AdminPage } from '../../../admin-page'
import { inviteAction } from './actions'

type Props = PageProps<'/[locale]/admin/people/invite'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getAdmin(params, 'people:manage')
  return { title: wordsOf(locale, 'people')('invite') }
}

/** Adds one person and shows their one-time link. */
export default async function InvitePage({ params }: Props) {
  const { viewer, locale } = await getAdmin(params, 'people:manage')
  const t = wordsOf(locale, 'people')
  const teams = await listTeams()
  return (
    <AdminPage viewer={viewer} locale={locale} title={t('invite')}>
      <p className="mt-3 max-w-reading text-soft">{t('inviteLead')}</p>
      <InviteForm
        action={inviteAction.bind(null, locale)}
        peoplePath={`/${locale}/admin/people`}
        roles={personRole.options.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
        teams={teams.map(({ slug, name }) => ({ value: slug, label: name }))}
        words={{
          name: t('name'),
          nameMissing: t('nameMissing'),
          email: t('email'),
          emailWrong: t('emailWrong'),
          emailTaken: t('emailTaken'),
          role: t('role'),
          team: t('team'),
          noTeam: t('noTeam'),
          teamGone: t('notice.no-such-team'),
          submit: t('inviteSubmit'),
          open: t.raw('openPerson'),
          link: {
            label: t.raw('link.label'),
            once: t('link.once'),
            copy: t('link.copy'),
            copied: t('link.copied'),
            failed: t('link.failed'),
          },
        }}
      />
    </AdminPage>
  )
}
