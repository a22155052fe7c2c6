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
  /** The server's limit of hits per page. */
  hitsPerPage: 250,
  rowsPerImport: 200,
  /** UTF-16 units of rows in one import; a single row may be larger. */
  sizePerImport: 4 * 1024 * 1024,
  documentsPerPage: 64,
  textsPerLookup: 200,
  knownValuesMax: 10_000,
  /** First hits of each query term searched alone (measured: R@100 rises from .587 to .622). */
  hitsPerTerm: 100,
  /** Terms that are also searched alone; all terms count in the ranking. */
  termsAloneMax: 24,
  /** Passages compared before they are grouped by hit. */
  nearestPassages: 1_000,
  /**
   * Up to this many passages under the filters every one is compared; beyond, the server's graph is
   * used.
   */
  exactPassagesMax: 20_000,
  /** Width of the server's graph search. */
  graphWidth: 400,
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
} as const
