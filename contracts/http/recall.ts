/**
 * Receipts that an account keeps, citations that it watches, and what it is told of both
 * (contracts/conventions/recall.md).
 */
import { z } from 'zod'
import { ChangedPoint, ChangeId } from '../changes/change.ts'
import { Instant, SemVer, Sha256Hex, Slug } from '../ids.ts'
import { CitedText } from '../receipts/receipt.ts'
import { OPERATIONS } from '../tariff.ts'
import { integerParameter } from './query.ts'
import { CheckedCitation, CitationOutcome } from './receipts.ts'

export const RECALL_LIMITS = {
  /** Five years and a leap day: older receipts are deleted. */
  keptDays: 1_826,
  /** Of one account; the oldest ones beyond are deleted. */
  receiptsMax: 100_000,
  /** Of one receipt: what it cites beyond is not followed. */
  citationsMax: 1_000,
  watchesMax: 10_000,
  handleCharactersMax: 128,
  pageMax: 100,
} as const

/** What became of what a receipt or watch cites, the gravest first. */
export const RecallState = z
  .enum([
    'erased',
    'deleted',
    'withdrawn',
    'unpublished',
    'superseded',
    'flag_changed',
    'validity_changed',
  ])
  .meta({ id: 'RecallState', description: 'What became of the citation. The list may grow.' })
export type RecallState = z.infer<typeof RecallState>

const position = z.string().regex(/^\d{15}$/)

export const ReceiptKeeping = z
  .object({
    kept: z.boolean().describe('Whether receipts of charged answers are kept.'),
    since: Instant.nullable().describe('Since when; null: they are not.'),
    receipts: z.int().nonnegative().describe('Receipts that are kept now.'),
    keptDays: z.int().describe('Each receipt is deleted after so many days.'),
    receiptsMax: z.int().describe('Beyond so many the oldest ones are deleted.'),
  })
  .meta({ id: 'ReceiptKeeping' })
export type ReceiptKeeping = z.infer<typeof ReceiptKeeping>

export const ReceiptKeepingChange = z
  .strictObject({
    kept: z
      .boolean()
      .describe('`true`: keep receipts from now on; `false`: keep no more. Deletes none.'),
  })
  .meta({ id: 'ReceiptKeepingChange' })

/** A citation of a kept receipt. Of an erased wording neither slug nor hash is left. */
export const KeptCitation = z
  .object({
    slug: Slug.nullable().describe('null: the wording was erased.'),
    version: SemVer,
    sha256Hash: Sha256Hex.nullable().describe('null: the wording was erased.'),
    headnoteSequence: CitedText.shape.headnoteSequence.unwrap(),
    erased: z.boolean().describe('Whether the wording was erased since.'),
  })
  .meta({ id: 'KeptCitation' })
export type KeptCitation = z.infer<typeof KeptCitation>

const receiptMembers = {
  id: z.uuid().describe('Of the kept receipt.'),
  keptAt: Instant.describe('When it was kept.'),
  usageId: Sha256Hex.describe('`X-Service-Usage-Id` of the answer.'),
  operation: z.enum(OPERATIONS),
  priceUsd: z.string().describe('What was charged.'),
  position: position.nullable().describe('`X-Service-Corpus-Position` of the answer.'),
  citationCount: z.int().nonnegative().describe('How many citations the answer has.'),
  recalls: z.int().nonnegative().describe('How often it was recalled.'),
}

export const KeptReceipt = z.object(receiptMembers).meta({ id: 'KeptReceipt' })
export type KeptReceipt = z.infer<typeof KeptReceipt>

export const KeptReceiptList = z
  .object({
    receipts: z.array(KeptReceipt).describe('Newest first.'),
    next: z.string().nullable().describe('`before` of the next page; null: there is none.'),
  })
  .meta({ id: 'KeptReceiptList' })
export type KeptReceiptList = z.infer<typeof KeptReceiptList>

export const ShownReceipt = z
  .object({
    ...receiptMembers,
    receipt: z
      .string()
      .nullable()
      .describe('As in `X-Service-Receipt`, without its salt; null: it names an erased wording.'),
    citations: z.array(KeptCitation).describe('What the answer cites, in its order.'),
  })
  .meta({ id: 'ShownReceipt' })
