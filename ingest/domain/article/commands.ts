import type { ArticleContent, TextReference, Validity } from '#contracts/content.ts'
import type { EventData } from '#contracts/events/event.ts'
import type { Instant, Sha256Hex } from '#contracts/ids.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import type { IntegrityCode } from '#contracts/vocabulary/integrity.ts'
import type { ArticleState } from './state.ts'
import type { Texts } from './content-record.ts'

/** The policy under which an import publishes (contracts/conventions/life-cycle.md). */
export const OFFICIAL_IMPORT = 'official-import'
/** The policy under which the project's own demonstration texts are published. */
export const DEMONSTRATION_IMPORT = 'demonstration'
export type ImportPolicy = typeof OFFICIAL_IMPORT | typeof DEMONSTRATION_IMPORT

type Act = {
  readonly actor: string
  readonly time: Instant
  /** Texts that `textsNeeded` names, loaded before the decision; `NO_TEXTS` where it names none. */
  readonly texts: Texts
}

/** What detectors found in a wording, and which detectors looked (`name`, without version). */
export type Integrity = {
  readonly detectors: readonly string[]
  readonly flags: readonly IntegrityFlag[]
}

type WithWording = Act & {
  readonly content: ArticleContent
  /** Whether `content.slug` is free, or this text's own already. */
  readonly slugIsFree: boolean
  readonly integrity?: Integrity
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
/** A person writes a text that is not there yet. */
export type DraftText = WithWording & { readonly type: 'Draft' }
/** A new wording of the open draft; opens one where there is none. */
export type Revise = WithWording & { readonly type: 'Revise' }
export type Submit = Act & { readonly type: 'Submit' }
export type RequestChanges = Act & {
  readonly type: 'RequestChanges'
  readonly reasons: readonly string[]
}
/** `sha256Hash` is the wording that the reviewer has read. */
export type Approve = Act & { readonly type: 'Approve'; readonly sha256Hash: Sha256Hex }
/**
 * How a wording stands against what it cites, as it is about to be recorded
 * (contracts/conventions/groundedness.md).
 */
export type WordingAssessed = {
  readonly assessed: EventData<'GroundednessAssessed'>
  readonly integrity: Integrity
}
/** Publishes the approved draft, or brings an unpublished version back. */
export type Publish = Act & {
  readonly type: 'Publish'
  readonly validity: Validity | null
  /** Of the draft, where it could be assessed. */
  readonly assessment?: WordingAssessed
}
/** A person says that a doubt is none; `items` are those that were looked at, of this wording. */
export type Dismiss = Act & {
  readonly type: 'Dismiss'
  readonly code: IntegrityCode
  readonly sha256Hash: Sha256Hex
  readonly reason: string
  readonly items: readonly string[]
}
export type Unpublish = Act & { readonly type: 'Unpublish'; readonly reason: string }
export type Delete = Act & { readonly type: 'Delete'; readonly reason: string }

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
export type ArticleCommand = ImportText | EditorialCommand

const draftText = ({ draft }: ArticleState): TextReference[] =>
  draft === null ? [] : [draft.content.contentClean]
const publishedText = ({ published }: ArticleState): TextReference[] =>
  published === null ? [] : [published.content.contentClean]

/**
 * The texts that a decision needs, by reference: load them (`Blobs.get`) into `command.texts`
 * first. None for a statement that is recorded already, which is nearly every record of a second
 * import.
 */
export const textsNeeded = (command: ArticleCommand, state: ArticleState): TextReference[] => {
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
      return []
    default:
      return command satisfies never
  }
}
