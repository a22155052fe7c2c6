/**
 * Erasures that were requested, erasures that were carried out, and the parts of a text that may be
 * erased.
 */
import type { PersonEvent, StoredArticleEvent, StoredEvent } from '#contracts/events/event.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import {
  type ArticleId,
  articleIdOfStream,
  idOfPerson,
  type Instant,
  isPersonStream,
  type Position,
  type SemVer,
  type Slug,
  type StreamId,
} from '#contracts/ids.ts'
import { loadText } from '../../command-handler/text-handler.ts'
import { articleDecider } from '../../domain/article/decide.ts'
import {
  type ArticleState,
  knownWordingOf,
  type RequestedErasure,
  stateOf,
} from '../../domain/article/state.ts'
import { stateAfter } from '../../domain/decider.ts'
import { personDecider } from '../../domain/person/decide.ts'
import type { Asked } from '../../domain/two-persons.ts'
import type { EventStore } from '../../ports.ts'
import { erasedIn, isErasure } from './certify.ts'
import type { ErasureDeps } from './erase.ts'
import type { ErasureFinishing, ErasureProgress, ErasureTexts } from './ports.ts'

/** An erasure that somebody asked for, and what became of it. */
export type ErasureEntry = RequestedErasure & {
  /** null: a person is erased. */
  readonly articleId: ArticleId | null
  /** null: a text is erased. */
  readonly personId: string | null
  /** null: nothing of the text is left, its slug included; or it is a person. */
  readonly slug: Slug | null
  readonly requestedBy: string
  readonly requestedAt: Instant
  /** null: a second person has to confirm it. */
  readonly erased: {
    readonly by: string
    readonly at: Instant
    readonly position: Position
    /** Keys that were destroyed. */
    readonly keys: number
    /** What follows; null: nobody looked. */
    readonly finishing: ErasureFinishing | null
  } | null
}

export type OverviewDeps = {
  readonly store: Pick<EventStore, 'readStreams'>
  readonly texts: ErasureTexts
  readonly progress: ErasureProgress
}

/** What erasing at the desk and through the editorial API needs. */
export type ErasingDeps = ErasureDeps & Omit<OverviewDeps, 'store'>

const isOfText = (event: StoredEvent): event is StoredArticleEvent =>
  Object.hasOwn(articleDecider.events, event.type)
const isOfPerson = (event: StoredEvent): event is StoredEvent & PersonEvent =>
  Object.hasOwn(personDecider.events, event.type)

type Subject = Pick<ErasureEntry, 'articleId' | 'personId' | 'slug'>
type Requested = (RequestedErasure & Asked) | null

/** What is erased, and the request that waits. */
const subjectOf = (
  streamId: StreamId,
  events: readonly StoredEvent[],
): readonly [Subject, Requested] => {
  if (!isPersonStream(streamId)) {
    const { slug, erasure } = stateOf(events.filter(isOfText))
    return [{ articleId: articleIdOfStream(streamId), personId: null, slug }, erasure.requested]
  }
  const { requested } = stateAfter(personDecider, events.filter(isOfPerson))
  return [
    { articleId: null, personId: idOfPerson(streamId), slug: null },
    requested && { ...requested, versions: [], whole: true, thread: null },
  ]
}

/** The erasures of one text or person, the latest first. */
const entriesOf = (streamId: StreamId, events: readonly StoredEvent[]): ErasureEntry[] => {
  const [of, requested] = subjectOf(streamId, events)
  const entries: ErasureEntry[] = []
  let requestedAt: Instant | null = null
  for (const event of events) {
    const { type, actor, time, position } = event
    if (type === 'ErasureRequested') requestedAt = time
    if (!isErasure(event)) continue
    const { keys, ...what } = erasedIn(event)
    entries.push({
      ...of,
      ...what,
      thread: event.type === 'WordingErased' ? event.data.thread : null,
      requestedBy: event.data.requestedBy,
      requestedAt: requestedAt ?? time,
      erased: { by: actor, at: time, position, keys: keys.length, finishing: null },
    })
  }
  if (requested !== null) {
    const { by, at, ...wanted } = requested
    entries.push({ ...of, ...wanted, requestedBy: by, requestedAt: at, erased: null })
  }
  return entries.toReversed()
}

