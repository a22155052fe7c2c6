/**
 * Finds the questions that a text may answer, out of very many: each is filed under signs of which
 * every text that it matches carries one, and is then held against all that it needs. The real
 * search decides on what is left.
 */
import type { SearchDocument, TagField } from '#contracts/search/document.ts'
import type { MatchPlan } from './match.ts'
import { meets, signOf } from './needed.ts'

/** What the entries of one text have, taken together. */
export type TextSigns = {
  readonly words: ReadonlySet<string>
  readonly names: ReadonlySet<string>
  readonly tags: ReadonlyMap<TagField, ReadonlySet<string>>
  /** The first and the last day of an entry; null: none has a day. */
  readonly days: { readonly first: string; readonly last: string } | null
}

const wordSign = (word: string): string => `word ${word}`
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
  return words === null ? null : [...words.map(wordSign), ...query.identifiers.map(nameSign)]
}

/** Signs of which a text that the plan matches carries one; null: there are none. */
const signsOf = (plan: MatchPlan): readonly string[] | null =>
  byFilter(plan, RARE_FIELDS) ?? byWords(plan) ?? byFilter(plan, OTHER_FIELDS)

/** The signs that a text carries, by all its entries. */
export const signsIn = (documents: readonly SearchDocument[]): TextSigns => {
  const words = new Set<string>()
  const names = new Set<string>()
  const tags = new Map<TagField, Set<string>>()
  for (const { titleTerms, bodyTerms, identifiers, tags: own } of documents) {
    for (const word of titleTerms.split(' ')) words.add(word)
    for (const word of bodyTerms.split(' ')) words.add(word)
    for (const name of identifiers) names.add(name)
    for (const field of [...RARE_FIELDS, ...OTHER_FIELDS]) {
      const held = tags.get(field) ?? new Set()
      for (const value of own[field]) held.add(value)
      tags.set(field, held)
    }
  }
  const days = documents.flatMap(({ date }) => date ?? []).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  return {
    words,
    names,
    tags,
    days: first === undefined || last === undefined ? null : { first, last },
  }
}

const passesFilters = (
  { query: { filters } }: MatchPlan,
  { tags, days }: Pick<TextSigns, 'tags' | 'days'>,
): boolean => {
  const { anyOf, dateFrom, dateTo } = filters
  if ((dateFrom !== null || dateTo !== null) && days === null) return false
  if (days !== null && dateFrom !== null && days.last < dateFrom) return false
  if (days !== null && dateTo !== null && days.first > dateTo) return false
  for (const field of Object.keys(anyOf) as TagField[]) {
    const values = anyOf[field] ?? []
    const held = tags.get(field)
    // An empty list filters nothing.
    if (values.length > 0 && held !== undefined && !values.some((value) => held.has(value)))
      return false
  }
  return true
}

const hasWords = (plan: MatchPlan, { words, names }: TextSigns): boolean => {
  if (plan.kind === 'browse') return true
  const { needed, query } = plan
  if (query.identifiers.some((name) => names.has(name))) return true
  return needed === null ? query.terms.some(({ term }) => words.has(term)) : meets(needed, words)
}

/** Whether a text with these signs may match; it does not match if not. */
export const mayMatch = (plan: MatchPlan, signs: TextSigns): boolean =>
  passesFilters(plan, signs) && hasWords(plan, signs)

function* printed({ words, names, tags }: TextSigns): Generator<string> {
  for (const word of words) yield wordSign(word)
  for (const name of names) yield nameSign(name)
  for (const [field, values] of tags) for (const value of values) yield tagSign(field, value)
}

/** Questions by their signs. */
export const makeGates = () => {
  const bySign = new Map<string, Set<string>>()
  const open = new Set<string>()
  const filed = new Map<string, MatchPlan>()
  return {
    remove: (key: string): void => {
      const plan = filed.get(key)
      if (plan === undefined) return
      filed.delete(key)
      open.delete(key)
      for (const sign of signsOf(plan) ?? []) {
        const held = bySign.get(sign)
        held?.delete(key)
        if (held?.size === 0) bySign.delete(sign)
      }
    },
    /** Files a question that was not filed before. */
    add: (key: string, plan: MatchPlan): void => {
      filed.set(key, plan)
      if (signsOf(plan) === null) open.add(key)
      for (const sign of signsOf(plan) ?? []) {
        const held = bySign.get(sign)
        if (held === undefined) bySign.set(sign, new Set([key]))
        else held.add(key)
      }
    },
    /** Keys of the questions that a text with these signs may answer. */
    candidates: (signs: TextSigns): Set<string> => {
      const found = new Set<string>()
      const offer = (key: string): void => {
        const plan = filed.get(key)
        if (plan !== undefined && mayMatch(plan, signs)) found.add(key)
      }
      for (const key of open) offer(key)
      for (const sign of printed(signs))
        for (const key of bySign.get(sign) ?? []) if (!found.has(key)) offer(key)
      return found
    },
  }
}
