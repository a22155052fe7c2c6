import type { ArticleEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { ArticleCommand } from './commands.ts'
import type { ArticleState } from './state.ts'
import { decideEditorial } from './decide-editorial.ts'
import { decideImport } from './decide-import.ts'
import type { DomainRefusal } from '../refusals.ts'

/**
 * The one decision of an article's stream: the facts that follow from a command, or why there are
 * none.
 */
export const decide = (
  command: ArticleCommand,
  state: ArticleState,
): ArticleEvent[] | DomainRefusal => {
  if (command.type !== 'ImportText') return decideEditorial(command, state)
  const outcome = decideImport(command, state)
  return isRefusal(outcome) ? outcome : outcome.events
}
