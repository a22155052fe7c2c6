/** What accounts keep and watch, for the API and the account area. */
import { Fault, isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import type { ShownReceipt, WatchRequest, WatchStarted } from '#contracts/http/recall.ts'
import { Position, printPosition } from '#contracts/ids.ts'
import { outcomesOf } from '../receipts/check.ts'
import type { TextHistories } from '../receipts/ports.ts'
import { findCited } from './citations.ts'
import { BEHIND, type FollowedCitation, type RecallOwner, type RecallStore } from './ports.ts'

export type RecallAdminDeps = { readonly store: RecallStore; readonly histories: TextHistories }

/** How often changes may be followed further while the history is read. */
const ATTEMPTS_MAX = 3

const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)
/** A position above all changes: only the present state is asked for. */
const FROM_NOW_ON = Number.MAX_SAFE_INTEGER as Position
const NO_RECEIPT: Refusal = refusalByCode('receipt-unknown')

type WatchArguments = readonly [accountId: string, handle: string, request: WatchRequest]

/**
 * Watches a citation, and says what became of it until now. Refuses `watch-citation-unknown`,
 * `account-unpaid` and `watches-too-many`. Throws RequestInvalid for a position above the head,
 * and Fault `index-behind`.
 */
const startWatch = async (
  { store, histories }: RecallAdminDeps,
  ...[accountId, handle, { citation }]: WatchArguments
): Promise<WatchStarted | Refusal> => {
  const given = Position.parse(Number(citation.position))
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const placed = [{ citation, path: 'citation.position' }]
    const { outcomes, texts, head } = await outcomesOf(histories, placed)
    const [outcome] = outcomes
    if (outcome === undefined || outcome.state === 'unknown')
      return refusalByCode('watch-citation-unknown')
    const started = await store.startWatch(accountId, handle, (fingerprints): FollowedCitation => {
      const at = Position.parse(Number(head))
      const found = findCited(texts, citation, given, at, fingerprints)
      if (found === null) throw new Fault('internal-error')
      return { ...found.followed, superseded: outcome.state === 'superseded' }
    })
    if (started === BEHIND) continue
    return isRefusal(started) ? started : { ...started, outcome }
  }
  throw new Fault('index-behind', 'changes are followed faster than histories are read', {
    retryAfterMs: 1_000,
  })
}

export const makeRecallAdmin = ({ store, histories }: RecallAdminDeps) => ({
  keeping: (accountId: string) => store.keeping(accountId),
  setKeeping: (owner: RecallOwner, kept: boolean) => store.setKeeping(owner, kept),
  receipts: (...[accountId, page]: Parameters<RecallStore['receipts']>) =>
    store.receipts(accountId, page),
  /** Refuses `receipt-unknown`. */
  receipt: async (accountId: string, id: string): Promise<ShownReceipt | Refusal> =>
    isId(id) ? store.receipt(accountId, id) : NO_RECEIPT,
  /** Refuses `receipt-unknown`. */
  removeReceipt: async (
    owner: RecallOwner,
    id: string,
  ): Promise<{ readonly id: string } | Refusal> =>
    isId(id) ? store.removeReceipt(owner, id) : NO_RECEIPT,
  removeReceipts: (owner: RecallOwner) => store.removeReceipts(owner),
  recalls: (...[accountId, page]: Parameters<RecallStore['recalls']>) =>
    store.recalls(accountId, page),
  watches: (...[accountId, page]: Parameters<RecallStore['watches']>) =>
    store.watches(accountId, page),
  watch: (accountId: string, handle: string) => store.watch(accountId, handle),
  startWatch: (...[accountId, handle, request]: WatchArguments) =>
    startWatch({ store, histories }, accountId, handle, request),
  /**
   * Watches a text as it is served now, or one of its points. Refuses `watch-text-unknown` and what
   * `startWatch` refuses.
   */
  watchServed: async (
    accountId: string,
    handle: string,
    { slug, headnoteSequence }: Pick<WatchRequest['citation'], 'slug' | 'headnoteSequence'>,
  ): Promise<WatchStarted | Refusal> => {
    const { head, texts } = await histories.since(new Map([[slug, FROM_NOW_ON]]))
    const served = texts.findLast(({ servedHash }) => servedHash !== null)
    const wording = served?.wordings.findLast((one) => one.sha256Hash === served.servedHash)
    if (wording === undefined) return refusalByCode('watch-text-unknown')
    const { version, sha256Hash } = wording
    const position = printPosition(head)
    const citation = { slug, version, sha256Hash, headnoteSequence, position }
    return startWatch({ store, histories }, accountId, handle, { citation })
  },
  removeWatch: (accountId: string, handle: string) => store.removeWatch(accountId, handle),
  removeWatches: (owner: RecallOwner) => store.removeWatches(owner),
})
export type RecallAdmin = ReturnType<typeof makeRecallAdmin>
