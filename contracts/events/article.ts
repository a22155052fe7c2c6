import { z } from 'zod'
import { ContentRecord } from '../content.ts'
import { SignedCertificate } from '../erasure/certificate.ts'
import { ERASED_VERSIONS_MAX, ERASURE_REQUEST_MAX, ErasureGround } from '../erasure/ground.ts'
import { IntegrityFlag } from '../integrity.ts'
import { ConceptId, Day, Instant, SemVer, Sha256Hex, Slug } from '../ids.ts'
import { SpanTarget } from '../law/annotations/span-target.ts'
import { StaffId } from '../staff.ts'
import { IntegrityCode } from '../vocabulary/integrity.ts'
import { LegalRuleType } from '../vocabulary/texts.ts'

export { ERASED_VERSIONS_MAX, ERASURE_REQUEST_MAX, ErasureGround }

/** How much a version differs from the one before (contracts/conventions/versions.md). */
export const Bump = z.enum(['initial', 'major', 'minor', 'patch', 'none'])
export type Bump = z.infer<typeof Bump>

/** A source stated this text: `state` names the statement, so that an import runs twice as once. */
export const Imported = z.strictObject({
  sourceId: z.string(),
  state: z.string(),
  sourceVersion: z.string().nullable(),
  contentHash: Sha256Hex,
  /** As the source states it, for a wording that is published later. */
  validFrom: Day.nullable(),
  validTo: Day.nullable(),
  /** Present where the draft has this wording with other details, which the next event records. */
  otherDetails: z.literal(true).optional(),
})
/** The first wording of a text. */
export const Drafted = z.strictObject({ content: ContentRecord })
export const RevisionOpened = z.strictObject({ baseVersion: SemVer })
/** A new wording of the open draft. */
export const Revised = z.strictObject({ content: ContentRecord })
export const Submitted = z.strictObject({ sha256Hash: Sha256Hex })
export const ChangesRequested = z.strictObject({ reasons: z.array(z.string()).min(1) })
/**
 * Freezes the hash. `policy` names the rule that approved instead of a person; `null`: a person
 * approved. `citedRed`: the cited texts whose status was red then; absent: nobody looked.
 */
export const Approved = z.strictObject({
  sha256Hash: Sha256Hex,
  policy: z.string().nullable(),
  citedRed: z.array(Slug).optional(),
})
/** Longest reason or cause that a person gives for an act, in UTF-16 units. */
export const REASON_MAX = 2_000
const Reason = z.string().min(1).max(REASON_MAX)
/** The approved wording with this hash goes public at this instant. */
export const PublicationScheduled = z.strictObject({
  sha256Hash: Sha256Hex,
  at: Instant,
  reason: Reason.nullable(),
  /** The cited texts whose status was red then; absent: nobody looked. */
  citedRed: z.array(Slug).optional(),
})
/** `code`: the refusal that stopped it; null: a person cancelled it. */
export const ScheduleCancelled = z.strictObject({
  reason: Reason,
  code: z.string().min(1).max(60).nullable(),
})
/**
 * The draft beside a version is given up: the version is the text's wording again. `reason` is a
 * person's.
 */
