/** Texts as they were at a position of the log. */
import { isUnreadable } from '#contracts/events/append.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import { type ArticleId, articleStream, type Position, type StreamId } from '#contracts/ids.ts'
import type { Generation } from '../ports.ts'
import { fold, NEW_TEXT, type TextState } from '../projections/articles/text-state.ts'
import { type CitatorSources, citatorsOf } from '../projections/surroundings.ts'
import type { ScanSources } from './ports.ts'

/** Events of one read. */
const EVENTS_PER_READ = 200

/**
 * Folds the events of a stream up to a position, as the projector had done by then. What other
 * streams say of the text is left out.
 */
export const stateAt = async (
  { readStream }: Pick<ScanSources, 'readStream'>,
  streamId: StreamId,
  position: Position,
): Promise<TextState> => {
  let state = NEW_TEXT
  for (;;) {
    const entries = await readStream(streamId, state.streamVersion, EVENTS_PER_READ)
    const events: StoredEvent[] = []
    for (const entry of entries) {
      if (entry.position > position || isUnreadable(entry)) break
      events.push(entry)
    }
    const folded = fold(state, events)
    state = folded.state
    if (folded.stop !== null || events.length < EVENTS_PER_READ) return state
  }
}

type Text = { readonly articleId: ArticleId; readonly state: TextState }

/**
 * These texts as they were at the position, without what other streams said of those that changed.
 */
export const textsAt = async (
  sources: Pick<ScanSources, 'changedSince' | 'readStream'>,
  position: Position,
  texts: readonly Text[],
): Promise<Text[]> => {
  const streams = texts.map(({ articleId }) => articleStream(articleId))
  const changed = await sources.changedSince(streams, position)
  const before: Text[] = []
  for (const { articleId, state } of texts) {
    const stream = articleStream(articleId)
    before.push({
      articleId,
      state: changed.has(stream) ? await stateAt(sources, stream, position) : state,
    })
  }
  return before
}

const upTo = <T extends { readonly position: Position }>(
  facts: readonly T[],
  position: Position,
): T[] => facts.filter((fact) => fact.position <= position)

/**
 * Sources of colours as they were at the position. Facts of the citator are only ever added, and
 * each has its position; the texts that others rely on are taken as they were, too.
 */
const citatorSourcesAt = (sources: ScanSources, position: Position): CitatorSources => ({
  texts: {
    load: async (generation, ids) => {
      const now = await sources.states.load(generation, ids)
      const texts = [...now].map(([articleId, state]) => ({ articleId, state }))
      const before = await textsAt(sources, position, texts)
      return new Map(before.map(({ articleId, state }) => [articleId, state]))
    },
  },
  facts: {
    about: async (generation, ids) =>
      new Map(
        [...(await sources.facts.about(generation, ids))].flatMap(([id, facts]) => {
          const known = upTo(facts, position)
          return known.length === 0 ? [] : [[id, known] as const]
        }),
      ),
    aboutNames: async (generation, names) =>
      (await sources.facts.aboutNames(generation, names)).filter(
        ({ fact }) => fact.position <= position,
      ),
  },
})

/**
 * Texts of the position with what the citator said of them by then, so that their colours and
 * treatments are those that the read models had.
 */
export const withCitatorAt = async (
  sources: ScanSources,
  generation: Generation,
  position: Position,
  texts: readonly Text[],
): Promise<Text[]> => {
  const citators = await citatorsOf(citatorSourcesAt(sources, position), generation, texts)
  return texts.map(({ articleId, state }) => ({
    articleId,
    state: { ...state, citator: citators.get(articleId) ?? null },
  }))
}
