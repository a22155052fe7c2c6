import type { ArticleContent, TextReference, Validity } from '#contracts/content.ts'
import type { PublisherRemoval } from '#contracts/events/article.ts'
import type { EventData } from '#contracts/events/event.ts'
import type { ConceptId, Instant, SemVer, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import type { IntegrityCode } from '#contracts/vocabulary/integrity.ts'
import type { StaffId } from '#contracts/staff.ts'
import type { Stamp } from '../decider.ts'
import type { RefusalCode } from '../refusals.ts'
import type { ErasureReason } from '../two-persons.ts'
import type { ErasurePlan } from './erasure-plan.ts'
import type { ArticleState } from './state.ts'
import type { Texts } from './content-record.ts'

/** The policy under which an import publishes (contracts/conventions/life-cycle.md). */
export const OFFICIAL_IMPORT = 'official-import'
/** The policy under which the project's own demonstration texts are published. */
export const DEMONSTRATION_IMPORT = 'demonstration'
export type ImportPolicy = typeof OFFICIAL_IMPORT | typeof DEMONSTRATION_IMPORT

/** What the handler adds to a command: actor, time and the texts to decide on. */
type Context = Stamp & {
  /** The texts that `textsNeeded` names, loaded before the decision. */
  readonly texts: Texts
}

/** The flags of a wording, and the detectors that checked it (`name`, without version). */
export type Integrity = {
  readonly detectors: readonly string[]
  readonly flags: readonly IntegrityFlag[]
}

type WithWording = Context & {
  readonly content: ArticleContent
  /** Whether `content.slug` is free or belongs to this text already. */
  readonly slugIsFree: boolean
  /** Null: no detector checked it. */
  readonly integrity: Integrity | null
}

/** A source states a text. `sourceState` names the statement: `source.version` if given. */
export type ImportText = WithWording & {
  readonly type: 'ImportText'
  readonly sourceState: string
  /** Of a later file of the publisher than any statement of this state before. */
  readonly isNewer: boolean
  readonly validity: Validity
  readonly publish: boolean
  /** Of the statement and of its text (`fingerprintsOf`). */
  readonly fingerprints: readonly Sha256Hex[]
  /** Of the official source; null: a person has to review, so nothing is published. */
  readonly policy: ImportPolicy | null
}
/** The publisher of the text deleted it, or lists it no longer. */
export type TakeDown = Context & {
  readonly type: 'TakeDown'
} & Omit<PublisherRemoval, 'policy'>
/** The publisher of the text deleted one of its wordings, and others stand. */
export type EndWording = Context & {
  readonly type: 'EndWording'
  /** `source.version` of the wording. */
  readonly sourceVersion: string
}
/** A person writes a new text. */
export type DraftText = WithWording & { readonly type: 'Draft' }
/** A new wording of the draft; opens one if needed. */
export type Revise = WithWording & {
  readonly type: 'Revise'
  /** Tag of the wording that was edited (null: of no draft); absent: the present wording. */
  readonly base?: Sha256Hex | null
}
export type Submit = Context & { readonly type: 'Submit' }
export type RequestChanges = Context & {
  readonly type: 'RequestChanges'
  readonly reasons: readonly string[]
}
/** `sha256Hash` names the wording that the reviewer read. */
export type Approve = Context & {
  readonly type: 'Approve'
  readonly sha256Hash: Sha256Hex
  /** The cited texts whose status is red; null: nobody looked. */
  readonly citedRed?: readonly Slug[] | null
}
/** The groundedness of a wording, ready to be recorded (contracts/conventions/groundedness.md). */
export type WordingAssessed = {
  readonly assessed: EventData<'GroundednessAssessed'>
  readonly integrity: Integrity
}
type Release = Context & {
  /** Of the draft; null for a norm, which is not assessed. */
  readonly assessment: WordingAssessed | null
  /** Needed where nothing is grounded, or a cited text turned red. */
  readonly reason?: string | null
}
/** Publishes the approved draft, or an unpublished version again. */
export type Publish = Release & {
  readonly type: 'Publish'
  readonly validity: Validity | null
  /** The hour of a scheduled draft has come, and nobody looks on. */
  readonly isDue?: boolean
}
/** Publishes the approved draft at this instant. */
export type Schedule = Release & { readonly type: 'Schedule'; readonly at: Instant }
/** `code`: the refusal that stops it; null: a person cancels it. */
export type CancelSchedule = Context & {
  readonly type: 'CancelSchedule'
  readonly reason: string
  readonly code: RefusalCode | null
}
/** A person gives up the draft beside a version. */
export type DiscardDraft = Context & {
  readonly type: 'DiscardDraft'
  readonly reason: string
  /** The doubts about the version that is the text's wording again; null: no detector looked. */
  readonly integrity: Integrity | null
}
/** A person dismisses a doubt after reviewing these `items` of the wording. */
export type Dismiss = Context & {
  readonly type: 'Dismiss'
  readonly code: IntegrityCode
  readonly sha256Hash: Sha256Hex
  readonly reason: string
  readonly items: readonly string[]
}
export type Unpublish = Context & { readonly type: 'Unpublish'; readonly reason: string }
/** Asks for it, or confirms what another person asked for. */
export type Withdraw = Context & {
  readonly type: 'Withdraw'
  readonly cause: string
  readonly replacement: Slug | null
}
/** Asks for it, or confirms what another person asked for. */
export type Delete = Context & { readonly type: 'Delete'; readonly reason: string }
export type CancelRequest = Context & { readonly type: 'CancelRequest'; readonly reason: string }
export type Restore = Context & { readonly type: 'Restore'; readonly reason: string }
export type Assign = Context & { readonly type: 'Assign'; readonly person: StaffId | null }
export type Comment = Context & {
  readonly type: 'Comment'
} & EventData<'CommentAdded'>
export type ResolveComment = Context & { readonly type: 'ResolveComment'; readonly id: string }

export type EditorialCommand =
  | DraftText
  | Revise
  | Submit
  | RequestChanges
  | Approve
  | DiscardDraft
  | Publish
  | Dismiss
  | RemovalCommand
  | ScheduleCommand
  | CommentCommand

/** Acts that take a text from the public, and bring it back. */
export type RemovalCommand = Unpublish | Withdraw | Delete | CancelRequest | Restore
export type ScheduleCommand = Schedule | CancelSchedule
export type CommentCommand = Assign | Comment | ResolveComment

/** The published wording was compared with the texts it cites. */
export type RecordAssessment = Context & {
  readonly type: 'RecordAssessment'
  readonly assessment: WordingAssessed
}
/** A machine matched concepts to the text; the list replaces its former one. */
export type MatchConcepts = Context & {
  readonly type: 'MatchConcepts'
} & Pick<EventData<'ConceptsMatched'>, 'method' | 'concepts'>
/** An editor removes a machine's concept: the next match leaves it out. */
export type BarConcept = Context & { readonly type: 'BarConcept'; readonly id: ConceptId }
/** An editor assigns a concept: machines may match it again. */
export type UnbarConcept = Context & { readonly type: 'UnbarConcept'; readonly id: ConceptId }
/** A machine proposes headnotes for the text with this hash. */
export type ProposeHeadnotes = Context & {
  readonly type: 'ProposeHeadnotes'
} & EventData<'HeadnotesProposed'>
/** A person accepts or rejects a proposed headnote. */
export type SettleProposal = Context & {
  readonly type: 'SettleProposal'
} & EventData<'HeadnoteProposalSettled'>

/** Findings of machines, and the decisions of people about them. */
export type FindingCommand =
  | RecordAssessment
  | MatchConcepts
  | BarConcept
  | UnbarConcept
  | ProposeHeadnotes
  | SettleProposal

/** Which wordings are to be forgotten, and why. */
export type ErasureWanted = {
  /** `all`: the whole text, drafts included. */
  readonly versions: readonly SemVer[] | 'all'
  /** A comment, which goes alone with its answers: then no version is named. */
  readonly thread?: string | null
} & ErasureReason
/** Asks for an erasure, or confirms what another person asked for. */
export type Erase = Context & {
  readonly type: 'Erase'
} & ErasureWanted & { readonly plan: ErasurePlan }
export type CancelErasure = Context & { readonly type: 'CancelErasure'; readonly reason: string }
/** Records that every copy of erased words was handled. */
export type CertifyErasure = Context & {
  readonly type: 'CertifyErasure'
} & EventData<'ErasureCertified'>
export type ErasureCommand = Erase | CancelErasure | CertifyErasure

export type ArticleCommand =
  | ImportText
  | TakeDown
  | EndWording
  | EditorialCommand
  | FindingCommand
  | ErasureCommand

type WithoutContext<Command> = Command extends Context ? Omit<Command, keyof Context> : never
/** A command without the actor, time and texts that the handler adds. */
export type ArticleRequest = WithoutContext<ArticleCommand>

const draftText = ({ draft }: ArticleState): TextReference[] =>
  draft === null ? [] : [draft.content.contentClean]
const setAsideText = ({ setAside }: ArticleState): TextReference[] =>
  setAside?.draft ? [setAside.draft.content.contentClean] : []
const publishedText = ({ published }: ArticleState): TextReference[] =>
  published === null ? [] : [published.content.contentClean]

/**
 * References of the texts that a decision reads; the handler loads them (`Blobs.get`) into
 * `command.texts`. A known statement, as most records of a second import are, needs none.
 */
export const textsNeeded = (command: ArticleRequest, state: ArticleState): TextReference[] => {
  switch (command.type) {
    case 'ImportText': {
      if (!command.publish) return []
      const { sourceState } = command
      if (state.removal !== null) return [...setAsideText(state), ...publishedText(state)]
      if (!state.importedStates.has(sourceState)) return publishedText(state)
      const statement = state.draft?.imported
      const isDraft =
        statement?.state === sourceState ||
        statement?.contentHash === state.importedStates.get(sourceState)
      return isDraft ? [...draftText(state), ...publishedText(state)] : []
    }
    case 'Submit':
    case 'Approve':
      return draftText(state)
    case 'Publish':
    case 'Schedule':
      return [...draftText(state), ...publishedText(state)]
    case 'TakeDown':
    case 'EndWording':
    case 'Draft':
    case 'Revise':
    case 'RequestChanges':
    case 'Dismiss':
    case 'CancelSchedule':
    case 'DiscardDraft':
    case 'Unpublish':
    case 'Withdraw':
    case 'Delete':
    case 'CancelRequest':
    case 'Restore':
    case 'Assign':
    case 'Comment':
    case 'ResolveComment':
    case 'RecordAssessment':
    case 'MatchConcepts':
    case 'BarConcept':
    case 'UnbarConcept':
    case 'ProposeHeadnotes':
    case 'SettleProposal':
    case 'Erase':
    case 'CancelErasure':
    case 'CertifyErasure':
      return []
    default:
      return command satisfies never
  }
}
