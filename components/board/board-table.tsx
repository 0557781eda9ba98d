import type { BoardRow } from '@/lib/board/queries'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'

/** People of a board in order, the reader's own row marked. */
export function BoardTable({
  rows,
  labelledBy,
  locale,
}: {
  rows: readonly BoardRow[]
  /** Id of the heading that names the table. */
  labelledBy: string
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'boards')
  const figure = new Intl.NumberFormat(locale)
  return (
    // Wider by the padding of its cells, so that what is in them stands in line with the text around.
    <div className="-mx-3">
      <table aria-labelledby={labelledBy} className="w-full table-fixed tabular-nums">
        <thead className="text-sm text-soft">
          <tr className="align-bottom">
            <th scope="col" className="w-18 px-3 py-1 text-start sm:w-22 font-normal">
              {t('rank')}
            </th>
            <th scope="col" className="px-3 py-1 text-start font-normal">
              {t('name')}
            </th>
            <th scope="col" className="w-24 px-3 py-1 text-end sm:w-28 font-normal">
              {t('points')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ rank, name, points, isMe }, index) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: people of one name may share a rank, and no row moves
              key={index}
              aria-current={isMe ? 'true' : undefined}
              className="border-t border-line align-baseline aria-[current]:bg-accent-wash aria-[current]:font-semibold"
            >
              <td className="px-3 py-2">{figure.format(rank)}</td>
              <th scope="row" className={`px-3 py-2 text-start ${isMe ? '' : 'font-normal'}`}>
                {name} {isMe && <span className="ms-1 text-sm whitespace-nowrap text-accent">{t('me')}</span>}
              </th>
              <td className="px-3 py-2 text-end">{figure.format(points)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
