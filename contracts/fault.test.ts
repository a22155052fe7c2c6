import { expect, test } from 'vitest'
import { CATALOGUE } from './errors/codes.ts'
import { Fault } from './fault.ts'

const [MESSAGE, HINT] = CATALOGUE['backup-damaged']

test('a fault has message and hint of the catalogue', () => {
  expect(new Fault('backup-damaged')).toMatchObject({ message: MESSAGE, hint: HINT })
  expect(new Fault('store-failed').hint).toBeUndefined()
})

test('a fault with a message of its own keeps the hint of the catalogue', () => {
  const fault = new Fault('backup-damaged', 'row 7 is cut off', { cause: new Error('cut off') })
  expect(fault).toMatchObject({ message: 'row 7 is cut off', hint: HINT })
})

test('a hint of its own takes the place of that of the catalogue', () => {
  expect(new Fault('backup-damaged', { hint: 'copy it' })).toMatchObject({
    message: MESSAGE,
    hint: 'copy it',
  })
  const fault = new Fault('backup-damaged', 'row 7 is cut off', { hint: 'copy it' })
  expect(fault).toMatchObject({ message: 'row 7 is cut off', hint: 'copy it' })
})
