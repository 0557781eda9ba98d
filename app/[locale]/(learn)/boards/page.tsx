import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { BoardRule } from '@/components/board/board-rule'
import { BoardTable } from '@/components/board/board-table'
import { ChooseBoard } from '@/components/board/choose-board'
import { ChooseSpan } from '@/components/board/choose-span'
import { OwnPlace } from '@/components/board/own-place'
import { TurnPage } from '@/components/board/turn-page'
import { SiteHeader } from '@/components/shell/site-header'
import { getBoard, listBoards } from '@/lib/board/queries'
import { boardAddress, parseBoardAddress } from '@/lib/board/schema'
import { wordsOf } from '@/lib/i18n/words'
import { signOutAction } from '../../account-actions'
import { getReader } from '../../reader'

type Props = PageProps<'/[locale]/boards'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await getReader(params)
  return { title: wordsOf(locale, 'boards')('title') }
}

export default async function BoardsPage({ params, searchParams }: Props) {
  const { viewer, locale } = await getReader(params)
  const t = wordsOf(locale, 'boards')
  const { of, span, after } = parseBoardAddress(await searchParams)
  const [choices, board] = await Promise.all([listBoards(locale), getBoard(of, span, after)])
  if (!board) notFound()
  const choice = choices.find((each) => each.of.scope === of.scope && each.of.slug === of.slug)
  return (
    <>
      <SiteHeader
        locale={locale}
        viewer={viewer}
        signOut={signOutAction.bind(null, locale)}
        search={boardAddress({ of, span })}
      />
      <main id="main" className="mx-auto max-w-reading px-4 py-8 sm:py-12">
        <h1 className="mb-6 text-2xl">{t('title')}</h1>
        <ChooseBoard choices={choices} chosen={of} span={span} locale={locale} />
        <section aria-labelledby="board" className="mt-10 grid gap-6">
          <div>
            <h2 id="board" lang={choice?.nameLocale} className="text-xl">
              {choice?.name ?? t('everyone')}
            </h2>
            <ChooseSpan of={of} chosen={span} locale={locale} />
            <BoardRule of={of} window={board.window} locale={locale} />
          </div>
          {board.rows.length === 0 && <p>{t(after ? 'end' : 'empty')}</p>}
          <OwnPlace board={board} locale={locale} />
          {board.rows.length > 0 && <BoardTable rows={board.rows} labelledBy="board" locale={locale} />}
          <TurnPage board={board} isFirst={after === null} locale={locale} />
        </section>
      </main>
    </>
  )
}
