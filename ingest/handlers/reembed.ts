import type { EventLog } from '#contracts/events/append.ts'
import { Fault } from '#contracts/fault.ts'
import { LOG_START, type Position, type StreamId } from '#contracts/ids.ts'
import { articleDecider } from '../domain/article/decide.ts'
import { versionsToEmbed } from '../domain/article/state.ts'
import { handleBatch } from '../command-handler/command-handler.ts'
import { type EmbedDeps, embedStreams } from '../import/embed.ts'
import type { ImportDeps, WriteContext } from '../command-handler/write-deps.ts'

export const REEMBED = {
  /** Events read in one page; their texts are embedded together. */
  factsPerPage: 500,
} as const

export type ReembedDeps = {
  readonly write: EmbedDeps & Pick<ImportDeps, 'store'>
  readonly log: Pick<EventLog, 'read' | 'head'>
  /** Called before each page; throws to stop the work. */
  readonly throwIfStopped?: () => void
}

export type ReembeddedPage = {
  readonly position: Position
  readonly upTo: Position
  readonly versions: number
}

const streamsBusy = (): Fault =>
  new Fault('streams-busy', 'others wrote to these texts meanwhile', {
    retryAfterMs: 1_000,
    hint: 'run it again: what is recorded is found',
  })

/** Computing vectors takes long, so the caller retries after a conflict. */
const embedTexts = async (
  { write, throwIfStopped }: ReembedDeps,
  ids: readonly StreamId[],
  context: WriteContext,
): Promise<number> => {
  const { store, embedder } = write
  const { answer } = await handleBatch(
    store,
    articleDecider,
    ids,
    context,
    async (texts) => {
      const streams = [...texts.values()].map((text) => ({
        ...text,
        toEmbed: versionsToEmbed(text.state, embedder.model),
      }))
      throwIfStopped?.()
      const versions = streams.reduce((sum, { toEmbed }) => sum + toEmbed.length, 0)
      return { streams: await embedStreams(write, streams, new Map()), answer: versions }
    },
    { tries: 1, busy: streamsBusy },
  )
  return answer
}

/**
 * Embeds the published wordings of one page of the log in the current model. `upTo` is the head of
 * the log when the work began, so that it skips its own events; null: now. A wording with passages
 * in the model is skipped. Throws Fault `streams-busy`.
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
  const versions = ids.length === 0 ? 0 : await embedTexts(deps, ids, page.context)
  return { position: events.at(-1)?.position ?? end, upTo: end, versions }
}

/** Runs all pages; `onPage` reports the progress. */
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
