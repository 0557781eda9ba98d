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

/**
 * The environment, checked. The only reader of process.env in the application; read at each call, so that one build
 * serves every installation.
 *
 * @throws ZodError naming the variable that is wrong
 */
export function readEnv(): z.infer<typeof schema> {
  return schema.parse(process.env)
}
