/** What people type is kept on PostgreSQL before it is a fact. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { Instant, Sha256Hex } from '#contracts/ids.ts'
import { StaffId } from '#contracts/staff.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makeScratches } from '#infra/postgres/scratch/scratches.ts'
import { EMPTY_FORM, formHash } from '#ingest/editorial/scratch/form.ts'
import { type ScratchKey, scratchOfNew, type Splice } from '#ingest/editorial/scratch/ports.ts'
import {
  readScratch,
  rememberedTexts,
  saveScratch,
  SCRATCH_LIMITS,
  type ScratchDeps,
  type ScratchSave,
  type ScratchSaved,
  textOfScratch,
} from '#ingest/editorial/scratch/save-scratch.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'

let database: TestDatabase
let pool: PostgresPool
beforeAll(async () => {
  database = await openTestDatabase()
  pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 4 })
})
afterAll(async () => {
  await pool.close()
  await database.close()
})

const at = (minute: number): Instant =>
  Instant.parse(new Date(Date.UTC(2026, 0, 1, 9, minute)).toISOString())
const BASE = Sha256Hex.parse('b'.repeat(64))
const RECORDED = 'Un premier paragraphe.\n\nUn second.'

let deps: ScratchDeps
let recorded: { base: Sha256Hex | null; text: string }
let key: ScratchKey
beforeEach(() => {
  recorded = { base: BASE, text: RECORDED }
  key = { person: StaffId.parse(randomUUID()), subject: scratchOfNew(randomUUID()) }
  deps = {
    scratches: makeScratches(pool),
    remembered: rememberedTexts(),
    recorded: async () => ({ ...recorded, form: EMPTY_FORM }),
  }
})
/** Another process, which remembers nothing. */
const restarted = (): ScratchDeps => ({ ...deps, remembered: rememberedTexts() })

const saved = (outcome: ScratchSaved | Refusal): ScratchSaved => {
  if (isRefusal(outcome)) throw new Error(`refused: ${outcome.refused}`)
  return outcome
}
/** A browser window that sends what changed. */
const openWindow = (text: string, base: Sha256Hex | null = BASE) => {
  const id = randomUUID()
  let shown = text
  let stored = { text: sha256Hex(text), members: formHash(EMPTY_FORM) }
  let sequence = 0
  const save = (splice: Splice, over: Partial<ScratchSave> = {}): ScratchSave => {
    const { start, removed, inserted } = splice
    shown = shown.slice(0, start) + inserted + shown.slice(start + removed)
    sequence += 1
    return {
      window: id,
      sequence,
      base,
      known: stored,
      splice,
      text: null,
      result: sha256Hex(shown),
      members: null,
      takesOver: false,
      ...over,
    }
  }
  return {
    save,
    type: async (inserted: string, start = shown.length, removed = 0): Promise<ScratchSaved> => {
      const request = save({ start, removed, inserted })
      const answer = saved(await saveScratch(deps, key, request, at(0)))
      stored = { text: answer.text, members: answer.members }
      sequence = answer.sequence
      return answer
    },
    shown: () => shown,
  }
}
const storedText = async (): Promise<string | null> => {
  const row = await readScratch(deps, key)
  return row === null ? null : textOfScratch(restarted(), key, row)
}

const size = async (): Promise<number> => {
  const { rows } = await pool.query<{ bytes: string }>(
    `select (pg_total_relation_size('editor_scratches')
       + pg_total_relation_size('editor_scratch_changes'))::text as bytes`,
  )
  return Number(rows[0]?.bytes)
}

