import { wordsOf } from '@/lib/i18n/words'
import '../globals.css'
import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { directionOf, isUiLocale } from '@/lib/i18n/locales'

// "optional": the first page is never set twice, so that nothing jumps while loading.
const reading = localFont({
  src: [
    {
      path: '../../node_modules/@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
      style: 'normal',
    },
  ],
  weight: '200 800',
  display: 'optional',
  variable: '--font-reading',
})

export const metadata: Metadata = { title: { default: 'Polyquiz', template: '%s · Polyquiz' } }
export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbfaf8' },
    { media: '(prefers-color-scheme: dark)', color: '#13151a' },
  ],
}

export default async function RootLayout({ children, params }: LayoutProps<'/[locale]'>): Promise<ReactNode> {
  await connection()
  const { locale } = await params
  if (!isUiLocale(locale)) notFound()
  const t = wordsOf(locale, 'failure')
  return (
    <html lang={locale} dir={directionOf(locale)} className={reading.variable}>
      <head>
        {/* Nothing is painted before the page stands whole: what comes later would push aside what is there. */}
        <link rel="expect" href="#whole" blocking="render" />
      </head>
      <body data-failure={JSON.stringify({ title: t('title'), text: t('text'), again: t('again') })}>
        {children}
        <span id="whole" hidden />
      </body>
    </html>
  )
}
