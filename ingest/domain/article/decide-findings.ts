/** Decisions about the findings of machines and about their review. Pure. */
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type { ArticleEvent, EventData } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { ConceptId } from '#contracts/ids.ts'
import { type DomainRefusal, refuse } from '../refusals.ts'
import type { FindingCommand, WordingAssessed } from './commands.ts'
import { integrityEvents } from './integrity-events.ts'
import type { ArticleState, Proposed } from './state.ts'

type Assessed = EventData<'GroundednessAssessed'>

/** An assessment without its time. */
const meaningOf = ({ score, groundedness }: Assessed): string =>
  canonicalJson([score, { ...groundedness, assessedAt: null }])

const recordAssessment = (
  { assessed, integrity }: WordingAssessed,
  state: ArticleState,
): ArticleEvent[] => {
  const isKnown = state.assessed !== null && meaningOf(state.assessed) === meaningOf(assessed)
  return [
    ...(isKnown ? [] : [{ type: 'GroundednessAssessed' as const, data: assessed }]),
    ...integrityEvents(state.integrityFlags, integrity),
  ]
}

type Matched = EventData<'ConceptsMatched'>

const isSame = (a: Matched, b: Matched): boolean =>
  JSON.stringify([a.concepts, a.barred]) === JSON.stringify([b.concepts, b.barred])

/** Concepts that an editor barred stay barred. */
const matchConcepts = (
  { method, concepts }: Pick<Matched, 'method' | 'concepts'>,
  { matched }: ArticleState,
): ArticleEvent[] => {
  if (matched === null && concepts.length === 0) return []
  const barred = matched?.barred ?? []
  const allowed = concepts.filter(({ id }) => !barred.includes(id))
  const next: Matched = { method, concepts: allowed, barred }
  return matched !== null && isSame(matched, next) ? [] : [{ type: 'ConceptsMatched', data: next }]
}

const barConcept = (id: ConceptId, { matched }: ArticleState): ArticleEvent[] => {
  if (matched === null || matched.barred.includes(id)) return []
  const concepts = matched.concepts.filter((one) => one.id !== id)
  const barred = [...matched.barred, id].toSorted()
  return [{ type: 'ConceptsMatched', data: { method: matched.method, concepts, barred } }]
}

const unbarConcept = (id: ConceptId, { matched }: ArticleState): ArticleEvent[] => {
  if (matched === null || !matched.barred.includes(id)) return []
  const barred = matched.barred.filter((one) => one !== id)
  return [{ type: 'ConceptsMatched', data: { ...matched, barred } }]
}

/** A proposal is recorded once, even if it was rejected. */
const proposeHeadnotes = (
  { method, textSha256, proposals }: EventData<'HeadnotesProposed'>,
  state: ArticleState,
): ArticleEvent[] => {
  const added = proposals.filter(({ id }) => !state.proposals.has(id))
  if (added.length === 0) return []
  return [{ type: 'HeadnotesProposed', data: { method, textSha256, proposals: added } }]
}

/** The open proposal with this id. */
export const openProposal = ({ proposals }: ArticleState, id: string): Proposed | DomainRefusal => {
  const proposal = proposals.get(id)
  if (proposal === undefined) return refuse('proposal-unknown')
  return proposal.outcome === null ? proposal : refuse('proposal-settled', proposal.outcome)
}

const settleProposal = (
  { id, outcome, reason }: EventData<'HeadnoteProposalSettled'>,
  state: ArticleState,
): ArticleEvent[] | DomainRefusal => {
  const proposal = openProposal(state, id)
  if (isRefusal(proposal)) return proposal
  return [{ type: 'HeadnoteProposalSettled', data: { id, outcome, reason } }]
}

/** Decides on a finding; a known one adds nothing. */
export const decideFinding = (
  command: FindingCommand,
  state: ArticleState,
): ArticleEvent[] | DomainRefusal => {
  if (state.publicStatus === 'deleted') return refuse('text-deleted')
  if (state.streamVersion === 0) return refuse('text-unknown')
  switch (command.type) {
    case 'RecordAssessment':
      return recordAssessment(command.assessment, state)
    case 'MatchConcepts':
      return matchConcepts(command, state)
    case 'BarConcept':
      return barConcept(command.id, state)
    case 'UnbarConcept':
      return unbarConcept(command.id, state)
    case 'ProposeHeadnotes':
      return proposeHeadnotes(command, state)
    case 'SettleProposal':
      return settleProposal(command, state)
    default:
      return command satisfies never
  }
}