export const DraftDiscarded = z.strictObject({ reason: Reason })
/** Why a wording is published of which no sentence is supported. */
export const PublicationJustified = z.strictObject({ sha256Hash: Sha256Hex, reason: Reason })
export const VersionPublished = z.strictObject({
  version: SemVer,
  sha256Hash: Sha256Hex,
  hashProfile: z.literal('article/1'),
  bump: Bump,
  changeClass: z.string().nullable(),
  reasons: z.array(z.string()),
  policy: z.string().nullable(),
  publishedAt: Instant.nullable(),
  content: ContentRecord,
})
/** The days on which the wording of a version is in force: no bump, no hash. */
export const ValidityRecorded = z.strictObject({
  version: SemVer,
  validFrom: Day.nullable(),
  validTo: Day.nullable(),
  sourceVersion: z.string().nullable(),
})
/** A slice of contentClean that is embedded; offsets in UTF-16 units, `end` exclusive. */
export const Passage = z.strictObject({
  ordinal: z.int().nonnegative(),
  start: z.int().nonnegative(),
  end: z.int().positive(),
  /** Key of the vector: SHA-256 of the text that was embedded (title prefix included). */
  textSha256: Sha256Hex,
})
export type Passage = z.infer<typeof Passage>
/** A headnote's summary is embedded as one piece. */
export const EmbeddedHeadnote = z.strictObject({
  sequence: z.int().min(1),
  textSha256: Sha256Hex,
})
/** Passages are recorded in batches, so that no event exceeds the size of a message. */
export const PassagesEmbedded = z.strictObject({
  version: SemVer,
  model: z.string(),
  dimensions: z.int().positive(),
  batch: z.int().min(1),
  batches: z.int().min(1),
  passages: z.array(Passage),
  headnotes: z.array(EmbeddedHeadnote),
})
export const GroundednessCounts = z.strictObject({
  supported: z.int().nonnegative(),
  partial: z.int().nonnegative(),
  contradicted: z.int().nonnegative(),
  notSupported: z.int().nonnegative(),
  unverifiable: z.int().nonnegative(),
  checkable: z.int().nonnegative(),
  method: z.string(),
  assessedAt: Instant,
  assessedHash: Sha256Hex,
})
export type GroundednessCounts = z.infer<typeof GroundednessCounts>
export const GroundednessAssessed = z.strictObject({
  score: z.int().min(0).max(100).nullable(),
  groundedness: GroundednessCounts,
})
export const IntegrityFlagRaised = z.strictObject({ flag: IntegrityFlag })
export const IntegrityFlagCleared = z.strictObject({
  code: IntegrityCode,
  headnoteSequence: z.int().min(1).nullable(),
})
/**
 * A person dismissed a doubt. `items` are the reviewed ids of the flag's evidence, each a sentence
 * with the wordings it was compared with; the doubt is not raised for them again.
 */
export const IntegrityFlagDismissed = z.strictObject({
  code: IntegrityCode,
  headnoteSequence: z.int().min(1).nullable(),
  /** The reviewed wording. */
  sha256Hash: Sha256Hex,
  reason: z.string().min(1).max(2_000),
  items: z.array(z.string().min(1)).min(1),
})
/** All concepts that a machine matched to a text; replaces its former list. Never hashed. */
export const ConceptsMatched = z.strictObject({
  /** `label-match@1`. */
  method: z.string().min(1).max(60),
  concepts: z
    .array(z.strictObject({ id: ConceptId, relevancePercent: z.int().min(0).max(100) }))
    .max(50),
  /** Removed by an editor; machines do not match them again. */
  barred: z.array(ConceptId).max(200),
})
/** A point of law that a machine proposes. It is public only once a person accepts it. */
export const HeadnoteProposal = z.strictObject({
  /** UUID v5 of the text and the words, so that a proposal is recorded once. */
  id: z.uuid(),
  summary: z.string().min(1),
  sourceText: z.string().min(1),
  legalRuleType: LegalRuleType.nullable(),
})
export type HeadnoteProposal = z.infer<typeof HeadnoteProposal>
export const HeadnotesProposed = z.strictObject({
  method: z.string().min(1).max(60),
  /** Of the wording that was read. */
  textSha256: Sha256Hex,
  proposals: z.array(HeadnoteProposal).max(50),
})
export const HeadnoteProposalSettled = z.strictObject({
  id: z.uuid(),
  outcome: z.enum(['accepted', 'rejected']),
  reason: z.string().nullable(),
})
export const Unpublished = z.strictObject({ reason: z.string().min(1) })
export const Withdrawn = z.strictObject({
  cause: z.string().min(1),
  replacement: Slug.nullable(),
})
/** Why a publisher's text went without a person: it said so, or no longer lists the text. */
export const RemovalCause = z.enum(['publisher_deletion', 'publisher_absence'])
export type RemovalCause = z.infer<typeof RemovalCause>
/** The word of a publisher that took a text down, under the policy of its imports. */
export const PublisherRemoval = z.strictObject({
  policy: z.literal('official-import'),
  cause: RemovalCause,
  publisher: z.string().min(1),
  /** The list or listing, by the names of archive and entry, without their folder. */
  list: z.string().min(1),
})
export type PublisherRemoval = z.infer<typeof PublisherRemoval>
export const Deleted = z.strictObject({
  reason: z.string().min(1),
  /** Absent: two persons deleted it. */
  publisher: PublisherRemoval.optional(),
})
/** One person asks; the text is withdrawn or deleted once a second person confirms. */
export const WithdrawalRequested = z.strictObject({ cause: Reason, replacement: Slug.nullable() })
export const DeletionRequested = z.strictObject({ reason: Reason })
export const RequestKind = z.enum(['withdrawal', 'deletion'])
export type RequestKind = z.infer<typeof RequestKind>
export const RequestCancelled = z.strictObject({ request: RequestKind, reason: Reason })
/** A deleted text is there again, not public; a withdrawn one has an open draft. */
export const Restored = z.strictObject({
  from: z.enum(['deleted', 'withdrawn']),
  reason: Reason,
})
/**
 * What is to be erased, ground and reference of the request; the reference must not name anybody.
 * Of a person, the whole.
 */
