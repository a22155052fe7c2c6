/** Exports of whole texts, part by part, at one position (contracts/conventions/export.md). */
import type { ExportFormat, ExportManifest } from '#contracts/http/export.ts'
import type { SearchFilters } from '#contracts/http/search.ts'
import type { Position } from '#contracts/ids.ts'
import type { ExportPages } from '../http/cursors.ts'
import { makeMerkleTree } from '../projections/merkle.ts'
import { jsonLines } from './jsonl.ts'
import { manifestOf, readPart } from './lines.ts'
import { parquetFile } from './parquet.ts'
import { firstOf, planPart, unitsOf } from './plan.ts'
import type { ExportSources } from './ports.ts'

export type ExportRequest = {
  readonly format: ExportFormat
  readonly after?: string | undefined
  readonly limit: number
  readonly filters: SearchFilters
}

/** A part that is planned, and not read yet. */
export type ExportPart = {
  readonly position: Position
  /** Texts that it gives. */
  readonly units: number
  /**
   * The bytes of the part with at most so many of its texts. Its beginning is read when this
   * resolves, so that a store that is away is found before anything is charged.
   */
  open(units: number): Promise<AsyncGenerator<Buffer, void, void>>
}

/**
 * Plans a part of an export. Throws RequestInvalid for a cursor that is none of this export, and
 * the faults of its ports.
 */
export type Export = (request: ExportRequest) => Promise<ExportPart>

export type ExportDeps = ExportSources & { readonly pages: ExportPages }

const WRITERS = { jsonl: jsonLines, parquet: parquetFile } as const satisfies Record<
  ExportFormat,
  unknown
>

/** The generator with its first piece read. */
const begun = async (
  pieces: AsyncGenerator<Buffer>,
): Promise<AsyncGenerator<Buffer, void, void>> => {
  const first = await pieces.next()
  return (async function* () {
    if (first.done !== true) yield first.value
    yield* pieces
  })()
}

export const makeExport =
  (deps: ExportDeps): Export =>
  async ({ format, after, limit, filters }) => {
    const place = deps.pages.placeOf(after, filters, await deps.live())
    const whole = await planPart(deps, place, { filters, limit })
    const { position } = place
    return {
      position,
      units: unitsOf(whole),
      open: (units) => {
        const plan = firstOf(whole, units)
        const tree = makeMerkleTree(place.tree)
        const manifest = (): ExportManifest => {
          const removed = place.removed + plan.texts.length - unitsOf(plan)
          const reached = { ...place, after: plan.end, removed, tree: tree.state() }
          const next = plan.isLast ? null : deps.pages.cursorAt(reached, filters)
          return manifestOf({ position, filters, removed, tree, next })
        }
        return begun(WRITERS[format](readPart(deps, plan, tree), manifest))
      },
    }
  }
