import { describe, expect, it } from 'vitest'
import { fold } from '../analysis/fold.ts'
import {
  BASE_FORMS,
  BROADER_TERMS,
  MARKER_TERMS,
  NEUTRAL_TERMS,
  OPPOSITE_GROUPS,
  SYNONYM_CLUSTERS,
  WORD_FAMILIES,
} from './lexicon.ts'

/** The values that occur more than once. */
const repeated = (values: readonly string[]): string[] => {
  const counts = Map.groupBy(values, (value) => value)
  return [...counts].filter(([, found]) => found.length > 1).map(([value]) => value)
}

const pairKey = (one: string, other: string): string => [one, other].toSorted().join(' / ')

const pairsWithin = (terms: readonly string[]): string[] =>
  terms.flatMap((one, at) => terms.slice(at + 1).map((other) => pairKey(one, other)))

const oppositePairs = OPPOSITE_GROUPS.flatMap(({ sides }) =>
  sides.flatMap((side, at) =>
    sides
      .slice(at + 1)
      .flat()
      .flatMap((other) => side.map((one) => pairKey(one, other))),
  ),
)

/** The groups all of whose terms are in another group, which say nothing of their own. */
const contained = (groups: readonly (readonly string[])[]): (readonly string[])[] => {
  const holders = new Map<string, Set<number>>()
  for (const [index, terms] of groups.entries())
    for (const term of terms) holders.set(term, (holders.get(term) ?? new Set()).add(index))
  return groups.filter((terms, at) => {
    const others = terms
      .map((term) => holders.get(term) ?? new Set<number>())
      .reduce((all, some) => all.intersection(some))
    return [...others].some((index) => index < at || (groups[index]?.length ?? 0) > terms.length)
  })
}

const clusterTerms = SYNONYM_CLUSTERS.flatMap(({ terms }) => terms)
const neutralTerms = [...NEUTRAL_TERMS.values()].flat()
const markerTerms = [...MARKER_TERMS.values()].flat()

describe('the lexicon', () => {
  it('is as large as its use needs', () => {
    expect(SYNONYM_CLUSTERS.length).toBeGreaterThan(900)
    expect(OPPOSITE_GROUPS.length).toBeGreaterThan(800)
    expect(WORD_FAMILIES.length).toBeGreaterThan(700)
    expect(BROADER_TERMS.size).toBeGreaterThan(400)
  })

  it('has no synonyms that exclude each other', () => {
    const exclusive = new Set(oppositePairs)
    const synonyms = SYNONYM_CLUSTERS.flatMap(({ terms }) => pairsWithin(terms))
    const families = WORD_FAMILIES.flatMap(({ words }) => pairsWithin(words))
    expect([...synonyms, ...families].filter((pair) => exclusive.has(pair))).toEqual([])
  })

  it('has no broader term that excludes its narrower one', () => {
    const exclusive = new Set(oppositePairs)
    const pairs = [...BROADER_TERMS].flatMap(([below, above]) =>
      above.map((one) => pairKey(one, below)),
    )
    expect(pairs.filter((pair) => exclusive.has(pair))).toEqual([])
  })

  it('has no term that opposes another of its own side or itself', () => {
    const faulty = OPPOSITE_GROUPS.filter(({ sides }) => repeated(sides.flat()).length > 0)
    expect(faulty).toEqual([])
  })

  it('has each exact synonym in one cluster, and no term twice in a cluster', () => {
    const exact = SYNONYM_CLUSTERS.filter(({ strength }) => strength === 'exact')
    expect(repeated(exact.flatMap(({ terms }) => terms))).toEqual([])
    expect(SYNONYM_CLUSTERS.filter(({ terms }) => repeated(terms).length > 0)).toEqual([])
  })

  it('repeats no cluster, group, family, neutral term or marker of a class', () => {
    const near = SYNONYM_CLUSTERS.filter(({ strength }) => strength === 'near')
    const idle = new Set(contained(SYNONYM_CLUSTERS.map(({ terms }) => terms)))
    expect(near.filter(({ terms }) => idle.has(terms))).toEqual([])
    expect(contained(OPPOSITE_GROUPS.map(({ sides }) => sides.flat()))).toEqual([])
    const same = WORD_FAMILIES.filter(({ agents }) => agents.length === 0)
    expect(repeated(same.flatMap(({ words }) => words))).toEqual([])
    expect(repeated(neutralTerms)).toEqual([])
    expect([...MARKER_TERMS.values()].flatMap(repeated)).toEqual([])
  })

  it('gives each form, however accented, one base form', () => {
    const folded = [...BASE_FORMS.keys()].map(fold)
    expect(folded.length).toBeGreaterThan(2000)
    expect(repeated(folded)).toEqual([])
    expect(BASE_FORMS.get('obtient')).toBe('obtenir')
    expect(BASE_FORMS.get('résout')).toBe('résoudre')
  })

  it('has groups of at least two terms', () => {
    expect(SYNONYM_CLUSTERS.filter(({ terms }) => terms.length < 2)).toEqual([])
    expect(OPPOSITE_GROUPS.filter(({ sides }) => sides.length < 2)).toEqual([])
    const small = WORD_FAMILIES.filter(({ words, agents }) => words.length + agents.length < 2)
    expect(small).toEqual([])
  })

  it('has terms in lower case that fold to something', () => {
    const terms = [
      ...clusterTerms,
      ...OPPOSITE_GROUPS.flatMap(({ sides }) => sides.flat()),
      ...WORD_FAMILIES.flatMap(({ words, agents }) => [...words, ...agents]),
      ...[...BROADER_TERMS].flatMap(([below, above]) => [below, ...above]),
      ...neutralTerms,
      ...markerTerms,
    ]
    expect(
      terms.filter(
        (term) => term !== term.toLowerCase() || term !== term.trim() || fold(term) === '',
      ),
    ).toEqual([])
  })

  it('takes no hedge for a neutral word', () => {
    const neutral = new Set(neutralTerms)
    const changing = ['hedge', 'restriction', 'universality', 'negation', 'exception'] as const
    const told = changing.flatMap((one) => [...(MARKER_TERMS.get(one) ?? [])])
    expect(told.filter((term) => neutral.has(term))).toEqual([])
  })
})
