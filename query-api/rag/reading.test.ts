import { expect, test } from 'vitest'
import { ARTICLES } from '../../test/mcp/harness.ts'
import { readWithin, watchReading } from './reading.ts'

const [one, two] = ARTICLES
if (one === undefined || two === undefined) throw new Error('no texts')
const ENOUGH_MS = 60_000

test('texts are read until their budget is spent; the others are left out', async () => {
  const costMax = one.contentClean.length
  const watch = watchReading(undefined, { costMax, msMax: ENOUGH_MS })
  const read = await readWithin([one, two], watch)
  expect(read.texts).toEqual([one])
  expect(read.warnings).toMatchObject([{ code: 'sources_left_out' }])
})

test('nothing more is read once the client left', async () => {
  const left = AbortSignal.abort()
  await expect(readWithin([one, two], watchReading(left))).rejects.toMatchObject({
    code: 'aborted',
  })
})
