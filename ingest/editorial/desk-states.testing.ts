/** A text in each state, and people of each role, in memory, for tests. */
import { isRefusal } from '#contracts/fault.ts'
import type { Sha256Hex } from '#contracts/ids.ts'
import type { SignedPerson } from '#contracts/staff.ts'
import type { EditorialAct } from './acts.ts'
import { carryOutAct, draftText } from './carry-out.ts'
import { at, LATER, type MemoryDesk, memoryDesk, note, person, SLUG } from './desk.testing.ts'
import type { DeskStatus } from './text-view.ts'

const named = (name: string, ...given: Parameters<typeof person>): SignedPerson => ({
  ...person(...given),
  name,
})

export const TEAM = {
  author: named('Anna Author', 1, ['author']),
  reviewer: named('Robin Reviewer', 2, ['reviewer']),
  publisher: named('Paul Publisher', 3, ['publisher']),
  otherPublisher: named('Olga Publisher', 4, ['publisher']),
  dataProtection: named('Dana Protection', 5, ['data_protection']),
  administrator: named('Adam Administrator', 6, ['administrator']),
  everything: named('Eve Everything', 7, ['author', 'reviewer', 'publisher']),
  withoutFactor: named('Wim Without', 8, ['author', 'reviewer', 'publisher'], false),
} as const satisfies Record<string, SignedPerson>

type Step = Exclude<EditorialAct['act'], 'assign' | 'comment' | 'resolve-comment'>

/** The acts that lead a new draft into each state. */
const WAY: Readonly<Record<DeskStatus, readonly (readonly [keyof typeof TEAM, Step])[]>> = {
  draft: [],
  in_review: [['author', 'submit']],
  changes_requested: [
    ['author', 'submit'],
    ['reviewer', 'request-changes'],
  ],
  approved: [
    ['author', 'submit'],
    ['reviewer', 'approve'],
  ],
  scheduled: [
    ['author', 'submit'],
    ['reviewer', 'approve'],
    ['publisher', 'schedule'],
  ],
  published: [
    ['author', 'submit'],
    ['reviewer', 'approve'],
    ['publisher', 'publish'],
  ],
  unpublished: [
    ['author', 'submit'],
    ['reviewer', 'approve'],
    ['publisher', 'publish'],
    ['publisher', 'unpublish'],
  ],
  withdrawn: [
    ['author', 'submit'],
    ['reviewer', 'approve'],
    ['publisher', 'publish'],
    ['publisher', 'withdraw'],
    ['otherPublisher', 'withdraw'],
  ],
  deleted: [
    ['publisher', 'delete'],
    ['otherPublisher', 'delete'],
  ],
}
export const STATES = Object.keys(WAY) as readonly DeskStatus[]

const REASON = 'parce que'
/** The act with what it needs. */
const filledAct = (act: Step, sha256Hash: Sha256Hex): EditorialAct => {
  switch (act) {
    case 'revise':
      return { act, content: note('Une autre rédaction.'), base: null }
    case 'submit':
      return { act }
    case 'request-changes':
      return { act, reasons: [REASON] }
    case 'approve':
      return { act, sha256Hash }
    case 'publish':
      return { act, reason: REASON }
    case 'schedule':
      return { act, at: LATER, reason: REASON }
    case 'withdraw':
      return { act, cause: REASON, replacement: null }
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

/** A desk with one text in this state, and further acts after it. */
export const deskWith = async (
  state: DeskStatus,
  ...more: readonly (readonly [keyof typeof TEAM, Step])[]
): Promise<MemoryDesk> => {
  const desk = memoryDesk()
  const drafted = await draftText(desk.deps, TEAM.author, note(), at())
  if (isRefusal(drafted) || drafted.sha256Hash === null) throw new Error('not drafted')
  for (const [who, act] of [...WAY[state], ...more]) {
    const filled = filledAct(act, drafted.sha256Hash)
    const outcome = await carryOutAct(desk.deps, TEAM[who], SLUG, filled, at())
    if (isRefusal(outcome)) throw new Error(`${act} in ${state}: ${outcome.refused}`)
  }
  return desk
}
