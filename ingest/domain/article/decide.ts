import { ARTICLE_EVENTS } from '#contracts/events/article.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import type { Decider } from '../decider.ts'
import type { DomainRefusal } from '../refusals.ts'
import type { ArticleCommand } from './commands.ts'
import { decideEditorial } from './decide-editorial.ts'
import { decideErasure } from './decide-erasure.ts'
import { decideFinding } from './decide-findings.ts'
import { decideImport } from './decide-import.ts'
import { decideEndWording } from './decide-end-wording.ts'
import { decideTakeDown } from './decide-take-down.ts'
import { type ArticleState, evolve, INITIAL_STATE } from './state.ts'

const decide = (command: ArticleCommand, state: ArticleState): ArticleEvent[] | DomainRefusal => {
  switch (command.type) {
    case 'ImportText':
      return decideImport(command, state)
    case 'TakeDown':
      return decideTakeDown(command, state)
    case 'EndWording':
      return decideEndWording(command, state)
    case 'RecordAssessment':
    case 'MatchConcepts':
    case 'BarConcept':
    case 'UnbarConcept':
    case 'ProposeHeadnotes':
    case 'SettleProposal':
      return decideFinding(command, state)
    case 'Erase':
    case 'CancelErasure':
    case 'CertifyErasure':
      return decideErasure(command, state)
    case 'Draft':
    case 'Revise':
    case 'Submit':
    case 'RequestChanges':
    case 'Approve':
    case 'DiscardDraft':
    case 'Publish':
    case 'Dismiss':
    case 'Schedule':
    case 'CancelSchedule':
    case 'Unpublish':
    case 'Withdraw':
    case 'Delete':
    case 'CancelRequest':
    case 'Restore':
    case 'Assign':
    case 'Comment':
    case 'ResolveComment':
      return decideEditorial(command, state)
    default:
      return command satisfies never
  }
}

/** The rules of a text, from a statement or a draft to its versions. */
export const articleDecider: Decider<ArticleState, ArticleCommand, ArticleEvent> = {
  initial: INITIAL_STATE,
  evolve,
  decide,
  events: ARTICLE_EVENTS,
}
