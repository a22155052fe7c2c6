/** A publisher took a text down. Pure. */
import type { RemovalCause } from '#contracts/events/article.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import type { TakeDown } from './commands.ts'
import { OFFICIAL_IMPORT } from './commands.ts'
import { scheduleEnded } from './reasons.ts'
import type { ArticleState } from './state.ts'

const REASONS: Readonly<Record<RemovalCause, string>> = {
  publisher_deletion: 'The publisher deleted the text.',
  publisher_absence: 'The publisher no longer lists the text.',
}

/**
 * The text goes at once, whatever status it has: nobody has to confirm what its publisher says. One
 * that is deleted already, or that no source ever stated, stays as it is.
 */
export const decideTakeDown = (
  { cause, publisher, list }: TakeDown,
  state: ArticleState,
): ArticleEvent[] => {
  if (state.importedStates.size === 0 || state.publicStatus === 'deleted') return []
  const reason = REASONS[cause]
  return [
    ...scheduleEnded(state, 'text-deleted', reason),
    {
      type: 'Deleted',
      data: { reason, publisher: { policy: OFFICIAL_IMPORT, cause, publisher, list } },
    },
  ]
}
