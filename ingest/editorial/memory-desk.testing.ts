/** The write side in memory, with a text in each state and people of each role, for tests. */
import { randomUUID } from 'node:crypto'
import type { StoredEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import { Instant, Position, type Sha256Hex, type Slug, type StreamId } from '#contracts/ids.ts'
import { deterministicVerifier } from '#contracts/law/claims/judge.ts'
import { SCOPES_OF_ROLE, type SignedPerson, StaffId, type StaffRole } from '#contracts/staff.ts'
import type { WriteDeps } from '../command-handler/write-deps.ts'
import { wording } from '../domain/article/articles.testing.ts'
import type { EditorialAct } from './acts.ts'
import { carryOutAct, draftText } from './carry-out.ts'
import type { DeskStatus } from './text-view.ts'

export const personWith = (
  name: string,
  roles: readonly StaffRole[],
  secondFactor = true,
): SignedPerson => ({
  id: StaffId.parse(randomUUID()),
  name,
  roles,
  scopes: new Set(roles.flatMap((role) => SCOPES_OF_ROLE[role])),
  secondFactor,
})

export const TEAM = {
  author: personWith('Anna Author', ['author']),
  reviewer: personWith('Robin Reviewer', ['reviewer']),
  publisher: personWith('Paul Publisher', ['publisher']),
  otherPublisher: personWith('Olga Publisher', ['publisher']),
  dataProtection: personWith('Dana Protection', ['data_protection']),
  administrator: personWith('Adam Administrator', ['administrator']),
  everything: personWith('Eve Everything', ['author', 'reviewer', 'publisher']),
  withoutFactor: personWith('Wim Without', ['author', 'reviewer', 'publisher'], false),
} as const satisfies Record<string, SignedPerson>

type Memory = {
  readonly streams: Map<StreamId, StoredEvent[]>
  readonly owners: Map<Slug, StreamId>
  readonly texts: Map<Sha256Hex, string>
}

const NOTHING = Position.parse(0)

const depsOf = ({ streams, owners, texts }: Memory): WriteDeps => {
  let position = [...streams.values()].reduce((sum, events) => sum + events.length, 0)
  return {
    store: {
      readStreams: async (ids) => new Map(ids.map((id) => [id, streams.get(id) ?? []])),
      append: async (appends, context) => {
        const conflict = appends
          .filter(
            ({ streamId, expectedVersion }) =>
              (streams.get(streamId) ?? []).length !== expectedVersion,
          )
          .map(({ streamId }) => streamId)
        if (conflict.length > 0) return { conflict }
        for (const { streamId, expectedVersion, events } of appends) {
          const stored = events.map((event, index): StoredEvent => ({
            ...event,
            ...context,
            id: randomUUID(),
            schemaVersion: 1,
            position: Position.parse((position += 1)),
            streamId,
            streamVersion: expectedVersion + index + 1,
            appendId: randomUUID(),
            payloadHash: '0'.repeat(64) as Sha256Hex,
          }))
          streams.set(streamId, [...(streams.get(streamId) ?? []), ...stored])
        }
        const eventCount = appends.reduce((sum, { events }) => sum + events.length, 0)
        return { lastPosition: Position.parse(position), eventCount }
      },
    },
    blobs: {
      put: async (given) => {
        for (const { sha256, text } of given) texts.set(sha256, text)
      },
      get: async (hashes) => new Map(hashes.map((hash) => [hash, texts.get(hash) ?? ''])),
    },
    vectors: { put: async () => undefined, get: async () => new Map() },
    slugs: {
      claim: async (claims) => {
        for (const { slug, streamId } of claims) if (!owners.has(slug)) owners.set(slug, streamId)
        return new Map(claims.map(({ slug, streamId }) => [slug, owners.get(slug) ?? streamId]))
      },
      ownerOf: async (slug) => owners.get(slug) ?? null,
    },
    embedder: {
      model: 'test@1',
      dimensions: 1,
      embedPassages: async (given) => given.map(() => new Float32Array(1)),
    },
    cited: {
      citationsOf: async () => [],
      read: async () => [],
      reach: async () => ({ position: NOTHING, head: NOTHING }),
    },
    verifier: deterministicVerifier,
  }
}

export const DESK_TIME = Instant.parse('2026-11-23T08:00:00.000Z')
const LATER = Instant.parse('2027-01-01T08:00:00.000Z')
const stamp = () => ({ time: DESK_TIME, correlationId: randomUUID() })

/** An editor's text without citations, of which nothing can be checked. */
const NOTE = wording('Une note de la rédaction.', {
  contentType: 'doctrine',
  licence: null,
  source: { id: 'note:1', version: null },
})
export const NOTE_SLUG = NOTE.slug

export type MemoryDesk = { readonly deps: WriteDeps; fork(): MemoryDesk }
const deskOf = (memory: Memory): MemoryDesk => ({
  deps: depsOf(memory),
  fork: () =>
    deskOf({
      streams: new Map(memory.streams),
      owners: new Map(memory.owners),
      texts: new Map(memory.texts),
    }),
})

type Step = Exclude<EditorialAct['act'], 'revise' | 'assign' | 'comment' | 'resolve-comment'>

/** The acts that lead a new draft into each state. */
const WAY: Readonly<Record<DeskStatus, readonly (readonly [keyof typeof TEAM, Step])[]>> = {
  draft: [],
  in_review: [['author', 'submit']],
  changes_requested: [
    ['author', 'submit'],
    ['reviewer', 'request-changes'],
  ],
  approved: [
    ['author', 'submit'],
    ['reviewer', 'approve'],
  ],
  scheduled: [
    ['author', 'submit'],
    ['reviewer', 'approve'],
    ['publisher', 'schedule'],
  ],
  published: [
    ['author', 'submit'],
    ['reviewer', 'approve'],
    ['publisher', 'publish'],
  ],
  unpublished: [
    ['author', 'submit'],
    ['reviewer', 'approve'],
    ['publisher', 'publish'],
    ['publisher', 'unpublish'],
  ],
  withdrawn: [
    ['author', 'submit'],
    ['reviewer', 'approve'],
    ['publisher', 'publish'],
    ['publisher', 'withdraw'],
    ['otherPublisher', 'withdraw'],
  ],
  deleted: [
    ['publisher', 'delete'],
    ['otherPublisher', 'delete'],
  ],
}
export const STATES = Object.keys(WAY) as readonly DeskStatus[]

const REASON = 'parce que'
/** The act with what it needs. */
const filledAct = (act: Step, sha256Hash: Sha256Hex): EditorialAct => {
  switch (act) {
    case 'submit':
      return { act }
    case 'request-changes':
      return { act, reasons: [REASON] }
    case 'approve':
      return { act, sha256Hash }
    case 'publish':
      return { act, reason: REASON }
    case 'schedule':
      return { act, at: LATER, reason: REASON }
    case 'withdraw':
      return { act, cause: REASON, replacement: null }
    case 'cancel-schedule':
    case 'unpublish':
    case 'delete':
    case 'cancel-request':
    case 'restore':
      return { act, reason: REASON }
    default:
      return act satisfies never
  }
}

/** A desk with one text in this state, and further acts after it. */
export const deskWith = async (
  state: DeskStatus,
  ...more: readonly (readonly [keyof typeof TEAM, Step])[]
): Promise<MemoryDesk> => {
  const desk = deskOf({ streams: new Map(), owners: new Map(), texts: new Map() })
  const drafted = await draftText(desk.deps, TEAM.author, NOTE, stamp())
  if (isRefusal(drafted) || drafted.sha256Hash === null) throw new Error('not drafted')
  for (const [person, act] of [...WAY[state], ...more]) {
    const filled = filledAct(act, drafted.sha256Hash)
    const outcome = await carryOutAct(desk.deps, TEAM[person], NOTE.slug, filled, stamp())
    if (isRefusal(outcome)) throw new Error(`${act} in ${state}: ${outcome.refused}`)
  }
  return desk
}
