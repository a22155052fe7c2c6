import { expect, test } from 'vitest'
import { codeAt, keyUriOf, newTotpSecret, stepOf } from './totp.ts'

/** The secret of the vectors of RFC 6238, appendix B. */
const SECRET = Buffer.from('12345678901234567890', 'ascii')
const STEP_MS = 30_000

// The last six of the eight digits that the RFC prints.
const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
] as const
for (const [seconds, code] of VECTORS) {
  test(`the code of second ${seconds} is that of RFC 6238`, () => {
    expect(codeAt(SECRET, seconds * 1_000)).toBe(code)
    expect(stepOf(SECRET, code, seconds * 1_000)).toBe(Math.floor(seconds / 30))
  })
}

test('a clock may be one step away, and no more', () => {
  const now = 1_234_567_890_000
  const step = Math.floor(now / STEP_MS)
  const stepAt = (drift: number) => stepOf(SECRET, codeAt(SECRET, now + drift * STEP_MS), now)
  expect([-2, -1, 0, 1, 2].map(stepAt)).toEqual([null, step - 1, step, step + 1, null])
})

test('a code may be written with a blank, and nothing else is a code', () => {
  const code = codeAt(SECRET, 0)
  expect(stepOf(SECRET, `${code.slice(0, 3)} ${code.slice(3)}`, 0)).toBe(0)
  for (const other of ['', '12345', '1234567', 'abcdef', `${code}0`])
    expect(stepOf(SECRET, other, 0)).toBeNull()
})

test('a secret has 160 random bits, and the app learns who it is for', () => {
  const secret = newTotpSecret()
  expect(secret).toHaveLength(20)
  expect(newTotpSecret()).not.toEqual(secret)
  const { uri, text } = keyUriOf(SECRET, 'claire@example.org')
  expect(uri).toMatch(/^otpauth:\/\/totp\/Pandect:claire%40example\.org\?/)
  expect(uri).toContain('secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(text).toBe('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')
})
