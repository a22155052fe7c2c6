/**
 * Workers read again what they were given; of files without lines of their own, that is records by
 * their number.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { expect, test } from 'vitest'
import { openLineStarts, readRange } from '#infra/temporal/file-ranges.ts'
import { discover } from '#ingest/import/discover.ts'
import { batchReader } from '#ingest/import/read-batches.ts'
import type { SourceItem } from '#ingest/sources/source-item.ts'
import { cutsOf } from '#workflows/temporal/cutting-activities.ts'
import { itemsOfParts } from '#workflows/temporal/reading-activities.ts'
import { folderOf, jsonLines, record } from './files.ts'
import { readWholeDocument } from '#ingest/sources/registry/read-whole.ts'

const SAMPLES = join(import.meta.dirname, '../../ingest/sources')
const sample = (path: string): Promise<Buffer> => readFile(join(SAMPLES, path))
const ranges = { readRange, openLineStarts, readDocument: readWholeDocument }

const archiveOf = async (names: readonly string[]): Promise<Buffer> => {
  const tar = pack()
  for (const name of names) tar.entry({ name }, await sample(`dila/samples/${name}`))
  tar.finalize()
  return gzipSync(await buffer(tar))
}

const folderOfAll = async (): Promise<string> =>
  folderOf({
    'a.jsonl': jsonLines(...[1, 2, 3, 4, 5].map((at) => record(`l${at}`, `Texte ${at}.`))),
    'b.tar.gz': await archiveOf([
      'cass.xml',
      'capp.xml',
      'jade.xml',
      'constit.xml',
      'legi-article.xml',
    ]),
    'c.xml': await sample('akoma-ntoso/samples/act.xml'),
    'd.json': await sample('judilibre/samples/list.json'),
    'e.xml': await sample('dila/samples/cass.xml'),
  })

test.each([1, 2, 3, 4, 7, 100])(
  'cut into batches of %i, the parts of archives, acts and lists give all records once, in order',
  async (recordsMax) => {
    const found = await discover([await folderOfAll()])
    const reader = batchReader(found, { readDocument: readWholeDocument })
    const whole: SourceItem[] = []
    for (let read = await reader.read(); read !== null; read = await reader.read())
      whole.push(...read.items)
    expect(whole).toHaveLength(5 + 5 + 2 + 3 + 1)
    const again: SourceItem[] = []
    const cuts = cutsOf(ranges, found, { as: null }, recordsMax)
    for await (const { items, parts } of cuts.batches) {
      const read = await itemsOfParts(ranges, parts, { as: null })
      expect(read).toEqual(items)
      again.push(...read)
    }
    expect(again).toEqual(whole)
    expect(cuts.notes()).toEqual(reader.notes())
  },
)
