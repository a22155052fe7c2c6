import { expect, test } from 'vitest'
import { logLevelFor } from './process-log.ts'

test.each([
  ['a pipe takes every line', {}, 'info', 'info'],
  ['a person at a terminal sees warnings only', { isTTY: true }, 'info', 'warn'],
  ['a person who asks for more gets more', { isTTY: true }, 'debug', 'debug'],
  ['a person who asks for less gets less', { isTTY: true }, 'error', 'error'],
])('%s', (_what, stream, asked, written) => {
  expect(logLevelFor(stream, asked)).toBe(written)
})
