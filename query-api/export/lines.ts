/** The lines of an export: each in canonical form, and its leaf in the digest. */
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { Fault } from '#contracts/fault.ts'
import {
  EXPORT_LICENCE,
  EXPORT_PROFILE,
  type ExportedText,
  type ExportManifest,
} from '#contracts/http/export.ts'
import type { SearchFilters } from '#contracts/http/search.ts'
import { type ArticleId, type Position, printPosition, Sha256Hex } from '#contracts/ids.ts'
import { leafOfForm } from '../projections/digest.ts'
import type { MerkleTree } from '../projections/merkle.ts'
import type { Plan, PlannedText } from './plan.ts'
import type { ExportSources } from './ports.ts'

/** A text of an export with its line, without the line feed. */
export type ExportedLine =
  | {
      readonly removed: false
      readonly id: ArticleId
      readonly text: ExportedText
      readonly line: string
    }
  | { readonly removed: true; readonly id: ArticleId; readonly line: string }

/** The leaf of a text is that of its document in the digest of the read models. */
export const leafOfLine = ({ id, line }: Pick<ExportedLine, 'id' | 'line'>): string =>
  leafOfForm(`article/${id}`, line)

export const removedLine = (id: ArticleId): ExportedLine => ({
  removed: true,
  id,
  line: canonicalJson({ id, removed: true }),
})
export const textLine = (text: ExportedText): ExportedLine => ({
  removed: false,
  id: text.id,
  text,
  line: canonicalJson(text),
})

/** Texts that are in memory at a time. */
const BATCH = { texts: 50, bytes: 4 * 1024 * 1024 } as const

function* batchesOf(texts: readonly PlannedText[]): Generator<readonly PlannedText[]> {
  let [batch, bytes]: [PlannedText[], number] = [[], 0]
  for (const one of texts) {
    batch.push(one)
    if (!one.removed) bytes += one.content.utf8Bytes
    if (batch.length < BATCH.texts && bytes < BATCH.bytes) continue
    yield batch
    ;[batch, bytes] = [[], 0]
  }
  if (batch.length > 0) yield batch
}

/**
 * Reads the texts of a part, a batch at a time, and adds each to the digest. Throws Fault
 * `blob-missing` and the faults of its port.
 */
export async function* readPart(
  { blobs }: Pick<ExportSources, 'blobs'>,
  { texts }: Plan,
  tree: Pick<MerkleTree, 'add'>,
): AsyncGenerator<readonly ExportedLine[]> {
  for (const batch of batchesOf(texts)) {
    const hashes = batch.flatMap((one) => (one.removed ? [] : [one.content.sha256]))
    const contents = await blobs.get([...new Set(hashes)])
    const lines = batch.map((one) => {
      if (one.removed) return removedLine(one.id)
      const contentClean = contents.get(one.content.sha256)
      if (contentClean === undefined)
        throw new Fault('blob-missing', 'the text of a published version is not among the blobs')
      return textLine({ ...one.text, contentClean })
    })
    for (const line of lines) tree.add(leafOfLine(line))
    yield lines
  }
}

type Counted = {
  readonly position: Position
  readonly filters: SearchFilters
  readonly removed: number
  readonly tree: Pick<MerkleTree, 'state' | 'root'>
  readonly next: string | null
}

/** What an export says of itself after the lines that the tree has. */
export const manifestOf = ({
  position,
  filters,
  removed,
  tree,
  next,
}: Counted): ExportManifest => ({
  profile: EXPORT_PROFILE,
  position: printPosition(position),
  filters,
  texts: tree.state().leaves - removed,
  removed,
  digest: Sha256Hex.parse(tree.root()),
  licence: EXPORT_LICENCE,
  next,
})

/** The last line of a part, without the line feed. */
export const endLine = (manifest: ExportManifest): string => canonicalJson({ export: manifest })
