import { z } from 'zod'
import { Labels } from './decision.ts'
import { ConceptId } from './ids.ts'

export const VocabularyName = z.enum(['eurovoc', 'lkif', 'custom'])
export type VocabularyName = z.infer<typeof VocabularyName>

/**
 * Who tied a concept to a text; a machine's choice is never part of the hash
 * (contracts/conventions/canonical-form.md).
 */
export const AssignedBy = z.enum(['editor', 'publisher', 'machine'])
export type AssignedBy = z.infer<typeof AssignedBy>

/**
 * A concept of a controlled vocabulary (SKOS; contracts/conventions/concepts.md). `id` is UUID v5
 * of `externalId`.
 */
export const Concept = z.strictObject({
  id: ConceptId,
  vocabulary: VocabularyName,
  externalId: z.string().min(1).max(500),
  prefLabel: Labels,
  altLabel: z.record(z.string(), z.array(z.string())).default({}),
  definition: Labels.default({}),
  broader: z.array(ConceptId).default([]),
  narrower: z.array(ConceptId).default([]),
  related: z.array(ConceptId).default([]),
  exactMatch: z.array(z.string()).default([]),
  status: z.enum(['current', 'deprecated']).default('current'),
  replacedBy: ConceptId.nullable().default(null),
})
export type Concept = z.infer<typeof Concept>

/** The tie between a text and a concept, as an event records it. `relevancePercent` is 0 to 100. */
export const ConceptAssignment = z.strictObject({
  id: ConceptId,
  assignedBy: AssignedBy,
  relevancePercent: z.int().min(0).max(100).nullable().default(null),
})
export type ConceptAssignment = z.infer<typeof ConceptAssignment>

/** A concept as an article's response shows it. */
export const AssignedConcept = Concept.extend({
  relevance: z.number().min(0).max(1).nullable(),
  assignedBy: AssignedBy,
})
export type AssignedConcept = z.infer<typeof AssignedConcept>
