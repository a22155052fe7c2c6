import { statement } from '../platform/statement.ts'

/**
 * Moves the mark of the searches that are followed: one comes, goes, is paused or begins anew. The
 * checkpoint is locked before any search is, so that nobody waits for another in a circle.
 */
export const MARK = statement('saved-searches-mark', {
  sql: 'update saved_search_checkpoint set mark = mark + 1',
})
