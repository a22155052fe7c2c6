/** Collects what is held about one person, each item with its origin (infra/PRIVACY.md). */
import { type EventLog, isUnreadable } from '#contracts/events/append.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import {
  idOfPerson,
  type Instant,
  isPersonStream,
  LOG_START,
  type Position,
  type Sha256Hex,
} from '#contracts/ids.ts'
import { staffActor, StaffId } from '#contracts/staff.ts'
import type { Blobs } from '#ingest/ports.ts'
import type { Queryable } from '../../postgres/platform/pool.ts'
import {
  actsHeld,
  invitationsHeld,
  namingsHeld,
  scratchesHeld,
  staffHeld,
  usersHeld,
} from '../../postgres/privacy/held-rows.ts'
import { makeNameFinder, type NameFinder } from './find-name.ts'

/** Who is asked about. */
export type HeldQuery = {
  readonly names: readonly string[]
  readonly emails: readonly string[]
  /** A magistrate or lawyer. */
  readonly person: string | null
}

/** `origin`: a kind of fact or a table. */
export type HeldItem = { readonly origin: string } & Readonly<Record<string, unknown>>

export type HeldData = {
  readonly profile: 'held/1'
  readonly exportedAt: Instant
  /** Facts up to it were read. */
  readonly position: Position
  readonly asked: HeldQuery
  readonly items: readonly HeldItem[]
  /** Places that may have words and are not looked into. */
  readonly notSearched: readonly string[]
}

const NOT_SEARCHED = [
  'what editors have typed and not saved: a day at most, and then it is in the log or gone',
  'saved searches, kept receipts and watches of accounts: each account reads and deletes its own',
  'words that were erased: nobody can open them',
  'backups, archives of the write-ahead log, logs of the operator',
] as const

type Place = { readonly member: string; readonly text: string }

/** Every text among the members of an event, with its place. */
const textsIn = (value: unknown, member = ''): Place[] => {
  if (typeof value === 'string') return [{ member, text: value }]
  if (Array.isArray(value)) return value.flatMap((one, at) => textsIn(one, `${member}[${at}]`))
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, one]) =>
    textsIn(one, member === '' ? name : `${member}.${name}`),
  )
}

const originOf = ({ type, position, streamId, time, actor }: StoredEvent): HeldItem => ({
  origin: `log/${type}`,
  position,
  stream: streamId,
  at: time,
  by: actor,
})

/** The wording of a fact: which text and version it is. */
const wordingOf = ({ data }: StoredEvent): Readonly<Record<string, unknown>> => {
  if (!('content' in data)) return {}
  const { slug, title } = data.content
  return { slug, title, version: 'version' in data ? data.version : null }
}

type LongTexts = (hash: Sha256Hex) => Promise<string>

const namedIn = async (
  event: StoredEvent,
  find: NameFinder,
  longText: LongTexts,
): Promise<HeldItem[]> => {
  const places = textsIn(event.data)
  if ('content' in event.data) {
    const { sha256, utf8Bytes } = event.data.content.contentClean
    if (utf8Bytes > 0) places.push({ member: 'content.contentClean', text: await longText(sha256) })
  }
  return places.flatMap(({ member, text }): HeldItem[] => {
    const found = find(text)
    return found === null ? [] : [{ ...originOf(event), ...wordingOf(event), member, ...found }]
  })
}

/** Facts of and about a person who is known by an id. */
const isAbout = (event: StoredEvent, persons: ReadonlySet<string>): boolean =>
  (isPersonStream(event.streamId) && persons.has(idOfPerson(event.streamId))) ||
  (event.type === 'PersonNamed' && persons.has(event.data.personId))

const ENTRIES_PER_READ = 500

type Truth = { readonly log: Pick<EventLog, 'readEntries'>; readonly blobs: Blobs }

/** Long texts are read once, however many facts have them; the last one most often comes again. */
const longTexts = ({ blobs }: Truth): LongTexts => {
  let last: readonly [Sha256Hex, string] | null = null
  return async (hash) => {
    if (last?.[0] === hash) return last[1]
    const text = (await blobs.get([hash])).get(hash) ?? ''
    last = [hash, text]
    return text
  }
}

/**
 * Reads the whole log. Persons whom a name finds are added to `persons`: their later facts and
 * namings are theirs, too.
 */
const factsHeld = async (
  truth: Truth,
  find: NameFinder | null,
  persons: Set<string>,
  actors: ReadonlySet<string>,
  onPosition: (position: Position) => void,
): Promise<{ readonly items: HeldItem[]; readonly position: Position }> => {
  const items: HeldItem[] = []
  const longText = longTexts(truth)
  let position = LOG_START
  for (;;) {
    const entries = await truth.log.readEntries(position, ENTRIES_PER_READ)
    for (const entry of entries) {
      if (isUnreadable(entry)) continue
      const named = find === null ? [] : await namedIn(entry, find, longText)
      items.push(...named)
      if (entry.type === 'PersonRecorded' && named.length > 0)
        persons.add(idOfPerson(entry.streamId))
      else if (named.length === 0 && (isAbout(entry, persons) || actors.has(entry.actor)))
        items.push({ ...originOf(entry), ...(isAbout(entry, persons) ? { data: entry.data } : {}) })
    }
    position = entries.at(-1)?.position ?? position
    onPosition(position)
    if (entries.length < ENTRIES_PER_READ) return { items, position }
  }
}

const from = (origin: string, rows: readonly object[]): HeldItem[] =>
  rows.map((row) => ({ origin, ...row }))

/**
 * Everything that is held about a person, in the order of its origins. Throws the Faults of the
 * pool and of the log.
 */
export const collectHeld = async (
  on: Queryable,
  truth: Truth,
  asked: HeldQuery,
  exportedAt: Instant,
  onPosition: (position: Position) => void = () => undefined,
): Promise<HeldData> => {
  const emails = asked.emails.map((email) => email.toLowerCase())
  const staff = await staffHeld(on, emails, [])
  const actors = new Set<string>(staff.map(({ id }) => staffActor(StaffId.parse(id))))
  const users = await usersHeld(on, emails)
  const persons = new Set(asked.person === null ? [] : [asked.person])
  const find = makeNameFinder(asked.names)
  const { items, position } = await factsHeld(truth, find, persons, actors, onPosition)
  const ids = staff.map(({ id }) => id)
  return {
    profile: 'held/1',
    exportedAt,
    position,
    asked,
    items: [
      ...items,
      ...from('person_decisions', await namingsHeld(on, [...persons])),
      ...from('staff_people', staff),
      ...from('staff_invitations', await invitationsHeld(on, emails)),
      ...from('editor_scratches', await scratchesHeld(on, ids)),
      ...from('account_users', users),
      ...from(
        'audit_acts',
        await actsHeld(on, [...persons, ...ids, ...users.map(({ id }) => id)], [...actors]),
      ),
    ],
    notSearched: NOT_SEARCHED,
  }
}
