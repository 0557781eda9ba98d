/** What a command of the command line ends with: 0 fine, 1 the input has errors, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2

/** Thrown by a command for arguments it cannot work with; the message is shown with the usage. */
export class UsageError extends Error {}

/** Whether an error tells of arguments that a command cannot work with: ours, or one of Node's own reader of arguments. */
export function isWrongUsage(error: unknown): error is Error {
  return (
    error instanceof UsageError ||
    (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
  )
}

/** One command, loaded only when it is called. */
export interface Command {
  usage: string
  run(args: string[]): Promise<ExitCode>
}

/** Writes one JSON document to standard output, and waits until all of it is out. */
export function printJson(value: unknown): Promise<void> {
  return print(`${JSON.stringify(value, null, 2)}\n`)
}

/** Writes to standard output, and waits until all of it is out. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => process.stdout.write(text, (error) => (error ? reject(error) : resolve())))
}

/** Writes a line for people to standard error, where it does not disturb a reading program. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`)
}
