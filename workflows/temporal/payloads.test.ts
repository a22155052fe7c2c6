import { expect, test } from 'vitest'
import { SOURCE_NAMES } from '#ingest/sources/registry/sources.ts'
import { BatchManner } from './payloads.ts'

test('an import through Temporal takes every source by its name', () => {
  const { options } = BatchManner.shape.as.unwrap()
  expect(options.toSorted(), '`as` of payloads.ts').toEqual(SOURCE_NAMES.toSorted())
})
