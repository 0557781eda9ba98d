import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PasswordForm } from '@/components/person/password-form-client'
import { SiteHeader } from '@/components/shell/site-header'
import { MIN_PASSWORD } from '@/lib/access/password'
import { wordsOf } from '@/lib/i18n/words'
import { readInvitation } from '@/lib/person/queries'
import { choosePasswordAction } from '../../../account-actions'
import { readLocale } from '../../../reader'

type Props = PageProps<'/[locale]/invitation/[token]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = await readLocale(params)
  return { title: wordsOf(locale, 'invitation')('title'), referrer: 'no-referrer', robots: 'noindex' }
}

/** Where a one-time link leads: choose a password; for the first admin, also a name and an address. */
export default async function InvitationPage({ params }: Props) {
  const locale = await readLocale(params)
  const { token } = await params
  const invitation = await readInvitation(token)
  if (!invitation) notFound()
  const t = wordsOf(locale, 'invitation')
  const isSetup = invitation.purpose === 'setup'
  return (
    <>
      <SiteHeader locale={locale} viewer={null} />
      <main id="main" className="mx-auto max-w-md px-4 py-10 sm:py-16">
        <h1 className="text-2xl">{t(isSetup ? 'setupTitle' : 'title')}</h1>
        <p className="mt-3 text-soft">{isSetup ? t('setupText') : t('text', { email: invitation.email ?? '' })}</p>
        <PasswordForm
          action={choosePasswordAction.bind(null, locale, token)}
          isSetup={isSetup}
          words={{
            name: t('name'),
            email: t('email'),
            password: t('password'),
            hint: t('hint', { length: MIN_PASSWORD }),
            submit: t(isSetup ? 'setupSubmit' : 'submit'),
            errors: {
              'too-short': t('tooShort', { length: MIN_PASSWORD }),
              'name-missing': t('nameMissing'),
              'email-wrong': t('emailWrong'),
              'email-taken': t('emailTaken'),
              'not-found': t('usedUp'),
            },
          }}
        />
      </main>
    </>
  )
}
