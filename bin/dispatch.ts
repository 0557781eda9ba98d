import { ZodError } from 'zod'
import { type ExitCode, isWrongUsage, note } from '../lib/command'
import { withDatabase } from './with-database'

/** One command, which works on the database. */
export type Entry = {
  usage: string
  about: string
  /** What it finds there: all migrations applied, unless it takes the database as it is, or needs none. */
  database?: 'as it is' | 'none'
  run: (args: string[]) => Promise<ExitCode>
}

/**
 * Runs one of the commands of a program on the database, and says what is wrong with its arguments or its input.
 *
 * @param program the script of package.json
 * @param given the command's name and its arguments
 */
export async function dispatch(program: string, commands: Record<string, Entry>, given: string[]): Promise<ExitCode> {
  const [name, ...args] = given
  const usage = (entry: Entry) => `Usage: npm run -s ${program} -- ${entry.usage}`
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command || args.includes('--help')) {
    const rows = Object.values(commands).map(({ usage, about }) => `  ${usage}\n      ${about}`)
    note(command ? usage(command) : [`Usage: npm run -s ${program} -- COMMAND ...`, '', ...rows].join('\n'))
    return command || name === 'help' || name === '--help' ? 0 : 2
  }
  try {
    const run = () => command.run(args)
    return await (command.database === 'none' ? run() : withDatabase(run, { migrates: !command.database }))
  } catch (error) {
    if (error instanceof ZodError) {
      for (const { path, message } of error.issues) note(path.length > 0 ? `${path.join('.')}: ${message}` : message)
      return 1
    }
    note(error instanceof Error ? error.message : String(error))
    if (!isWrongUsage(error)) return 1
    note(usage(command))
    return 2
  }
}
