/** What passes between the process that answers requests and its computing threads. */
import type { CoverageSummary } from '#contracts/http/coverage.ts'
import type { CitationCoverage } from '#contracts/citation-index.ts'
import type { ValidationDetail } from '#contracts/http/error.ts'
import type { RagRequest } from '#contracts/http/rag.ts'
import type { SearchRequest } from '#contracts/http/search.ts'
import type { VersionDiff } from '#contracts/http/versions.ts'
import type { VerifyRequest } from '#contracts/http/verify.ts'
import type { ArticleHead } from '#contracts/http/article-head.ts'
import type { ResolveRequest } from '#contracts/http/resolve.ts'
import type { Resolved } from '#query-api/citations/resolve-request.ts'
import type { ArticleId, Day, Position, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { EntailmentPair, Opinion } from '#contracts/law/claims/entailment.ts'
import type { FiledText, NameAsked } from '#query-api/citations/ports.ts'
import type { ArticleAnswer, ArticlesAnswer } from '#query-api/ports.ts'
import type { TextState } from '#query-api/projections/articles/text-state.ts'
import type { MakeRequest } from '#query-api/formats/ports.ts'
import type { Answering, ChatMessage } from '#query-api/rag/ports.ts'
import type { SearchOutcome } from '#query-api/search/search.ts'
import type { ReadState } from '#query-api/verify/ports.ts'
import type { Replacements } from '#query-api/verify/replacements.ts'
import type { CompareWordings } from '#query-api/versions/ports.ts'
import type { Verify } from '#query-api/verify/verify.ts'

/** The outcome, or what is wrong with the request. */
export type Computed<T> =
  | { readonly outcome: T }
  | { readonly invalid: readonly ValidationDetail[] }

export type ComputingCalls = {
  resolve: { asked: ResolveRequest; answered: Computed<Resolved> }
  compareWordings: { asked: Parameters<CompareWordings>[0]; answered: Computed<VersionDiff> }
  makeDocument: { asked: MakeRequest; answered: Computed<Uint8Array> }
  verify: { asked: VerifyRequest; answered: Computed<Awaited<ReturnType<Verify>>> }
  answer: { asked: RagRequest; answered: Computed<Awaited<ReturnType<Answering>>> }
}

/** What a computing thread asks of its process, which has index, database and models. */
export type OwnedCalls = {
  search: { asked: SearchRequest; answered: SearchOutcome }
  textBySlug: { asked: Slug; answered: ArticleAnswer }
  textsBySlug: { asked: readonly Slug[]; answered: ArticlesAnswer }
  position: { asked: null; answered: Position }
  state: { asked: null; answered: ReadState }
  textState: { asked: ArticleId; answered: TextState | null }
  blobs: { asked: readonly Sha256Hex[]; answered: ReadonlyMap<Sha256Hex, string> }
  coverage: { asked: null; answered: CoverageSummary }
  textsNamed: {
    asked: {
      readonly names: readonly NameAsked[]
      readonly asOf: Day | null
      readonly limit: number
    }
    answered: readonly FiledText[]
  }
  headsOf: { asked: readonly ArticleId[]; answered: readonly ArticleHead[] }
  citationCoverage: {
    asked: readonly string[]
    answered: ReadonlyMap<string, Omit<CitationCoverage, 'held'>>
  }
  replacements: {
    asked: Parameters<Replacements>[0]
    answered: Awaited<ReturnType<Replacements>>
  }
  compare: { asked: readonly EntailmentPair[]; answered: readonly Opinion[] }
  complete: { asked: readonly ChatMessage[]; answered: string }
}

/** Start data of a computing thread: the names of the models that its process has. */
export type ComputingStart = {
  readonly entailmentModel: string | null
  readonly chatModel: string | null
}