describe('typing', () => {
  test('changes give the text that the window shows, from the recorded wording on', async () => {
    const window = openWindow(RECORDED)
    await window.type(' Et encore.')
    await window.type('Tout au début. ', 0)
    await window.type('', 4, 5)
    expect(await storedText()).toBe(window.shown())
    const row = await readScratch(deps, key)
    expect(row?.base).toBe(BASE)
    expect(row?.changes).toBe(2)
  })

  test('it is read back by another process', async () => {
    const window = openWindow(RECORDED)
    await window.type(' Et\u0000 encore 😀.')
    deps = restarted()
    await window.type('!')
    expect(await storedText()).toBe(window.shown())
  })

  test('a late request overwrites nothing', async () => {
    const window = openWindow(RECORDED)
    const late = window.save({ start: 0, removed: 0, inserted: 'a' })
    const later = { ...window.save({ start: 0, removed: 0, inserted: 'b' }), splice: null }
    saved(await saveScratch(deps, key, { ...later, text: window.shown() }, at(0)))
    expect(saved(await saveScratch(deps, key, late, at(1))).kept).toBe(false)
    expect(await storedText()).toBe(`ba${RECORDED}`)
  })

  test('a repeated request stores nothing twice', async () => {
    const window = openWindow(RECORDED)
    const once = window.save({ start: 0, removed: 0, inserted: 'a' })
    saved(await saveScratch(deps, key, once, at(0)))
    saved(await saveScratch(deps, key, once, at(1)))
    expect(await storedText()).toBe(`a${RECORDED}`)
  })

  test('a change that does not fit is refused, and the whole text takes its place', async () => {
    const window = openWindow('not what is recorded')
    const request = window.save({ start: 0, removed: 0, inserted: 'a' })
    const refused = await saveScratch(deps, key, request, at(0))
    expect(refused).toMatchObject({ refused: 'scratch-mismatch' })
    const whole = { ...request, splice: null, text: window.shown(), members: EMPTY_FORM }
    saved(await saveScratch(deps, key, whole, at(0)))
    expect(await storedText()).toBe('anot what is recorded')
  })

  test('half of a character is refused', async () => {
    const window = openWindow(RECORDED)
    const request = window.save({ start: 0, removed: 0, inserted: '\uD83D' })
    const refused = await saveScratch(deps, key, request, at(0))
    expect(refused).toMatchObject({ refused: 'scratch-mismatch' })
  })

  test('another window of the same person is refused until it takes over', async () => {
    const first = openWindow(RECORDED)
    const second = openWindow(RECORDED)
    await first.type(' Un.')
    const request = second.save({ start: 0, removed: 0, inserted: 'a' })
    expect(await saveScratch(deps, key, request, at(0))).toMatchObject({
      refused: 'scratch-moved-on',
    })
    const whole = { splice: null, text: second.shown(), members: EMPTY_FORM, takesOver: true }
    saved(await saveScratch(deps, key, { ...request, ...whole }, at(0)))
    expect(await storedText()).toBe(`a${RECORDED}`)
  })

  test('a page that was loaded again goes on where it was', async () => {
    const before = openWindow(RECORDED)
    await before.type(' Un.')
    const after = openWindow(before.shown())
    await after.type(' Deux.')
    expect(await storedText()).toBe(`${RECORDED} Un. Deux.`)
  })

  test('after its words became a fact, typing goes on from that draft', async () => {
    const window = openWindow(RECORDED)
    const { sequence } = await window.type(' Un.')
    const next = Sha256Hex.parse('c'.repeat(64))
    recorded = { base: next, text: window.shown() }
    expect(await deps.scratches.remove(key, sequence)).toBe(true)
    expect((await window.type(' Deux.')).base).toBe(next)
    expect(await storedText()).toBe(`${RECORDED} Un. Deux.`)
  })

  test('what was typed while the words before it became a fact is a change of that fact', async () => {
    const window = openWindow(RECORDED)
    const { sequence } = await window.type(' Un.')
    const before = await readScratch(deps, key)
    await window.type(' Deux.')
    const next = Sha256Hex.parse('c'.repeat(64))
    expect(await deps.scratches.settle(key, { sequence, base: BASE }, next, at(1))).toBe(true)
    expect(await readScratch(deps, key)).toMatchObject({ base: next, settledAt: null })
    // A request that read the scratch before does not take it back to the older draft.
    if (before === null) throw new Error('nothing is kept')
    const late = { ...before, text: 'x', window: randomUUID() }
    const over = { sequence: sequence + 1, base: BASE }
    expect(await deps.scratches.put(key, late, over)).toBe(false)
  })

  test('a page that was loaded before its words became a fact goes on from that fact', async () => {
    const before = openWindow(RECORDED)
    const { sequence } = await before.type('  Deux   blancs.')
    const after = openWindow(before.shown())
    const next = Sha256Hex.parse('c'.repeat(64))
    recorded = { base: next, text: `${RECORDED} Deux blancs.` }
    expect(await deps.scratches.settle(key, { sequence, base: BASE }, next, at(1))).toBe(true)
    expect((await after.type(' Encore.')).base).toBe(next)
  })

  test('words that a browser kept of an older draft stay words of that draft', async () => {
    const window = openWindow(RECORDED)
    const older = Sha256Hex.parse('a'.repeat(64))
    const request = window.save({ start: 0, removed: 0, inserted: 'a' })
    const kept = { splice: null, text: window.shown(), members: EMPTY_FORM, takesOver: true }
    const save = { ...request, ...kept, base: older }
    expect(saved(await saveScratch(deps, key, save, at(0))).base).toBe(older)
  })

  test('after its words became a fact in other spelling, its window goes on from that fact', async () => {
    const window = openWindow(RECORDED)
    const { sequence } = await window.type('  Deux   blancs.')
    const next = Sha256Hex.parse('c'.repeat(64))
    recorded = { base: next, text: `${RECORDED} Deux blancs.` }
    expect(await deps.scratches.settle(key, { sequence, base: BASE }, next, at(1))).toBe(true)
    expect(await storedText()).toBeNull()
    expect(await deps.scratches.rested(at(9), 100)).not.toContainEqual(key)
    expect((await window.type(' Encore.')).base).toBe(next)
    expect(await storedText()).toBe(window.shown())
  })

  test('another window begins from the fact', async () => {
    const first = openWindow(RECORDED)
    const { sequence } = await first.type(' Un.')
    const next = Sha256Hex.parse('c'.repeat(64))
    recorded = { base: next, text: first.shown() }
    await deps.scratches.settle(key, { sequence, base: BASE }, next, at(1))
    const second = openWindow(first.shown(), next)
    await second.type(' Deux.')
    expect(await storedText()).toBe(`${RECORDED} Un. Deux.`)
  })

  test('a person has a bounded number of them', async () => {
    const list = async () =>
      Array.from({ length: SCRATCH_LIMITS.perPersonMax }, () => ({
        ...key,
        members: '{}',
        changedAt: at(0),
        notice: null,
      }))
    deps = { ...deps, scratches: { ...deps.scratches, list } }
    const request = openWindow(RECORDED).save({ start: 0, removed: 0, inserted: 'a' })
    expect(await saveScratch(deps, key, request, at(0))).toMatchObject({
      refused: 'scratches-full',
    })
  })

  test('many changes become one text again', async () => {
    const window = openWindow(RECORDED)
    const count = SCRATCH_LIMITS.changesMax + 3
    for (let n = 0; n < count; n += 1) await window.type(` ${n}`)
    expect(await storedText()).toBe(window.shown())
    expect((await readScratch(deps, key))?.changes).toBeLessThan(5)
  })

  test('a change of a text of 2 MB writes no other 2 MB', async () => {
    const long = 'Le preneur paie le loyer. '.repeat(80_000)
    recorded = { base: BASE, text: long }
    const window = openWindow(long)
    await window.type('a', 1_000_000)
    const before = await size()
    for (let n = 0; n < 50; n += 1) await window.type('b', 1_000_000)
    expect((await size()) - before).toBeLessThan(256 * 1024)
    expect(await storedText()).toBe(window.shown())
  })
})