const Erasure = z.strictObject({
  /** None: the text was never published, or a thread of comments is meant. */
  versions: z.array(SemVer).max(ERASED_VERSIONS_MAX),
  /** Whether nothing of the text is left, drafts included. */
  whole: z.boolean(),
  /** The comment to erase with its answers; null: wordings are meant. */
  thread: z.uuid().nullable(),
  ground: ErasureGround,
  request: z.string().min(1).max(ERASURE_REQUEST_MAX),
})
/** One person asks; the words are erased once a second person confirms. */
export const ErasureRequested = Erasure
export const ErasureCancelled = z.strictObject({ reason: Reason })
/** The keys of the wordings were destroyed in the transaction of this fact. */
export const WordingErased = z.strictObject({
  ...Erasure.shape,
  requestedBy: z.string().min(1),
  /** Ids of the keys that no longer exist. */
  keys: z.array(z.uuid()),
  /**
   * HMACs of what sources stated and of the texts, so that an old file is refused. Nobody can make
   * them without the key pepper.
   */
  fingerprints: z.array(Sha256Hex),
})
/** Every copy was handled: what was done to each, signed. */
export const ErasureCertified = z.strictObject({
  /** Version of the stream with the fact of the erasure. */
  erasure: z.int().min(1),
  ...SignedCertificate.shape,
})
/** Longest comment, in code points. */
export const COMMENT_BODY_MAX = 4_000
/** A remark about a draft or version. `target` null: about the whole text, or an answer. */
export const CommentAdded = z.strictObject({
  id: z.uuid(),
  inReplyTo: z.uuid().nullable(),
  /** Of the wording that was on the screen. */
  sha256Hash: Sha256Hex,
  // A code point is at most two UTF-16 units.
  body: z
    .string()
    .min(1)
    .max(2 * COMMENT_BODY_MAX),
  target: SpanTarget.nullable(),
})
export const CommentResolved = z.strictObject({ id: z.uuid() })
/** Who works on the text next; null: nobody. */
export const Assigned = z.strictObject({ person: StaffId.nullable() })

/** Every fact of an article stream, by name. */
export const ARTICLE_EVENTS = {
  Imported,
  Drafted,
  RevisionOpened,
  Revised,
  Submitted,
  ChangesRequested,
  Approved,
  PublicationScheduled,
  ScheduleCancelled,
  DraftDiscarded,
  PublicationJustified,
  VersionPublished,
  ValidityRecorded,
  PassagesEmbedded,
  GroundednessAssessed,
  IntegrityFlagRaised,
  IntegrityFlagCleared,
  IntegrityFlagDismissed,
  ConceptsMatched,
  HeadnotesProposed,
  HeadnoteProposalSettled,
  Unpublished,
  WithdrawalRequested,
  DeletionRequested,
  RequestCancelled,
  Withdrawn,
  Deleted,
  Restored,
  ErasureRequested,
  ErasureCancelled,
  WordingErased,
  ErasureCertified,
  CommentAdded,
  CommentResolved,
  Assigned,
} as const
