import type { AssignedConcept, Concept, ConceptAssignment } from '#contracts/concept.ts'
import type { Article } from '#contracts/http/article.ts'
import { hasIntegrityWarning } from '#contracts/integrity.ts'
import type { ConceptId } from '#contracts/ids.ts'
import { assessmentOf, type TextState, updatedAtOf } from './text-state.ts'
import type { Lookups, WordingView } from './wording-view.ts'

/**
 * A concept that no vocabulary has defined yet is shown by its id alone: the hash covers the ids of
 * assigned concepts, so leaving one out would make the answer fail its own check.
 */
const undefinedConcept = (id: ConceptId): Concept => ({
  id,
  vocabulary: 'custom',
  externalId: `urn:uuid:${id}`,
  prefLabel: {},
  altLabel: {},
  definition: {},
  broader: [],
  narrower: [],
  related: [],
  exactMatch: [],
  status: 'current',
  replacedBy: null,
})

const PERCENT = 100
const assignedConcept = (
  { id, assignedBy, relevancePercent }: ConceptAssignment,
  concepts: Lookups['concepts'],
): AssignedConcept => ({
  ...(concepts.get(id) ?? undefinedConcept(id)),
  relevance: relevancePercent === null ? null : relevancePercent / PERCENT,
  assignedBy,
})

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const asSet = <T extends string>(values: readonly T[]): T[] =>
  [...new Set(values)].toSorted(byCodeUnit)

/**
 * The article as it is returned (contracts/conventions/article.md), members in that order: the
 * stored bytes are the served ones. `view` is that of the current wording, or of an earlier one
 * that is read again; null while the text is not public.
 */
export const articleOf = (
  state: TextState,
  view: WordingView,
  lookups: Lookups,
): Article | null => {
  const updatedAt = updatedAtOf(state)
  if (state.visibility !== 'published' || updatedAt === null) return null
  const { content, version, sha256Hash, publishedAt } = view.wording
  const assessment = assessmentOf(state, sha256Hash)
  // The last interval is true for each of its days; first to last day would cover the gaps.
  const days = view.intervals.at(-1)
  return {
    id: view.articleId,
    slug: content.slug,
    title: content.title,
    abstract: content.abstract,
    contentClean: view.contentClean,
    language: content.language,
    jurisdiction: asSet(content.jurisdiction),
    legalDomain: asSet(content.legalDomain),
    contentType: content.contentType,
    doctrineSubtype: content.doctrineSubtype,
    publishedAt,
    updatedAt,
    version,
    sha256Hash,
    hashProfile: 'article/1',
    ...assessment,
    hasIntegrityWarning: hasIntegrityWarning(state.flags),
    integrityFlags: [...state.flags],
    statusFlag: view.derivation.flag,
    statusDerivation: view.derivation,
    headnotes: view.points.map(({ derivation, ...point }) => ({
      headnoteId: point.headnoteId,
      sequence: point.sequence,
      summary: point.summary,
      sourceText: point.sourceText,
      legalRuleType: point.legalRuleType,
      statusFlag: derivation.flag,
    })),
    concepts: view.concepts
      .toSorted((a, b) => byCodeUnit(a.id, b.id))
      .map((assignment) => assignedConcept(assignment, lookups.concepts)),
    // A decision is the text that reports it: one identity for both.
    judicialDecision: content.judicialDecision && {
      id: view.articleId,
      ...content.judicialDecision,
    },
    validity: { validFrom: days?.from ?? null, validTo: days?.to ?? null },
    provision: content.provision,
    source: content.source,
    licence: content.licence,
  }
}
