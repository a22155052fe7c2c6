/**
 * The acts of editors on a text (contracts/conventions/life-cycle.md): one list for the editorial
 * API, the desk and the command line.
 */
import type { ArticleContent } from '#contracts/content.ts'
import type { Instant, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { SpanTarget } from '#contracts/law/annotations/span-target.ts'
import type { StaffId } from '#contracts/staff.ts'

export type { SpanTarget } from '#contracts/law/annotations/span-target.ts'

/** An act on a text that exists. `draft` makes a new one and is not in this list. */
export type EditorialAct =
  /** Saves a wording; `base` is the tag of the draft that was edited (null: of no draft). */
  | { readonly act: 'revise'; readonly content: ArticleContent; readonly base: Sha256Hex | null }
  | { readonly act: 'submit' }
  | { readonly act: 'request-changes'; readonly reasons: readonly string[] }
  /** `sha256Hash` is the hash that was on the reviewer's screen. */
  | { readonly act: 'approve'; readonly sha256Hash: Sha256Hex }
  /** `reason` is needed where nothing of the text is grounded. */
  | { readonly act: 'publish'; readonly reason: string | null }
  | { readonly act: 'schedule'; readonly at: Instant; readonly reason: string | null }
  | { readonly act: 'cancel-schedule'; readonly reason: string }
  /** Gives up the draft beside a version, which stays. */
  | { readonly act: 'discard-draft'; readonly reason: string }
  | { readonly act: 'unpublish'; readonly reason: string }
  /** Asked for by one person; a second one confirms by the same act. */
  | { readonly act: 'withdraw'; readonly cause: string; readonly replacement: Slug | null }
  /** Asked for by one person; a second one confirms by the same act. */
  | { readonly act: 'delete'; readonly reason: string }
  /** Takes back a request to withdraw or delete that nobody confirmed. */
  | { readonly act: 'cancel-request'; readonly reason: string }
  /** Brings back a deleted text, or opens the draft of a withdrawn one. */
  | { readonly act: 'restore'; readonly reason: string }
  | { readonly act: 'assign'; readonly person: StaffId | null }
  | {
      readonly act: 'comment'
      readonly id: string
      readonly inReplyTo: string | null
      readonly body: string
      /** null: a comment on the whole text. */
      readonly target: SpanTarget | null
    }
  | { readonly act: 'resolve-comment'; readonly id: string }
