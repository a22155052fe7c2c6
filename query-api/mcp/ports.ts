import type { Concept, VocabularyName } from '#contracts/concept.ts'
import type { ConceptId } from '#contracts/ids.ts'
import type { Person } from '#contracts/mcp/vocabularies.ts'
import type { AuditedRead } from '../accounts/ports.ts'
import type { CitatorReader } from '../citator/ports.ts'
import type { CitationIndex } from '../citations/ports.ts'
import type { ArticleReader } from '../ports.ts'
import type { Answering } from '../rag/ports.ts'
import type { Search } from '../search/search.ts'
import type { CoverageSummaryReader } from '../coverage/ports.ts'
import type { Verify } from '../verify/verify.ts'

/** Magistrates and lawyers by name: identity and office only. */
export type PersonSource = { named(name: string): Promise<readonly Person[]> }

/** What the tools need: the functions behind REST and readers of the read models. */
export type ToolParts = {
  readonly search: Search
  readonly articles: ArticleReader
  readonly verify: Verify
  readonly answer: Answering
  readonly citations: CitationIndex
  readonly citator: CitatorReader
  readonly concepts: ConceptReader
  readonly persons: AuditedRead<PersonSource>
  readonly coverage: CoverageSummaryReader
  /** Signs cursors; the same in all processes. */
  readonly cursorSecret: string
}
/** The read side of the vocabularies, always of the live generation. */
export type ConceptReader = {
  /**
   * Concepts with a label that contains the words of the query, closest first; null: of all
   * vocabularies.
   */
  search(
    query: string,
    vocabulary: VocabularyName | null,
    limit: number,
  ): Promise<readonly Concept[]>
  byId(id: ConceptId): Promise<Concept | null>
}
