import { describe, expect, test } from 'vitest'
import { readPeopleFile } from '@/lib/person/people-file'
import { type KnownPerson, type KnownTeam, planPeople } from '@/lib/person/rules-import'
import { MAX_PEOPLE, type PeopleRow } from '@/lib/person/schema'

const row = (line: number, email: string, rest: Partial<PeopleRow> = {}): PeopleRow => ({
  line,
  email,
  name: null,
  role: null,
  teams: [],
  language: null,
  zone: null,
  ...rest,
})
const codesOf = (text: string) =>
  readPeopleFile(text).problems.map(({ line, column, code, found }) => [line, column, code, found])

describe('a list of people', () => {
  test('is read whatever the order of its columns, cell by cell', () => {
    const text = [
      'Name,EMAIL,teams,zone,language,role',
      'Mika Sato, Mika@Example.com ,platform;ml-infra:manager,Asia/Tokyo,JA,Translator',
      ',lin@example.com,,,,',
    ].join('\n')
    expect(readPeopleFile(text)).toEqual({
      problems: [],
      rows: [
        row(2, 'mika@example.com', {
          name: 'Mika Sato',
          role: 'translator',
          teams: [
            { slug: 'platform', role: 'member' },
            { slug: 'ml-infra', role: 'manager' },
          ],
          language: 'ja',
          zone: 'Asia/Tokyo',
        }),
        row(3, 'lin@example.com'),
      ],
    })
  })

  test('may begin with a mark, end its lines as Windows does, quote, and break lines inside quotes', () => {
    const text =
      '\ufeff"email",name\r\n"a@example.com","Byrne, ""Ada"""\r\n\r\nb@example.com,"two\r\nlines"\r\nc@example.com,山田　太郎\r\n'
    expect(readPeopleFile(text)).toEqual({
      problems: [],
      rows: [
        row(2, 'a@example.com', { name: 'Byrne, "Ada"' }),
        row(4, 'b@example.com', { name: 'two lines' }),
        row(6, 'c@example.com', { name: '山田　太郎' }),
      ],
    })
  })

  test.each([
    [
      'semicolons, as spreadsheets write where a comma is a decimal mark',
      'email;name;teams\na@example.com;Ada;"x;y:manager"',
    ],
    ['tabs, as pasted from a spreadsheet', 'email\tname\tteams\na@example.com\tAda\tx;y:manager'],
  ])('may part its cells by %s', (_what, text) => {
    const teams = [
      { slug: 'x', role: 'member' },
      { slug: 'y', role: 'manager' },
    ]
    expect(readPeopleFile(text)).toEqual({
      problems: [],
      rows: [row(2, 'a@example.com', { name: 'Ada', teams } as never)],
    })
  })

  test.each<[string, string, unknown[][]]>([
    ['nothing', ' \n', [[1, null, 'empty', '']]],
    ['a heading alone', 'email,name\n', [[1, null, 'empty', '']]],
    ['quotes that do not end', 'email,name\na@example.com,"Ada\nb@example.com,Bo', [[3, null, 'not-csv', '']]],
    ['no column of addresses', 'name\nAda', [[1, 'email', 'column-missing', '']]],
    [
      'columns unknown and twice',
      'email,e-mail,name,Name\na@example.com,,,',
      [
        [1, 'e-mail', 'column-unknown', 'e-mail'],
        [1, 'Name', 'column-twice', 'name'],
      ],
    ],
    ['more cells than columns', 'email\na@example.com,Ada', [[2, null, 'cells-too-many', 'Ada']]],
    [
      'addresses missing, wrong and twice',
      'email,name\n,Ada\nada,Ada\na@example.com,A\nA@example.com,A',
      [
        [2, 'email', 'email-missing', ''],
        [3, 'email', 'email-wrong', 'ada'],
        [5, 'email', 'email-twice', '4'],
      ],
    ],
    [
      'what is no role, language or zone',
      'email,role,language,zone\na@example.com,boss,ko,Mars/Olympus',
      [
        [2, 'role', 'role-unknown', 'boss'],
        [2, 'language', 'language-unknown', 'ko'],
        [2, 'zone', 'zone-unknown', 'Mars/Olympus'],
      ],
    ],
    [
      'teams that are none',
      'email,teams\na@example.com,x:boss;:manager;y;y:manager',
      [
        [2, 'teams', 'team-wrong', 'x:boss'],
        [2, 'teams', 'team-wrong', ':manager'],
        [2, 'teams', 'team-twice', 'y'],
      ],
    ],
    [
      'a name that is too long',
      `email,name\na@example.com,${'x'.repeat(101)}`,
      [[2, 'name', 'name-long', 'x'.repeat(101)]],
    ],
    [
      'too many lines',
      `email\n${Array.from({ length: MAX_PEOPLE + 1 }, (_, n) => `p${n}@example.com`).join('\n')}`,
      [[1, null, 'too-large', '']],
    ],
    ['too many bytes', `email\n${'日'.repeat(70_000)}`, [[1, null, 'too-large', '']]],
  ])('says where it is wrong: %s', (_what, text, problems) => {
    expect(codesOf(text)).toEqual(problems)
  })
})

