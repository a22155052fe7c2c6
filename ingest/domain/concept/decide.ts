/** Decisions about concepts of a vocabulary (contracts/conventions/concepts.md). Pure. */
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type { Concept } from '#contracts/concept.ts'
import type { NewEvent, StoredEvent } from '#contracts/events/event.ts'
import { type ConceptId, StreamId } from '#contracts/ids.ts'
import { type DomainRefusal, refuse } from '../refusals.ts'

export const conceptStream = (id: ConceptId): StreamId => StreamId.parse(`concept-${id}`)

/** The concept as its facts left it; null: nobody defined it. */
export const conceptFrom = (facts: readonly StoredEvent[]): Concept | null => {
  let concept: Concept | null = null
  for (const { type, data } of facts) {
    if (type === 'ConceptDefined') concept = data.concept
    if (type === 'ConceptDeprecated' && concept !== null)
      concept = { ...concept, status: 'deprecated', replacedBy: data.replacedBy }
  }
  return concept
}

const isSame = (known: Concept | null, next: Concept): boolean =>
  known !== null && canonicalJson(known) === canonicalJson(next)

/**
 * States a concept as its vocabulary has it now; the same again is no fact. A concept stays in its
 * vocabulary.
 */
export const defineConcept = (
  concept: Concept,
  facts: readonly StoredEvent[],
): NewEvent[] | DomainRefusal => {
  const known = conceptFrom(facts)
  if (isSame(known, concept)) return []
  if (known !== null && known.vocabulary !== concept.vocabulary)
    return refuse('another-vocabulary', known.vocabulary)
  const defined: NewEvent = { type: 'ConceptDefined', data: { concept } }
  const isDeprecatedNow = concept.status === 'deprecated' && known?.status !== 'deprecated'
  return isDeprecatedNow
    ? [defined, { type: 'ConceptDeprecated', data: { replacedBy: concept.replacedBy } }]
    : [defined]
}
