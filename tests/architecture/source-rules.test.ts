import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const files = ['app', 'bin', 'components', 'lib', 'prisma', 'tests']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  .concat(['instrumentation.ts', 'next.config.js', 'prisma.config.ts', 'proxy.ts', 'vitest.config.ts'])
  .filter((file) => /\.(ts|tsx|mjs|js)$/.test(file) && !/generated|node_modules|architecture\/canary/.test(file))

/** Source without its comments. Good enough here: an address in a string loses its end, and no rule looks there. */
function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?<!:)\/\/.*$/gm, '')
}

type Rule = {
  name: string
  applies(file: string): boolean
  forbidden: RegExp
  /** Text that must be caught. */
  canaries: string[]
}

const rules: Rule[] = [
  {
    name: 'rules and schemas ask neither clock nor chance: both are arguments',
    applies: (file) => /^lib\/.*\/(rules[^/]*|schema)\.ts$/.test(file),
    forbidden:
      /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|\bMath\.random\b|\bperformance\.now\b|\bcrypto\b|\brandomUUID\b/,
    canaries: [
      'const now = Date.now()',
      'new Date()',
      'Math.random() < 0.5',
      'performance.now()',
      'crypto.randomUUID()',
    ],
  },
  {
    name: 'the environment is read in lib/env.ts, where processes are started, and in configuration',
    applies: (file) =>
      !/^(lib\/env\.ts|instrumentation\.ts|bin\/|lib\/db\/embedded\/|next\.config\.js|prisma\.config\.ts|proxy\.ts|tests\/)/.test(
        file,
      ),
    forbidden: /\bprocess\s*\.\s*env\b|\bprocess\[/,
    canaries: ['process.env.DATABASE_URL', 'const { env } = process.env', "process['env']"],
  },
  {
    name: 'SQL asks app_now() for the time, and nothing else',
    applies: (file) => /^lib\//.test(file) && !/^lib\/db\//.test(file),
    forbidden: /(?<!app_)\bnow\(\)|\bcurrent_(timestamp|date|time)\b|\bclock_timestamp\b|\blocaltimestamp\b/i,
    canaries: ['SET used_at = now()', 'CURRENT_TIMESTAMP', 'clock_timestamp()', 'localtimestamp'],
  },
  {
    name: 'nothing is put into SQL but as a parameter',
    // The statement that saves an answer is a constant, which the bench hands to other clients as it is.
    applies: (file) =>
      /^(lib|app|components)\//.test(file) && !/^lib\/(db\/|attempt\/commands\/save-answer\.ts)/.test(file),
    forbidden: /\$(queryRaw|executeRaw)Unsafe\b|\bPrisma\.raw\b/,
    canaries: ['db().$queryRawUnsafe(sql)', 'tx.$executeRawUnsafe(sql)', 'Prisma.raw(name)'],
  },
  {
    name: 'actAs is for bin, jobs, seed and tests',
    applies: (file) =>
      /^(app|components|instrumentation\.ts|lib|proxy\.ts)/.test(file) &&
      !/^lib\/(jobs\/|access\/viewer\.ts)/.test(file),
    forbidden: /\bactAs\b/,
    canaries: ["import { actAs } from '@/lib/access/viewer'", 'return actAs(operator, work)'],
  },
  {
    name: 'no test mocks Prisma, nor the door to it',
    applies: (file) => /^tests\//.test(file) && !/^tests\/architecture\//.test(file),
    forbidden: /vi\.(do)?[mM]ock\([^)]*(prisma|db\/client)/,
    canaries: ["vi.mock('@/lib/db/client')", "vi.mock('@prisma/client', () => ({}))"],
  },
]

describe.each(rules)('$name', ({ applies, forbidden, canaries }) => {
  test('in every file', () => {
    const checked = files.filter(applies)
    expect(checked.length).toBeGreaterThan(5)
    const found = checked.flatMap((file) =>
      withoutComments(readFileSync(file, 'utf8'))
        .split('\n')
        .flatMap((line) => (forbidden.test(line) ? [`${file}: ${line.trim()}`] : [])),
    )
    expect(found).toEqual([])
  })

  test('or it is noticed', () => {
    for (const canary of canaries) expect(withoutComments(canary)).toMatch(forbidden)
  })
})

test('every file is named in lower-case letters, digits and hyphens', () => {
  const named = /^(\[\.{0,3}[a-zA-Z]+\]|\(?[a-z0-9-]+\)?)$/
  const strange = files
    .filter((file) => !/^(prisma\/migrations|next\.config|prisma\.config|vitest\.config)/.test(file))
    .filter(
      (file) => !file.split('/').every((part) => named.test(part.replace(/(\.test|\.d)?\.(ts|tsx|mjs|mts)$/, ''))),
    )
  expect(strange).toEqual([])
})
