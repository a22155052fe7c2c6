import { beforeAll, describe, expect, test } from 'vitest'
import type { Scope } from '#contracts/api-key.ts'
import { isRefusal } from '#contracts/fault.ts'
import { SCOPES_OF_ROLE, type SignedPerson, StaffRole } from '#contracts/staff.ts'
import { draftText } from './carry-out.ts'
import { at, memoryDesk, type MemoryDesk, note, person } from './desk.testing.ts'
import {
  PAUL,
  PIA,
  ALL,
  EXPECTED,
  ACTS,
  viewed,
  doneBy,
  settingUp,
  type Setting,
} from './life-cycle.testing.ts'
import { ACT_RULES, type ActName, openActs } from './table.ts'

const desks = new Map<Setting, MemoryDesk>()
beforeAll(async () => {
  for (const setting of ALL) desks.set(setting, await settingUp(setting))
})
const deskOf = (setting: Setting): MemoryDesk => {
  const desk = desks.get(setting)
  if (desk === undefined) throw new Error(setting)
  return desk
}

/** People who had no part in the text, one of each role. */
const PEOPLE = StaffRole.options.map((role, index) => person(10 + index, [role]))

test('each setting is in the state of its name', async () => {
  for (const setting of ALL) {
    const { status } = await viewed(deskOf(setting))
    const named = { 'published with a draft': 'draft', 'withdrawn and restored': 'draft' }
    expect(status).toBe((named as Partial<Record<Setting, string>>)[setting] ?? setting)
  }
})

describe.each(ACTS)('%s', (act) => {
  const { from, roles, factor } = EXPECTED[act]

  test.each(ALL)('on a text that is %s, by each role', async (setting) => {
    for (const who of PEOPLE) {
      const [role] = who.roles
      const isAllowed = from.includes(setting) && roles.some((one) => one === role)
      const before = await viewed(deskOf(setting))
      const shown = openActs(before, who).find((one) => one.act === act)
      expect(shown?.allowed, `button, ${role}`).toBe(isAllowed)
      const desk = isAllowed ? await settingUp(setting) : deskOf(setting)
      const facts = desk.log.length
      const done = await doneBy(desk, who, act)
      if (isAllowed) {
        expect(done, `act, ${role}`).toMatchObject({ changed: true })
        continue
      }
      expect(isRefusal(done) && done.refused, `act, ${role}`).toBe(
        shown?.allowed === false && shown.refused,
      )
      expect(desk.log, 'a refused act records nothing').toHaveLength(facts)
    }
  })

  test('needs a second factor where it makes something public or takes it away', async () => {
    const [setting] = from
    if (setting === undefined) return
    const desk = await settingUp(setting)
    const done = await doneBy(desk, person(20, roles, false), act)
    expect(isRefusal(done) ? done.refused : 'done').toBe(factor ? 'second-factor-missing' : 'done')
  })
})

test('the table says what is expected of each act, and every role has scopes of its own', () => {
  for (const act of ACTS) expect(ACT_RULES[act].needsSecondFactor).toBe(EXPECTED[act].factor)
  const scopes = StaffRole.options.flatMap((role): readonly Scope[] => SCOPES_OF_ROLE[role])
  expect(new Set(scopes).size).toBe(scopes.length)
})

test('a new text is drafted by an author alone, and once', async () => {
  for (const who of PEOPLE) {
    const { deps } = memoryDesk()
    const drafted = await draftText(deps, who, note(), at())
    expect(isRefusal(drafted) ? drafted.refused : drafted.status).toBe(
      who.roles.includes('author') ? 'draft' : 'scope-missing',
    )
    if (isRefusal(drafted)) continue
    expect(await draftText(deps, who, note(), at())).toMatchObject({ refused: 'text-exists' })
    const other = note('Autre.', { source: { id: 'desk:other', version: null } })
    expect(await draftText(deps, who, other, at())).toMatchObject({ refused: 'slug-taken' })
  }
})

describe('four eyes', () => {
  const EVERYTHING = person(1, ['author', 'reviewer', 'publisher'])
  test('an author with every role cannot review the own draft, and the button says why', async () => {
    const desk = await settingUp('in_review')
    for (const act of ['approve', 'request-changes'] as const) {
      expect(await doneBy(desk, EVERYTHING, act)).toMatchObject({ refused: 'reviewer-is-author' })
      const shown = openActs(await viewed(desk), EVERYTHING).find((one) => one.act === act)
      expect(shown).toEqual({ act, allowed: false, refused: 'reviewer-is-author' })
    }
  })

  test.each(['withdraw', 'delete'] as const)('%s takes two persons', async (act) => {
    const desk = await settingUp('published')
    expect(await doneBy(desk, PAUL, act)).toMatchObject({ status: 'published', changed: true })
    const other = act === 'withdraw' ? 'delete' : 'withdraw'
    const shown = async (who: SignedPerson, which: ActName) =>
      openActs(await viewed(desk), who).find((one) => one.act === which)
    expect(await shown(PAUL, act)).toEqual({ act, allowed: false, refused: 'same-person' })
    expect(await shown(PIA, act)).toEqual({ act, allowed: true })
    expect(await doneBy(desk, PAUL, act)).toMatchObject({ refused: 'same-person' })
    expect(await doneBy(desk, PIA, other)).toMatchObject({ refused: 'request-pending' })
    expect(await shown(PIA, other)).toMatchObject({ refused: 'request-pending' })
    expect(await shown(PIA, 'cancel-request')).toMatchObject({ allowed: true })
    expect(await doneBy(desk, PAUL, 'cancel-request')).toMatchObject({ changed: true })
    expect(await doneBy(desk, PIA, 'cancel-request')).toMatchObject({ refused: 'nothing-pending' })
    expect(await doneBy(desk, PAUL, act)).toMatchObject({ changed: true })
    expect(await doneBy(desk, PIA, act)).toMatchObject({
      status: act === 'withdraw' ? 'withdrawn' : 'deleted',
    })
  })
})
