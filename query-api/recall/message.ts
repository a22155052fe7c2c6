/** The notice to an account about a receipt or watch: no words of a text. */
import { uuidV5 } from '#contracts/canonical/hash.ts'
import type { Change } from '#contracts/changes/change.ts'
import { type KeptCitation, RecallNotice, type RecallState } from '#contracts/http/recall.ts'
import { Position } from '#contracts/ids.ts'
import { messageBody } from '../webhooks/message.ts'
import type { AccountKey, NewReceipt, TellRecall } from './ports.ts'

/** A receipt or watch that a change touches. */
export type Touched = {
  readonly key: AccountKey
  readonly holderId: string
  /** null: it is a watch. */
  readonly receipt: NewReceipt | null
  readonly handle: string | null
  readonly text: Buffer
  readonly state: RecallState
  /** Those of the receipt that the change touches. */
  readonly citations: readonly KeptCitation[]
}

/** What a recall says of the change that led to it. */
export type RecallingChange = Pick<
  Change,
  'id' | 'occurredAt' | 'position' | 'changeClass' | 'headnote' | 'replacement'
>

const HEX = 'hex'

/**
 * A recall has one id for each change and receipt or watch. Recalls of one text are sent in order;
 * their order is kept by fingerprints, so that the queue names no text.
 */
export const recallOf = (change: RecallingChange, touched: Touched): TellRecall => {
  const { key, holderId, receipt, handle, text, state, citations } = touched
  const id = uuidV5(change.id, holderId)
  const notice = RecallNotice.parse({
    id,
    receiptId: receipt === null ? null : holderId,
    usageId: receipt?.content.usageId ?? null,
    handle,
    citations,
    state,
    changeId: change.id,
    changeClass: change.changeClass,
    position: change.position,
    headnote: change.headnote,
    replacement: change.replacement,
  })
  return {
    key,
    text,
    notice,
    holderId,
    event: {
      id,
      type: 'receipt.recalled',
      accountId: key.accountId,
      orderKey: text.toString(HEX),
      jurisdictions: [],
      position: Position.parse(Number(change.position)),
      body: messageBody('receipt.recalled', change.occurredAt, notice),
      isSealed: true,
    },
  }
}
