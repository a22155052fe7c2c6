/** A projector that is killed while it writes texts again because they are cited. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import { readModelsOn } from '#infra/processes/wiring/read-models.ts'
import type { SearchWriter } from '#query-api/ports.ts'
import { makeProjector } from '#query-api/projections/projector.ts'
import { rebuildGeneration } from '#query-api/replay/rebuild.ts'
import { folderOf, jsonLines, record } from '../import/files.ts'
import { countingEmbedder, openWriteSide, runImport, type WriteSide } from '../import/real.ts'

let side: WriteSide
beforeAll(async () => {
  side = await openWriteSide(countingEmbedder())
})
afterAll(() => side.close())

const CODE = 'Code de la consommation'
const importOne = async (one: Record<string, unknown>): Promise<void> => {
  const folder = await folderOf({ 'a.jsonl': jsonLines(one) })
  await runImport(side.deps, [folder])
}

test('a text that was stored with its new weight and not indexed is indexed by the next run', async () => {
  await importOne(
    record('code:L212-1', 'La clause abusive est réputée non écrite.', {
      title: 'Article L. 212-1 du code de la consommation',
      provision: { work: CODE, number: 'L. 212-1' },
    }),
  )
  const { log, lock, models, search, pool } = side
  const { blobs } = side.deps
  await makeProjector({ log, blobs, models, lock }).runOnce(1)
  await importOne(
    record('note:1', "Selon l'article L. 212-1 du code de la consommation, la clause est nulle."),
  )
  let applies = 0
  // The first one indexes the text that cites, the second one the text that is cited now.
  const dying: SearchWriter = {
    ...search,
    apply: async (...given) => {
      applies += Number(given[1].length > 0)
      if (applies === 2) throw new Fault('store-unavailable')
      await search.apply(...given)
    },
  }
  const killed = makeProjector({ log, blobs, models: readModelsOn(pool, dying), lock }).runOnce(1)
  await expect(killed).rejects.toMatchObject({ code: 'store-unavailable' })
  const projector = makeProjector({ log, blobs, models, lock })
  await projector.runOnce(1)
  const rebuilt = await rebuildGeneration({ ...models, projector }, { to: 2 })
  expect(rebuilt.differences).toEqual([])
})
