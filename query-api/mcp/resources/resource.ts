/** What the MCP server lets clients read and watch, by address. */
import type { Scope } from '#contracts/api-key.ts'
import type { Change } from '#contracts/changes/change.ts'
import type { Position } from '#contracts/ids.ts'
import { SERVICE } from '#contracts/service.ts'
import type { ToolOperation } from '../tool.ts'

/** The member of `_meta` that says up to which position of the log something is known. */
export const POSITION_MEMBER = `${SERVICE}/position`

/** An entry of `resources/list`. */
export type ListedResource = { readonly uri: string; readonly name: string } & Readonly<
  Record<string, unknown>
>
/** An entry of `resources/templates/list`. */
export type ListedTemplate = { readonly uriTemplate: string; readonly name: string } & Readonly<
  Record<string, unknown>
>

/** Contents as the protocol has them: an address, a media type, and `text` or `blob`. */
export type ResourceContents = { readonly uri: string; readonly mimeType: string } & (
  | { readonly text: string }
  | { readonly blob: string }
)

export type ReadResource = {
  readonly contents: ResourceContents
  /** Up to which position of the log it is known; null: the contents say that themselves. */
  readonly position: Position | null
}

/** One resource, as an address names it. */
export type NamedResource = {
  /** Null: there is none. Throws the Faults of its ports. */
  read(): Promise<ReadResource | null>
  /** Whether a change makes it another than before. */
  concerns(change: Change): boolean
  /** The position that its reader has reached; null: the address names none. */
  readonly after: Position | null
}

export type ResourcePage = {
  readonly resources: readonly ListedResource[]
  /** Of the next page; null: there is none. */
  readonly next: string | null
}

/** Resources of one kind. */
export type ResourceKind = {
  readonly scope: Scope
  /** What reading one is charged as; null: free. */
  readonly operation: ToolOperation | null
  /** How long a client may keep what it read, milliseconds. */
  readonly ttlMs: number
  readonly template: ListedTemplate
  /** Those that stand first in the list. */
  readonly listed: readonly ListedResource[]
  /**
   * The others, page by page; absent: there are none. Throws RequestInvalid for a cursor that is
   * none.
   */
  readonly page?: (cursor: string | null) => Promise<ResourcePage>
  /**
   * Null: the address is of another kind, or can name nothing. Throws RequestInvalid for a query
   * that cannot be served.
   */
  named(uri: string): NamedResource | null
}
