import type { ArticleContent, TextReference, Validity } from '#contracts/content.ts'
import type { EventData } from '#contracts/events/event.ts'
import type { ConceptId, Sha256Hex } from '#contracts/ids.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import type { IntegrityCode } from '#contracts/vocabulary/integrity.ts'
import type { Stamp } from '../decider.ts'
import type { ArticleState } from './state.ts'
import type { Texts } from './content-record.ts'

/** The policy under which an import publishes (contracts/conventions/life-cycle.md). */
export const OFFICIAL_IMPORT = 'official-import'
/** The policy under which the project's own demonstration texts are published. */
export const DEMONSTRATION_IMPORT = 'demonstration'
export type ImportPolicy = typeof OFFICIAL_IMPORT | typeof DEMONSTRATION_IMPORT

/** What the handler adds to a command: who acts, when, and what the decision reads. */
type Context = Stamp & {
  /** The texts that `textsNeeded` names, loaded before the decision. */
  readonly texts: Texts
}

/** What detectors found in a wording, and which detectors looked (`name`, without version). */
export type Integrity = {
  readonly detectors: readonly string[]
  readonly flags: readonly IntegrityFlag[]
}

type WithWording = Context & {
  readonly content: ArticleContent
  /** Whether `content.slug` is free, or this text's own already. */
  readonly slugIsFree: boolean
  /** Null: no detector looked. */
  readonly integrity: Integrity | null
}

/**
 * A source states a text. `sourceState` names the statement: `source.version` where there is one.
 */
export type ImportText = WithWording & {
  readonly type: 'ImportText'
  readonly sourceState: string
  readonly validity: Validity
  readonly publish: boolean
  readonly policy: ImportPolicy | null
  readonly officialSource: boolean
}
/** A person writes a new text. */
export type DraftText = WithWording & { readonly type: 'Draft' }
/** A new wording of the open draft; opens one where there is none. */
export type Revise = WithWording & { readonly type: 'Revise' }
export type Submit = Context & { readonly type: 'Submit' }
export type RequestChanges = Context & {
  readonly type: 'RequestChanges'
  readonly reasons: readonly string[]
}
/** `sha256Hash` is the wording that the reviewer has read. */
export type Approve = Context & { readonly type: 'Approve'; readonly sha256Hash: Sha256Hex }
/**
 * How far what a wording cites supports it, ready to be recorded
 * (contracts/conventions/groundedness.md).
 */
export type WordingAssessed = {
  readonly assessed: EventData<'GroundednessAssessed'>
  readonly integrity: Integrity
}
/** Publishes the approved draft, or brings an unpublished version back. */
export type Publish = Context & {
  readonly type: 'Publish'
  readonly validity: Validity | null
  /** Of the draft; null: a norm, which does not support itself. */
  readonly assessment: WordingAssessed | null
}
/** A person dismisses a doubt; `items` of this wording are what the person looked at. */
export type Dismiss = Context & {
  readonly type: 'Dismiss'
  readonly code: IntegrityCode
  readonly sha256Hash: Sha256Hex
  readonly reason: string
  readonly items: readonly string[]
}
export type Unpublish = Context & { readonly type: 'Unpublish'; readonly reason: string }
export type Delete = Context & { readonly type: 'Delete'; readonly reason: string }

export type EditorialCommand =
  | DraftText
  | Revise
  | Submit
  | RequestChanges
  | Approve
  | Publish
  | Dismiss
  | Unpublish
  | Delete

/** The published wording was held against what it cites. */
export type RecordAssessment = Context & {
  readonly type: 'RecordAssessment'
  readonly assessment: WordingAssessed
}
/** A machine matched the text with the vocabularies; the list takes the place of its last one. */
export type MatchConcepts = Context & {
  readonly type: 'MatchConcepts'
} & Pick<EventData<'ConceptsMatched'>, 'method' | 'concepts'>
/** An editor takes a machine's concept away: the next match leaves it out. */
export type BarConcept = Context & { readonly type: 'BarConcept'; readonly id: ConceptId }
/** An editor assigns a concept: machines may find it again. */
export type UnbarConcept = Context & { readonly type: 'UnbarConcept'; readonly id: ConceptId }
/** A machine proposes headnotes for the text with this hash. */
export type ProposeHeadnotes = Context & {
  readonly type: 'ProposeHeadnotes'
} & EventData<'HeadnotesProposed'>
/** A person accepts or rejects a proposed headnote. */
export type SettleProposal = Context & {
  readonly type: 'SettleProposal'
} & EventData<'HeadnoteProposalSettled'>

/** What machines find in a text, and what people decide about it. */
export type FindingCommand =
  | RecordAssessment
  | MatchConcepts
  | BarConcept
  | UnbarConcept
  | ProposeHeadnotes
  | SettleProposal

export type ArticleCommand = ImportText | EditorialCommand | FindingCommand

type WithoutContext<Command> = Command extends Context ? Omit<Command, keyof Context> : never
/** A command before a handler adds who acts, when, and the texts. */
export type ArticleRequest = WithoutContext<ArticleCommand>

const draftText = ({ draft }: ArticleState): TextReference[] =>
  draft === null ? [] : [draft.content.contentClean]
const publishedText = ({ published }: ArticleState): TextReference[] =>
  published === null ? [] : [published.content.contentClean]

/**
 * The texts that a decision reads, by reference; the handler loads them (`Blobs.get`) into
 * `command.texts`. A statement that is recorded already needs none, and nearly every record of a
 * second import is one.
 */
export const textsNeeded = (command: ArticleRequest, state: ArticleState): TextReference[] => {
  switch (command.type) {
    case 'ImportText': {
      if (!command.publish) return []
      const { sourceState } = command
      if (!state.importedStates.has(sourceState)) return publishedText(state)
      const isDraft = state.draft?.imported?.state === sourceState
      return isDraft ? [...draftText(state), ...publishedText(state)] : []
    }
    case 'Submit':
    case 'Approve':
      return draftText(state)
    case 'Publish':
      return [...draftText(state), ...publishedText(state)]
    case 'Draft':
    case 'Revise':
    case 'RequestChanges':
    case 'Dismiss':
    case 'Unpublish':
    case 'Delete':
    case 'RecordAssessment':
    case 'MatchConcepts':
    case 'BarConcept':
    case 'UnbarConcept':
    case 'ProposeHeadnotes':
    case 'SettleProposal':
      return []
    default:
      return command satisfies never
  }
}
