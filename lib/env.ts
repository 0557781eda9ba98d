import { z } from 'zod'

/** A setting that is left empty is not set: Docker Compose hands on what nobody has filled in. */
const filled = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

const shape = {
  DATABASE_URL: z.string().optional(),
  /** Signs session cookies. Without it one is made at the first start and kept. */
  NEXTAUTH_SECRET: z.string().min(16).optional(),
  /** The address people type, for example https://quiz.example.com. */
  NEXTAUTH_URL: z.url().optional(),
  /** Written by the start command for demo mode only: shows the demo sign-ins on the sign-in page. */
  POLYQUIZ_DEMO: z.enum(['1']).optional(),
  /** Where mails lie when there is no mail server; the start command makes it absolute. */
  POLYQUIZ_DATA: filled(z.string()),
  /** The mail server, for example smtps://user:password@mail.example.com. */
  SMTP_URL: filled(z.url({ protocol: /^smtps?$/ })),
  /** Whom mails come from, for example Polyquiz <quiz@example.com>. */
  MAIL_FROM: filled(z.string().regex(/^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, 'is no address')),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
}
const schema = z.object(shape).refine(({ SMTP_URL, MAIL_FROM }) => !SMTP_URL || MAIL_FROM, {
  path: ['MAIL_FROM'],
  message: 'is needed with SMTP_URL: whom mails come from',
})

type Env = z.infer<typeof schema>

const names = Object.keys(shape)
let last: { given: (string | undefined)[]; env: Env } | undefined

/**
 * The environment, checked. The only reader of process.env in the application; read at each call, so that one build
 * serves every installation, and checked anew only when it has changed, since every answer asks for it.
 *
 * @throws ZodError naming the variable that is wrong
 */
export function readEnv(): Env {
  const given = names.map((name) => process.env[name])
  if (!last || given.some((value, index) => value !== last?.given[index]))
    last = { given, env: schema.parse(process.env) }
  return last.env
}
