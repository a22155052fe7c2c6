/**
 * The payloads of Temporal. Its server keeps every value in the history, so payloads have no texts:
 * a batch is a list of places in files, which a worker reads.
 */
import { ERROR_CODES } from '#contracts/errors/codes.ts'
import { z } from 'zod'
import { ArticleId, Instant, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { EmbeddedBatch, ImportSummary } from '../activities.ts'

/** Limits of one import, whose values are kept in the history. */
export const IMPORT_LIMITS = {
  pathsMax: 1_000,
  pathCharactersMax: 4_096,
  /** References in one page of the plan; some 15 KB each where every text has its own file. */
  batchesPerPage: 16,
  /** Batches that run at the same time, over all workers. */
  batchesAtOnce: 4,
  /** After as many, the workflow continues as a new run with an empty history. */
  batchesPerRun: 200,
  recordsPerBatch: 100,
} as const

const Count = z.int().min(0)
const AtLeastOne = z.int().min(1).max(10_000)
const Path = z.string().min(1).max(IMPORT_LIMITS.pathCharactersMax)

/** Actor and time, fixed at the start, so that every worker records the same. */
export const ActContext = z.strictObject({
  actor: z.string().min(1).max(200),
  time: Instant,
  correlationId: z.string().min(1).max(200),
  causationId: z.string().nullable(),
})
export type ActContext = z.infer<typeof ActContext>

/** How to read and decide; the same for all batches of an import. */
export const BatchManner = z.strictObject({
  publish: z.boolean(),
  /** null: by content. The names of all sources, since the sandbox can't import their list. */
  as: z
    .enum([
      'jsonl',
      'markdown',
      'dila',
      'dila-deletions',
      'judilibre',
      'akoma-ntoso',
      'eur-lex',
      'docx',
      'pdf',
    ])
    .nullable(),
  /** Members for manuscripts that state none of these. */
  members: z.record(z.string(), z.unknown()).optional(),
  context: ActContext,
})
export type BatchManner = z.infer<typeof BatchManner>

export const CorpusRequest = BatchManner.extend({
  /** Absolute paths that all workers can read. */
  paths: z.array(Path).min(1).max(IMPORT_LIMITS.pathsMax),
  limits: z.strictObject({
    batchesPerPage: AtLeastOne,
    batchesAtOnce: AtLeastOne,
    batchesPerRun: AtLeastOne,
    recordsPerBatch: AtLeastOne,
  }),
})
export type CorpusRequest = z.infer<typeof CorpusRequest>

const ReportedRefusal = z.strictObject({
  file: Path,
  line: z.int().min(1),
  refused: z.enum(ERROR_CODES),
  reason: z.string(),
  hint: z.string(),
})

/** One place in a file that belongs to a batch. */
export const BatchPart = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), path: Path, bytes: Count }),
  /** Bytes `from` (inclusive) to `to` (exclusive; null: the end) of a JSON Lines file. */
  z.strictObject({
    kind: z.literal('lines'),
    path: Path,
    from: Count,
    to: Count.nullable(),
    firstLine: z.int().min(1),
  }),
  /** Records `skip` to `skip + take` of a file that is read from its beginning: XML, archives. */
  z.strictObject({
    kind: z.literal('records'),
    path: Path,
    bytes: Count,
    skip: Count,
    take: Count,
  }),
  /** A path that can't be read is a record that is refused. */
  z.strictObject({ kind: z.literal('refused'), refusal: ReportedRefusal }),
])
export type BatchPart = z.infer<typeof BatchPart>

/**
 * The part of a name that depends on the whole import: the number of the occurrence, or a conflict
 * with an earlier record.
 */
export const RunName = z.union([
  z.strictObject({ index: Count, state: z.string() }),
  z.strictObject({ index: Count, refusal: ReportedRefusal }),
])
export type RunName = z.infer<typeof RunName>

export const BatchReference = z.strictObject({
  /** From 1, in the order of the sources. */
  number: z.int().min(1),
  parts: z.array(BatchPart),
  names: z.array(RunName),
  /** Hash of the records, to detect a changed file. */
  sha256: Sha256Hex,
  /** Batches up to this one must be recorded before, since they share texts or slugs. */
  after: Count,
  /** Bytes of the import up to the end of this batch. */
  bytesDone: Count,
  /** Set if the batch is one text. `state` names the statement. */
  only: z
    .strictObject({ articleId: ArticleId, state: z.string(), isDecision: z.boolean() })
    .nullable(),
})
export type BatchReference = z.infer<typeof BatchReference>

export const PlanRequest = z.strictObject({
  corpus: CorpusRequest,
  /** Batches planned so far, and the chain of their hashes. */
  after: Count,
  chain: z.string(),
})
export type PlanRequest = z.infer<typeof PlanRequest>

export type PlanPage = {
  readonly batches: readonly BatchReference[]
  readonly chain: string
  readonly isLast: boolean
  readonly bytesTotal: number
  /** With the last page: the notes of the readers, each kind once. */
  readonly notes?: EmbeddedBatch['notes']
}

export const BatchRequest = z.strictObject({ manner: BatchManner, batch: BatchReference })
export type BatchRequest = z.infer<typeof BatchRequest>

/** The outcome of a batch without its texts and events. */
export type BatchReport = Pick<EmbeddedBatch, 'outcomes' | 'notes'> & {
  readonly summary: ImportSummary
}

/** The progress of an import. */
export type ImportStatus = {
  readonly summary: ImportSummary
  /** Batches recorded without a gap, and those beyond the first gap. */
  readonly recorded: number
  readonly recordedAhead: readonly number[]
  readonly bytesDone: number
  readonly bytesTotal: number
  /** The notes of the readers, once all files were read. */
  readonly notes: EmbeddedBatch['notes']
  /**
   * It was cancelled: `read = imported + unchanged + revised + refused` holds for what was done.
   */
  readonly stopped: boolean
}

/** `article/<id>/v<revision>`: the next version. */
export const PublishRequest = z.strictObject({
  articleId: ArticleId,
  slug: Slug,
  revision: z.int().min(1),
  context: ActContext,
})
export type PublishRequest = z.infer<typeof PublishRequest>

export const UnpublishRequest = PublishRequest.extend({ reason: z.string().min(1).max(2_000) })
export type UnpublishRequest = z.infer<typeof UnpublishRequest>

/** A publication that is due at an hour. */
export const DueRequest = z.strictObject({
  articleId: ArticleId,
  slug: Slug,
  at: Instant,
})
export type DueRequest = z.infer<typeof DueRequest>

/** A reviewer approves the draft with this hash. */
export const Approval = z.strictObject({
  reviewer: z.string().min(1).max(200),
  sha256Hash: Sha256Hex,
  time: Instant,
})
export type Approval = z.infer<typeof Approval>

export const ReembedRequest = z.strictObject({ context: ActContext, pagesPerRun: AtLeastOne })
export type ReembedRequest = z.infer<typeof ReembedRequest>

export const ReassessRequest = z.strictObject({ context: ActContext, pagesPerRun: AtLeastOne })
export type ReassessRequest = z.infer<typeof ReassessRequest>

export const ReplayRequest = z.strictObject({
  /** The generation to build; null: the unfinished one, or else a new one. */
  generation: z.int().min(1).nullable(),
  /** Swap even if the digests differ. */
  accept: z.boolean(),
})
export type ReplayRequest = z.infer<typeof ReplayRequest>

export const ReplayTask = ReplayRequest.extend({ generation: z.int().min(1) })
