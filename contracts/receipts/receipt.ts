/** What the service signs of an answer that it charged (contracts/conventions/receipts.md). */
import { z } from 'zod'
import { Instant, SemVer, Sha256Hex, Slug } from '../ids.ts'
import { OPERATIONS } from '../tariff.ts'

export const RECEIPT_PROFILE = 'receipt/1'

export const RECEIPT_LIMITS = {
  /**
   * Longest receipt: with the other headers of an answer it stays below the 4 KiB that common
   * proxies take for all headers together.
   */
  charactersMax: 2_400,
  /** Longest receipt that is read: room for profiles to come. */
  readCharactersMax: 8_192,
} as const

/** A text that an answer names, in the wording that it shows. */
export const CitedText = z
  .strictObject({
    slug: Slug,
    version: SemVer,
    sha256Hash: Sha256Hex,
    headnoteSequence: z
      .int()
      .min(1)
      .nullable()
      .default(null)
      .describe('The headnote; null: the text as a whole.'),
  })
  .meta({ id: 'CitedText' })
export type CitedText = z.infer<typeof CitedText>

export const Receipt = z
  .strictObject({
    profile: z.literal(RECEIPT_PROFILE).describe('Which members there are, and how they are made.'),
    usageId: Sha256Hex.describe('`X-Service-Usage-Id` of the answer.'),
    operation: z.enum(OPERATIONS),
    priceUsd: z.string().describe('What was charged, a plain decimal; `0` in the sandbox.'),
    time: Instant.meta({ format: 'date-time' }).describe('When the answer was sent.'),
    position: z
      .string()
      .regex(/^\d{15}$/)
      .nullable()
      .describe('Up to which event the answer knows the corpus; null: it says nothing of it.'),
    generation: z
      .int()
      .min(1)
      .nullable()
      .describe('The build of the read models that was live; null: it was not known.'),
    models: z.array(z.string()).describe('Models that the service uses for this operation.'),
    salt: Sha256Hex.describe('SHA-256 of the salt that keys `request` and `answer`.'),
    request: Sha256Hex.nullable().describe(
      'HMAC-SHA-256 of the request under the salt; null: its body has no canonical form.',
    ),
    answer: Sha256Hex.nullable().describe(
      'HMAC-SHA-256 of the answer under the salt; null: it was written while it was made.',
    ),
    cites: z
      .strictObject({
        count: z.int().min(0).describe('Length of the whole list.'),
        sha256: Sha256Hex.describe('Of the whole list, as canonical JSON (RFC 8785).'),
        listed: z.array(CitedText).describe('As many from its head as the receipt has room for.'),
      })
      .nullable()
      .describe('What the answer cites; null: its own lines say it.'),
  })
  .meta({ id: 'Receipt' })
export type Receipt = z.infer<typeof Receipt>
