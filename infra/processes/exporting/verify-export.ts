/**
 * Checks an export file: its digest, the hash of each text, and whether the corpus says the same.
 */
import { recomputeFromResponse } from '#contracts/canonical/article.ts'
import { Fault, isRefusal } from '#contracts/fault.ts'
import type { ExportManifest } from '#contracts/http/export.ts'
import { SearchFilters } from '#contracts/http/search.ts'
import { type ArticleId, Position } from '#contracts/ids.ts'
import { type ExportedLine, leafOfLine } from '#query-api/export/lines.ts'
import type { ExportSources } from '#query-api/export/ports.ts'
import { makeMerkleTree } from '#query-api/projections/merkle.ts'
import { exportedLines } from './file-lines.ts'
import { allAfter } from './whole.ts'

/** Ids that are named of those that are counted. */
const NAMED_MAX = 10

const counting = () => {
  const named: ArticleId[] = []
  let count = 0
  return {
    add: (id: ArticleId): void => {
      count += 1
      if (named.length < NAMED_MAX) named.push(id)
    },
    found: () => ({ count, named }),
  }
}
export type Counted = ReturnType<ReturnType<typeof counting>['found']>

export type CorpusCheck = {
  /** The digest of the corpus at the position of the export. */
  readonly digest: string
  /** Texts of the file that are not public any more. */
  readonly gone: Counted
  /** Texts that the file and the corpus have otherwise, or that one of them lacks. */
  readonly different: Counted
}

export type ExportChecked = {
  readonly manifest: ExportManifest
  /** Recomputed from the lines. */
  readonly digest: string
  readonly texts: number
  /** Texts whose hash is not that of their members. */
  readonly wrongHashes: Counted
  /** null: not asked for. */
  readonly corpus: CorpusCheck | null
}

const hasWrongHash = (one: ExportedLine): boolean => {
  if (one.removed) return false
  const found = recomputeFromResponse(one.text)
  return isRefusal(found) || found.sha256Hash !== found.stated
}

type Judged = Pick<ExportChecked, 'manifest' | 'digest' | 'texts' | 'wrongHashes'>

/** The lines of the file, each judged; answers what was found. */
async function* judged(file: string): AsyncGenerator<ExportedLine, Judged, void> {
  const lines = exportedLines(file)
  const tree = makeMerkleTree()
  const wrong = counting()
  let texts = 0
  for (;;) {
    const next = await lines.next()
    if (next.done === true)
      return { manifest: next.value, digest: tree.root(), texts, wrongHashes: wrong.found() }
    tree.add(leafOfLine(next.value))
    if (!next.value.removed) texts += 1
    if (hasWrongHash(next.value)) wrong.add(next.value.id)
    yield next.value
  }
}

const drained = async (lines: AsyncGenerator<ExportedLine, Judged, void>): Promise<Judged> => {
  for (;;) {
    const next = await lines.next()
    if (next.done === true) return next.value
  }
}

/** The manifest of a file, without a look at what its lines say. */
const manifestIn = async (file: string): Promise<ExportManifest> =>
  (await drained(judged(file))).manifest

/** Walks file and corpus side by side, both by id. */
const compared = async (
  sources: ExportSources,
  file: string,
  manifest: ExportManifest,
): Promise<Judged & { readonly corpus: CorpusCheck }> => {
  const position = Position.parse(Number(manifest.position))
  const live = await sources.live()
  if (live.position < position) throw new Fault('export-ahead')
  const tree = makeMerkleTree()
  const [gone, different] = [counting(), counting()]
  const place = {
    position,
    generation: live.generation,
    after: null,
    removed: 0,
    tree: tree.state(),
  }
  const filters = SearchFilters.parse(manifest.filters)
  const lines = judged(file)
  let held = await lines.next()
  for await (const batch of allAfter(sources, place, { filters, tree }))
    for (const one of batch) {
      while (held.done !== true && held.value.id < one.id) {
        different.add(held.value.id)
        held = await lines.next()
      }
      if (held.done === true || held.value.id > one.id) {
        different.add(one.id)
        continue
      }
      if (held.value.line !== one.line) (one.removed ? gone : different).add(one.id)
      held = await lines.next()
    }
  while (held.done !== true) {
    different.add(held.value.id)
    held = await lines.next()
  }
  const corpus = { digest: tree.root(), gone: gone.found(), different: different.found() }
  return { ...held.value, corpus }
}

/**
 * Checks a file against itself, and against the corpus where sources are given. Throws Faults
 * `export-damaged`, `export-ahead`, and those of its ports.
 */
export const verifyExport = async (
  file: string,
  sources: ExportSources | null,
): Promise<ExportChecked> =>
  sources === null
    ? { ...(await drained(judged(file))), corpus: null }
    : compared(sources, file, await manifestIn(file))
