import { crc32 as zlibCrc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  BASE62,
  crc32,
  DEFAULT_SCOPES,
  isWellFormedKey,
  isWellFormedStaffToken,
  keyOf,
  Scope,
} from './api-key.ts'

test('the test vector of the key format', () => {
  const key = keyOf('live', 'A'.repeat(30))
  expect(key).toBe(`svc_live_${'A'.repeat(30)}2AKiuZ`)
  expect(isWellFormedKey(key)).toBe(true)
})

test('the checksum is the standard CRC-32', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
      expect(crc32(text)).toBe(zlibCrc32(text))
    }),
  )
})

const secret = fc.string({
  unit: fc.constantFrom(...BASE62),
  minLength: 30,
  maxLength: 30,
})

test('every key is well-formed; one changed character makes it malformed', () => {
  const place = fc.integer({ min: 'svc_live_'.length, max: 44 })
  const property = fc.property(secret, place, fc.constantFrom(...BASE62), (digits, at, other) => {
    const key = keyOf('test', digits)
    expect(key).toMatch(/^svc_(live|test)_[0-9A-Za-z]{36}$/)
    expect(isWellFormedKey(key)).toBe(true)
    fc.pre(key[at] !== other)
    expect(isWellFormedKey(`${key.slice(0, at)}${other}${key.slice(at + 1)}`)).toBe(false)
  })
  fc.assert(property)
})

test('anything else is malformed', () => {
  const key = keyOf('live', 'A'.repeat(30))
  for (const text of ['', 'svc_live_', key.slice(1), `${key} `, key.replace('live', 'prod')]) {
    expect(isWellFormedKey(text), text).toBe(false)
  }
})

test('an access token of a member of staff has the same form, and is no key', () => {
  const token = keyOf('staff', 'A'.repeat(30))
  expect(token).toMatch(/^svc_staff_[0-9A-Za-z]{36}$/)
  expect(isWellFormedStaffToken(token)).toBe(true)
  expect(isWellFormedKey(token)).toBe(false)
  expect(isWellFormedStaffToken(`${token.slice(0, -1)}!`)).toBe(false)
  expect(isWellFormedStaffToken(keyOf('live', 'A'.repeat(30)))).toBe(false)
})

test('scopes to look people up or to manage anything are not defaults', () => {
  const left = Scope.options.filter((scope) => !DEFAULT_SCOPES.includes(scope))
  expect(left).toEqual([
    'magistrates:read',
    'webhooks:manage',
    'keys:manage',
    'editorial:draft',
    'editorial:review',
    'editorial:publish',
    'editorial:withdraw',
    'privacy:erase',
    'ops:read',
    'ops:replay',
  ])
})
