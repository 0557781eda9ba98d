import type { ExitCode } from '../lib/command'
import { isWrongUsage, note } from '../lib/command'

interface Entry {
  usage: string
  about: string
  load: () => Promise<{ run(args: string[]): Promise<ExitCode> }>
}

// each command is loaded only when it is called, so that those without a database start without one
const commands: Record<string, Entry> = {
  inspect: {
    usage: 'inspect FILE... [--locale TAG] [--json]',
    about: 'read quiz files and say what is in them',
    load: () => import('../lib/exchange/inspect-command'),
  },
  align: {
    usage: 'align FILE... [--json]',
    about: 'compare one quiz in several languages, question by question',
    load: () => import('../lib/exchange/align-command'),
  },
  import: {
    usage: 'import FILE|FOLDER... [--slug S] [--source TAG] [--dry-run] [--keep-edits] [--json]',
    about: 'read one quiz, a page per language, into the database as a draft',
    load: () => onDatabase(() => import('../lib/exchange/import/import-command')),
  },
  publish: {
    usage: 'publish SLUG',
    about: 'let members take a quiz as it stands',
    load: () => onDatabase(() => import('../lib/exchange/publish-command')),
  },
  export: {
    usage: 'export SLUG [--format content] [--to FOLDER]',
    about: 'write a quiz as files, into a folder of its name unless another is named',
    load: () => onDatabase(() => import('../lib/exchange/export-command')),
  },
  check: {
    usage: 'check [FOLDER] [--json]',
    about: 'check quizzes kept as files (content/ unless named)',
    load: () => import('../lib/exchange/check'),
  },
}

async function onDatabase(load: Entry['load']): ReturnType<Entry['load']> {
  const [{ run }, { withDatabase }] = await Promise.all([load(), import('./with-database')])
  return { run: (args) => withDatabase(() => run(args)) }
}

function help(): string {
  const width = Math.max(...Object.values(commands).map((command) => command.usage.length))
  const rows = Object.values(commands).map((command) => `  ${command.usage.padEnd(width)}  ${command.about}`)
  return [
    'Usage: npm run -s quiz -- COMMAND ...',
    '',
    ...rows,
    '',
    'Exit code: 0 fine, 1 the input has errors, 2 wrong usage.',
  ].join('\n')
}

async function main(argv: string[]): Promise<ExitCode> {
  const [name, ...args] = argv
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    note(help())
    return name === undefined ? 2 : 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    note(`There is no command "${name}".\n\n${help()}`)
    return 2
  }
  if (args.includes('--help') || args.includes('-h')) {
    note(`Usage: npm run -s quiz -- ${command.usage}`)
    return 0
  }
  try {
    const { run } = await command.load()
    return await run(args)
  } catch (error) {
    if (!isWrongUsage(error)) throw error
    note(`${error.message}\nUsage: npm run -s quiz -- ${command.usage}`)
    return 2
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    note(error instanceof Error ? `The command failed: ${error.message}` : 'The command failed.')
    process.exitCode = 1
  },
)
