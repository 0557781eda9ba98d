import { z } from 'zod'

/** What can be asked of the list of problem reports. */
export const reportShape = {
  filters: { state: ['open', 'resolved'], language: null, quiz: null },
  sorts: ['reported', 'person', 'language', 'state'],
  descends: true,
} as const

/** The edit that mended what was reported: another version of the question, or other words. */
export const reportEdit = z
  .string()
  .regex(/^(version|translation):/)
  .transform((value) => {
    const [kind, id] = value.split(':')
    return { kind, id }
  })
  .pipe(z.object({ kind: z.enum(['version', 'translation']), id: z.uuid() }))
export type ReportEdit = z.infer<typeof reportEdit>

/** What someone who handles a report decides. */
export const handling = z.object({
  /** Empty for none. */
  reply: z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().max(5000)),
  resolve: z.boolean(),
  edit: reportEdit.nullable(),
  /** How the report stood on the page that was decided on. */
  seen: z.string(),
})
export type Handling = z.output<typeof handling>

/** Reports chosen in the list. */
export const reportIds = z.array(z.uuid()).max(200)

/** How a report stands, to tell whether someone else has changed it since. */
export function standOf(report: { status: string; repliedAt: Date | null }): string {
  return `${report.status} ${report.repliedAt?.toISOString() ?? ''}`
}

export type HandleOutcome = {
  status: 'replied' | 'resolved' | 'not-found' | 'empty' | 'no-such-edit' | 'changed'
}
