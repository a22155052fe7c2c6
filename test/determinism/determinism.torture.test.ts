/** A part of the real corpus; `npm run test:determinism` takes all of it. */
import { describe, expect, test } from 'vitest'
import { hasShared, NEEDS_SHARED } from '../corpus/shared.ts'
import { compareWorlds } from './worlds.ts'

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 32))
const REQUESTS = 60
const TIMEOUT_MS = 600_000

describe.runIf(hasShared)(`the real corpus ${NEEDS_SHARED}`, () => {
  test(
    `answers with the same bytes in every world (SEED=${SEED})`,
    { timeout: TIMEOUT_MS },
    async () => {
      const lines: string[] = []
      const { found, compared } = await compareWorlds({
        seed: SEED,
        requests: REQUESTS,
        orders: 1,
        each: 30,
        model: 'builtin',
        say: (line) => lines.push(line),
      })
      expect(found, lines.join('\n')).toBeGreaterThan(REQUESTS / 2)
      expect(compared.map(({ name }) => name)).toEqual([
        'asked again',
        'page by page',
        'by a second process',
        'rebuilt, after a restart',
        'received in order 1',
      ])
      for (const { name, requests, different } of compared) {
        expect(requests).toBe(REQUESTS)
        expect(different, `${name}, SEED=${SEED}`).toEqual([])
      }
    },
  )
})
