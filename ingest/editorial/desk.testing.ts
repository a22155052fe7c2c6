/** Texts in memory and people of the team, for tests of editors' acts. */
import { Actor } from '#contracts/audit.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { slugFor } from '#contracts/canonical/identity.ts'
import { ArticleContent } from '#contracts/content.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import { parseNewEvent } from '#contracts/events/event.ts'
import {
  Instant,
  LOG_START,
  Position,
  type Sha256Hex,
  type Slug,
  type StreamId,
} from '#contracts/ids.ts'
import { deterministicVerifier } from '#contracts/law/claims/judge.ts'
import { type SignedPerson, SCOPES_OF_ROLE, StaffId, type StaffRole } from '#contracts/staff.ts'
import type { WriteDeps } from '../command-handler/write-deps.ts'
import type { CitationFound, CitedText } from '../ports.ts'

export const NOW = Instant.parse('2026-03-01T09:00:00.000Z')
export const LATER = Instant.parse('2026-03-29T01:30:00.000Z')
export const at = (time: Instant = NOW) => ({ time, correlationId: 'test' })

const DIGITS = 12
export const staffId = (number: number): StaffId =>
  StaffId.parse(`0195512c-7d80-4000-8000-${String(number).padStart(DIGITS, '0')}`)

/** A person of these roles; the number names them. */
export const person = (
  number: number,
  roles: readonly StaffRole[],
  secondFactor = true,
): SignedPerson => ({
  id: staffId(number),
  name: `Personne ${number}`,
  roles,
  scopes: new Set(roles.flatMap((role) => SCOPES_OF_ROLE[role])),
  secondFactor,
})
export const actorOf = ({ id }: SignedPerson): Actor => Actor.parse(`staff:${id}`)

const ID = 'desk:note-1'
export const SLUG = slugFor('Note', ID)
/** A note of a lawyer: an editor's text. */
export const note = (
  contentClean = 'Le bail est un contrat.',
  over: Partial<Record<keyof ArticleContent, unknown>> = {},
): ArticleContent =>
  ArticleContent.parse({
    slug: SLUG,
    title: 'Note',
    abstract: null,
    contentClean,
    language: 'fr',
    jurisdiction: ['FR'],
    legalDomain: [],
    contentType: 'doctrine',
    doctrineSubtype: null,
    headnotes: [],
    concepts: [],
    judicialDecision: null,
    publishedAt: null,
    provision: null,
    citations: [],
    source: { id: ID, version: null },
    licence: null,
    ...over,
  })

/** What the texts cite, as the read models have it; a test changes it. */
export type Cited = { citations: readonly CitationFound[]; texts: readonly CitedText[] }

const reach = () => Promise.resolve({ position: LOG_START, head: LOG_START })

/** The ports of editors' acts, in memory. Each event is parsed as the real store parses it. */
export const memoryDesk = () => {
  const streams = new Map<StreamId, StoredEvent[]>()
  const log: StoredEvent[] = []
  const blobs = new Map<Sha256Hex, string>()
  const vectors = new Map<string, Float32Array>()
  const owners = new Map<Slug, StreamId>()
  const cited: Cited = { citations: [], texts: [] }
  const deps: WriteDeps = {
    store: {
      readStreams: (ids) => Promise.resolve(new Map(ids.map((id) => [id, streams.get(id) ?? []]))),
      sealKeysOf: (id) =>
        Promise.resolve(
          new Map((streams.get(id) ?? []).map((event) => [event.streamVersion, event.id])),
        ),
      fingerprint: (name) => sha256Hex(name),
      append: (appends, context) => {
        const conflict = appends
          .filter((one) => (streams.get(one.streamId) ?? []).length !== one.expectedVersion)
          .map(({ streamId }) => streamId)
        if (conflict.length > 0) return Promise.resolve({ conflict })
        for (const { streamId, events } of appends) {
          const stream = streams.get(streamId) ?? []
          for (const { type, data } of events) {
            const stored: StoredEvent = {
              ...parseNewEvent(type, data),
              ...context,
              id: `0195512c-7d80-7000-8000-${String(log.length).padStart(DIGITS, '0')}`,
              schemaVersion: 1,
              position: Position.parse(log.length + 1),
              streamId,
              streamVersion: stream.length + 1,
              appendId: '0195512c-7d80-7000-8000-000000000000',
              payloadHash: sha256Hex(''),
            }
            stream.push(stored)
            log.push(stored)
          }
          streams.set(streamId, stream)
        }
        const eventCount = appends.reduce((sum, { events }) => sum + events.length, 0)
        return Promise.resolve({ lastPosition: Position.parse(log.length), eventCount })
      },
    },
    blobs: {
      put: (texts) => {
        for (const { sha256, text } of texts) blobs.set(sha256, text)
        return Promise.resolve()
      },
      get: (hashes) =>
        Promise.resolve(
          new Map(
            hashes.map((hash) => {
              const text = blobs.get(hash)
              if (text === undefined) throw new Error(`no blob ${hash}`)
              return [hash, text]
            }),
          ),
        ),
    },
    vectors: {
      put: (_, made) => {
        for (const { textSha256, vector } of made) vectors.set(textSha256, vector)
        return Promise.resolve()
      },
      get: (_, hashes) =>
        Promise.resolve(
          new Map(
            hashes.flatMap((hash) => {
              const vector = vectors.get(hash)
              return vector === undefined ? [] : [[hash, vector] as const]
            }),
          ),
        ),
    },
    slugs: {
      claim: (claims) => {
        for (const { slug, streamId } of claims) if (!owners.has(slug)) owners.set(slug, streamId)
        return Promise.resolve(new Map(owners))
      },
      ownerOf: (slug) => Promise.resolve(owners.get(slug) ?? null),
    },
    embedder: {
      model: 'test@1',
      dimensions: 1,
      embedPassages: (texts) => Promise.resolve(texts.map(() => Float32Array.of(1))),
    },
    cited: {
      citationsOf: () => Promise.resolve(cited.citations),
      read: (slugs) => Promise.resolve(cited.texts.filter(({ slug }) => slugs.includes(slug))),
      reach,
    },
    verifier: deterministicVerifier,
  }
  return { deps, log, cited }
}
export type MemoryDesk = ReturnType<typeof memoryDesk>
