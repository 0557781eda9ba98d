import { z } from 'zod'

const schema = z.object({
  DATABASE_URL: z.string().optional(),
  /** Signs session cookies. Without it one is made at the first start and kept. */
  NEXTAUTH_SECRET: z.string().min(16).optional(),
  /** The address people type, for example https://quiz.example.com. */
  NEXTAUTH_URL: z.url().optional(),
  /** Written by the start command for demo mode only: shows the demo sign-ins on the sign-in page. */
  POLYQUIZ_DEMO: z.enum(['1']).optional(),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
})

type Env = z.infer<typeof schema>

const names = Object.keys(schema.shape)
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