export type ShownReceipt = z.infer<typeof ShownReceipt>

export const ReceiptParams = z.object({
  id: z.string().meta({ format: 'uuid', description: 'Id of the kept receipt.' }),
})
export const RecallPageQuery = z.strictObject({
  limit: integerParameter(z.int().min(1).max(RECALL_LIMITS.pageMax))
    .default(20)
    .meta({ default: 20, description: 'Entries at most.' }),
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .describe('`next` of the page before.'),
})

const HANDLE = /^[A-Za-z0-9_.~-]+$/
export const WatchHandle = z
  .string()
  .min(1)
  .max(RECALL_LIMITS.handleCharactersMax)
  .regex(HANDLE)
  .meta({ description: 'Your own name for what you watch.' })
export const WatchParams = z.object({
  handle: z.string().meta({
    minLength: 1,
    maxLength: RECALL_LIMITS.handleCharactersMax,
    pattern: HANDLE.source,
    description: `Your own name for what you watch: 1 to ${RECALL_LIMITS.handleCharactersMax} letters, digits and \`_ . ~ -\`. Take a random one.`,
  }),
})

export const WatchRequest = z
  .strictObject({ citation: CheckedCitation.describe('What an answer of this service cited.') })
  .meta({ id: 'WatchRequest' })
export type WatchRequest = z.infer<typeof WatchRequest>

const watchMembers = {
  handle: WatchHandle,
  createdAt: Instant.describe('Since when it is watched.'),
  recalls: z.int().nonnegative().describe('How often it was recalled.'),
}
export const Watch = z.object(watchMembers).meta({ id: 'Watch' })
export type Watch = z.infer<typeof Watch>

export const WatchStarted = z
  .object({
    ...watchMembers,
    outcome: CitationOutcome.describe('What became of the citation until now.'),
  })
  .meta({ id: 'WatchStarted' })
export type WatchStarted = z.infer<typeof WatchStarted>

export const WatchListQuery = z.strictObject({
  limit: integerParameter(z.int().min(1).max(RECALL_LIMITS.pageMax))
    .default(20)
    .meta({ default: 20, description: 'Watches at most.' }),
  after: WatchHandle.optional().describe('`next` of the page before.'),
})
export const WatchList = z
  .object({
    watches: z.array(Watch).describe('By handle.'),
    next: z.string().nullable().describe('`after` of the next page; null: there is none.'),
  })
  .meta({ id: 'WatchList' })
export type WatchList = z.infer<typeof WatchList>

/**
 * What an account is told: of a receipt with what it cites, of a watch with its handle alone. No
 * words of a text; of an erased wording neither slug nor hash.
 */
export const RecallNotice = z
  .object({
    id: z.uuid().describe('The same in each delivery.'),
    receiptId: z.uuid().nullable().describe('The kept receipt; null: it is of a watch.'),
    usageId: Sha256Hex.nullable().describe('`X-Service-Usage-Id` of the answer.'),
    handle: z.string().nullable().describe('Of the watch; null: it is of a receipt.'),
    citations: z
      .array(KeptCitation.pick({ slug: true, version: true, headnoteSequence: true }))
      .describe('What of the receipt is touched; none of a watch.'),
    state: RecallState,
    changeId: ChangeId.describe('Of the change in `GET /changes`.'),
    changeClass: z.string().nullable().describe('Class of the change.'),
    position: position.describe('Of the fact that led to it.'),
    headnote: ChangedPoint.nullable().describe('Of `flag_changed`: colours and derivation.'),
    replacement: Slug.nullable().describe('Slug of the text to use instead.'),
  })
  .meta({ id: 'RecallNotice' })
export type RecallNotice = z.infer<typeof RecallNotice>

export const Recall = RecallNotice.extend({ at: Instant.describe('When it was told.') }).meta({
  id: 'Recall',
})
export type Recall = z.infer<typeof Recall>

export const RecallList = z
  .object({
    recalls: z.array(Recall).describe('Newest first.'),
    next: z.string().nullable().describe('`before` of the next page; null: there is none.'),
  })
  .meta({ id: 'RecallList' })
export type RecallList = z.infer<typeof RecallList>
