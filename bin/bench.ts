import type { Measured } from '../bench/measure'
import { note, print, printJson } from '../lib/command'

interface Entry {
  about: string
  load: () => Promise<{ run(): Promise<Measured> }>
}

// each bench is loaded only when it is called, so that none waits for what another needs
const benches: Record<string, Entry> = {
  inspect: { about: 'how fast quiz pages are read, beside a Markdown parser', load: () => import('../bench/inspect') },
  page: {
    about: 'what the attempt page weighs, and pages per second, beside a bare page',
    load: () => import('../bench/page'),
  },
  answer: {
    about: 'answers saved per second through HTTP, beside a bare route, bare Node and pgbench',
    load: () => import('../bench/answer'),
  },
  editor: {
    about: 'what opening and saving a question costs in a quiz of 200 questions in 8 languages, in statements and time',
    load: () => import('../bench/editor'),
  },
  dashboard: {
    about:
      'what the page of a team of 200 people costs, alone and among a thousand teams, and a table of a million rows',
    load: () => import('../bench/dashboard'),
  },
  boards: {
    about: 'what boards and a submit cost with a thousand, thirty thousand and a million people',
    load: () => import('../bench/boards'),
  },
}

function help(): string {
  const width = Math.max(...Object.keys(benches).map((name) => name.length))
  return [
    'Usage: npm run -s bench -- NAME [--json]',
    '',
    ...Object.entries(benches).map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`),
  ].join('\n')
}

function describe({ bench, figures, notes }: Measured): string {
  const width = Math.max(...Object.keys(figures).map((name) => name.length))
  return [
    `${bench}:`,
    ...Object.entries(figures).map(([name, value]) => `  ${name.padEnd(width)}  ${value.toLocaleString('en')}`),
    ...notes.map((text) => `  ${text}`),
    '',
  ].join('\n')
}

async function main(args: readonly string[]): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith('-'))
  const unknown = args.filter((arg) => arg.startsWith('-') && arg !== '--json')
  const [name = ''] = names
  const entry = Object.hasOwn(benches, name) ? benches[name] : undefined
  if (entry === undefined || names.length > 1 || unknown.length > 0) {
    const why =
      unknown.length > 0
        ? `Unknown option ${unknown.join(' ')}.`
        : name === ''
          ? 'Name a bench.'
          : entry === undefined
            ? `There is no bench "${name}".`
            : 'One bench at a time.'
    note(`${why}\n\n${help()}`)
    return 2
  }
  const measured = await (await entry.load()).run()
  if (args.includes('--json')) await printJson(measured)
  else await print(describe(measured))
  return 0
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    note(error instanceof Error ? `The bench failed: ${error.message}` : 'The bench failed.')
    process.exitCode = 1
  },
)
