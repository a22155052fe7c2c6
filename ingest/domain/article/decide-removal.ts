/** Decisions that take a text from the public and bring it back. Pure. */
import type { ArticleEvent, EventData } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import type {
  CancelRequest,
  Delete,
  RemovalCommand,
  Restore,
  Unpublish,
  Withdraw,
} from './commands.ts'
import { scheduleEnded, statedReason } from './reasons.ts'
import type { ArticleState } from './state.ts'
import { type DomainRefusal, refuse } from '../refusals.ts'

type Decision = ArticleEvent[] | DomainRefusal

const notPublicRefusal = ({ publicStatus }: ArticleState): DomainRefusal | null => {
  if (publicStatus === 'published') return null
  if (publicStatus === 'never-published') return refuse('never-published')
  return refuse(publicStatus === 'withdrawn' ? 'text-withdrawn' : 'already-unpublished')
}

const unpublish = (command: Unpublish, state: ArticleState): Decision => {
  const refused = notPublicRefusal(state)
  if (refused !== null) return refused
  const reason = statedReason(command.reason)
  if (isRefusal(reason)) return reason
  return [
    // What a person took down does not come back by a clock.
    ...scheduleEnded(state, 'text-unpublished', 'The text was unpublished.'),
    { type: 'Unpublished', data: { reason } },
  ]
}

/** The events of the first person, or those of the second one. */
const byTwo = (
  state: ArticleState,
  actor: string,
  asked: Extract<ArticleEvent, { type: 'WithdrawalRequested' | 'DeletionRequested' }>,
  confirmed: (pending: NonNullable<ArticleState['pending']>) => ArticleEvent[],
): Decision => {
  const { pending } = state
  const request = asked.type === 'WithdrawalRequested' ? 'withdrawal' : 'deletion'
  if (pending === null) return [asked]
  if (pending.request !== request) return refuse('request-pending', pending.request)
  return pending.by === actor ? refuse('same-person') : confirmed(pending)
}

const withdraw = (command: Withdraw, state: ArticleState): Decision => {
  const refused = notPublicRefusal(state)
  if (refused !== null) return refused
  const cause = statedReason(command.cause)
  if (isRefusal(cause)) return cause
  const { replacement } = command
  if (replacement !== null && replacement === state.slug) return refuse('replacement-is-itself')
  // The second person confirms what they saw, not another request that took its place.
  const known = state.pending?.replacement ?? null
  if (state.pending !== null && replacement !== null && replacement !== known)
    return refuse('request-pending', known ?? 'no replacement')
  const asked = { type: 'WithdrawalRequested', data: { cause, replacement } } as const
  return byTwo(state, command.actor, asked, (pending) => [
    ...scheduleEnded(state, 'text-withdrawn', 'The text was withdrawn.'),
    { type: 'Withdrawn', data: { cause: pending.reason, replacement: pending.replacement } },
  ])
}

const remove = (command: Delete, state: ArticleState): Decision => {
  const reason = statedReason(command.reason)
  if (isRefusal(reason)) return reason
  const asked = { type: 'DeletionRequested', data: { reason } } as const
  return byTwo(state, command.actor, asked, (pending) => [
    ...scheduleEnded(state, 'text-deleted', 'The text was deleted.'),
    { type: 'Deleted', data: { reason: pending.reason } },
  ])
}

const cancelRequest = (command: CancelRequest, { pending }: ArticleState): Decision => {
  if (pending === null) return refuse('nothing-pending')
  const reason = statedReason(command.reason)
  if (isRefusal(reason)) return reason
  return [{ type: 'RequestCancelled', data: { request: pending.request, reason } }]
}

const restorable = ({
  publicStatus,
  draft,
}: ArticleState): EventData<'Restored'>['from'] | null => {
  if (publicStatus === 'deleted') return 'deleted'
  return publicStatus === 'withdrawn' && draft === null ? 'withdrawn' : null
}

const restore = (command: Restore, state: ArticleState): Decision => {
  const from = restorable(state)
  if (from === null) return refuse('nothing-to-restore')
  if (state.erasure.whole) return refuse('text-erased')
  const reason = statedReason(command.reason)
  if (isRefusal(reason)) return reason
  return [{ type: 'Restored', data: { from, reason } }]
}

export const decideRemoval = (command: RemovalCommand, state: ArticleState): Decision => {
  switch (command.type) {
    case 'Unpublish':
      return unpublish(command, state)
    case 'Withdraw':
      return withdraw(command, state)
    case 'Delete':
      return remove(command, state)
    case 'CancelRequest':
      return cancelRequest(command, state)
    case 'Restore':
      return restore(command, state)
    default:
      return command satisfies never
  }
}