const withFinishing = async (
  { progress }: Pick<OverviewDeps, 'progress'>,
  entries: readonly ErasureEntry[],
): Promise<readonly ErasureEntry[]> => {
  const known = await progress.of(entries.flatMap(({ erased }) => erased?.position ?? []))
  return entries.map((entry) =>
    entry.erased === null
      ? entry
      : {
          ...entry,
          erased: { ...entry.erased, finishing: known.get(entry.erased.position) ?? null },
        },
  )
}

const latest = ({ requestedAt, erased }: ErasureEntry): Instant => erased?.at ?? requestedAt

/**
 * Erasures of the texts and persons touched last; `requested`: those that wait for a second person.
 */
export const listErasures = async (
  deps: OverviewDeps,
  limit: number,
  { requested }: { readonly requested: boolean },
): Promise<readonly ErasureEntry[]> => {
  const ids = await deps.texts.list(limit, { requested })
  const streams = await deps.store.readStreams(ids)
  const entries = ids
    .flatMap((id) => entriesOf(id, streams.get(id) ?? []))
    .filter(({ erased }) => !requested || erased === null)
    .toSorted((a, b) => latest(b).localeCompare(latest(a)))
  return withFinishing(deps, entries.slice(0, limit))
}

/** An erasure that was carried out. */
export type DoneErasure = ErasureEntry & { readonly erased: NonNullable<ErasureEntry['erased']> }

/** The erasure whose fact has this position. */
export const findErasure = async (
  deps: OverviewDeps,
  position: Position,
): Promise<DoneErasure | null> => {
  const id = await deps.texts.at(position)
  if (id === null) return null
  const events = (await deps.store.readStreams([id])).get(id) ?? []
  const entries = await withFinishing(deps, entriesOf(id, events))
  for (const { erased, ...entry } of entries)
    if (erased?.position === position) return { ...entry, erased }
  return null
}

/** Why a version stays; null: it can be erased. */
export type KeptVersion = 'already-erased' | 'version-live'

/** What of a text may be erased, and what was. */
export type ErasureView = {
  readonly slug: Slug
  /** Null: no wording is left. */
  readonly title: string | null
  readonly articleId: ArticleId
  readonly versions: readonly {
    readonly version: SemVer
    readonly recordedAt: Instant
    readonly kept: KeptVersion | null
  }[]
  /** Why the whole text stays; null: it can be erased. */
  readonly wholeKept: 'already-erased' | 'erasure-not-deleted' | null
  readonly entries: readonly ErasureEntry[]
}

const keptVersion = (
  { erasure, publicStatus, published }: ArticleState,
  { version, sha256Hash }: ArticleState['versions'][number],
): KeptVersion | null => {
  if (erasure.whole || erasure.versions.has(version)) return 'already-erased'
  if (publicStatus !== 'published' || published === null) return null
  // The same words under another number stay, too.
  return published.sha256Hash === sha256Hash ? 'version-live' : null
}

const wholeKept = ({ erasure, publicStatus }: ArticleState): ErasureView['wholeKept'] => {
  if (erasure.whole) return 'already-erased'
  return publicStatus === 'deleted' ? null : 'erasure-not-deleted'
}

/** The erasures of the text with this slug. Refusal `text-unknown`. */
export const viewErasures = async (
  deps: ErasingDeps,
  slug: Slug,
): Promise<ErasureView | Refusal> => {
  const text = await loadText(deps, slug)
  if (isRefusal(text)) return text
  const { streamId, state } = text
  const events = (await deps.store.readStreams([streamId])).get(streamId) ?? []
  const { versions } = state
  return {
    slug: state.slug ?? slug,
    title: knownWordingOf(state)?.title ?? null,
    articleId: articleIdOfStream(streamId),
    versions: versions.map((entry) => ({
      version: entry.version,
      recordedAt: entry.recordedAt,
      kept: keptVersion(state, entry),
    })),
    wholeKept: wholeKept(state),
    entries: await withFinishing(deps, entriesOf(streamId, events)),
  }
}
