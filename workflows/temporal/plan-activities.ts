/** Plans the batches of an import in one pass over its files. */
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import type { Slug, StreamId } from '#contracts/ids.ts'
import { importSteps } from '#ingest/import/import-texts.ts'
import type { WriteDeps } from '#ingest/command-handler/write-deps.ts'
import { type CleanBatch, isStatement } from '#ingest/import/activities.ts'
import { discover } from '#ingest/import/discover.ts'
import type { SourceRefusal } from '#ingest/sources/source-item.ts'
import { cutsOf } from './cutting-activities.ts'
import { runNamesOf } from './naming-activities.ts'
import type { BatchReference, CorpusRequest } from './payloads.ts'
import { type FileRanges, fingerprintOf } from './reading-activities.ts'

export type PlannedBatch = BatchReference

export type CorpusPlan = {
  readonly bytesTotal: number
  planned(): number
  /** Identifies all batches planned so far: plans with the same chain have the same records. */
  chain(): string
  next(): Promise<PlannedBatch | null>
  /** The notes of the readers so far, each kind once. */
  notes(): readonly SourceRefusal[]
  close(): Promise<void>
}

/**
 * The last batch of each text and slug. A batch waits for earlier ones with the same texts or
 * slugs.
 */
const lastBatches = () => {
  const ofKey = new Map<StreamId | Slug, number>()
  return (number: number, { items }: CleanBatch): number => {
    let after = 0
    const keys = items.flatMap((item) =>
      isStatement(item) ? [item.streamId, item.content.slug] : [],
    )
    for (const key of keys) {
      const last = ofKey.get(key) ?? 0
      if (last !== number) after = Math.max(after, last)
    }
    for (const key of keys) ofKey.set(key, number)
    return after
  }
}

const onlyText = ({ items }: CleanBatch): BatchReference['only'] => {
  const [item, ...others] = items
  if (item === undefined || others.length > 0 || !isStatement(item)) return null
  const { content, state } = item
  const isDecision = content.contentType === 'jurisprudence'
  return { articleId: articleIdOf(content.source.id), state, isDecision }
}

/** Starts a plan. The same files give the same batches on any worker. */
export const openPlan = async (
  { write, ranges }: { readonly write: WriteDeps; readonly ranges: FileRanges },
  { paths, as, publish, context, limits }: CorpusRequest,
): Promise<CorpusPlan> => {
  const found = await discover(paths)
  const cuts = cutsOf(ranges, found, as, limits.recordsPerBatch)
  // Shared by all batches, since it names their statements.
  const { clean } = importSteps(write, { context, publish })
  const waitsFor = lastBatches()
  let number = 0
  let chain = ''
  return {
    bytesTotal: found.files.reduce((sum, { bytes }) => sum + bytes, 0),
    planned: () => number,
    chain: () => chain,
    next: async () => {
      const cut = await cuts.batches.next()
      if (cut.done === true) return null
      const { items, parts, bytesDone } = cut.value
      const cleaned = await clean({ items })
      const sha256 = fingerprintOf(items)
      number += 1
      chain = sha256Hex(`${chain}${sha256}`)
      return {
        number,
        parts: [...parts],
        names: runNamesOf(cleaned.items),
        sha256,
        after: waitsFor(number, cleaned),
        bytesDone,
        only: onlyText(cleaned),
      }
    },
    notes: () => cuts.notes(),
    close: async () => void (await cuts.batches.return(undefined)),
  }
}
