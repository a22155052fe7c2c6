/** What every store of the people of the team promises. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { EmailAddress } from '#contracts/account.ts'
import type { Act } from '#contracts/audit.ts'
import { isRefusal } from '#contracts/fault.ts'
import { staffActor, StaffId, type StaffRole } from '#contracts/staff.ts'
import { tokenHashOf } from '#contracts/web/secrets.ts'
import { acceptInvitation, findInvitation, invite } from '#ingest/editorial/staff/invitations.ts'
import type { StaffMember, StaffStore } from '#ingest/editorial/staff/ports.ts'
import {
  beginEnrolment,
  currentCode,
  enrol,
  passSecondFactor,
} from '#ingest/editorial/staff/second-factor.ts'
import { openStaffSession } from '#ingest/editorial/staff/session.ts'
import { personOfSession } from '#ingest/editorial/staff/signed-person.ts'
import { createToken, personOfToken } from '#ingest/editorial/staff/tokens.ts'
import { codeAt } from '#ingest/editorial/staff/totp.ts'
import { unseal } from '#ingest/editorial/staff/seal.ts'

const PEPPER = 'a pepper of more than thirty-two characters'
const PASSWORD = 'la preuve incombe au demandeur'
const IDLE_SECONDS = 1_800
const NOW_MS = Date.now()
const STEP_MS = 30_000

const limiter = {
  take: () => Promise.resolve({ allowed: true, remaining: 1, resetSeconds: 1 }),
}

type World = { readonly store: StaffStore; readonly acts: () => Promise<readonly Act[]> }

const addTo = async ({ people }: StaffStore, ...roles: StaffRole[]): Promise<StaffMember> => {
  const id = StaffId.parse(randomUUID())
  const email = EmailAddress.parse(`${id}@example.org`)
  const member = { id, email, name: 'Claire Moreau', roles, passwordHash: 'a hash' }
  const added = await people.add(member, 'system')
  if (isRefusal(added)) throw new Error(added.refused)
  return added
}
const enrolled = async (store: StaffStore, { id, email }: StaffMember) => {
  const { sealed } = beginEnrolment(PEPPER, id, email)
  const secret = unseal(PEPPER, id, Buffer.from(sealed, 'base64url'))
  const deps = { factors: store.factors, limiter, pepper: PEPPER }
  const given = { sealed, code: codeAt(secret, NOW_MS) }
  const codes = await enrol(deps, id, given, NOW_MS)
  if (isRefusal(codes) || 'outcome' in codes) throw new Error('not enrolled')
  return { secret, codes, deps }
}
const tokenOf = async (store: StaffStore, member: StaffMember, secondFactor: boolean) => {
  const person = personOfSession({ member, secondFactor: secondFactor ? 'passed' : 'none' })
  if (person === null) throw new Error('nobody')
  const asked = { label: 'test', scopes: [], days: 30 }
  const made = await createToken({ ...store, pepper: PEPPER }, person, asked, Date.now())
  if (isRefusal(made)) throw new Error(made.refused)
  return made.token
}
const sessionOf = (store: StaffStore, token: string) =>
  store.sessions.find(tokenHashOf(token), IDLE_SECONDS)
const invited = async (store: StaffStore) => {
  const email = EmailAddress.parse(`${randomUUID()}@example.org`)
  const made = await invite(store, { email, roles: ['author', 'reviewer'] }, 'system')
  if (isRefusal(made)) throw new Error(made.refused)
  return { email, ...made }
}

/** `empty` opens a store without anybody. */
export const staffStoreContract = (empty: () => Promise<World>): void => {
  describe('people', () => {
    test('an address belongs to one person', async () => {
      const { store } = await empty()
      const one = await addTo(store, 'author')
      const again = { ...one, id: StaffId.parse(randomUUID()), passwordHash: 'a hash' }
      expect(await store.people.add(again, 'system')).toMatchObject({
        refused: 'staff-email-taken',
      })
      expect(await store.people.list()).toEqual([one])
    })

    test('the last administrator keeps the role and stays', async () => {
      const { store } = await empty()
      const first = await addTo(store, 'administrator')
      const { id } = first
      const refused = { refused: 'last-administrator' }
      expect(await store.people.setRoles(id, ['author'], 'system')).toMatchObject(refused)
      expect(await store.people.disable(id, 'system')).toMatchObject(refused)
      const second = await addTo(store, 'administrator')
      expect(await store.people.disable(id, 'system')).toMatchObject({
        disabledAt: expect.any(String),
      })
      expect(await store.people.disable(second.id, 'system')).toMatchObject(refused)
    })

    test('of two last administrators who remove each other at once, one stays', async () => {
      const { store } = await empty()
      const [one, two] = [await addTo(store, 'administrator'), await addTo(store, 'administrator')]
      const outcomes = await Promise.all([
        store.people.disable(one.id, staffActor(two.id)),
        store.people.setRoles(two.id, ['author'], staffActor(one.id)),
      ])
      expect(outcomes.filter(isRefusal)).toHaveLength(1)
    })

    test('who is disabled is out at once: sessions, tokens, sign-in', async () => {
      const { store } = await empty()
      const member = await addTo(store, 'author')
      const session = await openStaffSession(store, member, 'none')
      const token = await tokenOf(store, member, false)
      const deps = { ...store, pepper: PEPPER }
      expect(await sessionOf(store, session)).toMatchObject({ member, secondFactor: 'none' })
      expect(await personOfToken(deps, token)).toMatchObject({ id: member.id })
      await store.people.disable(member.id, 'system')
      expect(await sessionOf(store, session)).toBeNull()
      expect(await personOfToken(deps, token)).toBeNull()
      expect(await store.people.byEmail(member.email)).toBeNull()
      await store.people.enable(member.id, 'system')
      expect(await sessionOf(store, session)).toBeNull()
      expect(await personOfToken(deps, token)).toBeNull()
      expect(await store.people.byEmail(member.email)).toMatchObject({ userId: member.id })
    })

    test('an unknown person is refused', async () => {
      const { store } = await empty()
      const id = StaffId.parse(randomUUID())
      const refused = { refused: 'staff-unknown' }
      expect(await store.people.disable(id, 'system')).toMatchObject(refused)
      expect(await store.people.setRoles(id, ['author'], 'system')).toMatchObject(refused)
      expect(await store.factors.remove(id, 'system')).toMatchObject(refused)
    })
  })

  describe('the second factor', () => {
    test('takes a code once, and none before the last one', async () => {
      const { store } = await empty()
      const member = await addTo(store, 'publisher')
      const { secret, deps } = await enrolled(store, member)
      const pass = (ms: number) => passSecondFactor(deps, member.id, codeAt(secret, ms), ms)
      // The code that confirmed it was taken, too.
      expect(await pass(NOW_MS)).toMatchObject({ refused: 'second-factor-wrong' })
      expect(await pass(NOW_MS + STEP_MS)).toEqual({ outcome: 'passed' })
      expect(await pass(NOW_MS + STEP_MS)).toMatchObject({ refused: 'second-factor-wrong' })
      expect(await pass(NOW_MS)).toMatchObject({ refused: 'second-factor-wrong' })
    })

    test('takes a code once when it is sent twice at the same time', async () => {
      const { store } = await empty()
      const member = await addTo(store, 'publisher')
      const { secret, deps } = await enrolled(store, member)
      const at = NOW_MS + STEP_MS
      const code = codeAt(secret, at)
      const outcomes = await Promise.all(
        [1, 2, 3].map(() => passSecondFactor(deps, member.id, code, at)),
      )
      expect(outcomes.filter(isRefusal)).toHaveLength(2)
    })

    test('a demonstration shows a code that was not used yet', async () => {
      const { store } = await empty()
      const member = await addTo(store, 'publisher')
      const { deps } = await enrolled(store, member)
      const code = (await currentCode(deps, member.id, NOW_MS)) ?? ''
      expect(await passSecondFactor(deps, member.id, code, NOW_MS)).toEqual({ outcome: 'passed' })
    })

    test('takes each of ten recovery codes once, however it is typed', async () => {
      const { store } = await empty()
      const member = await addTo(store, 'publisher')
      const { codes, deps } = await enrolled(store, member)
      expect(codes).toHaveLength(10)
      const [first = ''] = codes
      const typed = first.toUpperCase().replace('-', ' ')
      expect(await passSecondFactor(deps, member.id, typed, NOW_MS)).toEqual({ outcome: 'passed' })
      expect(await passSecondFactor(deps, member.id, first, NOW_MS)).toMatchObject({
        refused: 'second-factor-wrong',
      })
      expect(await store.factors.one(member.id)).toMatchObject({ recoveryCodesLeft: 9 })
    })

    test('ends the sessions when it is set, and its tokens when it is removed', async () => {
      const { store } = await empty()
      const member = await addTo(store, 'publisher')
      const before = await openStaffSession(store, member, 'none')
      await enrolled(store, member)
      expect(await sessionOf(store, before)).toBeNull()
      const [plain, strong] = [
        await tokenOf(store, member, false),
        await tokenOf(store, member, true),
      ]
      const deps = { ...store, pepper: PEPPER }
      expect(await personOfToken(deps, strong)).toMatchObject({ secondFactor: true })
      expect(await store.factors.remove(member.id, 'system')).toEqual({ removed: true })
      expect(await personOfToken(deps, strong)).toBeNull()
      expect(await personOfToken(deps, plain)).toMatchObject({ secondFactor: false })
      expect(await store.factors.remove(member.id, 'system')).toEqual({ removed: false })
    })
  })

  describe('sessions', () => {
    test('end by themselves, by signing out, and everywhere', async () => {
      const { store } = await empty()
      const member = await addTo(store, 'author')
      const [one, two] = [
        await openStaffSession(store, member, 'none'),
        await openStaffSession(store, member, 'none'),
      ]
      expect(await store.sessions.find(tokenHashOf(one), 0)).toBeNull()
      await store.sessions.close(tokenHashOf(one))
      expect(await sessionOf(store, one)).toBeNull()
      expect(await sessionOf(store, two)).not.toBeNull()
      await store.sessions.closeAll(member.id)
      expect(await sessionOf(store, two)).toBeNull()
    })

    test('a password that was changed while somebody signed in with it opens nothing', async () => {
      const { store } = await empty()
      const member = await addTo(store, 'author')
      const found = await store.people.byEmail(member.email)
      const [old, newer] = [found?.passwordHash ?? '', 'a newer hash']
      const opened = await openStaffSession(store, member, 'awaited', old)
      expect(await sessionOf(store, opened)).not.toBeNull()
      await store.people.setPassword(member.id, newer, 'system')
      const late = await openStaffSession(store, member, 'awaited', old)
      expect(await sessionOf(store, late)).toBeNull()
      const after = await openStaffSession(store, member, 'awaited', newer)
      expect(await sessionOf(store, after)).not.toBeNull()
    })

    test('the oldest of too many ends', async () => {
      const { store } = await empty()
      const member = await addTo(store, 'author')
      const tokens: string[] = []
      for (let count = 0; count < 11; count += 1)
        tokens.push(await openStaffSession(store, member, 'none'))
      const found = await Promise.all(tokens.map((token) => sessionOf(store, token)))
      expect(found.map((one) => one !== null)).toEqual([false, ...Array(10).fill(true)])
    })
  })

  describe('invitations', () => {
    const given = { name: 'Karim Benali', password: PASSWORD }

    test('make a person, once', async () => {
      const { store } = await empty()
      const { email, token, invitation } = await invited(store)
      expect(await store.invitations.open()).toEqual([invitation])
      expect(await acceptInvitation(store, token, { ...given, password: 'court' })).toMatchObject({
        refused: 'password-invalid',
      })
      const joined = await acceptInvitation(store, token, given)
      expect(joined).toMatchObject({ email, name: 'Karim Benali', roles: ['author', 'reviewer'] })
      expect(await acceptInvitation(store, token, given)).toMatchObject({
        refused: 'invitation-unknown',
      })
      expect(await findInvitation(store, token)).toBeNull()
      expect(await store.invitations.open()).toEqual([])
      expect(await invite(store, { email, roles: ['author'] }, 'system')).toMatchObject({
        refused: 'staff-email-taken',
      })
    })

    test('accepted twice at once make one person', async () => {
      const { store } = await empty()
      const { token } = await invited(store)
      const both = await Promise.all([1, 2].map(() => acceptInvitation(store, token, given)))
      expect(both.filter(isRefusal)).toHaveLength(1)
    })

    test('end after their time, when taken back, and when a newer one is made', async () => {
      const { store } = await empty()
      const late = { id: randomUUID(), tokenHash: tokenHashOf('late'), lifetimeSeconds: 0 }
      const email = EmailAddress.parse('late@example.org')
      await store.invitations.create({ ...late, email, roles: ['author'] }, 'system')
      expect(await store.invitations.find(tokenHashOf('late'))).toBeNull()
      const first = await invited(store)
      expect(await store.invitations.revoke(first.invitation.id, 'system')).toEqual({
        revoked: true,
      })
      expect(await findInvitation(store, first.token)).toBeNull()
      expect(await store.invitations.revoke(first.invitation.id, 'system')).toMatchObject({
        refused: 'invitation-unknown',
      })
      const second = await invited(store)
      await invite(store, { email: second.email, roles: ['author'] }, 'system')
      expect(await findInvitation(store, second.token)).toBeNull()
    })
  })

  describe('access tokens', () => {
    test('are their owner’s alone, and end when they are revoked', async () => {
      const { store } = await empty()
      const [owner, other] = [await addTo(store, 'author'), await addTo(store, 'author')]
      const token = await tokenOf(store, owner, false)
      const [listed] = await store.tokens.list(owner.id)
      const id = listed?.id ?? ''
      expect(listed).toMatchObject({ last4: token.slice(-4), revokedAt: null })
      expect(await store.tokens.list(other.id)).toEqual([])
      expect(await store.tokens.revoke(id, other.id, 'system')).toMatchObject({
        refused: 'staff-token-unknown',
      })
      const revoked = await store.tokens.revoke(id, owner.id, 'system')
      expect(await store.tokens.revoke(id, owner.id, 'system')).toEqual(revoked)
      expect(await personOfToken({ ...store, pepper: PEPPER }, token)).toBeNull()
    })

    test('end after their time, and a wrong checksum or pepper is none', async () => {
      const { store } = await empty()
      const member = await addTo(store, 'author')
      const deps = { ...store, pepper: PEPPER }
      const person = personOfSession({ member, secondFactor: 'none' })
      if (person === null) throw new Error('nobody')
      const asked = { label: '', scopes: [], days: 1 }
      const past = Date.now() - 2 * 86_400_000
      const made = await createToken(deps, person, asked, past)
      expect(isRefusal(made) ? null : await personOfToken(deps, made.token)).toBeNull()
      const token = await tokenOf(store, member, false)
      const broken = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
      expect(await personOfToken(deps, broken)).toBeNull()
      expect(await personOfToken({ ...deps, pepper: 'another' }, token)).toBeNull()
      expect(await personOfToken(deps, token)).toMatchObject({ id: member.id })
    })

    test('may do at most what the person may, for a bounded time', async () => {
      const { store } = await empty()
      const member = await addTo(store, 'author')
      const person = personOfSession({ member, secondFactor: 'none' })
      if (person === null) throw new Error('nobody')
      const create = (asked: { scopes: readonly string[]; days: number; label: string }) =>
        createToken({ ...store, pepper: PEPPER }, person, asked, Date.now())
      const base = { scopes: [], days: 30, label: '' }
      expect(await create({ ...base, scopes: ['editorial:publish'] })).toMatchObject({
        refused: 'token-scope-excess',
      })
      for (const days of [0, 367, 1.5, Number.NaN])
        expect(await create({ ...base, days })).toMatchObject({ refused: 'token-days-invalid' })
      expect(await create({ ...base, label: 'x'.repeat(61) })).toMatchObject({
        refused: 'label-invalid',
      })
    })
  })

  test('each act is in the audit, by ids alone', async () => {
    const { store, acts } = await empty()
    const member = await addTo(store, 'administrator', 'publisher')
    await addTo(store, 'administrator')
    await enrolled(store, member)
    const token = await tokenOf(store, member, true)
    const made = await invite(
      store,
      { email: EmailAddress.parse('new@example.org'), roles: ['author'] },
      staffActor(member.id),
    )
    await store.people.setRoles(member.id, ['administrator'], 'system')
    await store.people.setPassword(member.id, 'another hash', 'system')
    await store.factors.remove(member.id, 'system')
    await store.people.disable(member.id, 'system')
    await store.people.enable(member.id, 'system')
    const recorded = await acts()
    expect(recorded.map(({ kind }) => kind)).toEqual([
      'staff.added',
      'staff.added',
      'staff.second-factor-set',
      'staff.token-created',
      'staff.invited',
      'staff.roles-set',
      'staff.password-set',
      'staff.second-factor-removed',
      'staff.disabled',
      'staff.enabled',
    ])
    const text = JSON.stringify(recorded)
    const invitation = isRefusal(made) ? '' : made.token
    for (const secret of [token, invitation, 'hash', member.email, member.name])
      expect(text).not.toContain(secret)
  })
}
