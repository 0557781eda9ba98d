import { type ExportKind, exportFormats } from '@/lib/export/schema'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'
import { buttonClass } from '../ui/button'
import { Disclosure } from '../ui/disclosure'
import type { ExportTable } from './export-table'

/** Each table with its files and the meaning of its columns. Plain links: a file is no page to go to. */
export function ExportTables({
  tables,
  slug,
  locale,
}: {
  tables: readonly { kind: ExportKind; table: ExportTable }[]
  slug: string
  locale: UiLocale
}) {
  const t = wordsOf(locale, 'exports')
  return tables.map(({ kind, table }) => (
    <section key={kind} aria-labelledby={kind} className="mt-10 max-w-reading border-t border-line pt-6">
      <h2 id={kind} className="text-lg">
        {table.title}
      </h2>
      <p className="mt-1 text-soft">{t(`about.${kind}`)}</p>
      <p className="mt-4 flex flex-wrap gap-3">
        {exportFormats.map((format) => (
          <a
            key={format}
            href={`/api/teams/${slug}/export?kind=${kind}&format=${format}&uiLocale=${locale}`}
            download
            className={buttonClass('secondary')}
          >
            {t(`download.${format}`)}
            <span className="sr-only">: {table.title}</span>
          </a>
        ))}
      </p>
      <Disclosure label={table.definitions.title} className="mt-2">
        <dl className="mt-1 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
          {table.columns.map(({ name, title, definition }) => (
            <div key={name} className="contents">
              <dt className="font-semibold max-sm:mt-1">{title}</dt>
              <dd className="text-soft">{definition}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </section>
  ))
}
