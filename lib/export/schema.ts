import { z } from 'zod'

/** What can be exported of a team. */
export const exportKinds = ['results', 'progress', 'assignments'] as const

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The address of an export. */
export const exportAsked = z.object({
  kind: z.enum(exportKinds),
  format: z.enum(exportFormats).catch('csv'),
})

export type ExportKind = (typeof exportKinds)[number]

/** What stands in a column: text; a whole number; a share from 0 to 1; an instant; a date without a time. */
export type ColumnType = 'text' | 'number' | 'share' | 'instant' | 'date'

/** The columns of each table by name, in order, with their type. */
export const columnsOf = {
  results: {
    person: 'text',
    email: 'text',
    quiz: 'text',
    attempt: 'number',
    mode: 'text',
    startedAt: 'instant',
    endedAt: 'instant',
    ended: 'text',
    score: 'share',
    exactScore: 'text',
    passed: 'text',
    counts: 'text',
    language: 'text',
  },
  progress: {
    person: 'text',
    email: 'text',
    topic: 'text',
    questions: 'number',
    answered: 'number',
    right: 'number',
    share: 'share',
    low: 'share',
    high: 'share',
  },
  assignments: {
    person: 'text',
    email: 'text',
    assignment: 'text',
    counting: 'text',
    dueOn: 'date',
    zone: 'text',
    dueAt: 'instant',
    state: 'text',
    doneAt: 'instant',
    late: 'text',
    parts: 'text',
    score: 'share',
    passed: 'text',
  },
} as const satisfies Record<ExportKind, Record<string, ColumnType>>

export type ColumnName = { [Kind in ExportKind]: keyof (typeof columnsOf)[Kind] }[ExportKind]

/** A value of a row, before it is put into words. */
export type ExportValue = string | number | boolean | Date | null

/** One row: a value for each column of its table. */
export type ExportRow = Partial<Record<ColumnName, ExportValue>>
