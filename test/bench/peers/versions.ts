/**
 * What the command installs, each pinned. None of it is a dependency of the project: it goes into
 * the cache outside of the checkout.
 */
export const PEER_VERSIONS = {
  /** The last line that runs on Java 17. */
  lucene: '9.12.3',
  /** PostgreSQL 18 with pgvector; Debian 12 has no package of pgvector. */
  postgresWheel: '0.6.0',
  sqliteVec: '0.1.9',
  lancedb: '0.39.0',
  apacheArrow: '18.1.0',
  zvec: '0.7.0',
  orama: '3.1.18',
  weaviate: 'v1.35.2',
  weaviateClient: '3.14.0',
  vega: '6.4.0',
  vegaLite: '6.4.3',
} as const
