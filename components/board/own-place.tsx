import type { BoardPage } from '@/lib/board/queries'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { Link } from '../ui/link'
import { Notice } from '../ui/notice'
import { BoardTable } from './board-table'

/** Where the reader stands, unless the rows of the page say so, or what to do to stand there. */
export function OwnPlace({ board: { of, rows, me }, locale }: { board: BoardPage; locale: UiLocale }) {
  const t = wordsOf(locale, 'boards')
  switch (me.status) {
    case 'hidden':
      return (
        <Notice tone="info">
          {t.rich('hidden', { link: (words) => <Link href={`/${locale}/profile#boards`}>{words}</Link> })}
        </Notice>
      )
    case 'absent':
      return (
        <div>
          {rows.length > 0 && <p>{t('absent')}</p>}
          <p>
            {t.rich(of.scope === 'quiz' ? 'start.quiz' : 'start.any', {
              link: (words) => (
                <Link href={of.scope === 'quiz' ? `/${locale}/quizzes/${of.slug}` : `/${locale}/quizzes`}>{words}</Link>
              ),
            })}
          </p>
        </div>
      )
    case 'placed':
      if (rows.some(({ isMe }) => isMe)) return null
      return (
        <section>
          <h3 id="own-place" className="mb-1 text-base">
            {t('ownPlace')}
          </h3>
          <BoardTable rows={me.around} labelledBy="own-place" locale={locale} />
        </section>
      )
  }
}
