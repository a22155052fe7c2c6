import type { Append } from '#contracts/events/append.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import type { Sha256Hex } from '#contracts/ids.ts'
import type {
  DecidedBatch,
  DecidedStream,
  EmbeddedBatch,
  Recorded,
  VersionToEmbed,
} from '../import/activities.ts'
import { embedVersions, type Wording } from './embed-versions.ts'
import { textCache } from './text-cache.ts'
import type { WriteContext, WriteDeps } from './write-deps.ts'

/**
 * UTF-16 units of texts that are cut and embedded at a time: a change of model may ask for many at
 * once.
 */
const EMBEDDED_UNITS_MAX = 8 * 1024 * 1024

type Task = VersionToEmbed & { readonly stream: number }

/** Consecutive tasks, as many as fit the bound, and one at least. */
const groupsOf = (tasks: readonly Task[]): Task[][] => {
  const groups: Task[][] = []
  let units = Number.POSITIVE_INFINITY
  for (const task of tasks) {
    const own = task.content.contentClean.utf16Units
    if (units + own > EMBEDDED_UNITS_MAX) {
      groups.push([])
      units = 0
    }
    groups.at(-1)?.push(task)
    units += own
  }
  return groups
}

/** Texts that the batch does not hold are fetched for their group and let go after it. */
const wordingsOf = async (
  deps: WriteDeps,
  batch: DecidedBatch,
  group: readonly Task[],
): Promise<Wording[]> => {
  const cache = textCache(deps.blobs)
  const isAtHand = (sha256: Sha256Hex): boolean => batch.texts.has(sha256)
  await cache.fetch(
    group.map(({ content }) => content.contentClean).filter(({ sha256 }) => !isAtHand(sha256)),
  )
  return group.map(({ version, content }) => {
    const { sha256 } = content.contentClean
    const contentClean = batch.texts.get(sha256) ?? cache.texts.get(sha256) ?? ''
    return { version, content, contentClean }
  })
}

/**
 * Adds to each stream the facts about the passages of its versions; their vectors are kept before.
 */
export const embedBatch = async (deps: WriteDeps, batch: DecidedBatch): Promise<EmbeddedBatch> => {
  const tasks = batch.streams.flatMap(({ toEmbed }, stream) =>
    toEmbed.map((version) => ({ ...version, stream })),
  )
  const added = new Map<number, ArticleEvent[]>()
  for (const group of groupsOf(tasks)) {
    const embedded = await embedVersions(deps, await wordingsOf(deps, batch, group))
    for (const [index, { stream }] of group.entries()) {
      added.set(stream, [...(added.get(stream) ?? []), ...(embedded[index] ?? [])])
    }
  }
  const streams = batch.streams.map((stream, index) => ({
    ...stream,
    events: [...stream.events, ...(added.get(index) ?? [])],
  }))
  return { ...batch, streams }
}

const referredTexts = ({ events }: DecidedStream): Sha256Hex[] =>
  events.flatMap(({ type, data }) =>
    type === 'Drafted' || type === 'Revised' || type === 'VersionPublished'
      ? [data.content.contentClean.sha256]
      : [],
  )

/**
 * Keeps the texts that the new facts refer to: before the facts, so that no fact ever refers to
 * nothing.
 */
const keepTexts = async (
  { blobs }: WriteDeps,
  { texts }: DecidedBatch,
  streams: readonly DecidedStream[],
): Promise<void> => {
  const hashes = [...new Set(streams.flatMap(referredTexts))]
  const kept = hashes.flatMap((sha256) => {
    const text = texts.get(sha256)
    return text === undefined ? [] : [{ sha256, text }]
  })
  if (kept.length > 0) await blobs.put(kept)
}

/**
 * Records a batch: its texts, then all its facts in one append. A batch without new facts appends
 * nothing.
 */
export const recordBatch = async (
  deps: WriteDeps,
  batch: EmbeddedBatch,
  context: WriteContext,
): Promise<Recorded> => {
  const streams = batch.streams.filter(({ events }) => events.length > 0)
  const others = batch.others ?? []
  if (streams.length + others.length === 0) return { position: null }
  await keepTexts(deps, batch, streams)
  const texts: Append[] = streams.map(({ streamId, expectedVersion, events }) => ({
    streamId,
    expectedVersion,
    events,
  }))
  const appends = [...texts, ...others]
  const answer = await deps.store.append(appends, context)
  return 'conflict' in answer ? 'moved-on' : { position: answer.lastPosition }
}
