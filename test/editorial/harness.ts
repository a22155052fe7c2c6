/** The desk over ports in memory, and the people who use it. */
import { createHmac } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Act } from '#contracts/audit.ts'
import { Instant, Position } from '#contracts/ids.ts'
import { SCOPES_OF_ROLE, type SignedPerson, StaffId, type StaffRole } from '#contracts/staff.ts'
import { judgedBefore } from '#ingest/editorial/annotate/judged-before.ts'
import { editorWork } from '#ingest/editorial/desk/editor/work.ts'
import { preparedSources } from '#ingest/groundedness/prepared-sources.ts'
import { makeUploads } from '#ingest/editorial/desk/uploads.ts'
import { buildDesk, type DeskDeps } from '#ingest/editorial/app.ts'
import type { EditorialApiDeps } from '#ingest/editorial/api/deps.ts'
import type { Claim, IdempotentWrites, StoredAnswer } from '#ingest/editorial/api/ports.ts'
import { memoryDesk, type MemoryDesk } from '#ingest/editorial/desk.testing.ts'
import { memoryErasing } from '#ingest/editorial/erasure/memory.testing.ts'

export const BASE = '/api/v1/editorial'
const PEPPER = 'a pepper of more than thirty-two characters'

/** A person is named by roles and a number: `author`, `reviewer publisher 2`, `author -2fa`. */
const idOf = (name: string): StaffId => {
  const hex = createHmac('sha256', 'staff').update(name).digest('hex')
  return StaffId.parse(
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
  )
}

const isRole = (word: string): word is StaffRole => word in SCOPES_OF_ROLE

export const personNamed = (name: string): SignedPerson => {
  const words = name.split(' ')
  const roles = words.filter(isRole)
  return {
    id: idOf(name.replace(' -2fa', '')),
    name,
    roles,
    scopes: new Set(roles.flatMap((role) => SCOPES_OF_ROLE[role])),
    secondFactor: !words.includes('-2fa'),
  }
}

const tokenOf = (name: string): string => `svc_staff_${name.replaceAll(' ', '.')}`
const personOfToken = async (token: string): Promise<SignedPerson | null> =>
  token.startsWith('svc_staff_') && !token.endsWith('unknown')
    ? personNamed(token.slice('svc_staff_'.length).replaceAll('.', ' '))
    : null

type Kept = { readonly fingerprint: string; held: boolean; answer: StoredAnswer | null }

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const nameOf = ({ person, keyHmac }: Claim): string => `${person} ${hex(keyHmac)}`
const printOf = ({ fingerprint }: Claim): string => hex(fingerprint)

/** As the table: of two at once, one takes the key. */
export const memoryWrites = () => {
  const kept = new Map<string, Kept>()
  const writes: IdempotentWrites = {
    claim: async (claim) => {
      const found = kept.get(nameOf(claim))
      if (found === undefined) {
        kept.set(nameOf(claim), { fingerprint: printOf(claim), held: true, answer: null })
        return { state: 'taken' }
      }
      if (found.fingerprint !== printOf(claim)) return { state: 'conflict' }
      if (found.answer !== null) return { state: 'answered', answer: found.answer }
      if (found.held) return { state: 'in-progress' }
      found.held = true
      return { state: 'resumed' }
    },
    answer: async (claim, answer) => {
      const found = kept.get(nameOf(claim))
      if (found !== undefined) found.answer = answer
    },
    release: async (claim) => void kept.delete(nameOf(claim)),
    endHold: async (claim) => {
      const found = kept.get(nameOf(claim))
      if (found !== undefined) found.held = false
    },
    sweep: async () => false,
  }
  return { writes, kept }
}

const unused = (): never => {
  throw new Error('this test gave the operation no double')
}

export type Sent = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
  readonly text: string
}

export type Send = (
  who: string | null,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  options?: {
    readonly body?: unknown
    readonly key?: string | null
    readonly headers?: Record<string, string>
  },
) => Promise<Sent>

/** A text of one paragraph that cites nothing. */
export const TEXT = {
  title: 'La clause limitative',
  text: 'Un paragraphe de doctrine.',
  contentType: 'doctrine',
  language: 'fr',
} as const

export type Desk = {
  readonly app: FastifyInstance
  readonly send: Send
  readonly desk: MemoryDesk
  readonly acts: Act[]
  readonly log: () => string
}

/** The time of the next act: they follow one another by a second. */
const makeClock = () => {
  let time = Date.parse('2026-03-01T08:00:00.000Z')
  return (): Instant => {
    time += 1_000
    return Instant.parse(new Date(time).toISOString())
  }
}

export const makeDesk = (
  changes: Partial<EditorialApiDeps> = {},
  desk: MemoryDesk = memoryDesk(),
): Desk => {
  const head = async (): Promise<Position> => Position.parse(desk.log.length)
  const lines: string[] = []
  const acts: Act[] = []
  const api: EditorialApiDeps = {
    write: {
      ...desk.deps,
      audit: async (act) => void acts.push(act),
      head,
      beginnings: { after: async () => [] },
    },
    record: async (act) => void acts.push(act),
    board: { list: unused, counts: unused, position: unused, waitFor: unused },
    impact: { list: unused, settle: unused, reopen: unused, position: unused },
    erasing: memoryErasing(desk, async (act) => void acts.push(act)),
    searchConcepts: unused,
    work: editorWork({
      cited: desk.deps.cited,
      verifier: desk.deps.verifier,
      prepared: preparedSources(),
      judged: judgedBefore(),
      clock: () => performance.now(),
    }),
    uploads: makeUploads(join(tmpdir(), 'pandect-editorial-test'), () => Date.now()),
    runImport: unused,
    readers: {
      head,
      reach: async () => ({ position: await head(), knownBy: 'search-index' }),
      wait: async () => undefined,
    },
    clock: makeClock(),
    // The matrix sends thousands of requests as one person.
    limiter: { take: async () => ({ allowed: true, remaining: 1, resetSeconds: 1 }) },
    personOfToken,
    writes: memoryWrites().writes,
    pepper: PEPPER,
    ...changes,
  }
  const deps: DeskDeps = {
    api,
    desk: null,
    trustProxy: null,
    log: { level: 'trace', destination: { write: (line: string) => void lines.push(line) } },
    entailment: null,
    health: async () => ({ ready: true, position: Position.parse(0), lagEvents: 0 }),
  }
  const app = buildDesk(deps)
  let keys = 0
  const send: Send = async (who, method, path, { body, key, headers = {} } = {}) => {
    keys += 1
    const given = key === undefined && method !== 'GET' ? `key-${keys}` : key
    const options: InjectOptions = {
      method,
      url: path.startsWith('/') ? `${BASE}${path}` : path,
      headers: {
        ...(who === null ? {} : { authorization: `Bearer ${tokenOf(who)}` }),
        ...(given === undefined || given === null ? {} : { 'idempotency-key': given }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    }
    const answer = await app.inject(options)
    const isJson = String(answer.headers['content-type']).includes('json')
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: isJson && answer.body !== '' ? (answer.json() as Sent['body']) : {},
      text: answer.body,
    }
  }
  return { app, send, desk, acts, log: () => lines.join('') }
}
