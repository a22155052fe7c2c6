import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ScanRow } from '#contracts/http/scan.ts'
import { SearchFilters } from '#contracts/http/search.ts'
import { Day } from '#contracts/ids.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import { deleted, idOf, validity } from '../../test/contract/read-models.fixtures.ts'
import { NAMES, walkedCorpus } from '../../test/contract/walked-corpus.ts'
import { scanPages } from '../http/cursors.ts'
import { makeScan } from './scan.ts'

const FIRST_DAY = Day.parse('2026-01-01')
const LATER_DAY = Day.parse('2026-02-01')

const scanning = (world: ReturnType<typeof walkedCorpus>) => {
  let today = FIRST_DAY
  return {
    ...world,
    scan: makeScan({ ...world.sources, pages: scanPages('a secret'), today: () => today }),
    nextDay: () => void (today = LATER_DAY),
  }
}
const corpus = () => scanning(walkedCorpus())

/** Filters, and the texts that they find in the corpus of the test below. */
const FILTERS = [
  [{ statusFlags: ['red', 'orange'] }, 'a'],
  [{ statusFlags: ['gray'] }, 'bc'],
  [{ treatmentTypes: ['overruled'] }, 'a'],
  [{ treatmentTypes: ['followed'], jurisdictions: ['FR'] }, 'a'],
  [{ treatmentTypes: ['followed'], jurisdictions: ['LU'] }, ''],
  [{ cites: ['article:code-civil:1240'] }, 'a'],
  [{ provision: 'work:code-civil' }, 'a'],
  [{ provision: 'WORK:code-du-travail', statusFlags: ['gray'] }, 'c'],
  [{ inForce: true }, 'ab'],
  [{ inForce: true, asOf: '2025-12-31' }, 'abc'],
  [{ asOf: '2021-01-01', provision: 'work:code-du-travail' }, 'c'],
] as const

const NONE = SearchFilters.parse({})
const readAll = async (
  { scan }: ReturnType<typeof corpus>,
  limit: number,
  filters = NONE,
  between: () => void = () => undefined,
): Promise<{ rows: ScanRow[]; position: number }> => {
  const rows: ScanRow[] = []
  let after: string | undefined
  for (;;) {
    const { response, position } = await scan({ after, limit, filters })
    rows.push(...response.rows)
    expect(response.rows.length).toBeLessThanOrEqual(limit)
    if (response.next === null) return { rows, position }
    after = response.next
    between()
  }
}

