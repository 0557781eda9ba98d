import type { Cell } from '@/lib/exchange/formats/xlsx/write-xlsx'
import { type ColumnName, type ColumnType, columnsOf, type ExportKind, type ExportValue } from '@/lib/export/schema'
import { localIn } from '@/lib/i18n/calendar'
import type { UiLocale } from '@/lib/i18n/locales'
import { wordsOf } from '@/lib/i18n/words'

export type ExportColumn = {
  name: ColumnName
  title: string
  /** What the column holds, in words. */
  definition: string
  /** In characters. */
  width: number
  /** A value as it stands in a text file: times of the reader's zone, shares from 0 to 1 with four places, rounded down. */
  text: (value: ExportValue) => string
  /** A value as a spreadsheet holds it. */
  cell: (value: ExportValue) => Cell
}

export type ExportTable = {
  title: string
  columns: ExportColumn[]
  definitions: { title: string; column: string; meaning: string }
}

const widths: Record<ColumnType, number> = { text: 24, number: 12, share: 12, instant: 18, date: 12 }

/** Words in which codes are said, by column. */
const coded = {
  mode: ['practice', 'exam'],
  ended: ['submitted', 'expired'],
  state: ['done', 'open', 'overdue'],
  counting: ['first', 'best', 'latest'],
} as const

/**
 * A table of an export: its columns with their words, and how values are written.
 *
 * @param zone IANA zone in which instants are written
 */
export function tableOf(kind: ExportKind, locale: UiLocale, zone: string): ExportTable {
  const t = wordsOf(locale, 'exports')
  const wordFor = (column: ColumnName, value: ExportValue): string => {
    if (value === null) return ''
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    const codes: readonly string[] | undefined = coded[column as keyof typeof coded]
    return codes?.includes(String(value)) ? t(`codes.${String(value) as CodeWord}`) : String(value)
  }
  const columns = Object.entries(columnsOf[kind]) as [ColumnName, ColumnType][]
  return {
    title: t(`kinds.${kind}`),
    definitions: { title: t('definitions'), column: t('column'), meaning: t('meaning') },
    columns: columns.map(([name, type]) => ({
      name,
      title: type === 'instant' ? t('inZone', { column: t(`columns.${name}`), zone }) : t(`columns.${name}`),
      definition: t(`meanings.${name}`),
      width: widths[type],
      text: (value) => {
        if (value instanceof Date) return localIn(zone, value).replace('T', ' ')
        if (type === 'share' && typeof value === 'number') return (Math.floor(value * 10_000) / 10_000).toFixed(4)
        return wordFor(name, value)
      },
      cell: (value) => {
        if (value instanceof Date) return { time: `${localIn(zone, value)}:00` }
        if (type === 'date' && typeof value === 'string') return { date: value }
        if (typeof value === 'number') return type === 'share' ? { share: value } : value
        return wordFor(name, value)
      },
    })),
  }
}

type CodeWord = (typeof coded)[keyof typeof coded][number]
