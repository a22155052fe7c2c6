/** Certifies an erasure once every copy was handled (contracts/conventions/erasure.md). */
import {
  CERTIFICATE_PROFILE,
  COPIES_OF_PERSON,
  type CopyResult,
  CopyKind,
  type ErasureCertificate,
  type ErasureMethod,
  type HandledCopy,
} from '#contracts/erasure/certificate.ts'
import { signCertificate } from '#contracts/erasure/signed.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import { Fault } from '#contracts/fault.ts'
import { Day, type Instant, type Sha256Hex } from '#contracts/ids.ts'
import type { Signer } from '#contracts/signing/signer.ts'
import { handle } from '../../command-handler/command-handler.ts'
import { articleDecider } from '../../domain/article/decide.ts'
import { personDecider } from '../../domain/person/decide.ts'
import type { EventStore } from '../../ports.ts'
import type { ActStamp } from '../carry-out.ts'
import type { LeftInCopy } from './ports.ts'

export type ErasureFact = Extract<StoredEvent, { type: 'WordingErased' | 'SubjectErased' }>

export const isErasure = (event: StoredEvent): event is ErasureFact =>
  event.type === 'WordingErased' || event.type === 'SubjectErased'

/** The erased versions; of a person none, because a person is erased as a whole. */
export const erasedIn = (
  fact: ErasureFact,
): Pick<ErasureCertificate, 'versions' | 'whole' | 'ground' | 'request' | 'keys'> => {
  const { ground, request, keys } = fact.data
  const shared = { ground, request, keys }
  return fact.type === 'SubjectErased'
    ? { ...shared, versions: [], whole: true }
    : { ...shared, versions: fact.data.versions, whole: fact.data.whole }
}

/** The handling of each kind of copy of an erasure, and the copies that are left. */
export type HandledErasure = {
  readonly fact: ErasureFact
  /** HMAC of the text or person. */
  readonly subject: Sha256Hex
  readonly digest: ErasureCertificate['digest']
  /** How many were handled, and when; absent: nobody noted it. */
  readonly handled: Readonly<
    Partial<Record<CopyKind, { readonly count: number | null; readonly at: Instant }>>
  >
  /** The number that a later count found; null: this kind of copy can't be counted. */
  readonly left: readonly LeftInCopy[]
  /** Days for which backups of the keys are kept; null: no setting says so. */
  readonly keyBackupDays: number | null
}

const METHODS: Readonly<Record<CopyKind, readonly [method: ErasureMethod, result: CopyResult]>> = {
  keys: ['destroyed', 'gone'],
  facts: ['sealed', 'unreadable'],
  treatments: ['destroyed', 'gone'],
  'log-copies': ['sealed', 'unreadable'],
  texts: ['removed', 'gone'],
  vectors: ['removed', 'gone'],
  slugs: ['removed', 'gone'],
  scratches: ['removed', 'gone'],
  'kept-answers': ['removed', 'gone'],
  webhooks: ['removed', 'gone'],
  'saved-search-news': ['removed', 'gone'],
  'desk-notices': ['removed', 'gone'],
  'kept-receipts': ['removed', 'gone'],
  'desk-board': ['derived-anew', 'gone'],
  'read-models': ['derived-anew', 'gone'],
  'search-index': ['derived-anew', 'gone'],
  'kept-generation': ['removed', 'gone'],
  'table-pages': ['written-anew', 'done'],
  'write-ahead-log': ['written-anew', 'done'],
  'key-backups': ['expires', 'open'],
  outside: ['none', 'open'],
}
/** Kinds of copies that are handled later: on their day, or by the operator. */
const LATER: ReadonlySet<CopyKind> = new Set(['key-backups', 'outside'])

/** Sealed under the destroyed keys, or kept as an HMAC: nobody reads those that can't be found. */
const FOUND_BY_LOOK_UP: ReadonlySet<CopyKind> = new Set(['vectors', 'slugs'])

const copyOf = (
  copy: CopyKind,
  { handled, left, fact }: HandledErasure,
  now: Instant,
): HandledCopy => {
  const [method, result] = METHODS[copy]
  const noted = handled[copy]
  if (LATER.has(copy)) return { copy, method, count: null, result, at: null }
  if (FOUND_BY_LOOK_UP.has(copy) && left.some((one) => one.copy === copy && one.left === null))
    return { copy, method: 'sealed', count: null, result: 'unreadable', at: fact.time }
  if (noted !== undefined) return { copy, method, count: noted.count, result, at: noted.at }
  if (copy === 'log-copies') return { copy, method, count: null, result, at: fact.time }
  // Counted afterwards, or not reached: a user of the database may not end its write-ahead log.
  return left.some((one) => one.copy === copy && one.left !== null)
    ? { copy, method, count: null, result, at: now }
    : { copy, method: 'none', count: null, result: 'open', at: null }
}

const MS_PER_DAY = 86_400_000
const DAY_CHARACTERS = 10

/** The day on which the last backup of keys ends that was made before the erasure. */
export const keyBackupsEndOf = (erasedAt: Instant, days: number | null): Day | null =>
  days === null
    ? null
    : Day.parse(
        new Date(Date.parse(erasedAt) + days * MS_PER_DAY).toISOString().slice(0, DAY_CHARACTERS),
      )

/** Throws Fault `erasure-incomplete` if words are left in a copy. */
export const refuseLeft = (counted: readonly LeftInCopy[]): void => {
  const remaining = counted.flatMap(({ copy, left }) =>
    left === null || left === 0 ? [] : [`${copy} (${left})`],
  )
  if (remaining.length > 0)
    throw new Fault('erasure-incomplete', `words are left in: ${remaining.join(', ')}`)
}

/** Throws Fault `erasure-incomplete` if words are left in a copy. */
export const certificateOf = (erasure: HandledErasure, now: Instant): ErasureCertificate => {
  const { fact, subject, digest, left, keyBackupDays } = erasure
  refuseLeft(left)
  const kinds = CopyKind.options.filter(
    (copy) => fact.type === 'WordingErased' || COPIES_OF_PERSON.has(copy),
  )
  return {
    profile: CERTIFICATE_PROFILE,
    subject,
    ...erasedIn(fact),
    erasedAt: fact.time,
    certifiedAt: now,
    copies: kinds.map((copy) => copyOf(copy, erasure, now)),
    digest,
    keyBackupsEnd: keyBackupsEndOf(fact.time, keyBackupDays),
  }
}

/**
 * Records the certificate of an erasure; nothing where it has one. Throws Faults
 * `erasure-incomplete` and `streams-busy`.
 */
export const certifyErasure = async (
  store: EventStore,
  signer: Signer,
  erasure: HandledErasure,
  { time, correlationId }: ActStamp,
): Promise<void> => {
  const signed = signCertificate(signer, certificateOf(erasure, time))
  const { type, streamId, streamVersion, id } = erasure.fact
  const stamp = { actor: 'system', time }
  const context = { ...stamp, correlationId, causationId: id }
  const certified = { erasure: streamVersion, ...signed }
  if (type === 'SubjectErased') {
    const command = { type: 'CertifyPersonErasure', ...certified } as const
    await handle(store, personDecider, streamId, command, context)
    return
  }
  const command = { type: 'CertifyErasure', ...certified, ...stamp, texts: new Map() } as const
  await handle(store, articleDecider, streamId, command, context)
}
