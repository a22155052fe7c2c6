import { beforeAll, describe, expect, test } from 'vitest'
import type { Scope } from '#contracts/api-key.ts'
import { isRefusal } from '#contracts/fault.ts'
import { Sha256Hex } from '#contracts/ids.ts'
import { SCOPES_OF_ROLE, type SignedPerson, StaffRole } from '#contracts/staff.ts'
import { carryOutAct, draftText } from './carry-out.ts'
import { at, LATER, memoryDesk, type MemoryDesk, note, person, SLUG } from './desk.testing.ts'
import type { EditorialAct } from './acts.ts'
import { ACT_RULES, type ActName, openActs } from './table.ts'
import { type DeskStatus, type DeskText, viewText } from './text-view.ts'

const ANNE = person(1, ['author'])
const RENE = person(2, ['reviewer'])
const PAUL = person(3, ['publisher'])
const PIA = person(4, ['publisher'])

const COMMENT = '0195512c-7d80-4000-8000-0000000000c1'
const REASON = 'une raison'

/** Every state of a text, and the acts that lead to it. */
type Setting = DeskStatus | 'published with a draft' | 'withdrawn and restored'
const SETTINGS: Record<Setting, readonly (readonly [SignedPerson, EditorialAct['act']])[]> = {
  draft: [],
  in_review: [[ANNE, 'submit']],
  changes_requested: [
    [ANNE, 'submit'],
    [RENE, 'request-changes'],
  ],
  approved: [
    [ANNE, 'submit'],
    [RENE, 'approve'],
  ],
  scheduled: [
    [ANNE, 'submit'],
    [RENE, 'approve'],
    [PAUL, 'schedule'],
  ],
  published: [
    [ANNE, 'submit'],
    [RENE, 'approve'],
    [PAUL, 'publish'],
  ],
  'published with a draft': [
    [ANNE, 'submit'],
    [RENE, 'approve'],
    [PAUL, 'publish'],
    [ANNE, 'revise'],
  ],
  unpublished: [
    [ANNE, 'submit'],
    [RENE, 'approve'],
    [PAUL, 'publish'],
    [PAUL, 'unpublish'],
  ],
  withdrawn: [
    [ANNE, 'submit'],
    [RENE, 'approve'],
    [PAUL, 'publish'],
    [PAUL, 'withdraw'],
    [PIA, 'withdraw'],
  ],
  'withdrawn and restored': [
    [ANNE, 'submit'],
    [RENE, 'approve'],
    [PAUL, 'publish'],
    [PAUL, 'withdraw'],
    [PIA, 'withdraw'],
    [PAUL, 'restore'],
  ],
  deleted: [
    [PAUL, 'delete'],
    [PIA, 'delete'],
  ],
}
const ALL = Object.keys(SETTINGS) as readonly Setting[]
const but = (...left: readonly Setting[]): readonly Setting[] =>
  ALL.filter((one) => !left.includes(one))

const OPEN_DRAFT: readonly Setting[] = [
  'draft',
  'in_review',
  'changes_requested',
  'approved',
  'scheduled',
  'published with a draft',
  'withdrawn and restored',
]

/**
 * The life cycle as contracts/conventions/life-cycle.md has it, written by hand: from which states,
 * and with which role.
 */
const EXPECTED: Record<
  Exclude<ActName, 'draft'>,
  {
    readonly from: readonly Setting[]
    readonly roles: readonly StaffRole[]
    readonly factor: boolean
  }
> = {
  revise: { from: [...OPEN_DRAFT, 'published', 'unpublished'], roles: ['author'], factor: false },
  submit: {
    from: ['draft', 'changes_requested', 'published with a draft', 'withdrawn and restored'],
    roles: ['author'],
    factor: false,
  },
  'request-changes': {
    from: ['in_review', 'approved', 'scheduled'],
    roles: ['reviewer'],
    factor: false,
  },
  approve: { from: ['in_review'], roles: ['reviewer'], factor: true },
  publish: { from: ['approved', 'scheduled', 'unpublished'], roles: ['publisher'], factor: true },
  schedule: { from: ['approved', 'scheduled'], roles: ['publisher'], factor: true },
  'cancel-schedule': { from: ['scheduled'], roles: ['publisher'], factor: false },
  unpublish: {
    from: ['published', 'published with a draft'],
    roles: ['publisher'],
    factor: true,
  },
  withdraw: {
    from: ['published', 'published with a draft'],
    roles: ['publisher'],
    factor: true,
  },
  delete: { from: but('deleted'), roles: ['publisher'], factor: true },
  // Nobody asked for anything in these states.
  'cancel-request': { from: [], roles: ['publisher'], factor: false },
  restore: { from: ['withdrawn', 'deleted'], roles: ['publisher'], factor: true },
  assign: { from: but('deleted'), roles: ['author', 'reviewer', 'publisher'], factor: false },
  comment: { from: but('deleted'), roles: ['author', 'reviewer', 'publisher'], factor: false },
  'resolve-comment': {
    from: but('deleted'),
    roles: ['author', 'reviewer', 'publisher'],
    factor: false,
  },
}
const ACTS = Object.keys(EXPECTED) as readonly (keyof typeof EXPECTED)[]

const actOf = (act: EditorialAct['act'], view: DeskText): EditorialAct => {
  switch (act) {
    case 'revise':
      return {
        act,
        content: note(`Version ${view.history.length}.`),
        base: view.draft?.tag ?? null,
      }
    case 'submit':
      return { act }
    case 'request-changes':
      return { act, reasons: [REASON] }
    case 'approve':
      return { act, sha256Hash: view.draft?.sha256Hash ?? view.published?.sha256Hash ?? HASH }
    case 'publish':
      return { act, reason: null }
    case 'schedule':
      return { act, at: LATER, reason: view.draft?.scheduledAt === LATER ? REASON : null }
    case 'withdraw':
      return { act, cause: REASON, replacement: null }
    case 'assign':
      return { act, person: PIA.id }
    case 'comment':
      return { act, id: OTHER_COMMENT, inReplyTo: null, body: 'Vu.', target: null }
    case 'resolve-comment':
      return { act, id: COMMENT }
    case 'cancel-schedule':
    case 'unpublish':
    case 'delete':
    case 'cancel-request':
    case 'restore':
      return { act, reason: REASON }
    default:
      return act satisfies never
  }
}
const OTHER_COMMENT = '0195512c-7d80-4000-8000-0000000000c2'
const HASH = Sha256Hex.parse('f'.repeat(64))

const viewed = async ({ deps }: MemoryDesk): Promise<DeskText> => {
  const view = await viewText(deps, SLUG)
  if (isRefusal(view)) throw new Error(view.refused)
  return view
}

const doneBy = async (desk: MemoryDesk, who: SignedPerson, act: EditorialAct['act']) =>
  carryOutAct(desk.deps, who, SLUG, actOf(act, await viewed(desk)), at())

const settingUp = async (setting: Setting): Promise<MemoryDesk> => {
  const desk = memoryDesk()
  const drafted = await draftText(desk.deps, ANNE, note(), at())
  if (isRefusal(drafted)) throw new Error(drafted.refused)
  const about = { id: COMMENT, inReplyTo: null, body: 'À voir.', target: null }
  await carryOutAct(desk.deps, RENE, SLUG, { act: 'comment', ...about }, at())
  for (const [who, act] of SETTINGS[setting]) {
    const done = await doneBy(desk, who, act)
    if (isRefusal(done)) throw new Error(`${setting}: ${act}: ${done.refused}`)
  }
  return desk
}

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
