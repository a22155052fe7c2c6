import type { EventLog } from '#contracts/events/append.ts'
import { Fault } from '#contracts/fault.ts'
import { LOG_START, type Position, type StreamId } from '#contracts/ids.ts'
import { stateOf } from '../domain/article/state.ts'
import { loadFacts, versionsToEmbed } from './article-facts.ts'
import { embedBatch, recordBatch } from './record-batch.ts'
import type { WriteContext, WriteDeps } from './write-deps.ts'

export const REEMBED = {
  /** Facts looked at in one page; the texts among them are embedded together. */
  factsPerPage: 500,
} as const

export type ReembedDeps = {
  readonly write: WriteDeps
  readonly log: Pick<EventLog, 'read' | 'head'>
  /** Throws where the work is to stop; asked before each page is written. */
  readonly throwIfStopped?: () => void
}

export type ReembeddedPage = {
  readonly position: Position
  readonly upTo: Position
  readonly versions: number
}

const embedStreams = async (
  { write, throwIfStopped }: ReembedDeps,
  ids: readonly StreamId[],
  context: WriteContext,
): Promise<number> => {
  const facts = await loadFacts(write.store, ids)
  const streams = [...facts].flatMap(([streamId, own]) => {
    const toEmbed = versionsToEmbed(own, write.embedder.model)
    const expectedVersion = stateOf(own).streamVersion
    return toEmbed.length === 0 ? [] : [{ streamId, expectedVersion, events: [], toEmbed }]
  })
  const batch = { streams, outcomes: [], notes: [], texts: new Map() }
  throwIfStopped?.()
  const recorded = await recordBatch(write, await embedBatch(write, batch), context)
  if (recorded === 'moved-on') {
    throw new Fault('streams-busy', 'others wrote to these texts meanwhile', {
      retryAfterMs: 1_000,
      hint: 'run it again: what is done is not done twice',
    })
  }
  return streams.reduce((sum, { toEmbed }) => sum + toEmbed.length, 0)
}

/**
 * Gives the published wordings of one page of the log their passages in the present model. `upTo`
 * is the end of the log when the work began, so that its own facts are not read again; null: now.
 * Repeated, it does nothing: a wording that has its passages in the model is passed over. Throws
 * Fault `streams-busy`.
 */
export const reembedPage = async (
  deps: ReembedDeps,
  page: {
    readonly context: WriteContext
    readonly after: Position
    readonly upTo: Position | null
  },
): Promise<ReembeddedPage> => {
  const end = page.upTo ?? (await deps.log.head())
  const read = await deps.log.read(page.after, REEMBED.factsPerPage)
  const events = read.filter(({ position }) => position <= end)
  const published = events.filter(({ type }) => type === 'VersionPublished')
  const ids = [...new Set(published.map(({ streamId }) => streamId))]
  const versions = ids.length === 0 ? 0 : await embedStreams(deps, ids, page.context)
  return { position: events.at(-1)?.position ?? end, upTo: end, versions }
}

/** All pages, one after the other. `onPage` hears how far it is. */
export const reembedAll = async (
  deps: ReembedDeps,
  context: WriteContext,
  onPage: (page: ReembeddedPage) => void = () => undefined,
): Promise<number> => {
  let page: ReembeddedPage = { position: LOG_START, upTo: await deps.log.head(), versions: 0 }
  let versions = 0
  while (page.position < page.upTo) {
    page = await reembedPage(deps, { context, after: page.position, upTo: page.upTo })
    versions += page.versions
    onPage(page)
  }
  return versions
}