describe('the end of a scratch', () => {
  test('what was typed after it became a fact stays', async () => {
    const window = openWindow(RECORDED)
    const { sequence } = await window.type(' Un.')
    await window.type(' Deux.')
    expect(await deps.scratches.remove(key, sequence)).toBe(false)
    expect(await storedText()).toBe(window.shown())
  })

  test('its person discards it and brings it back', async () => {
    const window = openWindow(RECORDED)
    await window.type(' Un.')
    expect(await deps.scratches.discard(key, at(1))).toBe(true)
    expect(await storedText()).toBeNull()
    expect(await deps.scratches.list(key.person, 10)).toEqual([])
    expect(await deps.scratches.bringBack(key)).toBe(true)
    expect(await storedText()).toBe(window.shown())
  })

  test('typing begins anew after it was discarded', async () => {
    await openWindow(RECORDED).type(' Un.')
    await deps.scratches.discard(key, at(1))
    await openWindow(RECORDED).type(' Deux.')
    expect(await storedText()).toBe(`${RECORDED} Deux.`)
    expect(await deps.scratches.bringBack(key)).toBe(false)
  })

  test('what was discarded is removed in the end', async () => {
    await openWindow(RECORDED).type(' Un.')
    await deps.scratches.discard(key, at(1))
    await deps.scratches.purge(at(1), 100)
    expect(await deps.scratches.read(key)).not.toBeNull()
    await deps.scratches.purge(at(2), 100)
    expect(await deps.scratches.read(key)).toBeNull()
  })

  test('who rested is named, once it has no notice', async () => {
    const { sequence } = await openWindow(RECORDED).type(' Un.')
    expect(await deps.scratches.rested(at(0), 100)).not.toContainEqual(key)
    expect(await deps.scratches.rested(at(1), 100)).toContainEqual(key)
    await deps.scratches.setNotice(key, sequence, 'paragraphs-conflict')
    expect(await deps.scratches.rested(at(1), 100)).not.toContainEqual(key)
    expect(await deps.scratches.list(key.person, 10)).toMatchObject([
      { subject: key.subject, notice: 'paragraphs-conflict' },
    ])
  })
})
