/** A form that was sent twice, as by a double click: its act is carried out already. */
import type { HistoryLine } from '../text-view.ts'
import type { FormAct } from './act-forms.ts'

/** What an act records last; none: it may be carried out again and again. */
const RECORDED: Readonly<Partial<Record<FormAct, HistoryLine['type']>>> = {
  submit: 'Submitted',
  'request-changes': 'ChangesRequested',
  approve: 'Approved',
  publish: 'VersionPublished',
  'cancel-schedule': 'ScheduleCancelled',
  'discard-draft': 'DraftDiscarded',
  unpublish: 'Unpublished',
  withdraw: 'Withdrawn',
  delete: 'Deleted',
  'cancel-request': 'RequestCancelled',
  restore: 'Restored',
}
const TYPES: ReadonlySet<string> = new Set([
  ...Object.values(RECORDED),
  'Imported',
  'Drafted',
  'Revised',
  'RevisionOpened',
  'PublicationScheduled',
  'WithdrawalRequested',
  'DeletionRequested',
])

/** The fact by which this person carried out the act last of all; null: it is still to be done. */
export const doneBefore = (
  history: readonly HistoryLine[],
  act: FormAct,
  actor: string,
): HistoryLine | null => {
  const last = history.findLast(({ type }) => TYPES.has(type))
  return last !== undefined && last.type === RECORDED[act] && last.by === actor ? last : null
}