describe('a scan while texts are published, revised and unpublished', () => {
  const one = fc.tuple(fc.constantFrom(...NAMES), fc.nat({ max: 5 }), fc.nat({ max: 3 }))
  const steps = fc.array(one, { maxLength: 60 })
  test('gives every text of its position once, in the wording of its position', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(), fc.integer({ min: 1, max: 4 }), async (all, at, limit) => {
        const world = corpus()
        const before = all.slice(0, all.length === 0 ? 0 : at % all.length)
        const later = all.slice(before.length).values()
        let round = 0
        const happen = ([name, kind]: readonly [string, number, number]): void => {
          world.append(world.happening(name, round, kind))
          round += 1
        }
        for (const step of before) happen(step)
        // The read models may lag, and catch up while the scan goes on.
        world.project(Math.max(0, world.length() - 1))
        const { rows, position } = await readAll(world, limit, NONE, () => {
          for (const [name, kind, lag] of later.take(3)) {
            happen([name, kind, lag])
            world.project(world.length() - lag)
          }
        })
        const expected = world.publicAt(position)
        expect(rows.map(({ id }) => id)).toEqual([...expected.keys()].toSorted())
        for (const row of rows) if (!row.removed) expect(row.version).toBe(expected.get(row.id))
      }),
      { numRuns: 150 },
    )
  })

  test('finds by each filter what it would find if nothing happened meanwhile', async () => {
    let found = 0
    const many = fc.array(one, { minLength: 20, maxLength: 60 })
    const part = fc.integer({ min: 5, max: 10 })
    let runs = 0
    await fc.assert(
      fc.asyncProperty(many, part, async (all, tenths) => {
        const chosen = runs % FILTERS.length
        runs += 1
        const world = corpus()
        for (const [round, [name, kind]] of all.entries())
          world.append(world.happening(name, round, kind))
        world.project(Math.floor((all.length * tenths) / 10))
        const wanted = SearchFilters.parse(FILTERS[chosen]?.[0])
        const { rows, position } = await readAll(world, 2, wanted, () => {
          world.nextDay()
          world.project()
        })
        const { rows: quiet } = await readAll(scanning(world.upTo(position)), 3, wanted)
        expect([wanted, rows.map(({ id }) => id)]).toEqual([wanted, quiet.map(({ id }) => id)])
        for (const [index, row] of rows.entries())
          if (!row.removed) expect({ ...quiet[index], isCurrent: row.isCurrent }).toEqual(row)
        found += rows.length
      }),
      { numRuns: 60, endOnFailure: true },
    )
    expect(found).toBeGreaterThan(50)
  })

  test('says of a text that is gone by now nothing but its id', async () => {
    const world = corpus()
    for (const name of NAMES) world.append(world.happening(name, 0, 0))
    world.project()
    const [first] = [...world.publicAt(world.length()).keys()].toSorted().slice(-1)
    const gone = NAMES.find((name) => idOf(name) === first) ?? 'a'
    let happened = false
    const { rows } = await readAll(world, 2, NONE, () => {
      if (happened) return
      happened = true
      world.append({ of: gone, event: deleted })
      world.project()
    })
    expect(rows.at(-1)).toEqual({ id: idOf(gone), removed: true })
    expect(rows).toHaveLength(NAMES.length)
  })
})

describe('filters of a scan', () => {
  const world = corpus()
  for (const [at, name] of NAMES.entries()) world.append(world.happening(name, at, 0))
  world.project()

  test.each(FILTERS)('%j find what the texts and the citator say', async (asked, names) => {
    const some = corpus()
    const { append, happening } = some
    append(happening('a', 0, 0))
    append(happening('b', 3, 0))
    append(happening('c', 4, 0))
    append({ of: 'c', event: validity('5.0.0', '2020-01-01', '2025-12-31') })
    append(happening('a', 1, 5))
    append(happening('a', 2, 5))
    some.project()
    const { rows } = await readAll(some, 2, SearchFilters.parse(asked))
    expect(rows.map(({ id }) => id)).toEqual([...names].map(idOf).toSorted())
  })

  test('hold for the texts as they were at its position', async () => {
    const { rows } = await readAll(world, 2, SearchFilters.parse({ jurisdictions: ['FR'] }), () => {
      world.append(world.happening('a', 41, 0))
      world.project()
    })
    expect(rows.map(({ id }) => id)).toEqual(['a', 'c', 'e', 'g'].map(idOf).toSorted())
  })

  test('belong to the cursor', async () => {
    const { response } = await world.scan({ limit: 2, filters: NONE })
    const after = response.next ?? ''
    const codeOf = async (cursor: string, filters = NONE): Promise<string | undefined> => {
      try {
        await world.scan({ after: cursor, limit: 2, filters })
        return undefined
      } catch (error) {
        return error instanceof RequestInvalid ? error.details[0]?.code : 'fault'
      }
    }
    expect(await codeOf(after)).toBeUndefined()
    expect(await codeOf(after, SearchFilters.parse({ jurisdictions: ['FR'] }))).toBe(
      'cursor_other_query',
    )
    expect(await codeOf(`${after.slice(0, -1)}x`)).toBe('invalid_cursor')
    expect(await codeOf(after.replace(/^\d+/u, '1'))).toBe('invalid_cursor')
    world.rebuild()
    expect(await codeOf(after)).toBe('cursor_other_generation')
  })
})
