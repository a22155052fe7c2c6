import { expect, test } from 'vitest'
import { checkServerVersion } from './server-version.ts'

test('a server that is too old is refused by the name of the setting; 15 and newer pass', () => {
  expect(() => checkServerVersion(140_011)).toThrow(
    'DATABASE_URL names a PostgreSQL 14; version 15 or newer is needed',
  )
  for (const version of [150_000, 180_004]) expect(() => checkServerVersion(version)).not.toThrow()
})
