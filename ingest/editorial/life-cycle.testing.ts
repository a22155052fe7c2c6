/** The life cycle as tests expect it: each state with the acts before it, and who may do what. */
import { isRefusal } from '#contracts/fault.ts'
import { Sha256Hex } from '#contracts/ids.ts'
import type { SignedPerson, StaffRole } from '#contracts/staff.ts'
import type { EditorialAct } from './acts.ts'
import { carryOutAct, draftText } from './carry-out.ts'
import { at, LATER, memoryDesk, type MemoryDesk, note, person, SLUG } from './desk.testing.ts'
import type { ActName } from './table.ts'
import { type DeskStatus, type DeskText, viewText } from './text-view.ts'

const ANNE = person(1, ['author'])
const RENE = person(2, ['reviewer'])
export const PAUL = person(3, ['publisher'])
export const PIA = person(4, ['publisher'])

const COMMENT = '0195512c-7d80-4000-8000-0000000000c1'
const REASON = 'une raison'

/** Every state of a text, and the acts that lead to it. */
export type Setting = DeskStatus | 'published with a draft' | 'withdrawn and restored'
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
export const ALL = Object.keys(SETTINGS) as readonly Setting[]
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
export const EXPECTED: Record<
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
  'discard-draft': {
    from: ['published with a draft', 'withdrawn and restored'],
    roles: ['author'],
    factor: false,
  },
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
export const ACTS = Object.keys(EXPECTED) as readonly (keyof typeof EXPECTED)[]

export const actOf = (act: EditorialAct['act'], view: DeskText): EditorialAct => {
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
    case 'discard-draft':
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

export const viewed = async ({ deps }: MemoryDesk): Promise<DeskText> => {
  const view = await viewText(deps, SLUG)
  if (isRefusal(view)) throw new Error(view.refused)
  return view
}

export const doneBy = async (desk: MemoryDesk, who: SignedPerson, act: EditorialAct['act']) =>
  carryOutAct(desk.deps, who, SLUG, actOf(act, await viewed(desk)), at())

export const settingUp = async (setting: Setting): Promise<MemoryDesk> => {
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
