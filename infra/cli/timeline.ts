/** Who did what to a text when, for people. */
import type { ArticleEvent } from '#contracts/events/event.ts'
import type { HistoryLine } from '#ingest/editorial/text-view.ts'
import type { NameOf } from './people.ts'

const DID: Readonly<Record<ArticleEvent['type'], string>> = {
  Imported: 'imported a state of the source',
  Drafted: 'drafted it',
  Revised: 'changed the draft',
  RevisionOpened: 'opened the draft of the next version',
  Submitted: 'submitted it',
  ChangesRequested: 'asked for changes',
  Approved: 'approved it',
  PublicationScheduled: 'set the hour of its publication',
  ScheduleCancelled: 'cancelled its scheduled publication',
  DraftDiscarded: 'discarded the draft',
  PublicationJustified: 'gave the reason to publish it',
  VersionPublished: 'published it',
  ValidityRecorded: 'recorded when it is in force',
  Unpublished: 'took it out of public sight',
  WithdrawalRequested: 'asked to withdraw it',
  Withdrawn: 'withdrew it',
  DeletionRequested: 'asked to delete it',
  Deleted: 'deleted it',
  RequestCancelled: 'took the request back',
  Restored: 'restored it',
  ErasureRequested: 'asked to erase words of it',
  ErasureCancelled: 'took the request to erase back',
  WordingErased: 'erased words of it',
  ErasureCertified: 'certified the erasure',
  Assigned: 'assigned it',
  CommentAdded: 'commented',
  CommentResolved: 'settled a comment',
  IntegrityFlagRaised: 'raised a doubt',
  IntegrityFlagCleared: 'cleared a doubt',
  IntegrityFlagDismissed: 'dismissed a doubt',
  GroundednessAssessed: 'compared it with its sources',
  ConceptsMatched: 'matched concepts',
  HeadnotesProposed: 'proposed headnotes',
  HeadnoteProposalSettled: 'decided on a proposed headnote',
  PassagesEmbedded: 'prepared it for search',
}

/** An event with the name of the person, or of the policy that approved in place of one. */
export type NamedEvent = HistoryLine & { readonly name: string }

export const namedEvents = (lines: readonly HistoryLine[], nameOf: NameOf): readonly NamedEvent[] =>
  lines.map((line) => ({ ...line, name: line.policy ?? nameOf(line.by) }))

const MINUTES = 16
/** `2026-11-23 08:05`, in UTC. */
export const minuteOf = (at: string): string => at.slice(0, MINUTES).replace('T', ' ')

export const eventLines = ({
  at,
  name,
  type,
  version,
  sha256Hash,
  detail,
}: NamedEvent): string[] => [
  [
    `${minuteOf(at)} UTC`,
    `${name} ${DID[type]}`,
    ...(version === null ? [] : [version]),
    ...(sha256Hash === null ? [] : [`sha256 ${sha256Hash}`]),
  ].join('  '),
  ...(detail ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `    ${line}`),
]
