import type { Concept } from '#contracts/concept.ts'
import type { Suggestion, SuggestQuery } from '#contracts/http/suggest.ts'
import type { ArticleId, Position } from '#contracts/ids.ts'
import type { Generation } from '../ports.ts'
import type { HeldText, SuggestionSource } from './ports.ts'
import {
  buildSuggestIndex,
  type PreparedText,
  preparedText,
  type SuggestedConcept,
  type SuggestIndex,
} from './suggest-index.ts'

/** How the list in memory follows the corpus. */
const FOLLOW = {
  /** A change is seen within this time, or so many times what a load takes, up to a bound. */
  lookEveryMs: 2_000,
  loadsApart: 20,
  lookEveryMsMax: 15_000,
  /** After so long without a question the next one waits for what changed. */
  idleMs: 20_000,
  textsPerList: 5_000,
  textsPerRead: 200,
  /** Further texts are found by search alone. */
  textsMax: 200_000,
} as const

export type Suggestions = {
  /** Waits for the first load only. Throws the faults of its source until it has loaded once. */
  suggest(
    query: SuggestQuery,
  ): Promise<{ readonly suggestions: readonly Suggestion[]; readonly position: Position }>
  /** Loads the list; a fault is that of the next question. */
  load(): void
}

const conceptOf = ({ id, prefLabel, altLabel }: Concept): SuggestedConcept => ({
  id,
  labels: [...new Set([...Object.values(prefLabel), ...Object.values(altLabel).flat()])],
})

type Loaded = {
  readonly generation: Generation
  readonly position: Position
  readonly texts: ReadonlyMap<ArticleId, { readonly revision: number; readonly text: PreparedText }>
  readonly index: SuggestIndex
}

const allHeld = async (source: SuggestionSource): Promise<HeldText[]> => {
  const held: HeldText[] = []
  while (held.length < FOLLOW.textsMax) {
    const page = await source.textsAfter(held.at(-1)?.id ?? null, FOLLOW.textsPerList)
    held.push(...page)
    if (page.length < FOLLOW.textsPerList) break
  }
  return held.slice(0, FOLLOW.textsMax)
}

/** Reads what changed since the last load, and builds the index anew. */
const loadAfter = async (source: SuggestionSource, before: Loaded | null): Promise<Loaded> => {
  const { generation, position } = await source.state()
  if (before?.generation === generation && before.position === position) return before
  const held = await allHeld(source)
  const known = before?.generation === generation ? before.texts : new Map()
  const isKnown = ({ id, revision }: HeldText): boolean => known.get(id)?.revision === revision
  const changed = held.filter((one) => !isKnown(one))
  const texts = new Map<ArticleId, { revision: number; text: PreparedText }>()
  for (const one of held) {
    const kept = isKnown(one) ? known.get(one.id) : undefined
    if (kept !== undefined) texts.set(one.id, kept)
  }
  const revisions = new Map(held.map(({ id, revision }) => [id, revision]))
  for (let at = 0; at < changed.length; at += FOLLOW.textsPerRead) {
    const ids = changed.slice(at, at + FOLLOW.textsPerRead).map(({ id }) => id)
    for (const { id, ...text } of await source.readTexts(ids))
      texts.set(id, { revision: revisions.get(id) ?? 0, text: preparedText(text) })
  }
  const concepts = (await Array.fromAsync(source.concepts(generation))).map(conceptOf)
  const index = await buildSuggestIndex(
    [...texts.values()].map(({ text }) => text),
    concepts,
  )
  return { generation, position, texts, index }
}

/**
 * Suggestions from a list in memory that follows the corpus: a question never waits for a change,
 * so its answer may be some seconds old. `clock` is monotonic, in milliseconds.
 */
export const makeSuggestions = (
  source: SuggestionSource,
  clock: () => number = () => performance.now(),
): Suggestions => {
  let loaded: Loaded | null = null
  let loading: Promise<Loaded> | null = null
  let lookAgainAt = Number.NEGATIVE_INFINITY

  const look = (): Promise<Loaded> => {
    if (loading !== null) return loading
    const begun = clock()
    loading = loadAfter(source, loaded)
      .then((next) => (loaded = next))
      .finally(() => {
        loading = null
        const took = clock() - begun
        const pause = Math.max(FOLLOW.lookEveryMs, FOLLOW.loadsApart * took)
        lookAgainAt = clock() + Math.min(pause, FOLLOW.lookEveryMsMax)
      })
    return loading
  }
  return {
    load: () => void look().catch(() => undefined),
    suggest: async (query) => {
      // A list that was loaded before the first import is of no use to anybody.
      const isEmpty = loaded === null || loaded.texts.size === 0
      if (isEmpty || clock() > lookAgainAt + FOLLOW.idleMs) await look()
      else if (clock() > lookAgainAt) void look().catch(() => undefined)
      const { index, position } = loaded ?? (await look())
      return { suggestions: index.suggest(query), position }
    },
  }
}
