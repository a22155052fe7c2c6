import type { Change } from '#contracts/changes/change.ts'
import type { ArticleId, Position, SemVer, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { Operation } from '#contracts/tariff.ts'
import type { Generation } from '../ports.ts'

/** What became of a text that was ever served under a slug. */
export type TextHistory = {
  readonly articleId: ArticleId
  readonly slug: Slug
  /** Every wording that was public, in log order. */
  readonly wordings: readonly {
    readonly version: SemVer
    readonly sha256Hash: Sha256Hex
    readonly erased: boolean
  }[]
  /** Hash of the wording that is served now; null: none is. */
  readonly servedHash: Sha256Hex | null
  /** Above the position that was asked for, in log order. */
  readonly changes: readonly Change[]
}

export type TextHistories = {
  /** The texts that were ever served under these slugs, up to the head of the live generation. */
  since(
    asked: ReadonlyMap<Slug, Position>,
  ): Promise<{ readonly head: Position; readonly texts: readonly TextHistory[] }>
}

/** What a receipt says of the service beside the answer. */
export type ReceiptSources = {
  /** The live build of the read models; null: it can't be told now. Never fails. */
  readonly generation: () => Promise<Generation | null>
  /** Names of the models that take part in an operation. */
  readonly models: Readonly<Record<Operation, readonly string[]>>
}
