import { type RebuildReport, rebuildBoards, setCompanyZone } from '../lib/board/commands/rebuild-boards'
import { type ExitCode, note, print, UsageError } from '../lib/command'
import { dispatch, type Entry } from './dispatch'

const commands: Record<string, Entry> = {
  check: {
    usage: 'check',
    about: 'compare the boards with what recorded results say; changes nothing, and ends with 1 where they differ',
    run: (args) => compare(args, false),
  },
  rebuild: {
    usage: 'rebuild',
    about: 'the same, and put right what differs',
    run: (args) => compare(args, true),
  },
  zone: {
    usage: 'zone ZONE',
    about: 'set the zone in which months and weeks of the boards begin, for example Europe/Madrid',
    run: zone,
  },
}

async function compare(args: string[], write: boolean): Promise<ExitCode> {
  if (args.length > 0) throw new UsageError('This takes no arguments.')
  const report = await rebuildBoards({ write })
  await print(
    linesOf(report, write)
      .map((line) => `${line}\n`)
      .join(''),
  )
  return report.scores.length > 0 || (report.total > 0 && !write) ? 1 : 0
}

function linesOf({ scores, differences, total }: RebuildReport, write: boolean): string[] {
  const said = (value: string | null) => value ?? 'nothing'
  return [
    ...scores.map(
      ({ attemptId, recorded, earned }) =>
        `attempt ${attemptId}: recorded ${recorded}, its answers earned ${earned} (left as it is)`,
    ),
    ...differences.map(({ board, personId, points, kept, right }) =>
      personId
        ? `board ${board}: person ${personId} had ${said(kept)}, should have ${said(right)}`
        : `board ${board}: ${said(kept)} people with ${points} points, should be ${said(right)}`,
    ),
    ...(total > differences.length ? [`and ${total - differences.length} more`] : []),
    total === 0 ? 'The boards say what the results say.' : `${total} differences${write ? ', put right' : ''}.`,
  ]
}

async function zone([name, ...rest]: string[]): Promise<ExitCode> {
  if (!name || rest.length > 0) throw new UsageError('Name one time zone.')
  const { status } = await setCompanyZone(name)
  if (status === 'unknown-zone') {
    note(`PostgreSQL knows no time zone "${name}".`)
    return 1
  }
  await print(`Months and weeks begin in ${name} now.\n`)
  return 0
}

process.exitCode = await dispatch('boards', commands, process.argv.slice(2))
