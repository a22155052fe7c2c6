/** What one answer may cost (contracts/conventions/search.md). */
import { Fault } from '#contracts/fault.ts'
import { makeWatch } from '#contracts/toolkit/watch.ts'
import { COMPUTING_MS_MAX } from '../billing/ports.ts'
import type { BrowseAnswer, SearchIndex } from '../ports.ts'

export const WHY_NOT_BUDGET = {
  /** Queries of the index. Seventeen filters that a text fails make some 160. */
  queriesMax: 250,
  msMax: COMPUTING_MS_MAX,
} as const

export type AskedIndex = Pick<SearchIndex, 'search' | 'browse' | 'displays' | 'similarTerms'>

/** The error of an answer whose budget is spent. */
export const SPENT = new Fault('computation-failed')

/** An index that counts its queries. They throw `SPENT`, and Fault `aborted`. */
export const askWithin = (
  index: AskedIndex,
  { queriesMax: costMax, msMax }: Readonly<Record<keyof typeof WHY_NOT_BUDGET, number>>,
  signal: AbortSignal | undefined,
): AskedIndex => {
  const watch = makeWatch({ costMax, msMax, spent: () => SPENT }, signal)
  const query = async <T>(ask: () => Promise<T>): Promise<T> => {
    await watch.step(1)
    return ask()
  }
  /** Each hurdle looks at the filters of the text again; most are those of the one before. */
  const ofText = new Map<string, Promise<BrowseAnswer>>()
  return {
    search: (asked) => query(() => index.search(asked)),
    browse: (asked) => {
      if (asked.filters.slug === undefined) return query(() => index.browse(asked))
      const key = JSON.stringify(asked)
      const answer = ofText.get(key) ?? query(() => index.browse(asked))
      ofText.set(key, answer)
      return answer
    },
    displays: (entries, nearTo) => query(() => index.displays(entries, nearTo)),
    similarTerms: (term, edits) => query(() => index.similarTerms(term, edits)),
  }
}
