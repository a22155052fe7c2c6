/**
 * The numbers of BM25F: `f = titleWeight · title / (1 − b.title + b.title · title length / average)
 * + body / (1 − b.body + b.body · body length / average)`, `score = Σ weight · idf · f / (k1 + f)`
 * with `idf = ln(1 + (N − df + 0.5) / (df + 0.5))`. `title` and `body` count a term in each field;
 * lengths are in terms, over the average of the entries of the same kind (article, headnote).
 */
export type Bm25Parameters = {
  /** Bounds what repetition adds. */
  readonly k1: number
  /** How many times in the body one time in the title is worth. */
  readonly titleWeight: number
  /** How much length counts in each field: 0 not at all, 1 fully. */
  readonly b: { readonly title: number; readonly body: number }
}

/**
 * Chosen over four sets together (`test/relevance/offline.ts` measures them): French practice notes
 * by their questions and by their own titles, rulings by their themes, European and Luxembourg
 * provisions. No set was held back. The optimum is flat: k1 from 1.5 to 2.2 and body b from 0.8 to
 * 0.85 come within two hundredths of MRR.
 */
export const BM25: Bm25Parameters = { k1: 1.8, titleWeight: 3, b: { title: 0.6, body: 0.85 } }

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009) and its depths
 * (contracts/conventions/search.md).
 */
export const FUSION = {
  /** The constant that flattens the first ranks. */
  k: 60,
  /** Most lexical hits ranked for any page: the largest offset plus the largest limit. */
  lexicalDepth: 1_100,
  /** Most semantic hits ranked for any page. */
  semanticDepth: 250,
  /**
   * Words count in the fusion if the text that they rank first holds all words of the query, or
   * this many of them and …
   */
  evidentTerms: 4,
  /** … is at least so near in meaning, as a share of the similarity of the nearest text. */
  evidentShare: 0.8,
} as const
