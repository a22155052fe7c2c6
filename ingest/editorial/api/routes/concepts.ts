/** Concepts: search in the vocabularies, assign and take away. */
import { z } from 'zod'
import { Concept, VocabularyName } from '#contracts/concept.ts'
import { isRefusal } from '#contracts/fault.ts'
import { ConceptId } from '#contracts/ids.ts'
import { assigning, conceptNamed, loadVocabulary, unassigning } from '../../../handlers/concepts.ts'
import type { EditorialDeps } from '../deps.ts'
import { ANYBODY, defineRead, defineWrite, type Endpoint } from '../endpoint.ts'
import { reviseBy } from '../revise-by.ts'
import { WriteOutcome } from '../schemas/outcome.ts'
import { SlugParams, wholeText } from '../schemas/parameters.ts'
import { streamOfSlug } from '../slugs.ts'

const LIMIT = { max: 50, default: 20 } as const

const ConceptQuery = z.strictObject({
  words: z.string().trim().min(1).max(200).describe('Words of a label.'),
  vocabulary: VocabularyName.optional().describe('Default: all of them.'),
  limit: wholeText(1, LIMIT.max).optional(),
})
const Concepts = z.object({ concepts: z.array(Concept) })

const searchConcepts = (deps: EditorialDeps): Endpoint =>
  defineRead({
    operationId: 'searchConcepts',
    method: 'GET',
    path: '/concepts',
    scopes: ANYBODY,
    summary: 'Search the vocabularies',
    description: 'Concepts with a label that has the words, closest first.',
    tag: 'Concepts',
    querystring: ConceptQuery,
    answer: Concepts,
    refusals: {},
    handle: async ({ query: { words, vocabulary = null, limit = LIMIT.default } }) => ({
      body: { concepts: [...(await deps.searchConcepts(words, vocabulary, limit))] },
    }),
  })

const ConceptParams = SlugParams.extend({ concept: ConceptId })
type ConceptParams = z.infer<typeof ConceptParams>

const AssignBody = z.strictObject({
  relevancePercent: z.int().min(0).max(100).nullable().default(null),
})

const assignConcept = (deps: EditorialDeps): Endpoint =>
  defineWrite<z.infer<typeof AssignBody>, ConceptParams>({
    operationId: 'assignConcept',
    method: 'PUT',
    path: '/texts/:slug/concepts/:concept',
    scopes: ['editorial:draft'],
    summary: 'Assign a concept in the draft',
    description:
      'The concept becomes part of the wording and its hash. A deprecated one gives its replacement.',
    tag: 'Concepts',
    params: ConceptParams,
    body: AssignBody,
    answer: WriteOutcome,
    refusals: { 404: '`not_found`: there is no such text or concept.' },
    streamOf: streamOfSlug(deps.write.slugs),
    handle: async ({ person, params, body: { relevancePercent } }, stamp) => {
      const concept = conceptNamed(await loadVocabulary(deps.write), params.concept)
      if (isRefusal(concept)) return concept
      const line = { kind: 'concept.assigned', data: { conceptId: concept.id } } as const
      const change = assigning(concept.id, relevancePercent)
      return reviseBy(deps, person, params, { change, line }, stamp)
    },
  })

const unassignConcept = (deps: EditorialDeps): Endpoint =>
  defineWrite<undefined, ConceptParams>({
    operationId: 'unassignConcept',
    method: 'DELETE',
    path: '/texts/:slug/concepts/:concept',
    scopes: ['editorial:draft'],
    summary: 'Take a concept away in the draft',
    description: 'It is not matched again by the machine.',
    tag: 'Concepts',
    params: ConceptParams,
    answer: WriteOutcome,
    refusals: { 404: '`not_found`: there is no such text.' },
    streamOf: streamOfSlug(deps.write.slugs),
    handle: ({ person, params }, stamp) => {
      const line = { kind: 'concept.unassigned', data: { conceptId: params.concept } } as const
      return reviseBy(deps, person, params, { change: unassigning(params.concept), line }, stamp)
    },
  })

export const CONCEPTS = [searchConcepts, assignConcept, unassignConcept] as const
