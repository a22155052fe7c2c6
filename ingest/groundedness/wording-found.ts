/** The assessment of one wording: what it is asked with, and what it finds. */
import type { ArticleContent } from '#contracts/content.ts'
import type { Instant, Position, Sha256Hex } from '#contracts/ids.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import type { ArticleState } from '../domain/article/state.ts'
import type { Assessment } from '../enrich/groundedness.ts'

export type WordingAsked = Pick<ArticleState, 'dismissed'> & {
  readonly publishedAt: Instant | null
  readonly time: Instant
  /** Whether the read models are current; default: it is checked. */
  readonly isComplete?: boolean
}

export type WordingFound = {
  readonly content: ArticleContent
  readonly assessedHash: Sha256Hex
  readonly assessment: Assessment
  readonly flags: readonly IntegrityFlag[]
  /** Position of the read models. */
  readonly position: Position
}

/** Compares a wording with the texts that it cites, on any thread. */
export type AssessWording = (content: ArticleContent, about: WordingAsked) => Promise<WordingFound>
