/** Limits of requests to Typesense. */
export const TYPESENSE = {
  /** The oldest supported server. */
  majorMin: 29,
  /** Default of TYPESENSE_COLLECTION: the alias, and the prefix of the collections' names. */
  name: 'pandect_search',
  /** The collections that the search key may search (a regular expression of the server). */
  searchable: 'pandect_.*',
  requestSeconds: 10,
  importMs: 120_000,
  retries: 2,
  retrySeconds: 0.2,
  /** A build outlasts a restart of the server. */
  whileBuilding: { retries: 240, retrySeconds: 0.5 },
  /** The server's limit of hits per page. */
  hitsPerPage: 250,
  rowsPerImport: 400,
  /** Rows that the server indexes before it answers searches in between. */
  rowsPerBatch: 100,
  importsAtOnce: 2,
  /** UTF-16 units of rows in one import; a single row may be larger. */
  sizePerImport: 4 * 1024 * 1024,
  documentsPerPage: 64,
  textsPerLookup: 200,
  knownValuesMax: 10_000,
  /** Words of a query whose hits are candidates: those that tell most. All count in the ranking. */
  leadsMax: 8,
  /** First hits of a search that begins with a leading word; with fewer, words are dropped. */
  hitsPerLead: 30,
  /** Most words that are searched together with a leading one. */
  wordsPerLead: 10,
  /** A word that more entries hold leads only if no other tells more. */
  commonEntriesMin: 2_000,
  /** So few matches are all fetched and ranked, exactly. */
  exactMatchesMax: 250,
  /** A page that ends after this hit also needs the list beyond the candidates. */
  candidatePageEnd: 100,
  /** Terms whose frequency is remembered. */
  rememberedTermsMax: 50_000,
  /** Hits with typing errors whose words are compared. */
  misspelledHits: 60,
  /**
   * Nearest passages that are grouped by hit, at first. Where they are of too few hits, more are
   * asked for, then and in later searches.
   */
  nearestPassages: 1_000,
  nearestPassagesMax: 8_000,
  /**
   * Up to this many passages under the filters every one is compared; beyond, the server's graph is
   * used.
   */
  exactPassagesMax: 20_000,
  /** Width of the server's graph search. */
  graphWidth: 400,
  keyRenewedEveryMs: 1_000,
  pollMs: 50,
  reconnect: { firstPauseMs: 100, pauseMsMax: 10_000 },
  /** How long to wait at the start for a server that is down. */
  openWaitMs: 120_000,
  /**
   * How long replaced rows are kept: for readers of the previous state, and for entries of earlier
   * answers.
   */
  keepReplacedMs: 120_000,
  sweepEveryMs: 30_000,
  /** When to ask again while a lost index is built anew. */
  missingRetryMs: 10_000,
} as const
