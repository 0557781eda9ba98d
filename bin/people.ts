import { parseArgs } from 'node:util'
import { type ExitCode, note, print, printJson, UsageError } from '../lib/command'
import { erasePerson } from '../lib/person/commands/erase-person'
import { invitePerson } from '../lib/person/commands/invitations'
import {
  addPerson,
  changeRole,
  deactivatePerson,
  type ManageOutcome,
  reactivatePerson,
  setAllowance,
  setMembership,
} from '../lib/person/commands/manage-people'
import { listPeople } from '../lib/person/queries'
import { membershipRole, personRole } from '../lib/person/schema'
import { dispatch, type Entry } from './dispatch'

const commands: Record<string, Entry> = {
  add: {
    usage: 'add EMAIL --name NAME [--role member|translator|admin] [--language TAG] [--zone ZONE] [--team SLUG]',
    about: 'add a person and print the link with which they choose a password',
    run: add,
  },
  list: { usage: 'list [--json]', about: 'everyone, with roles and teams', run: list },
  invite: { usage: 'invite EMAIL', about: 'print a new link with which a person chooses a password', run: invite },
  role: { usage: 'role EMAIL member|translator|admin', about: 'give a person another role', run: role },
  team: {
    usage: 'team EMAIL SLUG member|manager|none [--name NAME]',
    about: 'put a person into a team (made if missing), change their part, or take them out',
    run: team,
  },
  allowance: {
    usage: 'allowance EMAIL [--quiz SLUG] [--time PERCENT] [--attempts N]',
    about: 'give a person more time and attempts, at one quiz or at all; 0 of both takes them back',
    run: allowance,
  },
  deactivate: {
    usage: 'deactivate EMAIL',
    about: 'sign a person out everywhere and keep them out; results stay',
    run: deactivate,
  },
  erase: {
    usage: 'erase EMAIL',
    about: 'take out all that tells who a person was, for good; answers and results stay, without a name',
    run: erase,
  },
  reactivate: { usage: 'reactivate EMAIL', about: 'let a deactivated person in again', run: reactivate },
}

async function add(args: string[]): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      role: { type: 'string', default: 'member' },
      language: { type: 'string' },
      zone: { type: 'string', default: 'UTC' },
      team: { type: 'string' },
    },
  })
  const email = only(positionals, 'Name one person by email.')
  if (!values.name) throw new UsageError('Add --name, the name that others see.')
  const outcome = await addPerson({
    email,
    name: values.name,
    role: personRole.parse(values.role),
    uiLocale: values.language ?? null,
    zone: values.zone,
  })
  if (outcome.status === 'exists') {
    note(`${email} is here already.`)
    return 1
  }
  if (values.team) await setMembership(email, { slug: values.team }, 'member')
  return invite([email])
}

async function list(args: string[]): Promise<ExitCode> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
  const people = await listPeople()
  if (values.json) {
    await printJson({ people })
    return 0
  }
  const width = Math.max(0, ...people.map(({ email }) => email.length))
  const lines = people.map(({ email, name, role: personal, deactivated, teams }) =>
    [
      email.padEnd(width),
      deactivated ? 'deactivated' : personal.padEnd(11),
      name,
      teams.map((entry) => `${entry.slug} (${entry.role})`).join(', '),
    ].join('  '),
  )
  await print(`${lines.join('\n')}${lines.length > 0 ? '\n' : ''}`)
  return 0
}

async function invite(args: string[]): Promise<ExitCode> {
  const email = only(args, 'Name one person by email.')
  const token = await invitePerson(email)
  if (!token) return missing(email)
  const address = process.env.NEXTAUTH_URL ?? 'http://localhost:3000'
  await print(`${email} chooses a password here, once and within a week:\n${address}/invitation/${token}\n`)
  return 0
}

async function role(args: string[]): Promise<ExitCode> {
  const [email, wanted, ...rest] = args
  if (!email || !wanted || rest.length > 0) throw new UsageError('Name one person and one role.')
  return report(email, await changeRole(email, personRole.parse(wanted)), `is ${wanted} now`)
}

async function team(args: string[]): Promise<ExitCode> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { name: { type: 'string' } } })
  const [email, slug, part, ...rest] = positionals
  if (!email || !slug || !part || rest.length > 0) throw new UsageError('Name one person, one team and the part in it.')
  const inTeam = part === 'none' ? null : membershipRole.parse(part)
  const named = values.name === undefined ? { slug } : { slug, name: values.name }
  return report(
    email,
    await setMembership(email, named, inTeam),
    inTeam ? `is ${inTeam} of ${slug} now` : `left ${slug}`,
  )
}

async function allowance(args: string[]): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { quiz: { type: 'string' }, time: { type: 'string' }, attempts: { type: 'string' } },
  })
  const email = only(positionals, 'Name one person by email.')
  const { quiz } = values
  const time = figure('--time', values.time)
  const attempts = figure('--attempts', values.attempts)
  if (time === undefined && attempts === undefined) throw new UsageError('Add --time, --attempts or both.')
  const given = [
    ...(time === undefined ? [] : [`${time} % more time`]),
    ...(attempts === undefined ? [] : [`${attempts} more attempt${attempts === 1 ? '' : 's'}`]),
  ].join(' and ')
  return report(
    email,
    await setAllowance(email, { quiz, time, attempts }),
    `has ${given} at ${quiz ?? 'every quiz without an allowance of its own'} now`,
  )
}

function figure(option: string, text: string | undefined): number | undefined {
  if (text !== undefined && !/^\d+$/.test(text)) throw new UsageError(`Write ${option} as a whole number.`)
  return text === undefined ? undefined : Number(text)
}

async function deactivate(args: string[]): Promise<ExitCode> {
  const email = only(args, 'Name one person by email.')
  return report(email, await deactivatePerson(email), 'is deactivated')
}

async function erase(args: string[]): Promise<ExitCode> {
  const email = only(args, 'Name one person by email.')
  return report(email, await erasePerson(email), 'is erased')
}

async function reactivate(args: string[]): Promise<ExitCode> {
  const email = only(args, 'Name one person by email.')
  return report(email, await reactivatePerson(email), 'is active again')
}

function only(args: string[], complaint: string): string {
  const [first, ...rest] = args
  if (!first || rest.length > 0) throw new UsageError(complaint)
  return first
}

function missing(email: string): ExitCode {
  note(`There is nobody with the address ${email}.`)
  return 1
}

async function report(email: string, { status }: ManageOutcome, done: string): Promise<ExitCode> {
  switch (status) {
    case 'not-found':
      return missing(email)
    case 'no-such-quiz':
      note('There is no quiz of that name.')
      return 1
    case 'last-admin':
      note(`${email} is the last admin. Make someone else an admin first.`)
      return 1
    case 'done':
      await print(`${email} ${done}.\n`)
      return 0
  }
}

process.exitCode = await dispatch('people', commands, process.argv.slice(2))
