/** Other words for the words of a question: of one family, or of the same meaning. Pure. */
import { terms } from '../analysis/analyse.ts'
import { BASE_FORMS, SYNONYM_CLUSTERS, WORD_FAMILIES } from '../lexicon/lexicon.ts'
import { keptReading } from '../lexicon/readings.ts'

/** Words that stand for a term of a question, all of them together. */
export type Alternative = {
  readonly terms: readonly string[]
  /** How well they stand for it, from 0 to 1. */
  readonly worth: number
}

const WORTH = { form: 1, family: 0.9, exact: 0.9, near: 0.6, agent: 0.5 } as const

type Entry = { readonly stems: readonly string[]; readonly others: readonly Alternative[] }

const stemsOf = (term: string): readonly string[] => keptReading(term)?.stems ?? terms(term)

/** Expressions by their first stem. */
const entries = new Map<string, Entry[]>()
const addCluster = (cluster: readonly string[], worth: number): void => {
  const phrases = [
    ...new Map(cluster.map(stemsOf).map((stems) => [stems.join(' '), stems])).values(),
  ].filter((stems) => stems.length > 0)
  for (const stems of phrases) {
    const own = new Set(stems)
    const others = phrases
      .filter((other) => other !== stems)
      .map((other) => ({ terms: other.filter((stem) => !own.has(stem)), worth }))
      .filter((other) => other.terms.length > 0)
    const [first = ''] = stems
    const known = entries.get(first) ?? []
    known.push({ stems, others })
    entries.set(first, known)
  }
}
for (const [form, base] of BASE_FORMS) addCluster([form, base], WORTH.form)
for (const { words, agents } of WORD_FAMILIES) {
  addCluster(words, WORTH.family)
  for (const agent of agents) addCluster([words[0] ?? agent, agent], WORTH.agent)
}
for (const { terms: cluster, strength } of SYNONYM_CLUSTERS) addCluster(cluster, WORTH[strength])

/**
 * For each term of a question, in its order, what may stand for it. An expression lends its
 * alternatives to those of its words that they replace.
 */
export const alternativesOf = (question: readonly string[]): Alternative[][] => {
  const found = question.map((): Alternative[] => [])
  for (const [at, term] of question.entries())
    for (const { stems, others } of entries.get(term) ?? []) {
      if (!stems.every((stem, place) => question[at + place] === stem)) continue
      for (const [place, stem] of stems.entries())
        for (const other of others) if (!other.terms.includes(stem)) found[at + place]?.push(other)
    }
  return found
}
