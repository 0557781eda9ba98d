import { z } from 'zod'
import { reveal } from '../attempt/schema'
import { contentLocale } from '../question/schema'

const text = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .refine((value) => !value.includes('\0'))

/** Titles and introductions of a quiz by language, as its settings page sends them. A language without a title is none. */
export const quizNames = z.record(contentLocale, z.object({ title: text(300), intro: text(5000) }))

/** How a quiz is taken, as its settings page sends it. */
export const quizSettings = z
  .object({
    pass: z
      .object({ num: z.int().min(0).max(10_000), den: z.int().min(1).max(10_000) })
      .refine(({ num, den }) => num <= den),
    seconds: z.int().min(1).max(10_000_000).nullable(),
    graceSeconds: z.int().min(0).max(300),
    reveal,
    revealAt: z.date().nullable(),
    attemptLimit: z.int().min(1).max(1000).nullable(),
    waitSeconds: z.int().min(0).max(100_000_000).nullable(),
    shuffle: z.boolean(),
    pools: z.array(z.object({ topic: z.string(), draw: z.int().min(1).max(1000) })),
  })
  .refine((rules) => (rules.reveal === 'date') === (rules.revealAt !== null), { path: ['revealAt'] })
export type QuizSettings = z.infer<typeof quizSettings>

export type SettingsOutcome =
  | { status: 'saved' }
  /** Someone else saved since; nothing was written. */
  | { status: 'changed' }
  /** There is no title in the source language. */
  | { status: 'no-title' }
  | { status: 'not-found' }
