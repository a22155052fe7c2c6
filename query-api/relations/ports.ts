import type { ArticleId, SemVer } from '#contracts/ids.ts'
import type { AuditedRead } from '../accounts/ports.ts'
import type { CitationIndex } from '../citations/ports.ts'
import type { CitatorReader } from '../citator/ports.ts'
import type { CoverageSummaryReader } from '../coverage/ports.ts'
import type { ArticleReader, SearchIndex } from '../ports.ts'
import type { Search } from '../search/search.ts'
import type { VersionSources } from '../versions/ports.ts'
import type { ConceptReader, PersonSource } from '../vocabularies/ports.ts'

/** A unit vector of each passage of a wording, in order; none of a text that is not embedded. */
export type PassageVectors = (id: ArticleId, version: SemVer) => Promise<readonly Float32Array[]>

/** Texts near to a vector. */
export type NearestTexts = {
  readonly index: Pick<SearchIndex, 'search' | 'displays'>
  /** Cosines at or below it are chance for the model of the vectors. */
  readonly similarityFloor: number
  readonly vectorsOf: PassageVectors
}

/** What agents' tools and the endpoints of equal data read from. */
export type ResearchParts = {
  readonly search: Search
  readonly articles: ArticleReader
  readonly citations: CitationIndex
  readonly citator: CitatorReader
  readonly concepts: ConceptReader
  readonly persons: AuditedRead<PersonSource>
  readonly coverage: CoverageSummaryReader
  readonly nearest: NearestTexts
  readonly versions: VersionSources
}
