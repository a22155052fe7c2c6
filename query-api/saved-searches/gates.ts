/**
 * Finds the saved searches that a text may match, out of very many. A search is filed under signs
 * of which each text that it matches carries one; the real search then decides.
 */
import type { SearchDocument, TagField } from '#contracts/search/document.ts'
import type { MatchPlan } from './match.ts'
import { signOf } from './needed.ts'

const termSign = (term: string): string => `term ${term}`
const nameSign = (name: string): string => `name ${name}`
const tagSign = (field: TagField, value: string): string => `${field} ${value}`

/** Fields whose values few texts share, those of the fewest first. */
const RARE_FIELDS: readonly TagField[] = ['identifiers', 'cites', 'provisions', 'conceptIds']
const OTHER_FIELDS: readonly TagField[] = [
  'courts',
  'solutions',
  'chambers',
  'doctrineSubtypes',
  'treatmentTypes',
  'legalDomains',
  'legalRuleTypes',
  'courtLevels',
  'contentTypes',
  'languages',
  'statusFlags',
  'jurisdictions',
]

const byFilter = (plan: MatchPlan, fields: readonly TagField[]): readonly string[] | null => {
  const { anyOf } = plan.query.filters
  const field = fields.find((one) => (anyOf[one] ?? []).length > 0)
  return field === undefined ? null : (anyOf[field] ?? []).map((value) => tagSign(field, value))
}

const byWords = (plan: MatchPlan): readonly string[] | null => {
  if (plan.kind === 'browse') return null
  const { needed, query } = plan
  const words = needed === null ? query.terms.map(({ term }) => term) : signOf(needed)
  return words === null ? null : [...words.map(termSign), ...query.identifiers.map(nameSign)]
}

/** Signs of which a text that the plan matches carries one; null: there are none. */
export const signsOf = (plan: MatchPlan): readonly string[] | null =>
  byFilter(plan, RARE_FIELDS) ?? byWords(plan) ?? byFilter(plan, OTHER_FIELDS)

/** The signs that a text carries, by all its entries. */
export const signsIn = (documents: readonly SearchDocument[]): Set<string> => {
  const signs = new Set<string>()
  for (const { titleTerms, bodyTerms, identifiers, tags } of documents) {
    for (const term of titleTerms.split(' ')) signs.add(termSign(term))
    for (const term of bodyTerms.split(' ')) signs.add(termSign(term))
    for (const name of identifiers) signs.add(nameSign(name))
    for (const field of [...RARE_FIELDS, ...OTHER_FIELDS])
      for (const value of tags[field]) signs.add(tagSign(field, value))
  }
  return signs
}

/** Searches by their signs. */
export const makeGates = () => {
  const bySign = new Map<string, Set<string>>()
  const open = new Set<string>()
  const filed = new Map<string, readonly string[]>()
  const remove = (id: string): void => {
    open.delete(id)
    for (const sign of filed.get(id) ?? []) {
      const held = bySign.get(sign)
      held?.delete(id)
      if (held?.size === 0) bySign.delete(sign)
    }
    filed.delete(id)
  }
  return {
    remove,
    /** Files a search; one that was filed before is filed anew. */
    add: (id: string, signs: readonly string[] | null): void => {
      remove(id)
      if (signs === null) {
        open.add(id)
        return
      }
      filed.set(id, signs)
      for (const sign of signs) {
        const held = bySign.get(sign)
        if (held === undefined) bySign.set(sign, new Set([id]))
        else held.add(id)
      }
    },
    /** Ids of the searches that a text with these signs may match. */
    candidates: (signs: ReadonlySet<string>): Set<string> => {
      const found = new Set(open)
      for (const sign of signs) for (const id of bySign.get(sign) ?? []) found.add(id)
      return found
    },
  }
}
