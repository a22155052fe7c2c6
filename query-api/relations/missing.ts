import type { CoverageSummary } from '#contracts/http/coverage.ts'
import type { CitationCoverage } from '#contracts/citation-index.ts'

/** A text that may be meant. */
export type Candidate = { readonly slug: string; readonly label: string }

/** What is held: in short, or of the scope that a citation belongs to. */
export type Held = CoverageSummary | CitationCoverage

/** Why a name brings no text. */
export type Missing =
  | {
      readonly reason: 'not_found'
      readonly candidates: readonly Candidate[]
      readonly coverage: Held
    }
  | { readonly reason: 'ambiguous'; readonly candidates: readonly Candidate[] }
  /** Nothing can have this name; `hint` says what is wrong with it. */
  | { readonly reason: 'malformed'; readonly code: string; readonly hint: string | null }
  /** The name is that of a text, but of another kind. */
  | { readonly reason: 'no_decision'; readonly candidate: Candidate }

export type Found<T> = { readonly found: T } | { readonly missing: Missing }
