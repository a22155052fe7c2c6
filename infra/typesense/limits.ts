/** Bounds of what is asked of Typesense. */
export const TYPESENSE = {
  /** The oldest server this adapter is written for. */
  majorMin: 29,
  /**
   * The alias and the start of the collections' names, unless TYPESENSE_COLLECTION says otherwise.
   */
  name: 'pandect_search',
  /** What the search key may search (a regular expression of the server). */
  searchable: 'pandect_.*',
  requestSeconds: 10,
  importMs: 120_000,
  retries: 2,
  retrySeconds: 0.2,
  /** The server gives no more hits a page. */
  hitsPerPage: 250,
  rowsPerImport: 200,
  /** UTF-16 units of rows in one import; one row may be larger. */
  sizePerImport: 4 * 1024 * 1024,
  documentsPerPage: 64,
  textsPerLookup: 200,
  knownValuesMax: 10_000,
  /**
   * First hits of each query term alone (measured: R@100 rises from .587 to .622).
   */
  hitsPerTerm: 100,
  /** So many terms are also searched alone; all of them count in the ranking. */
  termsAloneMax: 24,
  /** Passages compared before they are grouped by hit. */
  nearestPassages: 1_000,
  /**
   * Up to so many passages under the filters every one is compared; beyond, the server's graph is
   * asked.
   */
  exactPassagesMax: 20_000,
  /** How wide the server looks in its graph. */
  graphWidth: 400,
  pollMs: 50,
  reconnect: { firstPauseMs: 100, pauseMsMax: 10_000 },
  /** How long a server that is down at the start is waited for. */
  openWaitMs: 120_000,
  /**
   * Rows that an apply replaced stay so long: for readers of the state before, and for what an
   * answer named.
   */
  keepReplacedMs: 120_000,
  sweepEveryMs: 30_000,
} as const
