import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { adminPagesOf } from '@/lib/access/rights'
import { wordsOf } from '@/lib/i18n/words'
import { SectionPage, type SectionPageProps } from '../section-page'

/** What every page for those who run Polyquiz shows around its own matter. */
export async function AdminPage(page: SectionPageProps): Promise<ReactNode> {
  const t = wordsOf(page.locale, 'admin')
  const path = (await headers()).get('x-polyquiz-path') ?? ''
  const links = adminPagesOf(page.viewer.role).map((name) => {
    const href = `/${page.locale}/admin/${name}` as const
    return { href, words: t(`pages.${name}`), current: path === href || path.startsWith(`${href}/`) }
  })
  return <SectionPage {...page} label={t('label')} links={links} />
}
