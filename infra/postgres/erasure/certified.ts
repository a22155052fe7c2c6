/** Certificates of erasures, as the log has them. */
import { z } from 'zod'
import { SignedCertificate } from '#contracts/erasure/certificate.ts'
import { StreamId } from '#contracts/ids.ts'
import type { Queryable } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

/** Where the fact of an erasure is. */
const ErasurePlace = z.object({ streamId: StreamId, erasure: z.int() })
export type ErasurePlace = z.infer<typeof ErasurePlace>

type ErasedAt = { readonly streamId: StreamId; readonly streamVersion: number }

const OF_STREAMS = statement('certificates-of-streams', {
  sql: `select data -> 'certificate' as certificate, data ->> 'signature' as signature from events
    where stream_id = any($1) and type = 'ErasureCertified' order by position desc`,
  values: (ids: readonly StreamId[]) => [ids],
  row: SignedCertificate,
})
const OF_ERASURE = statement('certificates-of-erasure', {
  sql: `select data -> 'certificate' as certificate, data ->> 'signature' as signature from events
    where stream_id = $1 and type = 'ErasureCertified' and (data ->> 'erasure')::int = $2`,
  values: ({ streamId, streamVersion }: ErasedAt) => [streamId, streamVersion],
  row: SignedCertificate,
})
/** Both read the whole log: a certificate is proven now and then, and names no stream. */
const BY_SIGNATURE = statement('certificates-by-signature', {
  sql: `select stream_id as "streamId", (data ->> 'erasure')::int as erasure from events
    where type = 'ErasureCertified' and data ->> 'signature' = $1`,
  values: (signature: string) => [signature],
  row: ErasurePlace,
})
const BY_KEYS = statement('erasures-by-keys', {
  sql: `select stream_id as "streamId", stream_version as erasure from events
    where type in ('WordingErased', 'SubjectErased') and data -> 'keys' @> $1::jsonb and $1::jsonb <> '[]'::jsonb`,
  values: (keys: readonly string[]) => [JSON.stringify(keys)],
  row: ErasurePlace,
})

/** The certificates of texts, the latest first. */
export const certificatesOf = (
  on: Queryable,
  ids: readonly StreamId[],
): Promise<SignedCertificate[]> => OF_STREAMS.rows(on, ids)

/** The certificate of the erasure with this fact; null: it has none yet. */
export const certificateOfErasure = (
  on: Queryable,
  fact: ErasedAt,
): Promise<SignedCertificate | null> => OF_ERASURE.first(on, fact)

/** The erasure that a certificate of this log is about; null: the log does not have it. */
export const certifiedErasure = (on: Queryable, signature: string): Promise<ErasurePlace | null> =>
  BY_SIGNATURE.first(on, signature)

/** The erasure that destroyed these keys; null: the log has none. */
export const erasureOfKeys = (
  on: Queryable,
  keys: readonly string[],
): Promise<ErasurePlace | null> => BY_KEYS.first(on, keys)
