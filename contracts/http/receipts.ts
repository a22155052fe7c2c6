/**
 * What became of citations since an answer gave them (contracts/conventions/changes.md), of single
 * ones and of those that receipts name (contracts/conventions/receipts.md).
 */
import { z } from 'zod'
import { ChangedPoint } from '../changes/change.ts'
import { SemVer, Slug } from '../ids.ts'
import { CitedText, Receipt, RECEIPT_LIMITS } from '../receipts/receipt.ts'

/** The path of the public keys of receipts. */
export const RECEIPT_KEYS_PATH = '/receipts/keys.json'

export const RECEIPT_CHECK_LIMITS = { citationsMax: 1_000, receiptsMax: 100 } as const

/** A JSON Web Signature, and after `~` the salt: base64url. */
const RECEIPT_FORM = '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+(?:~[A-Za-z0-9_-]+)?$'

export const CheckedCitation = z
  .strictObject({
    ...CitedText.shape,
    headnoteSequence: CitedText.shape.headnoteSequence.describe(
      'The headnote that was relied on; null: all points of the text.',
    ),
    position: z
      .string()
      .regex(/^\d{1,15}$/)
      .describe('`X-Service-Corpus-Position` of the answer that gave the citation.'),
  })
  .meta({ id: 'CheckedCitation' })
export type CheckedCitation = z.infer<typeof CheckedCitation>

const CheckedReceipt = z
  .strictObject({
    receipt: z.string().min(1).max(RECEIPT_LIMITS.readCharactersMax).meta({
      pattern: RECEIPT_FORM,
      description: '`X-Service-Receipt` of an answer, with or without its salt.',
    }),
    citations: z
      .array(CitedText)
      .max(RECEIPT_CHECK_LIMITS.citationsMax)
      .optional()
      .describe('All that the answer cites, where the receipt had no room for the whole list.'),
  })
  .meta({ id: 'CheckedReceipt' })
export type CheckedReceipt = z.infer<typeof CheckedReceipt>

export const ReceiptCheckRequest = z
  .strictObject({
    citations: z
      .array(CheckedCitation)
      .max(RECEIPT_CHECK_LIMITS.citationsMax)
      .default([])
      .describe('Single citations.'),
    receipts: z
      .array(CheckedReceipt)
      .max(RECEIPT_CHECK_LIMITS.receiptsMax)
      .default([])
      .describe('Receipts, of which the service says the same for each text that they cite.'),
  })
  .refine(({ citations, receipts }) => citations.length + receipts.length > 0, {
    error: 'citations or receipts is needed',
    path: ['citations'],
    params: { code: 'one_of' },
  })
  .meta({
    id: 'ReceiptCheckRequest',
    anyOf: ['citations', 'receipts'].map((member) => ({
      required: [member],
      properties: { [member]: { minItems: 1, description: 'At least one.' } },
    })),
    description: `All together at most ${RECEIPT_CHECK_LIMITS.citationsMax} citations.`,
  })
export type ReceiptCheckRequest = z.infer<typeof ReceiptCheckRequest>

export const CitationState = z
  .enum([
    'erased',
    'deleted',
    'withdrawn',
    'unpublished',
    'superseded',
    'flag_changed',
    'validity_changed',
    'current',
    'unknown',
  ])
  .meta({
    id: 'CitationState',
    description:
      'The gravest that holds, in this order; `unknown`: no public text ever had this slug with this version and hash. The list may grow.',
  })
export type CitationState = z.infer<typeof CitationState>

export const CitationOutcome = z
  .object({
    slug: Slug,
    version: SemVer,
    state: CitationState,
    position: z
      .string()
      .nullable()
      .describe('Of the fact that led to the state; null: nothing did since the answer.'),
    changeClass: z.string().nullable().describe('Class of that change.'),
    reasons: z.array(z.string()).describe('Why, in sentences.'),
    replacement: Slug.nullable().describe('Slug of the text to use instead.'),
    currentVersion: SemVer.nullable().describe('The version that is served; null: none.'),
    flags: z
      .array(ChangedPoint)
      .describe('Points whose colour is another one than at `position` of the citation.'),
  })
  .meta({ id: 'CitationOutcome' })
export type CitationOutcome = z.infer<typeof CitationOutcome>

export const ReceiptOutcome = z
  .object({
    receipt: Receipt.describe('What was signed.'),
    outcomes: z
      .array(CitationOutcome)
      .describe('One for each citation of the receipt, in their order.'),
    complete: z
      .boolean()
      .describe('Whether `outcomes` covers all that the answer cites; else send `citations`.'),
  })
  .meta({ id: 'ReceiptOutcome' })
export type ReceiptOutcome = z.infer<typeof ReceiptOutcome>

export const ReceiptCheckResponse = z
  .object({
    outcomes: z.array(CitationOutcome).describe('One for each of `citations`, in their order.'),
    receipts: z.array(ReceiptOutcome).describe('One for each of `receipts`, in their order.'),
    head: z.string().describe('Position up to which changes are known.'),
  })
  .meta({ id: 'ReceiptCheckResponse' })
export type ReceiptCheckResponse = z.infer<typeof ReceiptCheckResponse>
