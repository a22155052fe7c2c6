/**
 * Who may do what to a text, and when (contracts/conventions/life-cycle.md): for the buttons of the
 * desk, the editorial API and the command line. The domain decides by itself; a test compares the
 * two.
 */
import type { Scope } from '#contracts/api-key.ts'
import type { ErrorCode } from '#contracts/errors/codes.ts'
import { type SignedPerson, staffActor } from '#contracts/staff.ts'
import type { DeskStatus } from '../domain/article/state.ts'
import type { EditorialAct } from './acts.ts'
import type { DeskText } from './text-view.ts'

export type ActName = EditorialAct['act'] | 'draft'

export type ActRule = {
  readonly act: ActName
  readonly scope: Scope
  /** Scopes that serve as well: everybody of the team comments and assigns. */
  readonly orScopes: readonly Scope[]
  /** Whoever makes a text public or takes it away has a second factor. */
  readonly needsSecondFactor: boolean
  /**
   * Of the open draft, or of the public text beside it: a published text with a draft is in two of
   * them. Empty: there is no text yet.
   */
  readonly from: readonly DeskStatus[]
  readonly fourEyes: 'none' | 'not-author' | 'second-person'
}

const OPEN = ['draft', 'in_review', 'changes_requested', 'approved', 'scheduled'] as const
const PUBLIC = ['published', 'unpublished', 'withdrawn'] as const
const NOT_DELETED: readonly DeskStatus[] = [...OPEN, ...PUBLIC]
const TEAM = ['editorial:review', 'editorial:publish', 'editorial:withdraw'] as const

const rule = (
  act: ActName,
  scope: Scope,
  from: readonly DeskStatus[],
  more: Partial<Omit<ActRule, 'act' | 'scope' | 'from'>> = {},
): ActRule => ({
  act,
  scope,
  from,
  orScopes: [],
  needsSecondFactor: false,
  fourEyes: 'none',
  ...more,
})
const FACTOR = { needsSecondFactor: true } as const
const BY_TWO = { needsSecondFactor: true, fourEyes: 'second-person' } as const
const BY_TEAM = { orScopes: TEAM } as const

export const ACT_RULES: Readonly<Record<ActName, ActRule>> = {
  draft: rule('draft', 'editorial:draft', []),
  revise: rule('revise', 'editorial:draft', [...OPEN, 'published', 'unpublished']),
  submit: rule('submit', 'editorial:draft', ['draft', 'changes_requested']),
  'request-changes': rule(
    'request-changes',
    'editorial:review',
    ['in_review', 'approved', 'scheduled'],
    { fourEyes: 'not-author' },
  ),
  approve: rule('approve', 'editorial:review', ['in_review'], {
    needsSecondFactor: true,
    fourEyes: 'not-author',
  }),
  publish: rule('publish', 'editorial:publish', ['approved', 'scheduled', 'unpublished'], FACTOR),
  schedule: rule('schedule', 'editorial:publish', ['approved', 'scheduled'], FACTOR),
  'cancel-schedule': rule('cancel-schedule', 'editorial:publish', ['scheduled']),
  'discard-draft': rule('discard-draft', 'editorial:draft', OPEN),
  unpublish: rule('unpublish', 'editorial:publish', ['published'], FACTOR),
  withdraw: rule('withdraw', 'editorial:withdraw', ['published'], BY_TWO),
  delete: rule('delete', 'editorial:withdraw', NOT_DELETED, BY_TWO),
  'cancel-request': rule('cancel-request', 'editorial:withdraw', NOT_DELETED),
  restore: rule('restore', 'editorial:withdraw', ['withdrawn', 'deleted'], FACTOR),
  assign: rule('assign', 'editorial:draft', NOT_DELETED, BY_TEAM),
  comment: rule('comment', 'editorial:draft', NOT_DELETED, BY_TEAM),
  'resolve-comment': rule('resolve-comment', 'editorial:draft', NOT_DELETED, BY_TEAM),
}
const ACT_NAMES = Object.keys(ACT_RULES) as readonly ActName[]

