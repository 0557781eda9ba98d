import { describe, expect, test } from 'vitest'
import { GUARD, guarded, guardedInStatement, RefusedError } from '@/lib/access/guard'
import { hashPassword, isPassword } from '@/lib/access/password'
import { mayDo, type Right, rights } from '@/lib/access/rights'
import { hashToken, newToken } from '@/lib/access/session-cookie'
import { actAs, actorOf, getSessionHash, getViewer, operator, type Viewer } from '@/lib/access/viewer'

const member: Viewer = { ...operator, personId: '0190f5a0-0000-7000-8000-000000000001', role: 'member' }

describe('a guarded door', () => {
  const door = guarded('quiz:author', async (viewer, word: string) => `${viewer.name} ${word}`)

  test('lets in who holds the right, and tells the work who it is', async () => {
    expect(await actAs(operator, () => door('writes'))).toBe('Operator writes')
  })

  test('refuses others before any work is done', async () => {
    await expect(actAs(null, () => door('writes'))).rejects.toMatchObject({ name: 'RefusedError', reason: 'sign-in' })
    await expect(actAs(member, () => door('writes'))).rejects.toThrow(RefusedError)
    await expect(actAs(member, () => door('writes'))).rejects.toMatchObject({ reason: 'not-allowed' })
  })

  test('carries the right that stands before it', () => {
    expect(door[GUARD]).toBe('quiz:author')
    expect(guarded('public', async () => 1)[GUARD]).toBe('public')
    expect(guardedInStatement('attempt:own', async () => 1)[GUARD]).toBe('attempt:own')
  })

  test('that is public asks nobody', async () => {
    expect(await actAs(null, () => guarded('public', async (n: number) => n + 1)(1))).toBe(2)
  })
})

describe('rights', () => {
  test('are held as the table says', () => {
    const held = (role: Viewer['role']) => (Object.keys(rights) as Right[]).filter((right) => mayDo(role, right)).sort()
    const own = ['assignment:own', 'attempt:own', 'profile:own', 'progress:own', 'quiz:take', 'team:manage']
    expect(held('member')).toEqual(own)
    const writing = [...own, 'quiz:translate', 'report:handle'].sort()
    expect(held('translator')).toEqual(writing)
    const running = [
      'attempt:sweep',
      'audit:read',
      'backup:run',
      'board:rebuild',
      'people:manage',
      'quiz:author',
      'mail:read',
      'mail:send',
      'team:overview',
    ]
    expect(held('admin')).toEqual([...writing, ...running].sort())
  })
})

describe('acting', () => {
  test('holds across await, apart from what runs beside it', async () => {
    const seen = await Promise.all(
      [member, null, operator].map((viewer) =>
        actAs(viewer, async () => {
          await Promise.resolve()
          return [await getViewer(), await getSessionHash()]
        }),
      ),
    )
    expect(seen).toEqual([
      [member, null],
      [null, null],
      [operator, null],
    ])
  })

  test('as the operator leaves nobody on record', () => {
    expect([actorOf(operator), actorOf(null), actorOf(member)]).toEqual([null, null, member.personId])
  })

  test('with a session gives its hash', async () => {
    expect(await actAs({ ...member, sessionHash: 'hash' }, getSessionHash)).toBe('hash')
  })
})

describe('secrets', () => {
  test('tokens are long and never twice the same; the table keeps a hash', () => {
    const tokens = Array.from({ length: 100 }, newToken)
    expect(new Set(tokens).size).toBe(100)
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  test('a password is right however its accents are composed, and wrong without a hash', async () => {
    const argon2 = await hashPassword('contrase\u00f1a larga')
    expect(argon2).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await isPassword('contrasen\u0303a larga', argon2)).toBe(true)
    expect(await isPassword('contrasena larga', argon2)).toBe(false)
    expect(await isPassword('nobody has this password', null)).toBe(false)
  })
})