describe('what a list would do', () => {
  const known = (changes: Partial<KnownPerson> = {}): KnownPerson => ({
    personId: 'p',
    name: 'Ada',
    role: 'member',
    language: null,
    zone: 'UTC',
    isDeactivated: false,
    hasPassword: true,
    teams: new Map(),
    ...changes,
  })
  const teams = new Map<string, KnownTeam>([
    ['x', { teamId: 'tx', name: 'Team X', isArchived: false }],
    ['old', { teamId: 'to', name: 'Old', isArchived: true }],
  ])
  const plan = (rows: PeopleRow[], people: Record<string, KnownPerson> = {}, admins: string[] = ['other']) =>
    planPeople(rows, new Map(Object.entries(people)), teams, new Set(admins))

  test('is to add whom nobody knows, as a member', () => {
    const [line] = plan([row(2, 'a@x', { name: 'Ada', teams: [{ slug: 'x', role: 'manager' }] })]).lines
    expect(line).toMatchObject({
      kind: 'new',
      personId: null,
      role: { before: null, after: 'member' },
      teams: [{ slug: 'x', name: 'Team X', before: null, after: 'manager' }],
    })
  })

  test('is to change what differs, and to leave what is empty or the same', () => {
    const people = { 'a@x': known({ teams: new Map([['x', 'member']]) }) }
    expect(plan([row(2, 'a@x', { name: 'Ada', teams: [{ slug: 'x', role: 'member' }] })], people).lines).toMatchObject([
      { kind: 'same' },
    ])
    expect(plan([row(2, 'a@x', { name: 'Eda', zone: 'Asia/Tokyo' })], people).lines).toMatchObject([
      {
        kind: 'changed',
        rename: { before: 'Ada', after: 'Eda' },
        role: null,
        zone: { before: 'UTC', after: 'Asia/Tokyo' },
        teams: [],
      },
    ])
  })

  test('is refused for someone new without a name, someone deactivated, and teams that are not there', () => {
    const rows = [
      row(2, 'new@x'),
      row(3, 'gone@x'),
      row(4, 'a@x', { name: 'A', teams: ['x', 'old', 'none'].map((slug) => ({ slug, role: 'member' as const })) }),
    ]
    expect(plan(rows, { 'gone@x': known({ isDeactivated: true }) }).problems).toEqual([
      { line: 2, column: 'name', code: 'name-missing', found: '' },
      { line: 3, column: 'email', code: 'deactivated', found: 'gone@x' },
      { line: 4, column: 'teams', code: 'team-archived', found: 'old' },
      { line: 4, column: 'teams', code: 'team-unknown', found: 'none' },
    ])
  })

  test('leaves an admin', () => {
    const people = {
      'a@x': known({ personId: 'a', role: 'admin' }),
      'b@x': known({ personId: 'b', role: 'admin' }),
      'c@x': known({ personId: 'c' }),
      'd@x': known({ personId: 'd', hasPassword: false }),
    }
    const demoted = [row(2, 'a@x', { role: 'member' }), row(3, 'b@x', { role: 'translator' })]
    const codes = (rows: PeopleRow[], admins: string[]) =>
      plan(rows, people, admins).problems.map(({ line, code }) => [line, code])
    expect(codes(demoted, ['a', 'b'])).toEqual([
      [2, 'last-admin'],
      [3, 'last-admin'],
    ])
    expect(codes(demoted, ['a', 'b', 'c'])).toEqual([])
    expect(codes(demoted.slice(0, 1), ['a', 'b'])).toEqual([])
    // Someone new cannot sign in yet.
    expect(codes([...demoted, row(4, 'new@x', { name: 'New', role: 'admin' })], ['a', 'b'])).toHaveLength(2)
    expect(codes([...demoted, row(4, 'c@x', { role: 'admin' })], ['a', 'b'])).toEqual([])
    expect(codes([...demoted, row(4, 'd@x', { role: 'admin' })], ['a', 'b'])).toHaveLength(2)
    expect(codes([row(2, 'a@x', { role: 'admin' })], ['a'])).toEqual([])
  })
})
