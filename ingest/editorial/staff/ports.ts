/** Ports of the people of the editorial team (contracts/conventions/staff.md). */
import type { EmailAddress } from '#contracts/account.ts'
import type { Scope } from '#contracts/api-key.ts'
import type { Actor } from '#contracts/audit.ts'
import type { Refusal } from '#contracts/fault.ts'
import type { Day, Instant } from '#contracts/ids.ts'
import type { StaffId, StaffRole } from '#contracts/staff.ts'
import type { Credentials } from '#contracts/web/sign-in.ts'

// ───────── people ─────────

export type StaffMember = {
  readonly id: StaffId
  readonly email: EmailAddress
  readonly name: string
  readonly roles: readonly StaffRole[]
  readonly hasSecondFactor: boolean
  readonly disabledAt: Instant | null
}

/** Names for screens. */
export type StaffDirectory = {
  byId(ids: readonly StaffId[]): Promise<ReadonlyMap<StaffId, StaffMember>>
  /** By name. */
  list(): Promise<readonly StaffMember[]>
}

export type NewMember = Pick<StaffMember, 'id' | 'email' | 'name' | 'roles'> & {
  readonly passwordHash: string
}

/** `byEmail` knows nobody who is disabled. */
export type StaffPeople = StaffDirectory &
  Credentials & {
    /** Refuses `staff-email-taken`. */
    add(member: NewMember, actor: Actor): Promise<StaffMember | Refusal>
    /** Refuses `staff-unknown`, `last-administrator`. */
    setRoles(id: StaffId, roles: readonly StaffRole[], actor: Actor): Promise<StaffMember | Refusal>
    /** Ends sessions and tokens at once. Refuses `staff-unknown`, `last-administrator`. */
    disable(id: StaffId, actor: Actor): Promise<StaffMember | Refusal>
    /** Refuses `staff-unknown`. */
    enable(id: StaffId, actor: Actor): Promise<StaffMember | Refusal>
    /** Ends all sessions. Refuses `staff-unknown`. */
    setPassword(id: StaffId, passwordHash: string, actor: Actor): Promise<StaffMember | Refusal>
  }

// ───────── second factor ─────────

/** A confirmed second factor. */
export type SecondFactor = {
  /** See `seal.ts`. */
  readonly sealedSecret: Uint8Array
  /** Of the last code that was accepted. */
  readonly lastStep: number
  readonly recoveryCodesLeft: number
}

export type SecondFactors = {
  one(id: StaffId): Promise<SecondFactor | null>
  /** Replaces what was there. `step`: that of the code which confirmed it. Ends other sessions. */
  set(
    factor: {
      readonly id: StaffId
      readonly sealedSecret: Uint8Array
      readonly step: number
      readonly recoveryHmacs: readonly Uint8Array[]
    },
    actor: Actor,
  ): Promise<void>
  /** Takes a step after the last one taken; false if it was taken before. */
  takeStep(id: StaffId, step: number): Promise<boolean>
  /** Uses a recovery code up; false if there is no such unused code. */
  takeRecoveryCode(id: StaffId, hmac: Uint8Array): Promise<boolean>
  /** Ends sessions, and the tokens that were made with it. Refuses `staff-unknown`. */
  remove(id: StaffId, actor: Actor): Promise<{ readonly removed: boolean } | Refusal>
}

// ───────── sessions ─────────

export type SessionFactor = 'none' | 'awaited' | 'passed'

/** Somebody in force, with what their session passed. */
export type StaffSession = {
  readonly member: StaffMember
  readonly secondFactor: SessionFactor
}

export type StaffSessions = {
  /**
   * Opens none for somebody whose password is another one by now. Beyond `sessionsMax`, the oldest
   * sessions of the person end.
   */
  open(session: {
    readonly tokenHash: Uint8Array
    readonly id: StaffId
    /** Of the password that was given, as it was stored; null: no password was asked for. */
    readonly passwordHash: string | null
    readonly secondFactor: SessionFactor
    readonly lifetimeSeconds: number
    readonly sessionsMax: number
  }): Promise<void>
  /** Null if it is unknown, expired or unused for `idleSeconds`. Counts as use. */
  find(tokenHash: Uint8Array, idleSeconds: number): Promise<StaffSession | null>
  /** Idempotent. */
  close(tokenHash: Uint8Array): Promise<void>
  closeAll(id: StaffId): Promise<void>
}

// ───────── invitations ─────────

export type Invitation = {
  readonly id: string
  readonly email: EmailAddress
  readonly roles: readonly StaffRole[]
  readonly createdAt: Instant
  readonly expiresAt: Instant
}

export type StaffInvitations = {
  /** Ends older open invitations of the same address. Refuses `staff-email-taken`. */
  create(
    invitation: Pick<Invitation, 'id' | 'email' | 'roles'> & {
      readonly tokenHash: Uint8Array
      readonly lifetimeSeconds: number
    },
    actor: Actor,
  ): Promise<Invitation | Refusal>
  /** An invitation that can still be accepted. */
  find(tokenHash: Uint8Array): Promise<Invitation | null>
  /** Makes the person, once. Refuses `invitation-unknown`, `staff-email-taken`. */
  accept(
    tokenHash: Uint8Array,
    member: Pick<NewMember, 'id' | 'name' | 'passwordHash'>,
  ): Promise<StaffMember | Refusal>
  /** Those that can still be accepted, newest first. */
  open(): Promise<readonly Invitation[]>
  /** Refuses `invitation-unknown`. */
  revoke(id: string, actor: Actor): Promise<{ readonly revoked: true } | Refusal>
}

// ───────── access tokens ─────────

export type StaffToken = {
  readonly id: string
  readonly label: string
  readonly last4: string
  readonly scopes: readonly Scope[]
  readonly secondFactor: boolean
  readonly createdAt: Instant
  readonly expiresAt: Instant
  readonly revokedAt: Instant | null
  readonly lastUsedOn: Day | null
}

export type StaffTokens = {
  create(
    token: Pick<StaffToken, 'id' | 'label' | 'last4' | 'scopes' | 'secondFactor' | 'expiresAt'> & {
      readonly personId: StaffId
      readonly secretHmac: Uint8Array
    },
    actor: Actor,
  ): Promise<void>
  /** The token of somebody in force; null if it is unknown, expired or revoked. Counts as use. */
  find(
    secretHmac: Uint8Array,
  ): Promise<{ readonly member: StaffMember; readonly token: StaffToken } | null>
  /** Newest first. */
  list(personId: StaffId): Promise<readonly StaffToken[]>
  /** Idempotent. Refuses `staff-token-unknown`. */
  revoke(
    id: string,
    personId: StaffId,
    actor: Actor,
  ): Promise<{ readonly revokedAt: Instant } | Refusal>
}

/** Everything about people that the desk and the command line use. */
export type StaffStore = {
  readonly people: StaffPeople
  readonly factors: SecondFactors
  readonly sessions: StaffSessions
  readonly invitations: StaffInvitations
  readonly tokens: StaffTokens
}
