/** What a reviewer asked the authors of a draft to change. */
import type { Instant } from '#contracts/ids.ts'
import type { DeskText } from '../text-view.ts'

export type RequestedChanges = {
  readonly by: string
  readonly at: Instant
  readonly reasons: readonly string[]
}

/** Null: nobody waits for changes. */
export const requestedChanges = ({
  draft,
  history,
}: Pick<DeskText, 'draft' | 'history'>): RequestedChanges | null => {
  if (draft?.status !== 'changes_requested') return null
  const asked = history.findLast(({ type }) => type === 'ChangesRequested')
  return asked === undefined
    ? null
    : { by: asked.by, at: asked.at, reasons: (asked.detail ?? '').split('\n') }
}
