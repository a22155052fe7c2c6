/** Activity of a change of the embedding model: gives every published wording its passages in the present model. */
import { z } from 'zod'
import type { EventLog } from '#contracts/events/append.ts'
import { Position, type StreamId } from '#contracts/ids.ts'
import { loadFacts, versionsToEmbed } from '#ingest/handlers/article-facts.ts'
import { embedBatch, recordBatch } from '#ingest/handlers/record-batch.ts'
import type { WriteDeps } from '#ingest/handlers/write-deps.ts'
import { stateOf } from '#ingest/domain/article-state.ts'
import { Fault } from '#contracts/fault.ts'
import { activityOf, throwIfCancelled } from './heartbeat.ts'
import { ActContext } from './payloads.ts'

/** Facts looked at in one activity; the texts among them are embedded together. */
const FACTS_PER_PAGE = 500

export const ReembedPage = z.strictObject({
  context: ActContext,
  after: Position,
  /** The end of the log when the workflow began: its own facts are not read again. null: now. */
  upTo: Position.nullable(),
})
export type ReembedPage = z.infer<typeof ReembedPage>

export type ReembeddedPage = {
  readonly position: Position
  readonly upTo: Position
  readonly versions: number
}

export type ReembedActivities = { reembedPage(page: ReembedPage): Promise<ReembeddedPage> }

export type ReembedDeps = {
  readonly write: WriteDeps
  readonly log: Pick<EventLog, 'read' | 'head'>
}

const embedStreams = async (
  { write }: ReembedDeps,
  ids: readonly StreamId[],
  context: ActContext,
): Promise<number> => {
  const facts = await loadFacts(write.store, ids)
  const streams = [...facts].flatMap(([streamId, own]) => {
    const toEmbed = versionsToEmbed(own, write.embedder.model)
    const expectedVersion = stateOf(own).streamVersion
    return toEmbed.length === 0 ? [] : [{ streamId, expectedVersion, events: [], toEmbed }]
  })
  const batch = { streams, outcomes: [], notes: [], texts: new Map() }
  throwIfCancelled()
  const recorded = await recordBatch(write, await embedBatch(write, batch), context)
  if (recorded === 'moved-on') {
    throw new Fault('streams-busy', 'others wrote to these texts meanwhile', {
      retryAfterMs: 1_000,
    })
  }
  return streams.reduce((sum, { toEmbed }) => sum + toEmbed.length, 0)
}

/** Repeated, it does nothing: a wording that has its passages in the model is passed over. */
export const reembedActivities = (deps: ReembedDeps): ReembedActivities => ({
  reembedPage: activityOf(ReembedPage, async ({ context, after, upTo }) => {
    const end = upTo ?? (await deps.log.head())
    const page = await deps.log.read(after, FACTS_PER_PAGE)
    const events = page.filter(({ position }) => position <= end)
    const published = events.filter(({ type }) => type === 'VersionPublished')
    const ids = [...new Set(published.map(({ streamId }) => streamId))]
    const versions = ids.length === 0 ? 0 : await embedStreams(deps, ids, context)
    return { position: events.at(-1)?.position ?? end, upTo: end, versions }
  }),
})
