import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { logLevelFor, logStream } from './process-log.ts'

test.each([
  ['a pipe takes every line', {}, 'info', 'info'],
  ['a person at a terminal sees warnings only', { isTTY: true }, 'info', 'warn'],
  ['a person who asks for more gets more', { isTTY: true }, 'debug', 'debug'],
  ['a person who asks for less gets less', { isTTY: true }, 'error', 'error'],
])('%s', (_what, stream, asked, written) => {
  expect(logLevelFor(stream, asked)).toBe(written)
})

const written = (isTTY: boolean): string => {
  const stream = Object.assign(new PassThrough(), { isTTY })
  const log = pino({ base: { process: 'relay' } }, logStream(stream))
  log.warn({ to: 12, outcome: 'failed' }, 'sent')
  return String(stream.read() ?? '')
}

test('a program reads JSON, a person reads a line', () => {
  expect(JSON.parse(written(false))).toMatchObject({ process: 'relay', to: 12, msg: 'sent' })
  // Colours are escape sequences.
  // oxlint-disable-next-line no-control-regex
  const line = written(true).replaceAll(/\u001b\[\d+m/g, '')
  expect(line).toMatch(/^\[\d{2}:\d{2}:\d{2}\] WARN: sent \{.*"process":"relay".*"to":12.*\}\n$/)
})
