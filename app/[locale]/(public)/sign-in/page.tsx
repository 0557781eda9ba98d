import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { SignInForm } from '@/components/person/sign-in-form-client'
import { SiteHeader } from '@/components/shell/site-header'
import { getViewer } from '@/lib/access/viewer'
import { readEnv } from '@/lib/env'
import { wordsOf } from '@/lib/i18n/words'
import { demoCast, demoPassword } from '@/lib/person/demo-cast'
import { signInAction } from '../../account-actions'
import { readLocale } from '../../reader'

export async function generateMetadata({ params }: PageProps<'/[locale]/sign-in'>): Promise<Metadata> {
  const locale = await readLocale(params)
  return { title: wordsOf(locale, 'signIn')('title') }
}

export default async function SignInPage({ params, searchParams }: PageProps<'/[locale]/sign-in'>) {
  const locale = await readLocale(params)
  if (await getViewer()) redirect(`/${locale}`)
  const next = (await searchParams).next
  const t = wordsOf(locale, 'signIn')
  return (
    <>
      <SiteHeader locale={locale} viewer={null} />
      <main id="main" className="mx-auto max-w-md px-4 py-10 sm:py-16">
        <h1 className="text-2xl">{t('title')}</h1>
        <p className="mt-3 text-soft">{t('lead')}</p>
        <SignInForm
          action={signInAction.bind(null, locale, typeof next === 'string' ? next : '')}
          words={{
            email: t('email'),
            password: t('password'),
            submit: t('submit'),
            wrong: t('wrong'),
            wait: t.raw('wait'),
          }}
        />
        {readEnv().POLYQUIZ_DEMO && (
          <section aria-labelledby="demo" className="mt-12 border-t border-line pt-6 text-sm">
            <h2 id="demo" className="text-base">
              {t('demo')}
            </h2>
            <p className="mt-1 text-soft">
              {t.rich('demoPassword', {
                password: demoPassword,
                code: (chunks: ReactNode) => <code className="whitespace-nowrap text-ink">{chunks}</code>,
              })}
            </p>
            <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
              {demoCast.map(({ email, name, part }) => (
                <div key={email} className="contents">
                  <dt className="text-soft">{t(`part.${part}`)}</dt>
                  <dd>
                    <code>{email}</code> <span className="text-soft">{name}</span>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        )}
      </main>
    </>
  )
}
