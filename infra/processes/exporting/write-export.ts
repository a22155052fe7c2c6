/** Writes an export to a file; one that was cut off is taken up again. */
import { existsSync } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { Fault } from '#contracts/fault.ts'
import { EXPORT_PROFILE, type ExportFormat, type ExportManifest } from '#contracts/http/export.ts'
import { SearchFilters } from '#contracts/http/search.ts'
import { type ArticleId, Position } from '#contracts/ids.ts'
import { endLine, type ExportedLine, leafOfLine, manifestOf } from '#query-api/export/lines.ts'
import { parquetFile } from '#query-api/export/parquet.ts'
import type { ExportSources } from '#query-api/export/ports.ts'
import { makeMerkleTree, type MerkleTree } from '#query-api/projections/merkle.ts'
import { writeFault } from '../../new-file.ts'
import { streamWhole, writeWhole } from '../../whole-file.ts'
import { jsonLinesOf } from './file-lines.ts'
import { allAfter } from './whole.ts'

export type WriteExport = {
  readonly sources: ExportSources
  readonly file: string
  readonly format: ExportFormat
  readonly filters: SearchFilters
  readonly signal?: AbortSignal
  /** Texts so far, and the part of all ids that was looked at, 0 to 1. */
  readonly onProgress?: (texts: number, part: number) => void
}

export type ExportMade = ExportManifest & {
  readonly file: string
  /** Lines that an earlier run had written. */
  readonly resumedAfter: number
}

/** Which export a draft belongs to. */
const Begun = z.object({
  profile: z.literal(EXPORT_PROFILE),
  position: Position,
  filters: SearchFilters,
})
type Begun = z.infer<typeof Begun>

/** Files beside the export until it is whole. */
const draftsOf = (file: string) => ({ lines: `${file}.draft`, begun: `${file}.draft.json` })

const readBegun = async (file: string): Promise<Begun | null> => {
  if (!existsSync(file)) return null
  try {
    return Begun.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (cause) {
    throw new Fault('export-other', { cause })
  }
}

/** The position of this export: where it was begun, or that of the corpus now. */
const positionOf = async ({ sources, file, filters }: WriteExport): Promise<Position> => {
  const drafts = draftsOf(file)
  const { position } = await sources.live()
  const begun = await readBegun(drafts.begun)
  if (begun !== null) {
    if (canonicalJson(begun.filters) !== canonicalJson(filters)) throw new Fault('export-other')
    if (begun.position > position) throw new Fault('export-ahead')
    return begun.position
  }
  await rm(drafts.lines, { force: true })
  await writeWhole(
    drafts.begun,
    JSON.stringify({ profile: EXPORT_PROFILE, position, filters } satisfies Begun),
  )
  return position
}

type Kept = {
  readonly after: ArticleId | null
  readonly lines: number
  readonly removed: number
  readonly bytes: number
}

/** What the draft has, up to its last whole line. */
const keptIn = async (draft: string, tree: MerkleTree): Promise<Kept> => {
  let kept: Kept = { after: null, lines: 0, removed: 0, bytes: 0 }
  if (!existsSync(draft)) return kept
  for await (const { read, endsAt } of jsonLinesOf(draft)) {
    if ('manifest' in read) break // it was about to get its name
    tree.add(leafOfLine(read))
    const removed = kept.removed + (read.removed ? 1 : 0)
    kept = { after: read.id, lines: kept.lines + 1, removed, bytes: endsAt }
  }
  return kept
}

/** Not every licence lets everybody read on. */
const OWNER_ONLY = 0o600

const ID_SPACE = 2 ** 32
const HEX = 16
/** Ids are hashes, so they are spread evenly. */
const partBefore = (id: ArticleId): number => Number.parseInt(id.slice(0, 8), HEX) / ID_SPACE

/** Appends all lines that the draft lacks; answers the manifest of the whole. */
const completeDraft = async (
  { sources, filters, onProgress, signal }: WriteExport,
  draft: string,
  position: Position,
): Promise<{ readonly manifest: ExportManifest; readonly resumedAfter: number }> => {
  const tree = makeMerkleTree()
  const { after, lines: resumedAfter, removed: before, bytes } = await keptIn(draft, tree)
  const { generation } = await sources.live()
  const place = { position, generation, after, removed: before, tree: tree.state() }
  const handle = await open(draft, 'a+', OWNER_ONLY)
  try {
    await handle.truncate(bytes)
    let removed = before
    for await (const lines of allAfter(sources, place, { filters, tree }, signal)) {
      await handle.appendFile(lines.map(({ line }) => `${line}\n`).join(''))
      removed += lines.filter((one) => one.removed).length
      const last = lines.at(-1)
      if (last !== undefined) onProgress?.(tree.state().leaves, partBefore(last.id))
    }
    const manifest = manifestOf({ position, filters, removed, tree, next: null })
    await handle.appendFile(`${endLine(manifest)}\n`)
    await handle.sync()
    return { manifest, resumedAfter }
  } finally {
    await handle.close()
  }
}

const BATCH_LINES = 50

async function* batchesOf(draft: string): AsyncGenerator<readonly ExportedLine[]> {
  let batch: ExportedLine[] = []
  for await (const { read } of jsonLinesOf(draft)) {
    if ('manifest' in read) break
    batch.push(read)
    if (batch.length < BATCH_LINES) continue
    yield batch
    batch = []
  }
  yield batch
}

const writeThroughDraft = async (wanted: WriteExport): Promise<ExportMade> => {
  const { file, format } = wanted
  const drafts = draftsOf(file)
  const position = await positionOf(wanted)
  const { manifest, resumedAfter } = await completeDraft(wanted, drafts.lines, position)
  if (format === 'jsonl') await rename(drafts.lines, file)
  else {
    await streamWhole(file, async (sink) => {
      await pipeline(Readable.from(parquetFile(batchesOf(drafts.lines), () => manifest)), sink)
    })
    await rm(drafts.lines)
  }
  await rm(drafts.begun)
  return { file, resumedAfter, ...manifest }
}

/**
 * Writes an export of the position of the corpus, or goes on with the one that was begun in this
 * file. The file gets its name when it is whole. Throws Faults `export-exists`, `export-other`,
 * `export-ahead`, `export-damaged`, `file-unwritable`, `aborted`, and those of its ports.
 */
export const writeExport = async (wanted: WriteExport): Promise<ExportMade> => {
  const { file } = wanted
  if (existsSync(file)) throw new Fault('export-exists', `there is a file ${file} already`)
  try {
    return await writeThroughDraft(wanted)
  } catch (error) {
    throw writeFault(file, error)
  }
}
