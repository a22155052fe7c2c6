import { expect, test } from 'vitest'
import { uuidV7 } from './uuid-v7.ts'

test('an id is a UUID of version 7 that starts with its time, and no two are the same', () => {
  // The example of RFC 9562, appendix A.6: 2022-02-22T19:22:22.000Z.
  expect(uuidV7(Date.UTC(2022, 1, 22, 19, 22, 22))).toMatch(
    /^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  expect(new Set(Array.from({ length: 1_000 }, () => uuidV7(0))).size).toBe(1_000)
})
