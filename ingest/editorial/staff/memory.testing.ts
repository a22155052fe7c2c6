/** The people of the team in memory, for tests; held to the suite of the port, as PostgreSQL is. */
import type { Act } from '#contracts/audit.ts'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import { Day, Instant } from '#contracts/ids.ts'
import { staffActor, type StaffId } from '#contracts/staff.ts'
import type {
  Invitation,
  NewMember,
  SessionFactor,
  StaffMember,
  StaffStore,
  StaffToken,
} from './ports.ts'

type Person = Omit<StaffMember, 'hasSecondFactor'> & { readonly passwordHash: string }
type Factor = { sealedSecret: Uint8Array; step: number; codes: Set<string> }
type Session = { id: StaffId; secondFactor: SessionFactor; endsAt: number; seenAt: number }
type Invited = Invitation & { used: boolean }
type Held = StaffToken & { readonly personId: StaffId }

const key = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const UNKNOWN = refusalByCode('staff-unknown')
const LAST = refusalByCode('last-administrator')
const TAKEN = refusalByCode('staff-email-taken')
const NO_INVITATION = refusalByCode('invitation-unknown')

const MS_PER_SECOND = 1_000

export const memoryStaff = (now: () => number = () => Date.now()) => {
  const people = new Map<StaffId, Person>()
  const factors = new Map<StaffId, Factor>()
  const sessions = new Map<string, Session>()
  const invitations = new Map<string, Invited>()
  const tokens = new Map<string, Held>()
  const acts: Act[] = []

  const instant = (ms = now()): Instant => Instant.parse(new Date(ms).toISOString())
  const memberOf = ({ id, email, name, roles, disabledAt }: Person): StaffMember => ({
    id,
    email,
    name,
    roles,
    disabledAt,
    hasSecondFactor: factors.has(id),
  })
  const inForce = (id: StaffId): Person | null => {
    const person = people.get(id)
    return person === undefined || person.disabledAt !== null ? null : person
  }
  const endSessions = (id: StaffId): void => {
    for (const [hash, session] of sessions) if (session.id === id) sessions.delete(hash)
  }
  const endTokens = (id: StaffId, which: (token: Held) => boolean): void => {
    for (const [hash, token] of tokens)
      if (token.personId === id && which(token))
        tokens.set(hash, { ...token, revokedAt: token.revokedAt ?? instant() })
  }
  const isLast = (id: StaffId): boolean => {
    const administrators = [...people.values()].filter(
      ({ roles, disabledAt }) => roles.includes('administrator') && disabledAt === null,
    )
    return administrators.length === 1 && administrators[0]?.id === id
  }
  const add = (member: NewMember): StaffMember | Refusal => {
    if ([...people.values()].some(({ email }) => email === member.email)) return TAKEN
    const person = { ...member, disabledAt: null }
    people.set(member.id, person)
    return memberOf(person)
  }
  const isOpen = ({ used, expiresAt }: Invited): boolean => !used && Date.parse(expiresAt) > now()
  const shown = ({ id, email, roles, createdAt, expiresAt }: Invited): Invitation => ({
    id,
    email,
    roles,
    createdAt,
    expiresAt,
  })

  const store: StaffStore = {
    people: {
      byId: async (ids) =>
        new Map(
          ids.flatMap((id) => {
            const person = people.get(id)
            return person === undefined ? [] : [[id, memberOf(person)]]
          }),
        ),
      list: async () =>
        [...people.values()].map(memberOf).toSorted((a, b) => a.name.localeCompare(b.name)),
      byEmail: async (address) => {
        const person = [...people.values()].find(
          ({ email, disabledAt }) => email === address && disabledAt === null,
        )
        return person === undefined
          ? null
          : { userId: person.id, passwordHash: person.passwordHash }
      },
      rehash: async () => undefined,
      add: async (member, actor) => {
        const added = add(member)
        if ('refused' in added) return added
        const data = { roles: [...member.roles] }
        acts.push({ kind: 'staff.added', actor, subject: member.id, data })
        return added
      },
      setRoles: async (id, roles, actor) => {
        const person = people.get(id)
        if (person === undefined) return UNKNOWN
        if (!roles.includes('administrator') && isLast(id)) return LAST
        const changed = { ...person, roles }
        people.set(id, changed)
        acts.push({ kind: 'staff.roles-set', actor, subject: id, data: { roles: [...roles] } })
        return memberOf(changed)
      },
      disable: async (id, actor) => {
        const person = people.get(id)
        if (person === undefined) return UNKNOWN
        if (isLast(id)) return LAST
        const changed = { ...person, disabledAt: person.disabledAt ?? instant() }
        people.set(id, changed)
        endSessions(id)
        endTokens(id, () => true)
        acts.push({ kind: 'staff.disabled', actor, subject: id, data: {} })
        return memberOf(changed)
      },
      enable: async (id, actor) => {
        const person = people.get(id)
        if (person === undefined) return UNKNOWN
        const changed = { ...person, disabledAt: null }
        people.set(id, changed)
        acts.push({ kind: 'staff.enabled', actor, subject: id, data: {} })
        return memberOf(changed)
      },
      setPassword: async (id, passwordHash, actor) => {
        const person = people.get(id)
        if (person === undefined) return UNKNOWN
        people.set(id, { ...person, passwordHash })
        endSessions(id)
        acts.push({ kind: 'staff.password-set', actor, subject: id, data: {} })
        return memberOf(person)
      },
    },
    factors: {
      one: async (id) => {
        const factor = factors.get(id)
        return factor === undefined
          ? null
          : {
              sealedSecret: factor.sealedSecret,
              lastStep: factor.step,
              recoveryCodesLeft: factor.codes.size,
            }
      },
      set: async ({ id, sealedSecret, step, recoveryHmacs }, actor) => {
        factors.set(id, { sealedSecret, step, codes: new Set(recoveryHmacs.map(key)) })
        endSessions(id)
        acts.push({ kind: 'staff.second-factor-set', actor, subject: id, data: {} })
      },
      takeStep: async (id, step) => {
        const factor = factors.get(id)
        if (factor === undefined || factor.step >= step) return false
        factor.step = step
        return true
      },
      takeRecoveryCode: async (id, hmac) => {
        if (factors.get(id)?.codes.delete(key(hmac)) !== true) return false
        const actor = staffActor(id)
        acts.push({ kind: 'staff.recovery-code-used', actor, subject: id, data: {} })
        return true
      },
      remove: async (id, actor) => {
        if (!people.has(id)) return UNKNOWN
        if (!factors.delete(id)) return { removed: false }
        endSessions(id)
        endTokens(id, ({ secondFactor }) => secondFactor)
        acts.push({ kind: 'staff.second-factor-removed', actor, subject: id, data: {} })
        return { removed: true }
      },
    },
    sessions: {
      open: async ({ tokenHash, id, passwordHash, secondFactor, lifetimeSeconds, sessionsMax }) => {
        const person = inForce(id)
        if (person === null) return
        if (passwordHash !== null && passwordHash !== person.passwordHash) return
        const endsAt = now() + lifetimeSeconds * MS_PER_SECOND
        sessions.set(key(tokenHash), { id, secondFactor, endsAt, seenAt: now() })
        const own = [...sessions].filter(([, session]) => session.id === id)
        for (const [hash] of own.slice(0, -sessionsMax)) sessions.delete(hash)
      },
      find: async (tokenHash, idleSeconds) => {
        const session = sessions.get(key(tokenHash))
        const person = session === undefined ? null : inForce(session.id)
        if (session === undefined || person === null || session.endsAt <= now()) return null
        if (session.seenAt + idleSeconds * MS_PER_SECOND <= now()) return null
        session.seenAt = now()
        return { member: memberOf(person), secondFactor: session.secondFactor }
      },
      close: async (tokenHash) => void sessions.delete(key(tokenHash)),
      closeAll: async (id) => endSessions(id),
    },
    invitations: {
      create: async ({ tokenHash, lifetimeSeconds, ...asked }, actor) => {
        if ([...people.values()].some(({ email }) => email === asked.email)) return TAKEN
        for (const older of invitations.values()) if (older.email === asked.email) older.used = true
        const expiresAt = instant(now() + lifetimeSeconds * MS_PER_SECOND)
        const made = { ...asked, createdAt: instant(), expiresAt, used: false }
        invitations.set(key(tokenHash), made)
        const data = { roles: [...asked.roles] }
        acts.push({ kind: 'staff.invited', actor, subject: asked.id, data })
        return shown(made)
      },
      find: async (tokenHash) => {
        const found = invitations.get(key(tokenHash))
        return found !== undefined && isOpen(found) ? shown(found) : null
      },
      accept: async (tokenHash, member) => {
        const found = invitations.get(key(tokenHash))
        if (found === undefined || !isOpen(found)) return NO_INVITATION
        const added = add({ ...member, email: found.email, roles: found.roles })
        if ('refused' in added) return added
        found.used = true
        const actor = staffActor(member.id)
        const data = { invitationId: found.id }
        acts.push({ kind: 'staff.joined', actor, subject: member.id, data })
        return added
      },
      open: async () => [...invitations.values()].filter(isOpen).map(shown).toReversed(),
      revoke: async (id, actor) => {
        const found = [...invitations.values()].find((one) => one.id === id && isOpen(one))
        if (found === undefined) return NO_INVITATION
        found.used = true
        acts.push({ kind: 'staff.invitation-revoked', actor, subject: id, data: {} })
        return { revoked: true }
      },
    },
    tokens: {
      create: async ({ secretHmac, ...token }, actor) => {
        const made = { ...token, createdAt: instant(), revokedAt: null, lastUsedOn: null }
        tokens.set(key(secretHmac), made)
        const { personId, scopes, secondFactor } = token
        const data = { personId, scopes: [...scopes], secondFactor }
        acts.push({ kind: 'staff.token-created', actor, subject: token.id, data })
      },
      find: async (secretHmac) => {
        const token = tokens.get(key(secretHmac))
        const person = token === undefined ? null : inForce(token.personId)
        if (token === undefined || person === null || token.revokedAt !== null) return null
        if (Date.parse(token.expiresAt) <= now()) return null
        const used = { ...token, lastUsedOn: Day.parse(instant().slice(0, 10)) }
        tokens.set(key(secretHmac), used)
        return { member: memberOf(person), token }
      },
      list: async (personId) =>
        [...tokens.values()].filter((token) => token.personId === personId).toReversed(),
      revoke: async (id, personId, actor) => {
        const found = [...tokens].find(
          ([, token]) => token.id === id && token.personId === personId,
        )
        if (found === undefined) return refusalByCode('staff-token-unknown')
        const [hash, token] = found
        if (token.revokedAt !== null) return { revokedAt: token.revokedAt }
        const revokedAt = instant()
        tokens.set(hash, { ...token, revokedAt })
        acts.push({ kind: 'staff.token-revoked', actor, subject: id, data: {} })
        return { revokedAt }
      },
    },
  }
  return { store, acts }
}
