/** What the service certifies of an erasure (contracts/conventions/erasure.md). */
import { z } from 'zod'
import { Day, Instant, SemVer, Sha256Hex } from '../ids.ts'
import { ERASED_VERSIONS_MAX, ERASURE_REQUEST_MAX, ErasureGround } from './ground.ts'

export const CERTIFICATE_PROFILE = 'erasure/1'
/** Longest file that is read as a certificate: room for the keys of a thousand versions. */
export const CERTIFICATE_BYTES_MAX = 16 * 1024 * 1024

/** The kinds of copies, in the order in which they are shown. */
export const CopyKind = z.enum([
  'keys',
  'facts',
  'treatments',
  'log-copies',
  'texts',
  'vectors',
  'slugs',
  'scratches',
  'kept-answers',
  'webhooks',
  'saved-search-news',
  'desk-notices',
  'kept-receipts',
  'desk-board',
  'read-models',
  'search-index',
  'kept-generation',
  'table-pages',
  'write-ahead-log',
  'key-backups',
  'outside',
])
export type CopyKind = z.infer<typeof CopyKind>
/** The kinds of copies that a person has. */
export const COPIES_OF_PERSON: ReadonlySet<CopyKind> = new Set([
  'keys',
  'facts',
  'log-copies',
  'read-models',
  'kept-generation',
  'table-pages',
  'write-ahead-log',
  'key-backups',
  'outside',
])

export const ErasureMethod = z.enum([
  'destroyed',
  'sealed',
  'removed',
  'derived-anew',
  'written-anew',
  'expires',
  'none',
])
export type ErasureMethod = z.infer<typeof ErasureMethod>

/**
 * `gone`: counted afterwards, none was left. `unreadable`: it is there, and no key opens it.
 * `done`: the method was carried out, and nothing counts what it left. `open`: it is up to the
 * operator.
 */
export const CopyResult = z.enum(['gone', 'unreadable', 'done', 'open'])
export type CopyResult = z.infer<typeof CopyResult>

export const HandledCopy = z.strictObject({
  copy: CopyKind,
  method: ErasureMethod,
  /** How many were handled; null: they are not counted. */
  count: z.int().min(0).nullable(),
  result: CopyResult,
  /** When it was handled, or counted afterwards; null: it was not. */
  at: Instant.nullable(),
})
export type HandledCopy = z.infer<typeof HandledCopy>

export const ErasureCertificate = z.strictObject({
  profile: z.literal(CERTIFICATE_PROFILE),
  /**
   * HMAC of the text or person under the look-up secret: the same for the same, of use to nobody.
   */
  subject: Sha256Hex,
  versions: z.array(SemVer).max(ERASED_VERSIONS_MAX),
  whole: z.boolean(),
  ground: ErasureGround,
  request: z.string().min(1).max(ERASURE_REQUEST_MAX),
  erasedAt: Instant,
  certifiedAt: Instant,
  /** Ids of the destroyed keys. */
  keys: z.array(z.uuid()),
  copies: z.array(HandledCopy),
  /**
   * HMACs, under the look-up secret, of what was served of it. A bare hash would let anybody
   * test a guess. `before` null: it was not read.
   */
  digest: z.strictObject({ before: Sha256Hex.nullable(), after: Sha256Hex }),
  /** The day on which the last backup of the keys ends; null: no period is set. */
  keyBackupsEnd: Day.nullable(),
})
export type ErasureCertificate = z.infer<typeof ErasureCertificate>

/** A certificate with its signature: the protected header and the seal of a JWS (RFC 7515, F). */
export const SignedCertificate = z.strictObject({
  certificate: ErasureCertificate,
  signature: z.string().regex(/^[\w-]{1,1000}\.\.[\w-]{1,200}$/),
})
export type SignedCertificate = z.infer<typeof SignedCertificate>
