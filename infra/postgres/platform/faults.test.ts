import { expect, test } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import { sqlStateOf, storeFault } from './faults.ts'

const engineError = (code: string, words = 'words of the engine'): Error =>
  Object.assign(new Error(words), { code })

test.each([
  ['57P01', 'store-unavailable'],
  ['08006', 'store-unavailable'],
  ['53300', 'store-unavailable'],
  ['ECONNREFUSED', 'store-unavailable'],
  ['53100', 'store-full'],
  ['28P01', 'store-access-denied'],
  ['3D000', 'store-access-denied'],
  ['57014', 'store-timeout'],
  ['55P03', 'store-locked'],
  ['40P01', 'store-contended'],
  ['23505', 'store-duplicate'],
  ['22P05', 'store-invalid'],
  ['PD001', 'store-immutable'],
  ['42601', 'store-failed'],
])('%s becomes the fault %s, whose message does not quote the engine', (state, code) => {
  const fault = storeFault(engineError(state))
  expect(fault).toMatchObject({ name: 'Fault', code })
  expect(fault.message).not.toContain('words of the engine')
  expect(fault.cause).toBeInstanceOf(Error)
})

test('a file size limit counts as a full disk', () => {
  const words = 'could not extend file "base/5/16385": File too large'
  expect(storeFault(engineError('XX000', words)).code).toBe('store-full')
})

test('a fault is returned unchanged and keeps its SQLSTATE', () => {
  const fault = new Fault('blob-missing', 'message', { cause: engineError('23505') })
  expect(storeFault(fault)).toBe(fault)
  expect(sqlStateOf(fault)).toBe('23505')
  expect(sqlStateOf(engineError('ECONNREFUSED'))).toBeNull()
})

test('a programming error is not reported as an unavailable store', () => {
  expect(storeFault(new TypeError('x')).code).toBe('store-failed')
})
