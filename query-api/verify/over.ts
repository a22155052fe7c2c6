import { deterministicVerifier } from '#contracts/law/claims/judge.ts'
import type { ArticleReader } from '../ports.ts'
import type { Search } from '../search/search.ts'
import { coverageBySearch } from './coverage.ts'
import type { CitationIndex } from '../citations/ports.ts'
import { makeIndexCitations } from './index-citations.ts'
import type { CoverageReader, StateReader, VerdictSuggester } from './ports.ts'
import { makeHeldTexts } from './texts.ts'
import { makeVerify, type Verify } from './verify.ts'

export type VerifyParts = {
  readonly search: Search
  readonly articles: ArticleReader
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds, from any origin, never going back. */
  readonly clock: () => number
  readonly citations: CitationIndex
  readonly coverage?: CoverageReader
  /** Which build of the read models answers; unless given, the position alone is known. */
  readonly state?: StateReader
  readonly suggester?: VerdictSuggester
}

/**
 * Verification over the search, the served texts and the index of citations; coverage is counted by
 * the search unless given.
 */
export const verifyOver = (parts: VerifyParts): Verify => {
  const { search, articles, now, clock } = parts
  const texts = makeHeldTexts(articles, parts.state)
  return makeVerify({
    search,
    texts,
    now,
    clock,
    verifier: deterministicVerifier,
    citations: makeIndexCitations(parts.citations, texts),
    coverage: parts.coverage ?? coverageBySearch(search),
    suggester: parts.suggester ?? null,
  })
}
