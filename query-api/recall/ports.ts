/** Ports of receipts that accounts keep and of what they watch: the store, and its follower's. */
import type { Actor } from '#contracts/audit.ts'
import type { Refusal } from '#contracts/fault.ts'
import type {
  KeptCitation,
  KeptReceiptList,
  RecallList,
  RecallNotice,
  ReceiptKeeping,
  ShownReceipt,
  Watch,
  WatchList,
} from '#contracts/http/recall.ts'
import type { ArticleId, Instant, Position, SemVer, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { Receipt } from '#contracts/receipts/receipt.ts'
import type { QueuedEvent } from '../webhooks/ports.ts'

/** Whose, and who acts. */
export type RecallOwner = { readonly accountId: string; readonly actor: Actor }

export type KeptPage = { readonly limit: number; readonly before: number | null }

/** `of`: what the recalls are of; without it, both. */
export type RecallsPage = KeptPage & { readonly of?: 'receipts' | 'watch' }

/** What is kept of a receipt, sealed under the key of its account. */
export type ReceiptContent = Pick<Receipt, 'usageId' | 'operation' | 'priceUsd' | 'position'> & {
  /** Without its salt; null: it names an erased wording. */
  readonly receipt: string | null
  readonly citationCount: number
  readonly citations: readonly KeptCitation[]
}

/** Finds the receipts and watches that cite a text, without saying which text it is. */
export type Fingerprints = {
  readonly text: Buffer
  readonly wording: Buffer
  readonly version: Buffer
  /** null: the text as a whole. */
  readonly point: Buffer | null
}

/** Makes fingerprints under the key of one account. */
export type Fingerprinter = {
  text(id: ArticleId): Buffer
  wording(id: ArticleId, hash: Sha256Hex): Buffer
  version(id: ArticleId, version: SemVer): Buffer
  point(id: ArticleId, sequence: number): Buffer
}

/** The key of an account for its receipts or its watches. */
export type AccountKey = {
  readonly id: string
  readonly accountId: string
  readonly fingerprints: Fingerprinter
}

/** A citation that is followed. */
export type FollowedCitation = Fingerprints & {
  /** The follower notifies of changes above this position. */
  readonly followsAfter: Position
  /** Whether another wording is served already. */
  readonly superseded: boolean
}

/** A citation as it is filed, and whose it is. */
export type FiledCitation = FollowedCitation & {
  readonly id: number
  readonly keyId: string
  /** Of the receipt or watch. */
  readonly holderId: string
  /** The handle of the watch; null: a receipt. */
  readonly handle: string | null
  /** Its number in the receipt. */
  readonly place: number
}

/** A receipt that is kept and whose citations are not filed yet. */
export type NewReceipt = {
  readonly id: string
  readonly key: AccountKey
  readonly content: ReceiptContent
}

/** A version that was erased with the slug that it had: no history of a text finds it any more. */
export type ErasedVersion = {
  readonly articleId: ArticleId
  readonly version: SemVer
  /** Of the fact of its erasure. */
  readonly eventId: string
  readonly position: Position
  readonly erasedAt: Instant
}

/** The notice to the account about one receipt or watch. */
export type TellRecall = {
  readonly key: AccountKey
  readonly text: Buffer
  readonly notice: RecallNotice
  readonly holderId: string
  readonly event: QueuedEvent
}

/** What one step changes, all or nothing. */
export type RecallStep = {
  /** Receipts whose citations are filed from now on. */
  readonly filed: readonly {
    readonly receipt: NewReceipt
    readonly citations: readonly (FollowedCitation & { readonly place: number })[]
  }[]
  readonly recalls: readonly TellRecall[]
  /** Citations of which another wording is served now, and those whose wording was erased. */
  readonly superseded: readonly number[]
  readonly ended: readonly number[]
  /** Receipts that named an erased wording, without it. */
  readonly struck: readonly NewReceipt[]
}

/** What a keeper of receipts keeps. Never fails, and never delays an answer by a fault. */
export type KeepReceipt = (accountId: string, content: ReceiptContent) => Promise<void>

/** The store of the follower. Throws the Faults of the store. */
export type RecallFollowing = {
  /** Up to which position changes were followed; null: nothing was yet. */
  position(): Promise<Position | null>
  begin(position: Position): Promise<void>
  /** Keys under which anything is filed. */
  keys(): Promise<readonly AccountKey[]>
  /** The oldest receipts whose citations are not filed yet. */
  newReceipts(limit: number): Promise<readonly NewReceipt[]>
  /** The versions that were erased with one of these slugs. */
  erased(slugs: readonly Slug[]): Promise<ReadonlyMap<Slug, readonly ErasedVersion[]>>
  /** What is filed under fingerprints of texts, in hex. */
  filed(texts: readonly string[]): Promise<readonly FiledCitation[]>
  receipts(ids: readonly string[]): Promise<readonly NewReceipt[]>
  /**
   * Records recalls, queues their events and moves from one position to another, all or nothing.
   * Does nothing and returns false if the position has changed meanwhile. Leaves out receipts and
   * watches that their owner has deleted.
   */
  tell(from: Position, step: RecallStep, to: Position): Promise<boolean>
  /** Deletes what is older than it may be kept; returns whether there may be more. */
  sweep(): Promise<boolean>
}

/** Changes were followed further than the history was read. */
export const BEHIND = 'behind'

/**
 * Receipts and watches of accounts. Refuses `receipt-unknown` and `watch-unknown` for what the
 * account does not have. Throws the Faults of the store.
 */
export type RecallStore = {
  keeping(accountId: string): Promise<ReceiptKeeping>
  setKeeping(owner: RecallOwner, kept: boolean): Promise<ReceiptKeeping>
  receipts(accountId: string, page: KeptPage): Promise<KeptReceiptList>
  receipt(accountId: string, id: string): Promise<ShownReceipt | Refusal>
  removeReceipt(owner: RecallOwner, id: string): Promise<{ readonly id: string } | Refusal>
  /** With their key, so that nothing opens them any more. */
  removeReceipts(owner: RecallOwner): Promise<void>
  recalls(accountId: string, page: RecallsPage): Promise<RecallList>
  watches(
    accountId: string,
    page: { readonly limit: number; readonly after: string | null },
  ): Promise<WatchList>
  watch(accountId: string, handle: string): Promise<Watch | Refusal>
  /** Replaces what the handle watched before. Refuses `account-unpaid` and `watches-too-many`. */
  startWatch(
    accountId: string,
    handle: string,
    fileWith: (fingerprints: Fingerprinter) => FollowedCitation,
  ): Promise<Watch | Refusal | typeof BEHIND>
  removeWatch(accountId: string, handle: string): Promise<{ readonly handle: string } | Refusal>
  removeWatches(owner: RecallOwner): Promise<void>
}
