import type { IndexQuery } from '#query-api/ports.ts'
import { entriesOf } from './head.ts'
import { TYPESENSE } from './limits.ts'
import type { State, WordPlan } from './queries.ts'
import { inverseFrequency } from './rank.ts'
import { encodeToken } from './tokens.ts'

const stateOf = ({ collection, head }: State): string => `${collection} ${head.change}`

/**
 * How many current entries hold a word, as far as answers said. Searches ask for what they lack
 * before they are planned, so that a plan, and what is found, depends on the state alone.
 */
export class Frequencies {
  #held = new Map<string, { readonly state: string; readonly entries: number }>()

  learn(state: State, token: string, entries: number): void {
    if (this.#held.size >= TYPESENSE.rememberedTermsMax) this.#held = new Map()
    this.#held.set(token, { state: stateOf(state), entries })
  }

  /** null: not known for this state. */
  #exact(state: State, token: string): number | null {
    const held = this.#held.get(token)
    return held === undefined || held.state !== stateOf(state) ? null : held.entries
  }

  /** The words of a query whose frequency in this state is not known. */
  unknown(state: State, { terms }: Pick<IndexQuery, 'terms'>): string[] {
    const tokens = terms.map(({ term }) => encodeToken(term))
    return tokens.filter((token) => this.#exact(state, token) === null)
  }

  plan(state: State, { terms }: Pick<IndexQuery, 'terms'>): WordPlan {
    const entries = entriesOf(state.head.tally)
    const words = terms
      .map(({ term, weight }) => {
        const token = encodeToken(term)
        const hint = this.#held.get(token)?.entries ?? null
        // Unknown only where a write came between: then the earlier frequency, or none, is near.
        const likely = Math.min(hint ?? 0, entries)
        return { token, hint, telling: weight * inverseFrequency(entries, likely) }
      })
      .toSorted((one, other) => other.telling - one.telling)
    const leading = words
      .map(({ hint }, at) => ({ hint, at }))
      .filter(({ hint, at }) => at === 0 || (hint ?? 0) <= TYPESENSE.commonEntriesMin)
      .slice(0, TYPESENSE.leadsMax)
    return {
      leads: leading.map(({ at }) => ({
        // Each begins with another word, so that hits without the first are found too.
        words: [...words.slice(at), ...words.slice(0, at)]
          .map(({ token }) => token)
          .slice(0, TYPESENSE.wordsPerLead),
      })),
      known: new Map(
        words.flatMap(({ token }) => {
          const exact = this.#exact(state, token)
          return exact === null ? [] : [[token, exact] as const]
        }),
      ),
    }
  }
}
