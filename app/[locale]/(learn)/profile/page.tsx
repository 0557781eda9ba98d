import type { Metadata, Route } from 'next'
import { ProfileForm } from '@/components/person/profile-form-client'
import { SiteHeader } from '@/components/shell/site-header'
import { Link } from '@/components/ui/link'
import { nameOfLocale, uiLocales } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { getOwnMailWishes } from '@/lib/mail/queries'
import { mailKind } from '@/lib/mail/schema'
import { listContentLocales } from '@/lib/quiz/queries'
import { signOutAction } from '../../account-actions'
import { getReader } from '../../reader'
import { saveProfileAction } from './actions'

type Props = PageProps<'/[locale]/profile'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getReader(params)
  return { title: wordsOf(locale, 'profile')('title') }
}

export default async function ProfilePage({ params, searchParams }: Props) {
  const { viewer, locale } = await getReader(params)
  const t = wordsOf(locale, 'profile')
  const wishes = await getOwnMailWishes()
  const mail = wordsOf(locale, 'mail')
  const isManager = viewer.teams.some(({ role }) => role === 'manager')
  const offered = [...new Set([...viewer.contentLocales, ...(await listContentLocales())])]
  return (
    <>
      <SiteHeader locale={locale} viewer={viewer} signOut={signOutAction.bind(null, locale)} />
      <main id="main" className="mx-auto max-w-reading px-4 py-8 sm:py-12">
        <h1 className="text-2xl">{t('title')}</h1>
        <p className="mt-2 text-soft">{viewer.email}</p>
        <ProfileForm
          action={saveProfileAction.bind(null, locale)}
          saved={(await searchParams).saved === '1'}
          profile={{ ...viewer, uiLocale: viewer.uiLocale ?? locale }}
          uiLocales={uiLocales.map((tag) => ({ tag, name: nameOfLocale(tag) }))}
          contentLocales={offered.map((tag) => ({ tag, name: nameOfLocale(tag) }))}
          mails={mailKind.options
            .filter((kind) => kind !== 'digest' || isManager)
            .map((kind) => ({ kind, label: mail(`wish.${kind}`), isWanted: wishes[kind] }))}
          zones={[...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), viewer.zone])]}
          words={{
            name: t('name'),
            nameMissing: t('nameMissing'),
            uiLocale: t('uiLocale'),
            contentLocales: t('contentLocales'),
            contentLocalesHint: t('contentLocalesHint'),
            rank: t.raw('rank'),
            notChosen: t('notChosen'),
            zone: t('zone'),
            zoneHint: t('zoneHint'),
            zoneWrong: t('zoneWrong'),
            boards: t('boards'),
            onBoards: t('onBoards'),
            onBoardsHint: t('onBoardsHint'),
            mails: mail('wishes'),
            save: t('save'),
            saved: t('saved'),
          }}
        />
        <p className="mt-10 border-t border-line pt-4">
          <Link href={`/${locale}/profile/data` as Route} className="inline-flex min-h-11 items-center">
            {wordsOf(locale, 'privacy')('link')}
          </Link>
        </p>
      </main>
    </>
  )
}
