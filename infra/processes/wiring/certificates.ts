/** Wires certificates of erasures: how they are made, found, and proven. */
import {
  CopyKind,
  type HandledCopy,
  type SignedCertificate,
} from '#contracts/erasure/certificate.ts'
import { readCertificate } from '#contracts/erasure/signed.ts'
import { Fault, type Refusal, refusalByCode } from '#contracts/fault.ts'
import {
  articleIdOfStream,
  idOfPerson,
  isPersonStream,
  personStream,
  Sha256Hex,
  type SemVer,
  type Slug,
  type StreamId,
} from '#contracts/ids.ts'
import type { SignedPerson } from '#contracts/staff.ts'
import { makeSigner, type Signer } from '#contracts/signing/signer.ts'
import type { LeftInCopy } from '#ingest/editorial/erasure/ports.ts'
import type { ActStamp } from '#ingest/editorial/carry-out.ts'
import {
  certifyErasure,
  erasedIn,
  type ErasureFact,
  isErasure,
  refuseLeft,
} from '#ingest/editorial/erasure/certify.ts'
import { erasureRefusal } from '#ingest/editorial/erasure/erase.ts'
import { countFacts, countLeft, type ErasureScan } from '../../postgres/erasure/count-left.ts'
import {
  certifiedErasure,
  certificateOfErasure,
  certificatesOf,
  erasureOfKeys,
} from '../../postgres/erasure/certified.ts'
import { makeTextDigest } from '../../postgres/erasure/text-digest.ts'
import { struckTreatments } from '../../postgres/erasure/treatments.ts'
import {
  recordedErasure,
  type RecordedErasure,
  streamsOfErasedSlug,
  type UnfinishedErasure,
} from '../../postgres/erasure/unfinished.ts'
import type { PostgresPool } from '../../postgres/platform/pool.ts'
import { countUnstruck } from '../../postgres/recall/erased.ts'
import type { Settings } from '../../settings.ts'
import { type Database, truthOf } from './database.ts'
import { textCopiesOf } from './webhooks.ts'

const signerOf = ({ pepper }: Database): Signer => {
  if (pepper === null)
    throw new Fault('sealing-secret-missing', {
      hint: 'set KEY_PEPPER: certificates are signed with a key that comes from it',
    })
  return makeSigner(pepper, 'live')
}

const idOfSubject = (streamId: StreamId): string =>
  isPersonStream(streamId) ? idOfPerson(streamId) : articleIdOfStream(streamId)

const subjectOf = ({ vault }: PostgresPool, streamId: StreamId): Sha256Hex =>
  Sha256Hex.parse(vault.lookUp('subject', idOfSubject(streamId)).toString('hex'))

const factsOf = async (database: Database, streamId: StreamId): Promise<ErasureFact[]> => {
  const streams = await truthOf(database).store.readStreams([streamId])
  return (streams.get(streamId) ?? []).filter(isErasure)
}

const scanOf = (fact: ErasureFact, recorded: RecordedErasure | null): ErasureScan => ({
  streamId: fact.streamId,
  position: fact.position,
  erasedAt: fact.time,
  ...erasedIn(fact),
  lookUps: recorded,
})

type Known = { readonly fact: ErasureFact; readonly recorded: RecordedErasure }

const knownErasure = async (database: Database, erasure: UnfinishedErasure): Promise<Known> => {
  const facts = await factsOf(database, erasure.streamId)
  const fact = facts.find(({ position }) => position === erasure.position)
  const recorded = await recordedErasure(database.pool, erasure)
  if (fact === undefined || recorded === null)
    throw new Fault('erasure-incomplete', 'the log does not have the fact of an erasure')
  return { fact, recorded }
}

/** What is left in every kind of copy, also in what accounts keep sealed. */
const countEverywhere = async (
  settings: Settings,
  { pool }: Database,
  scan: ErasureScan,
): Promise<LeftInCopy[]> => [
  ...(await countLeft(pool, textCopiesOf(settings, pool), scan)),
  // Receipts cite texts, never persons.
  ...(isPersonStream(scan.streamId)
    ? []
    : [{ copy: 'kept-receipts' as const, left: await countUnstruck(pool, scan) }]),
]

const leftOf = (
  settings: Settings,
  database: Database,
  { fact, recorded }: Known,
): Promise<LeftInCopy[]> => countEverywhere(settings, database, scanOf(fact, recorded))

/** Whether the search index still has an entry of an erased version, replaced or not. */
export const isLeftInIndex = async (
  settings: Settings,
  database: Database,
  erasure: UnfinishedErasure,
): Promise<boolean> => {
  const { streamId } = erasure
  if (isPersonStream(streamId)) return false
  const { versions } = erasedIn((await knownErasure(database, erasure)).fact)
  const entries = await textCopiesOf(settings, database.pool)([articleIdOfStream(streamId)])
  return entries.some(({ version }) => versions.includes(version))
}

/** Throws Fault `erasure-incomplete` if words of an erasure are left in a copy. */
export const requireNoneLeft = async (
  settings: Settings,
  database: Database,
  erasure: UnfinishedErasure,
): Promise<void> =>
  refuseLeft(await leftOf(settings, database, await knownErasure(database, erasure)))

/**
 * Records the certificate of an erasure whose copies were handled, unless an attempt before did and
 * was killed then. Throws Fault `erasure-incomplete`.
 */
