/**
 * Decisions about concepts that a machine took for a text. Pure. What stands already is no fact.
 */
import type { ArticleEvent } from '#contracts/events/event.ts'
import type { EventData } from '#contracts/events/event.ts'
import type { ConceptId } from '#contracts/ids.ts'
import type { ArticleFact } from './state.ts'

type Matched = EventData<'ConceptsMatched'>

/** The newest list; null: no machine ever looked. */
export const matchedOf = (facts: readonly ArticleFact[]): Matched | null =>
  facts.reduce<Matched | null>(
    (last, { type, data }) => (type === 'ConceptsMatched' ? data : last),
    null,
  )

const isSame = (a: Matched, b: Matched): boolean =>
  JSON.stringify([a.concepts, a.barred]) === JSON.stringify([b.concepts, b.barred])

/**
 * Records what a machine found, in the place of what it found before; what an editor barred stays
 * barred.
 */
export const decideMatched = (
  { method, concepts }: Pick<Matched, 'method' | 'concepts'>,
  facts: readonly ArticleFact[],
): ArticleEvent[] => {
  const before = matchedOf(facts)
  if (before === null && concepts.length === 0) return []
  const barred = before?.barred ?? []
  const left = concepts.filter(({ id }) => !barred.includes(id))
  const next: Matched = { method, concepts: left, barred }
  return before !== null && isSame(before, next) ? [] : [{ type: 'ConceptsMatched', data: next }]
}

/**
 * An editor takes a machine's concept away: it does not come back with the next match. Nothing
 * where it stands barred.
 */
export const decideBarred = (id: ConceptId, facts: readonly ArticleFact[]): ArticleEvent[] => {
  const before = matchedOf(facts)
  if (before === null || before.barred.includes(id)) return []
  const concepts = before.concepts.filter((one) => one.id !== id)
  const barred = [...before.barred, id].toSorted()
  return [{ type: 'ConceptsMatched', data: { method: before.method, concepts, barred } }]
}

/** An editor names a concept: a bar against it falls. */
export const decideUnbarred = (id: ConceptId, facts: readonly ArticleFact[]): ArticleEvent[] => {
  const before = matchedOf(facts)
  if (before === null || !before.barred.includes(id)) return []
  const barred = before.barred.filter((one) => one !== id)
  return [{ type: 'ConceptsMatched', data: { ...before, barred } }]
}
