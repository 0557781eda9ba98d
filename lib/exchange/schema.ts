import { z } from 'zod'

/** How bad a finding is: `error` = unusable, `warning` = usable but look at it, `info` = good to know. */
export const severitySchema = z.enum(['error', 'warning', 'info'])
export type Severity = z.infer<typeof severitySchema>

/** Something the reader noticed at one line of a file. `question` is the ordinal in the file, counted from 1. */
export const pageFindingSchema = z.object({
  severity: severitySchema,
  code: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  line: z.number().int().min(1),
  question: z.number().int().min(1).optional(),
  message: z.string().min(1),
})
export type PageFinding = z.infer<typeof pageFindingSchema>

export const pageOptionSchema = z.object({
  label: z.string().min(1),
  text: z.string(),
  correct: z.boolean(),
})
export type PageOption = z.infer<typeof pageOptionSchema>

/** `open` is a question without options: read and reported, never scored. Its model answer is the explanation. */
export const questionKindSchema = z.enum(['single', 'multiple', 'open'])
export type QuestionKind = z.infer<typeof questionKindSchema>

export const pageQuestionSchema = z.object({
  number: z.number().int().min(1),
  printed: z.number().int().min(0).optional(),
  line: z.number().int().min(1),
  kind: questionKindSchema,
  stem: z.string(),
  options: z.array(pageOptionSchema),
  explanation: z.string(),
})
export type PageQuestion = z.infer<typeof pageQuestionSchema>

/** One quiz file as read, whatever its format. This is the shape that `inspect --json` prints. */
export const pageFileSchema = z.object({
  file: z.string(),
  format: z.string(),
  locale: z.string(),
  title: z.string(),
  intro: z.string(),
  questions: z.array(pageQuestionSchema),
  findings: z.array(pageFindingSchema),
})
export type PageFile = z.infer<typeof pageFileSchema>

export const inspectionSchema = z.object({ files: z.array(pageFileSchema) })
export type Inspection = z.infer<typeof inspectionSchema>

/** A difference between languages. `locale` is the language that departs from the others. */
export const alignFindingSchema = z.object({
  severity: severitySchema,
  code: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  locale: z.string(),
  message: z.string().min(1),
})
export type AlignFinding = z.infer<typeof alignFindingSchema>

export const alignedQuestionSchema = z.object({
  number: z.number().int().min(1),
  key: z.record(z.string(), z.string()),
  agree: z.boolean(),
  findings: z.array(alignFindingSchema),
})
export type AlignedQuestion = z.infer<typeof alignedQuestionSchema>

/** What `align --json` prints. */
export const alignmentReportSchema = z.object({
  locales: z.array(z.string()),
  questions: z.array(alignedQuestionSchema),
})
export type AlignmentReport = z.infer<typeof alignmentReportSchema>
