import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { wordsOf } from '@/lib/i18n/words'
import { SectionPage, type SectionPageProps } from '../section-page'

/** What every page about a managed team shows around its own matter. */
export async function TeamPage({
  team,
  ...page
}: SectionPageProps & { team: { slug: string; name: string } }): Promise<ReactNode> {
  const t = wordsOf(page.locale, 'teamPage')
  const path = (await headers()).get('x-polyquiz-path') ?? ''
  const base = `/${page.locale}/teams/${team.slug}` as const
  const links = [
    { href: base, words: team.name, current: path === base || path.startsWith(`${base}/members/`) },
    {
      href: `${base}/assignments` as const,
      words: t('assignments'),
      current: path.startsWith(`${base}/assignments`),
    },
    { href: `${base}/export` as const, words: t('export'), current: path === `${base}/export` },
  ]
  return <SectionPage {...page} label={t('label', { team: team.name })} links={links} />
}
