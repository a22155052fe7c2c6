/**
 * The numbers of BM25F: `f = titleWeight · title / (title length / average) ^ lengthPower + body /
 * (body length / average) ^ lengthPower`, `score = Σ weight · idf · f / (k1 + f)` with `idf = ln(1
 * + (N − df + 0.5) / (df + 0.5))`. `title` and `body` count a term in each field; lengths are in
 * terms, over the average of the entries of the same kind (article, headnote).
 */
export type Bm25Parameters = {
  /** Bounds what repetition adds. */
  readonly k1: number
  /** How many times in the body one time in the title is worth. */
  readonly titleWeight: number
  /**
   * How much length counts: 0 not at all, 1 in proportion. A power between them neither buries a
   * ruling of forty pages nor lifts an article of one line, as a share of the length does.
   */
  readonly lengthPower: number
}

/** Chosen by cross-validation over the sets of `test/relevance/RESULTS.md`. */
export const BM25: Bm25Parameters = { k1: 1.2, titleWeight: 3, lengthPower: 0.6 }

/** How many values a facet lists, the most frequent ones; the counts of the others are summed. */
export const FACET_VALUES_MAX = 20

/** The weights of a query's terms, where they are not words of the query itself. */
export const TERM_WEIGHTS = {
  word: 1,
  /** What a word stands for (`CDI`): less than the word, so that the exact word comes first. */
  group: 0.3,
  /** Words of an English or Catalan question beside their French ones. */
  foreign: 0.6,
} as const

/** What a lexical hit needs to take part in the fusion. */
export type Evidence = {
  /** Its score is at least this share of what the words of the query can give at most … */
  readonly evidentShare: number
  /** … or of what so many words give that no text holds, if that is less: a long query … */
  readonly evidentWords: number
  /** … and at least this share of the score of the first lexical hit. */
  readonly shareOfFirst: number
  /** Or the rare words of the query that it holds are this share of what the words can give. */
  readonly rareEvidence: number
}

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009) and its depths
 * (contracts/conventions/search.md). The numbers of evidence are chosen like those of BM25.
 */
export const FUSION = {
  /** The constant that flattens the first ranks. */
  k: 60,
  /** Most lexical hits ranked for any page: the largest offset plus the largest limit. */
  lexicalDepth: 1_100,
  /** Most semantic hits ranked for any page. */
  semanticDepth: 250,
  evidentShare: 0.5,
  evidentWords: 1.5,
  shareOfFirst: 0.7,
  rareEvidence: 0.4,
  /** A word is rare if its idf is at least this share of that of a word that no text holds. */
  rareShare: 0.8,
} as const satisfies Evidence & Readonly<Record<string, number>>
