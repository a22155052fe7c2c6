import { expect, test } from 'vitest'
import { faultOfError, faultOfFolder } from './faults.ts'
import { placeOf } from './paths.ts'

const PLACE = placeOf({ dataDir: '/somewhere/data' })
const errorOf = (code: string): Error => Object.assign(new Error(code), { code })

const said = (code: string): string => {
  const { code: fault, message, hint } = faultOfFolder(PLACE, errorOf(code))
  expect(fault).toBe('database-folder-unwritable')
  return `${message}; ${hint}`
}

test('a data folder that cannot be made says why, and what to do about it', () => {
  expect(said('EACCES')).toMatch(/may not be kept in \/somewhere\/data; give your user the right/)
  for (const code of ['EEXIST', 'ENOTDIR'])
    expect(said(code)).toMatch(
      /^a file is in the place of the folder \/somewhere\/data, .*; .*away$/,
    )
  expect(said('ENOENT')).toMatch(/no folder can be made at \/somewhere\/data; set PANDECT_DATA_DIR/)
})

test('any other error of the system is one of the start, and a full disk is named', () => {
  expect(faultOfError(PLACE, errorOf('ENOENT')).code).toBe('database-start-failed')
  expect(faultOfError(PLACE, errorOf('ENOSPC')).code).toBe('database-disk-full')
  expect(faultOfFolder(PLACE, errorOf('ENOSPC')).code).toBe('database-disk-full')
})

test('a message ends without a full stop: others are added to it', () => {
  for (const code of ['ENOSPC', 'EACCES', 'EIO'])
    expect(faultOfError(PLACE, errorOf(code)).message).not.toMatch(/\.$/)
})
