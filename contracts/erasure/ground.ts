/** Why words are erased, and how much one request may name. */
import { z } from 'zod'

/** Versions that one erasure names at most. */
export const ERASED_VERSIONS_MAX = 1_000
/** Longest reference of a request, in UTF-16 units. */
export const ERASURE_REQUEST_MAX = 200

/** On what ground words are erased (GDPR article 17, an occultation by a court, an order). */
export const ErasureGround = z.enum(['court-occultation', 'gdpr-17', 'order'])
export type ErasureGround = z.infer<typeof ErasureGround>
