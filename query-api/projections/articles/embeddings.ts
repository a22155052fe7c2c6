import type { Passage } from '#contracts/events/article.ts'
import type { EventData } from '#contracts/events/event.ts'

type EmbeddedHeadnote = EventData<'PassagesEmbedded'>['headnotes'][number]

type Batch = {
  readonly batch: number
  readonly passages: readonly Passage[]
  readonly headnotes: readonly EmbeddedHeadnote[]
}

/**
 * One model's passages of one wording: the last set that is whole, and the one that is still
 * arriving.
 */
export type Embedding = {
  readonly model: string
  readonly whole: {
    /** Stream version of the event that made it whole: the order in which models became usable. */
    readonly since: number
    readonly passages: readonly Passage[]
    readonly headnotes: readonly EmbeddedHeadnote[]
  } | null
  readonly arriving: { readonly batches: number; readonly parts: readonly Batch[] } | null
}

/** The passages that an entry carries, with the model that they belong to. */
export type UsableEmbedding = {
  readonly model: string
  readonly passages: readonly Passage[]
  readonly headnotes: readonly EmbeddedHeadnote[]
}

const withBatch = (
  arriving: Embedding['arriving'],
  event: EventData<'PassagesEmbedded'>,
): NonNullable<Embedding['arriving']> => {
  const kept = arriving?.batches === event.batches ? arriving.parts : []
  const part: Batch = { batch: event.batch, passages: event.passages, headnotes: event.headnotes }
  return {
    batches: event.batches,
    parts: [...kept.filter(({ batch }) => batch !== event.batch), part],
  }
}

/**
 * Takes one batch in. A set counts once all its batches are there, in whatever order; until then
 * the set before it goes on being used, so that a text never loses its vectors while it is embedded
 * again.
 */
export const withPassages = (
  embeddings: readonly Embedding[],
  event: EventData<'PassagesEmbedded'>,
  streamVersion: number,
): readonly Embedding[] => {
  const before = embeddings.find(({ model }) => model === event.model)
  const arriving = withBatch(before?.arriving ?? null, event)
  const parts = arriving.parts.toSorted((a, b) => a.batch - b.batch)
  const whole = {
    since: streamVersion,
    passages: parts.flatMap(({ passages }) => passages).toSorted((a, b) => a.ordinal - b.ordinal),
    headnotes: parts.flatMap(({ headnotes }) => headnotes),
  }
  const after: Embedding =
    parts.length === arriving.batches
      ? { model: event.model, whole, arriving: null }
      : { model: event.model, whole: before?.whole ?? null, arriving }
  return [...embeddings.filter(({ model }) => model !== event.model), after]
}

/**
 * The whole set of one model, or, where no model is named, the one that became whole last; else
 * null.
 */
export const usableEmbedding = (
  embeddings: readonly Embedding[],
  model: string | null,
): UsableEmbedding | null => {
  const usable = embeddings
    .flatMap((one) => (one.whole === null ? [] : [{ model: one.model, ...one.whole }]))
    .filter((one) => model === null || one.model === model)
    .toSorted((a, b) => a.since - b.since)
    .at(-1)
  return usable === undefined
    ? null
    : { model: usable.model, passages: usable.passages, headnotes: usable.headnotes }
}
