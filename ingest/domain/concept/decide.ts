/** Decisions about concepts of a vocabulary (contracts/conventions/concepts.md). Pure. */
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type { Concept } from '#contracts/concept.ts'
import type { ConceptEvent } from '#contracts/events/event.ts'
import { CONCEPT_EVENTS } from '#contracts/events/others.ts'
import { type ConceptId, StreamId } from '#contracts/ids.ts'
import type { Decider } from '../decider.ts'
import { type DomainRefusal, refuse } from '../refusals.ts'

export const conceptStream = (id: ConceptId): StreamId => StreamId.parse(`concept-${id}`)

/** The concept as its vocabulary stated it last; null: nobody defined it. */
export type ConceptState = Concept | null
/** States a concept as its vocabulary has it now. */
export type DefineConcept = { readonly type: 'DefineConcept'; readonly concept: Concept }

const evolve = (state: ConceptState, { type, data }: ConceptEvent): ConceptState => {
  if (type === 'ConceptDefined') return data.concept
  return state && { ...state, status: 'deprecated', replacedBy: data.replacedBy }
}

const isSame = (known: ConceptState, next: Concept): boolean =>
  known !== null && canonicalJson(known) === canonicalJson(next)

/** The same concept again adds nothing. A concept stays in its vocabulary. */
const decide = (
  { concept }: DefineConcept,
  known: ConceptState,
): ConceptEvent[] | DomainRefusal => {
  if (isSame(known, concept)) return []
  if (known !== null && known.vocabulary !== concept.vocabulary)
    return refuse('another-vocabulary', known.vocabulary)
  const defined: ConceptEvent = { type: 'ConceptDefined', data: { concept } }
  const isDeprecatedNow = concept.status === 'deprecated' && known?.status !== 'deprecated'
  return isDeprecatedNow
    ? [defined, { type: 'ConceptDeprecated', data: { replacedBy: concept.replacedBy } }]
    : [defined]
}

export const conceptDecider: Decider<ConceptState, DefineConcept, ConceptEvent> = {
  initial: null,
  evolve,
  decide,
  events: CONCEPT_EVENTS,
}
