import { test } from 'vitest'
import { Concept } from '#contracts/concept.ts'
import type { ConceptEvent } from '#contracts/events/event.ts'
import { conceptIdOf } from '#contracts/canonical/identity.ts'
import { given as givenDecider } from '../../../test/decider-spec.ts'
import { conceptDecider } from './decide.ts'

const given = (...events: readonly ConceptEvent[]) => givenDecider(conceptDecider, events)

const URI = 'http://eurovoc.europa.eu/1234'
const concept = Concept.parse({
  id: conceptIdOf(URI),
  vocabulary: 'eurovoc',
  externalId: URI,
  prefLabel: { fr: 'bail' },
  altLabel: {},
  definition: {},
  broader: [],
  narrower: [],
  related: [],
  exactMatch: [],
  status: 'current',
  replacedBy: null,
})
const define = (over: Partial<Concept> = {}) =>
  ({ type: 'DefineConcept', concept: { ...concept, ...over } }) as const
const defined: ConceptEvent = { type: 'ConceptDefined', data: { concept } }
const retired = define({ status: 'deprecated' })

test('a concept is defined once, and again where its vocabulary changed it', () => {
  given().when(define()).thenEvents(defined)
  given(defined).when(define()).thenNothing()
  given(defined)
    .when(define({ prefLabel: { fr: 'location' } }))
    .thenEventTypes('ConceptDefined')
})
test('a concept is deprecated once', () => {
  given(defined).when(retired).thenEventTypes('ConceptDefined', 'ConceptDeprecated')
  given(
    { type: 'ConceptDefined', data: { concept: retired.concept } },
    { type: 'ConceptDeprecated', data: { replacedBy: null } },
  )
    .when(retired)
    .thenNothing()
})
test('a concept stays in its vocabulary', () => {
  given(defined)
    .when(define({ vocabulary: 'lkif' }))
    .thenRefused('another-vocabulary')
})
