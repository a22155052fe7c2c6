/** Does a write once, however often it is sent under one `Idempotency-Key`. */
import type { FastifyRequest } from 'fastify'
import { URL_NAMESPACE, uuidV5 } from '#contracts/canonical/hash.ts'
import { type ArticleId, articleIdOfStream, type Instant, type StreamId } from '#contracts/ids.ts'
import type { SignedPerson } from '#contracts/staff.ts'
import { idempotencyOf } from '#contracts/web/http/idempotency.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import type { EventStore } from '../../ports.ts'
import { isRefused, type Refused, type Written } from './answer.ts'
import type { Claim, IdempotentWrites, StoredAnswer } from './ports.ts'
import { inProgress, keyConflict } from './problem.ts'
import type { WriteOutcome } from './schemas/outcome.ts'

/** When a write happens, and the id that its events and what it makes derive from. */
export type Stamp = { readonly time: Instant; readonly correlationId: string }

export type OnceDeps = {
  readonly writes: IdempotentWrites
  readonly store: Pick<EventStore, 'readStreams'>
  readonly pepper: string
  /** What a text is now, for the answer to a write whose first answer was lost. */
  readonly outcomeOf: (id: ArticleId) => Promise<Omit<WriteOutcome, 'position' | 'changed' | 'id'>>
}

export type OneWrite = {
  readonly streamOf: (stamp: Stamp) => Promise<StreamId | null>
  readonly write: (stamp: Stamp) => Promise<Written | Refused>
}

const KEY_MISSING = new RequestInvalid([
  {
    path: 'idempotency-key',
    code: 'header_missing',
    message: 'a write needs the header Idempotency-Key: any text of your own, such as a UUID',
  },
])

const claimOf = (pepper: string, request: FastifyRequest, { id }: SignedPerson): Claim => {
  const { method, url, headers, body } = request
  const { 'idempotency-key': given, 'if-match': tag = '' } = headers
  const asked = { method, path: `${url}\n${tag}`, body }
  const idempotency = idempotencyOf(pepper, given, asked)
  if (idempotency === null) throw KEY_MISSING
  return { person: id, ...idempotency }
}

/** Each repeat has the same id, so that the log shows whether an interrupted write was recorded. */
const stampOf = ({ person, keyHmac, fingerprint }: Claim, time: Instant): Stamp => {
  const hex = Buffer.concat([keyHmac, fingerprint]).toString('hex')
  return { time, correlationId: uuidV5(URL_NAMESPACE, `editorial-write:${person}:${hex}`) }
}

const toStored = ({ httpStatus, outcome }: Written): StoredAnswer => {
  const { slug: _, ...ids } = outcome
  return { httpStatus, ...ids }
}

const NO_TEXT = {
  slug: null,
  articleId: null,
  status: null,
  version: null,
  tag: null,
  sha256Hash: null,
} as const

const fromStored = async (
  deps: OnceDeps,
  { httpStatus, status, ...ids }: StoredAnswer,
): Promise<Written> => {
  const now = ids.articleId === null ? NO_TEXT : await deps.outcomeOf(ids.articleId)
  return { httpStatus, outcome: { ...now, ...ids, status: status as WriteOutcome['status'] } }
}

/** The answer to a write that was recorded before its answer could be kept; null: it was not. */
const recorded = async (
  { store, outcomeOf }: OnceDeps,
  streamId: StreamId | null,
  { correlationId }: Stamp,
): Promise<Written | null> => {
  if (streamId === null) return null
  const events = (await store.readStreams([streamId])).get(streamId) ?? []
  const own = events.findLast((event) => event.correlationId === correlationId)
  if (own === undefined) return null
  const now = await outcomeOf(articleIdOfStream(streamId))
  return { httpStatus: 200, outcome: { ...now, position: own.position, changed: true, id: null } }
}

/** Whether a failed write was recorded is not known: the next request looks. */
const attempt = async <T>(
  { writes }: OnceDeps,
  claim: Claim,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    await writes.endHold(claim).catch(() => undefined)
    throw error
  }
}

type Answered = (Written & { readonly isReplayed: boolean }) | Refused

/**
 * A refused write records nothing, and its key may be used again. Throws RequestInvalid without a
 * key.
 */
export const writeOnce = async (
  deps: OnceDeps,
  request: FastifyRequest,
  person: SignedPerson,
  time: Instant,
  { streamOf, write }: OneWrite,
): Promise<Answered> => {
  const claim = claimOf(deps.pepper, request, person)
  const stamp = stampOf(claim, time)
  const claimed = await deps.writes.claim(claim)
  if (claimed.state === 'conflict') return { problem: keyConflict }
  if (claimed.state === 'in-progress') return { problem: inProgress }
  if (claimed.state === 'answered')
    return { ...(await fromStored(deps, claimed.answer)), isReplayed: true }
  const before =
    claimed.state === 'resumed' ? await recorded(deps, await streamOf(stamp), stamp) : null
  const answer = before ?? (await attempt(deps, claim, () => write(stamp)))
  if (isRefused(answer)) {
    await deps.writes.release(claim)
    return answer
  }
  await deps.writes.answer(claim, toStored(answer))
  return { ...answer, isReplayed: before !== null }
}
