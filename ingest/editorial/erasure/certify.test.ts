import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EventMetadata, parseNewEvent } from '#contracts/events/event.ts'
import { upcast } from '#contracts/events/upcast.ts'
import { Instant, Sha256Hex } from '#contracts/ids.ts'
import { certificateOf, type ErasureFact, keyBackupsEndOf } from './certify.ts'

const SAMPLE = new URL('../../../contracts/events/samples/WordingErased.v1.json', import.meta.url)
const { type: _type, data, ...metadata } = JSON.parse(readFileSync(SAMPLE, 'utf8'))
const fact = {
  ...EventMetadata.parse(metadata),
  ...parseNewEvent('WordingErased', upcast('WordingErased', 1, data)),
} as ErasureFact
const HMAC = Sha256Hex.parse('ab'.repeat(32))
const NOW = Instant.parse('2025-03-01T12:05:00.000Z')
const erasure = {
  fact,
  subject: HMAC,
  digest: { before: null, after: HMAC },
  handled: {
    texts: { count: 3, at: NOW },
    // The last attempt found none; the one before was killed after it had removed two.
    vectors: { count: 2, at: NOW },
  },
  left: [
    { copy: 'keys', left: 0 },
    { copy: 'slugs', left: null },
    { copy: 'search-index', left: 0 },
  ],
  keyBackupDays: 30,
} as const

test('a certificate has a row for each kind of copy, and claims nothing that was not seen', () => {
  const { copies, keyBackupsEnd } = certificateOf(erasure, NOW)
  const row = (name: string) => copies.find(({ copy }) => copy === name)
  expect(row('texts')).toMatchObject({ method: 'removed', count: 3, result: 'gone', at: NOW })
  expect(row('search-index')).toMatchObject({ method: 'derived-anew', result: 'gone', at: NOW })
  // Neither noted nor counted.
  for (const name of ['write-ahead-log', 'table-pages', 'outside'])
    expect(row(name)).toMatchObject({ method: 'none', count: null, result: 'open', at: null })
  // Nobody knows where they were, so nobody can say that they are gone.
  expect(row('slugs')).toMatchObject({ method: 'sealed', count: null, result: 'unreadable' })
  const unlocated = { ...erasure, left: [{ copy: 'vectors', left: null }] } as const
  expect(certificateOf(unlocated, NOW).copies).toContainEqual({
    copy: 'vectors',
    method: 'sealed',
    count: null,
    result: 'unreadable',
    at: fact.time,
  })
  expect(row('log-copies')).toMatchObject({ result: 'unreadable', at: fact.time })
  expect(keyBackupsEnd).toBe('2025-03-31')
})

test('there is none as long as words are left, and the copies are named', () => {
  const left = [
    { copy: 'keys', left: 0 },
    { copy: 'read-models', left: 2 },
    { copy: 'scratches', left: 1 },
  ] as const
  expect(() => certificateOf({ ...erasure, left }, NOW)).toThrow(
    expect.objectContaining({
      code: 'erasure-incomplete',
      message: expect.stringMatching(/read-models \(2\), scratches \(1\)$/),
    }),
  )
})

test('the last backup of keys ends a period after the erasure; without one nobody knows', () => {
  const late = Instant.parse('2024-02-28T23:59:59.999Z')
  expect(keyBackupsEndOf(late, 0)).toBe('2024-02-28')
  expect(keyBackupsEndOf(late, 1)).toBe('2024-02-29')
  expect(keyBackupsEndOf(late, null)).toBeNull()
})
