/**
 * A ranking judged: which of its places, from 1, hold something relevant, and how many relevant
 * things there are.
 */
export type Judged = { readonly ranks: readonly number[]; readonly relevant: number }

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** Share of queries with a relevant hit among the first k. */
export const hitAt = (k: number, judged: readonly Judged[]): number =>
  mean(judged.map(({ ranks }) => (ranks.some((rank) => rank <= k) ? 1 : 0)))

/** Mean of 1 / rank of the first relevant hit, 0 beyond k. */
export const mrrAt = (k: number, judged: readonly Judged[]): number =>
  mean(
    judged.map(({ ranks }) => {
      const first = Math.min(...ranks)
      return first <= k ? 1 / first : 0
    }),
  )

/** Mean share of the relevant texts that are among the first k. */
export const recallAt = (k: number, judged: readonly Judged[]): number =>
  mean(judged.map(({ ranks, relevant }) => ranks.filter((rank) => rank <= k).length / relevant))

const discount = (rank: number): number => 1 / Math.log2(rank + 1)
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Mean normalised discounted cumulative gain of the first k, with gains of 0 and 1. */
export const ndcgAt = (k: number, judged: readonly Judged[]): number =>
  mean(
    judged.map(({ ranks, relevant }) => {
      const ideal = Array.from({ length: Math.min(relevant, k) }, (_, at) => discount(at + 1))
      return sum(ranks.filter((rank) => rank <= k).map(discount)) / sum(ideal)
    }),
  )
