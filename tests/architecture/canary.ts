/**
 * For each import rule, files that break it, among others that do not. They are kept as text and written to a folder of
 * their own, so that neither the type check nor the linter meets them.
 */
export const violations: Record<string, { from: string; source: string }[]> = {
  'pure-rules': [
    { from: 'lib/quiz/rules.ts', source: `export { PrismaClient } from '@prisma/client'` },
    { from: 'lib/quiz/rules-order.ts', source: `export { cache } from 'react'` },
    { from: 'lib/quiz/schema.ts', source: `export { randomUUID } from 'node:crypto'` },
    { from: 'lib/board/rules.ts', source: `export type { Client } from '../db/client'` },
  ],
  'one-door-to-prisma': [
    { from: 'lib/quiz/queries.ts', source: `export { PrismaClient } from '@prisma/client'` },
    { from: 'app/page.tsx', source: `export { Pool } from 'pg'` },
    { from: 'lib/board/commands/rank.ts', source: `export { PrismaPg } from '@prisma/adapter-pg'` },
  ],
  'db-behind-doors': [
    { from: 'lib/quiz/names.ts', source: `export { db } from '../db/client'` },
    { from: 'app/quizzes/page.tsx', source: `export { db } from '@/lib/db/client'` },
    { from: 'app/quizzes/actions.ts', source: `export { db } from '../../lib/db/client'` },
    { from: 'lib/exchange/export.ts', source: `export { db } from '../db/client'` },
    { from: 'lib/jobs/tidy.ts', source: `export { db } from '../db/client'` },
  ],
  'components-show': [
    { from: 'components/quiz/list.tsx', source: `export { listQuizzes } from '@/lib/quiz/queries'` },
    { from: 'components/quiz/rank.tsx', source: `export { rank } from '@/lib/board/commands/rank'` },
    { from: 'components/quiz/db.tsx', source: `export { db } from '@/lib/db/client'` },
    { from: 'components/quiz/who.tsx', source: `export { getViewer } from '@/lib/access/viewer'` },
  ],
  'pages-read': [
    { from: 'app/boards/page.tsx', source: `export { rank } from '@/lib/board/commands/rank'` },
    { from: 'app/boards/layout.tsx', source: `export { rank } from '../../lib/board/commands/rank'` },
  ],
  'nothing-imports-app': [
    { from: 'lib/quiz/titles.ts', source: `export { go } from '../../app/boards/actions'` },
    { from: 'components/quiz/go.tsx', source: `export type { Go } from '@/app/boards/actions'` },
  ],
  'lib-knows-no-components': [{ from: 'lib/quiz/show.ts', source: `export { Fine } from '@/components/quiz/fine'` }],
  'ui-knows-no-noun': [{ from: 'components/ui/card.tsx', source: `export { Fine } from '../quiz/fine'` }],
  'links-of-our-own': [{ from: 'app/boards/list.tsx', source: `export { default } from 'next/link'` }],
  'plots-on-the-server': [
    { from: 'components/team/zoom-client.tsx', source: `export { scaleLinear } from 'd3-scale'` },
    { from: 'components/team/map-client.tsx', source: `export { scalePoint } from '../charts/line'` },
  ],
  'next-auth-in-access': [
    { from: 'lib/person/sessions.ts', source: `export { getServerSession } from 'next-auth'` },
    { from: 'app/sign-in/page.tsx', source: `export { encode } from 'next-auth/jwt'` },
  ],
  'product-knows-no-tests': [{ from: 'bin/seed.ts', source: `export { make } from '../tests/factories/make'` }],
  'no-circles': [{ from: 'lib/team/a.ts', source: `export { b } from './b'\nexport const a = 1` }],
  'not-resolvable': [{ from: 'lib/team/c.ts', source: `export { d } from '@/lib/team/no-such-file'` }],
}

/** Files that keep every rule, and stand where a rule that is too strict would catch them. */
export const innocents: Record<string, string> = {
  // Half of a circle, which is reported once.
  'lib/team/b.ts': `export { a } from './a'\nexport const b = 2`,
  'lib/db/client.ts': `import { PrismaPg } from '@prisma/adapter-pg'\nexport type Client = PrismaPg\nexport const db = () => PrismaPg`,
  'lib/access/viewer.ts': `import { getServerSession } from 'next-auth'\nimport { db } from '../db/client'\nexport const getViewer = () => [getServerSession, db]`,
  'lib/attempt/schema.ts': `import { z } from 'zod'\nexport const mode = z.string()`,
  'lib/attempt/rules.ts': `import { mode } from './schema'\nexport const rule = mode`,
  'lib/jobs/rank-all.ts': `import { getViewer } from '../access/viewer'\nimport { rank } from '../board/commands/rank'\nexport const rankAll = () => [getViewer, rank]`,
  'lib/attempt/queries.ts': `import { getViewer } from '../access/viewer'\nimport { db } from '../db/client'\nexport type Shown = string\nexport const read = () => [getViewer, db]`,
  'app/boards/actions.ts': `import { rank } from '@/lib/board/commands/rank'\nexport type Go = string\nexport const go = rank`,
  'app/attempts/page.tsx': `import { Fine } from '@/components/quiz/fine'\nimport { read } from '@/lib/attempt/queries'\nexport default () => [Fine, read]`,
  'components/quiz/fine.tsx': `import type { Shown } from '@/lib/attempt/queries'\nimport { rule } from '@/lib/attempt/rules'\nexport const Fine = (shown: Shown) => [shown, rule]`,
  'components/charts/line.tsx': `export { scalePoint } from 'd3-scale'`,
  'tests/factories/make.ts': `export const make = 1`,
}
