/**
 * The numbers of BM25F (Robertson, Zaragoza and Taylor 2004, "Simple BM25 extension to multiple weighted fields"):
 * `k1` bounds what repetition adds, `b` is how much length counts in each field (0 not at all, 1 fully), `titleWeight`
 * is how many words of the body one of the title is worth.
 */
export type RankingParameters = {
  readonly k1: number
  readonly titleWeight: number
  readonly b: { readonly title: number; readonly body: number }
}

export const RANKING: RankingParameters = {
  k1: 1.2,
  titleWeight: 2,
  b: { title: 0.5, body: 0.75 },
}