export const certify = async (
  settings: Settings,
  database: Database,
  erasure: UnfinishedErasure,
  stamp: ActStamp,
): Promise<void> => {
  const { pool } = database
  const known = await knownErasure(database, erasure)
  const { fact, recorded } = known
  if ((await certificateOfErasure(pool, fact)) !== null) return
  const left = await leftOf(settings, database, known)
  const { digest, documents } = await makeTextDigest(pool)(fact.streamId)
  const withFact = (count: number) => ({ count, at: fact.time })
  await certifyErasure(
    truthOf(database).store,
    signerOf(database),
    {
      fact,
      subject: subjectOf(pool, fact.streamId),
      digest: { before: recorded.digestBefore, after: digest },
      handled: {
        ...recorded.handled,
        keys: withFact(fact.data.keys.length),
        facts: withFact(await countFacts(pool, scanOf(fact, recorded))),
        slugs: withFact(recorded.slugs.length),
        treatments: withFact((await struckTreatments(pool, fact.position)).length),
        'read-models': { count: documents, at: stamp.time },
      },
      left,
      keyBackupDays: settings.keyBackupDays,
    },
    stamp,
  )
}

const isAbout = (versions: readonly SemVer[], wanted: readonly SemVer[] | 'all' | null) =>
  wanted === null || (wanted !== 'all' && wanted.every((one) => versions.includes(one)))

const streamsOfSlug = async (database: Database, slug: Slug): Promise<StreamId[]> => {
  const owner = await truthOf(database).slugs.ownerOf(slug)
  const erased = await streamsOfErasedSlug(database.pool, slug)
  return [...(owner === null ? [] : [owner]), ...erased]
}

/**
 * The certificates of a text, by a slug that it has or had, or of a person, the latest first.
 * Refusals
 * `scope-missing`, `second-factor-missing` and `certificate-unknown`.
 */
export const certificatesAbout = async (
  database: Database,
  person: SignedPerson,
  of: { readonly slug: Slug } | { readonly personId: string },
  wanted: readonly SemVer[] | 'all' | null,
): Promise<readonly SignedCertificate[] | Refusal> => {
  const refused = erasureRefusal(person)
  if (refused !== null) return refused
  const { pool } = database
  const streams =
    'slug' in of ? await streamsOfSlug(database, of.slug) : [personStream(of.personId)]
  const found = (await certificatesOf(pool, [...new Set(streams)])).filter(
    ({ certificate: { versions, whole } }) =>
      (wanted === 'all' && whole) || isAbout(versions, wanted),
  )
  return found.length === 0 ? refusalByCode('certificate-unknown') : found
}

/** What became of a kind of copy since its certificate. `left` null: it is not counted here. */
export type ProvenCopy = {
  readonly copy: CopyKind
  readonly certified: HandledCopy | null
  readonly left: number | null
}

export type ProvenErasure = SignedCertificate & {
  /** Whether the log has this certificate, and the erasure that it is about. */
  readonly inLog: { readonly certificate: boolean; readonly erasure: boolean }
  /** What is served of the text now; null: the log does not say of which text. */
  readonly served: 'as-certified' | 'as-before' | 'changed-since' | null
  readonly copies: readonly ProvenCopy[]
  /** Whether every copy is as the certificate says. */
  readonly holds: boolean
}

const servedNow = (
  { before, after }: SignedCertificate['certificate']['digest'],
  now: Sha256Hex,
): NonNullable<ProvenErasure['served']> => {
  if (now === after) return 'as-certified'
  return now === before ? 'as-before' : 'changed-since'
}

/**
 * Checks the signature of a certificate and counts again what is left in each kind of copy.
 * Refusals `certificate-malformed`, `certificate-other-key`, `certificate-altered`.
 */
export const proveErasure = async (
  settings: Settings,
  database: Database,
  text: string,
): Promise<ProvenErasure | Refusal> => {
  const { pool } = database
  const signed = readCertificate(text, [signerOf(database).publicKey])
  if ('refused' in signed) return refusalByCode(signed.refused)
  const { certificate, signature } = signed
  const known = await certifiedErasure(pool, signature)
  const place = known ?? (await erasureOfKeys(pool, certificate.keys))
  const facts = place === null ? [] : await factsOf(database, place.streamId)
  const fact = facts.find(({ streamVersion }) => streamVersion === place?.erasure) ?? null
  const left = new Map<CopyKind, number | null>()
  let served: ProvenErasure['served'] = null
  if (fact !== null) {
    const scan = scanOf(fact, await recordedErasure(pool, fact))
    const counted = await countEverywhere(settings, database, scan)
    for (const one of counted) left.set(one.copy, one.left)
    const now = await makeTextDigest(pool)(fact.streamId)
    served = servedNow(certificate.digest, now.digest)
  }
  const byCopy = new Map(certificate.copies.map((one) => [one.copy, one]))
  const copies = CopyKind.options.map((copy) => ({
    copy,
    certified: byCopy.get(copy) ?? null,
    left: left.get(copy) ?? null,
  }))
  const inLog = { certificate: known !== null, erasure: fact !== null }
  const holds =
    inLog.certificate &&
    inLog.erasure &&
    served !== 'as-before' &&
    copies.every((one) => one.left === null || one.left === 0)
  return { ...signed, inLog, served, copies, holds }
}
