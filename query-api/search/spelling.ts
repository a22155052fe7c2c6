/**
 * Which term of the index a misspelled word of a query means (contracts/conventions/search.md).
 * Numbers and identifiers are never corrected: another number is another law.
 */
import { editDistance } from '#contracts/toolkit/closest.ts'
import { groupsIn } from '#contracts/law/analysis/short-forms.ts'
import { TERM_WEIGHTS } from '#contracts/search/parameters.ts'
import type { HeldTerm, IndexQuery } from '../ports.ts'

const SPELLING = {
  /** Shorter words have too many neighbours. */
  lettersMin: 5,
  /** From here on two edits are tolerated. */
  lettersForTwo: 9,
} as const

const LETTERS = /^[a-z]+$/u

/** How many edits a term may be away from what is meant; 0: it is taken as it is written. */
export const editsTolerated = (term: string): 0 | 1 | 2 => {
  if (!LETTERS.test(term) || term.length < SPELLING.lettersMin) return 0
  return term.length < SPELLING.lettersForTwo ? 1 : 2
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The nearest of some terms, the most frequent of these, the first by spelling of these. */
export const meantOf = (term: string, similar: readonly HeldTerm[]): string | null => {
  const [best] = similar
    .filter((one) => LETTERS.test(one.term))
    .map((one) => ({ ...one, edits: editDistance(term, one.term) }))
    .toSorted((a, b) => a.edits - b.edits || b.entries - a.entries || compareText(a.term, b.term))
  return best?.term ?? null
}

const isWord = ({ weight }: IndexQuery['terms'][number]): boolean => weight >= TERM_WEIGHTS.word

/**
 * What only helps, such as the words of a foreign question beside the French ones, is left out if
 * no text holds it. An abbreviation that no text holds leaves its weight to what it stands for:
 * `CSE` where all texts say `comité social et économique`.
 */
const withStandIns = (
  terms: IndexQuery['terms'],
  unheld: ReadonlySet<string>,
): IndexQuery['terms'] => {
  const groups = new Set(terms.filter(({ term }) => !unheld.has(term)).map(({ term }) => term))
  const standIns = (term: string): string[] => groupsIn([term]).filter((one) => groups.has(one))
  const replaced = terms.filter(({ term }) => unheld.has(term) && standIns(term).length > 0)
  const raised = new Set(replaced.flatMap(({ term }) => standIns(term)))
  return terms
    .filter((one) => !replaced.includes(one) && (isWord(one) || !unheld.has(one.term)))
    .map((one) => (raised.has(one.term) ? { ...one, weight: TERM_WEIGHTS.word } : one))
}

/** The terms of a query after correction, and what was meant by those that no text holds. */
export type CorrectedTerms = {
  readonly terms: IndexQuery['terms']
  readonly meant: ReadonlyMap<string, string>
}

/**
 * The terms with the unheld ones corrected or replaced by what they stand for, each once; null
 * where nothing changes. Throws the index's faults.
 */
export const correctedTerms = async (
  terms: IndexQuery['terms'],
  unheld: readonly string[],
  similarTerms: (term: string, edits: number) => Promise<readonly HeldTerm[]>,
): Promise<CorrectedTerms | null> => {
  const known = withStandIns(terms, new Set(unheld))
  const words = new Set(known.filter(isWord).map(({ term }) => term))
  const meant = new Map<string, string>()
  for (const term of unheld.filter((one) => words.has(one))) {
    const edits = editsTolerated(term)
    if (edits === 0) continue
    const found = meantOf(term, await similarTerms(term, edits))
    if (found !== null) meant.set(term, found)
  }
  if (meant.size === 0 && known.length === terms.length) return null
  const corrected = known.map((one) => ({ ...one, term: meant.get(one.term) ?? one.term }))
  return { terms: [...new Map(corrected.map((one) => [one.term, one])).values()], meant }
}
