/**
 * The log as it is committed, read without any code under test but its types and what opens sealed
 * members.
 */
import { openBytes } from '#contracts/sealing/seal.ts'
import { eraseMembers, joinMembers } from '#contracts/sealing/sealed-members.ts'
import type { EventName } from '#contracts/events/event.ts'
import { makeVault } from '#infra/postgres/platform/vault.ts'
import { TEST_PEPPER } from '../../harness/pepper.ts'
import type { PostgresServer } from '../engines/postgres/server.ts'
import type { Simulation } from '../kernel/simulation.ts'

/** What is watched while a world runs. */
export type Watched = { readonly postgres: PostgresServer; readonly simulation: Simulation }

export type LoggedEvent = {
  readonly position: number
  readonly streamId: string
  readonly streamVersion: number
  readonly type: string
  readonly actor: string
  readonly correlationId: string
  readonly appendId: string
  readonly payloadHash: string
  /** JSON, opened. */
  readonly data: string
  /** JSON as it is hashed: with what is sealed. */
  readonly hashed: string
}

type EventRow = Omit<LoggedEvent, 'type' | 'hashed'> & {
  readonly type: EventName
  readonly schemaVersion: number
  readonly sealKey?: string
  /** Base64. */
  readonly sealed?: string
}
const vault = makeVault(TEST_PEPPER)
/** Events as they were before their keys were destroyed. */
const opened = new WeakMap<object, LoggedEvent>()

const openRow = ({ postgres }: Pick<Watched, 'postgres'>, row: EventRow): LoggedEvent => {
  const { sealKey, sealed, type, data, streamId, streamVersion, schemaVersion } = row
  if (sealKey === undefined || sealed === undefined) return { ...row, hashed: data }
  const known = opened.get(row)
  if (known !== undefined) return known
  const clear = JSON.parse(data) as Record<string, unknown>
  const key = postgres.tables.committed('keys.seal_keys').find(({ id }) => id === sealKey)
  const about = `${streamId}/${streamVersion}/${type}/${schemaVersion}`
  const bytes = Buffer.from(sealed, 'base64')
  const open = (wrapped: string): Record<string, unknown> =>
    JSON.parse(
      openBytes(vault.unwrap(Buffer.from(wrapped, 'base64')), bytes, about).toString('utf8'),
    ) as Record<string, unknown>
  const whole =
    key === undefined
      ? eraseMembers(type, clear, sealKey)
      : joinMembers(type, clear, open(String(key['wrapped'])))
  const hashed = JSON.stringify({ ...clear, sealed: { key: sealKey, body: sealed } })
  const event = { ...row, data: JSON.stringify(whole), hashed }
  opened.set(row, event)
  return event
}

export const loggedEvents = (watched: Pick<Watched, 'postgres'>): LoggedEvent[] =>
  (watched.postgres.tables.committed('events') as unknown as EventRow[])
    .map((row) => openRow(watched, row))
    .toSorted((a, b) => a.position - b.position)

/** What the public may read of one text from a position on. */
export type Shown = {
  readonly from: number
  readonly slug: string
  /** Null: nothing. */
  readonly sha256Hash: string | null
}

type Content = { readonly sha256Hash: string; readonly content: { readonly slug: string } }
const HIDES: ReadonlySet<string> = new Set(['Unpublished', 'Withdrawn', 'Deleted'])

/** What is public of each text at each position, by the plainest reading of its events. */
export const shownTexts = (events: readonly LoggedEvent[]): ReadonlyMap<string, Shown[]> => {
  const texts = new Map<string, Shown[]>()
  for (const { streamId, type, position, data } of events) {
    const own = texts.get(streamId) ?? []
    if (type === 'VersionPublished') {
      const { sha256Hash, content } = JSON.parse(data) as Content
      own.push({ from: position, slug: content.slug, sha256Hash })
    } else if (HIDES.has(type) && own.length > 0)
      own.push({ from: position, slug: own.at(-1)?.slug ?? '', sha256Hash: null })
    texts.set(streamId, own)
  }
  return texts
}

/** Whether a text was shown in this wording at some position from `position` on. */
export const wasShown = (
  history: readonly Shown[],
  sha256Hash: string | null,
  position: number,
): boolean => {
  const since = history.findLastIndex(({ from }) => from <= position)
  const possible = [history[since] ?? { sha256Hash: null }, ...history.slice(since + 1)]
  return possible.some((one) => one.sha256Hash === sha256Hash)
}
