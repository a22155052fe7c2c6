/** Names the statements of one batch as the whole import does. */
import { importSteps } from '#ingest/import/import-texts.ts'
import type { ImportDeps } from '#ingest/command-handler/write-deps.ts'
import {
  type CleanBatch,
  isCleanRemoval,
  isStatement,
  type ReadBatch,
  type Statement,
} from '#ingest/import/activities.ts'
import type { BatchManner, RunName } from './payloads.ts'

type Options = Pick<BatchManner, 'context' | 'publish'>
type Cleaned = CleanBatch['items'][number]

/** Refusal of a record whose state has another content elsewhere in the import. */
const STATE_CONFLICT = 'state-conflict'
const OCCURRENCE = '#'

/** The names that depend on the whole import. */
export const runNamesOf = (items: readonly Cleaned[]): RunName[] =>
  items.flatMap((item, index): RunName[] => {
    if (isCleanRemoval(item)) return []
    if (!isStatement(item)) return item.refused === STATE_CONFLICT ? [{ index, refusal: item }] : []
    return !item.hasVersion && item.state.includes(OCCURRENCE) ? [{ index, state: item.state }] : []
  })

const named = (item: Cleaned, name: RunName | undefined): Cleaned => {
  if (name === undefined || !isStatement(item)) return item
  return 'refusal' in name ? name.refusal : ({ ...item, state: name.state } satisfies Statement)
}

/** Cleans each record separately, and gives it its name in the import. */
export const cleanNamed = async (
  deps: ImportDeps,
  options: Options,
  { items }: ReadBatch,
  names: readonly RunName[],
): Promise<CleanBatch> => {
  const nameOf = new Map(names.map((name) => [name.index, name]))
  const cleaned: Cleaned[] = []
  const folders = await deps.official.list()
  const once = { ...deps, official: { list: () => Promise.resolve(folders) } }
  for (const [index, item] of items.entries()) {
    const alone = await importSteps(once, options).clean({ items: [item] })
    cleaned.push(...alone.items.map((one) => named(one, nameOf.get(index))))
  }
  return { items: cleaned }
}