/** Why a person may not do this to any text; null: they may. */
export const personRefusal = (
  act: ActName,
  { scopes, secondFactor }: Pick<SignedPerson, 'scopes' | 'secondFactor'>,
): 'scope-missing' | 'second-factor-missing' | null => {
  const { scope, orScopes, needsSecondFactor } = ACT_RULES[act]
  if (![scope, ...orScopes].some((one) => scopes.has(one))) return 'scope-missing'
  return needsSecondFactor && !secondFactor ? 'second-factor-missing' : null
}

export type OpenAct =
  | { readonly act: ActName; readonly allowed: true }
  | { readonly act: ActName; readonly allowed: false; readonly refused: ErrorCode }

type Situation = Pick<DeskText, 'publicStatus' | 'pending'> & {
  readonly draft: Pick<NonNullable<DeskText['draft']>, 'status' | 'authors'> | null
}

const notApproved = ({ draft, publicStatus }: Situation): ErrorCode => {
  if (draft !== null) return 'not-approved'
  if (publicStatus === 'withdrawn') return 'text-withdrawn'
  return publicStatus === 'published' ? 'already-published' : 'never-published'
}

const notPublic = ({ publicStatus }: Situation): ErrorCode => {
  if (publicStatus === 'never-published') return 'never-published'
  return publicStatus === 'withdrawn' ? 'text-withdrawn' : 'already-unpublished'
}

/** Why the state of a text does not allow an act. */
const wrongState = (act: ActName, text: Situation): ErrorCode => {
  switch (act) {
    case 'draft':
      return 'text-exists'
    case 'revise':
      return 'text-withdrawn'
    case 'submit':
      return 'nothing-to-submit'
    case 'approve':
      return text.draft?.status === 'approved' || text.draft?.status === 'scheduled'
        ? 'already-approved'
        : 'not-in-review'
    case 'request-changes':
      return 'not-in-review'
    case 'publish':
      return notApproved(text)
    case 'schedule':
      return 'not-approved'
    case 'cancel-schedule':
      return 'not-scheduled'
    case 'discard-draft':
      return 'nothing-to-discard'
    case 'unpublish':
    case 'withdraw':
      return notPublic(text)
    case 'restore':
      return 'nothing-to-restore'
    case 'delete':
    case 'cancel-request':
    case 'assign':
    case 'comment':
    case 'resolve-comment':
      return 'text-deleted'
    default:
      return act satisfies never
  }
}

const pendingRefusal = (act: ActName, { pending }: Situation, actor: string): ErrorCode | null => {
  if (act === 'cancel-request') return pending === null ? 'nothing-pending' : null
  if (pending === null || (act !== 'withdraw' && act !== 'delete')) return null
  if ((pending.request === 'withdrawal') !== (act === 'withdraw')) return 'request-pending'
  return pending.by === actor ? 'same-person' : null
}

const stateRefusal = (act: ActName, text: Situation, actor: string): ErrorCode | null => {
  const { draft, publicStatus } = text
  const { from, fourEyes } = ACT_RULES[act]
  if (publicStatus === 'deleted') return act === 'restore' ? null : deletedRefusal(act)
  const is: readonly string[] = [publicStatus, ...(draft === null ? [] : [draft.status])]
  if (!from.some((status) => is.includes(status))) return wrongState(act, text)
  if (act === 'discard-draft' && publicStatus === 'never-published') return wrongState(act, text)
  // A withdrawn text whose draft is open was restored.
  if (act === 'restore' && draft !== null) return wrongState(act, text)
  if (fourEyes === 'not-author' && draft?.authors.includes(actor) === true)
    return 'reviewer-is-author'
  return pendingRefusal(act, text, actor)
}

const deletedRefusal = (act: ActName): ErrorCode =>
  act === 'draft' ? 'text-exists' : 'text-deleted'

const openAct = (act: ActName, refused: ErrorCode | null): OpenAct =>
  refused === null ? { act, allowed: true } : { act, allowed: false, refused }

/** Which acts on a text are open to a person, and why the others are not. */
export const openActs = (text: DeskText, person: SignedPerson): readonly OpenAct[] => {
  const actor = staffActor(person.id)
  return ACT_NAMES.filter((act) => act !== 'draft').map((act) =>
    openAct(act, personRefusal(act, person) ?? stateRefusal(act, text, actor)),
  )
}
