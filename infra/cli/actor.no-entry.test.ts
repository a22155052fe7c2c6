import { expect, test, vi } from 'vitest'
import { commandActor } from './actor.ts'

vi.mock('node:os', () => ({
  userInfo: () => {
    throw new Error('ENOENT: no such user')
  },
}))

test('a user without an entry in the list of users goes by the number', () => {
  expect(commandActor()).toBe(`cli:uid-${process.getuid?.() ?? 'unknown'}`)
})
