import { Fault } from '#contracts/fault.ts'
import { EXPORT_LIMITS } from '#contracts/http/export.ts'
import type { SearchFilters } from '#contracts/http/search.ts'
import type { ExportPlace } from '#query-api/http/cursors.ts'
import { type ExportedLine, readPart } from '#query-api/export/lines.ts'
import { planPart } from '#query-api/export/plan.ts'
import type { ExportSources } from '#query-api/export/ports.ts'
import type { MerkleTree } from '#query-api/projections/merkle.ts'

/**
 * All texts of an export that follow a place, a batch at a time, each added to the digest. Throws
 * Fault `aborted` and the faults of its ports.
 */
export async function* allAfter(
  sources: ExportSources,
  start: ExportPlace,
  { filters, tree }: { readonly filters: SearchFilters; readonly tree: Pick<MerkleTree, 'add'> },
  signal?: AbortSignal,
): AsyncGenerator<readonly ExportedLine[]> {
  for (let place = start; ;) {
    const plan = await planPart(sources, place, { filters, limit: EXPORT_LIMITS.limitMax })
    for await (const lines of readPart(sources, plan, tree)) {
      yield lines
      if (signal?.aborted === true) throw new Fault('aborted')
    }
    if (plan.isLast) return
    place = { ...place, after: plan.end }
  }
}
