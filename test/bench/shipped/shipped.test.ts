import { describe, expect, test } from 'vitest'
import { mixOf, type NamedCall } from './calls.ts'
import { readOptions } from './options.ts'
import { type Figures, pageOf, withFigures } from './page.ts'

const FIGURES: Figures = {
  command: 'npm run bench --',
  day: '2026-01-02',
  commit: 'abc1234',
  machine: '2 cores, 24 GiB',
  load: [0.5, 2],
  disk: { p50: 0.4, p95: 1.2 },
  model: 'a model',
  readySeconds: 2,
  imported: { records: 3_006, seconds: 20 },
  projectedSeconds: 0.2,
  residentMb: 900,
  calls: [{ name: 'an article', clients: 8, p50: 5, p95: 10, p99: 20, perSecond: 1_000 }],
  limit: 300,
  underLoad: null,
}

describe('options', () => {
  test('have defaults', () => {
    expect(readOptions([])).toEqual({
      kind: 'run',
      options: { corpus: null, seconds: 8, loadMinutes: 10, isWritten: false },
    })
  })

  test.each([
    [['--seconds', '0']],
    [['--seconds', '1.5']],
    [['--load-minutes', 'ten']],
    [['--wrong']],
    [['a', 'b']],
  ])('%j is refused with the reason', (words) => {
    expect(readOptions(words)).toMatchObject({ kind: 'refused' })
  })
})

describe('the page', () => {
  test('gets new figures in place of those before, and keeps the rest', () => {
    const first = pageOf(FIGURES)
    const second = pageOf({ ...FIGURES, imported: { records: 3_006, seconds: 10 } })
    const page = withFigures(`# Before\n${first}\n# After`, second)
    expect(page).toBe(`# Before\n${second}\n# After`)
    expect(page).toContain('3,006 records in 10.0 s: 301/s')
  })

  test.each(['# Nothing', `${pageOf(FIGURES)}${pageOf(FIGURES)}`])(
    'without one place for them it is refused',
    (page) => {
      expect(() => withFigures(page, pageOf(FIGURES))).toThrow(/once/u)
    },
  )

  test('says how many calls failed under load', () => {
    const counts = { served: 125_996, refused: 3, failed: 1 }
    const underLoad = { perSecond: 210, seconds: 600, ...counts, p50: 4, p95: 9, p99: 16 }
    const page = pageOf({ ...FIGURES, underLoad })
    expect(page).toContain('125,996 served, 3 refused (503), 1 failed')
    expect(page).toContain('4.0 times the median')
  })
})

test('kinds of calls come in proportion to their shares', async () => {
  const made: Record<string, number> = {}
  const kind = (name: string, share: number): NamedCall => ({
    name,
    share,
    call: async () => {
      made[name] = (made[name] ?? 0) + 1
      return 200
    },
  })
  const mix = mixOf([kind('many', 75), kind('some', 20), kind('few', 5)])
  for (let turn = 0; turn < 200; turn += 1) await mix(turn)
  expect(made).toEqual({ many: 150, some: 40, few: 10 })
})
