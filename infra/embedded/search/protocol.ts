import type { ErrorCode } from '#contracts/errors/codes.ts'
import type { FaultOptions } from '#contracts/fault.ts'
import { Fault } from '#contracts/fault.ts'
import type { Position } from '#contracts/ids.ts'
import type { TagField } from '#contracts/search/document.ts'
import type { BrowseQuery, IndexQuery } from '#query-api/ports.ts'
import type { PackedAnswer, PackedBrowse } from './engine/packed.ts'
import type { Bm25Parameters } from '#contracts/search/parameters.ts'

/** What the worker is started with. */
export type WorkerStart = {
  readonly connectionString: string
  readonly firstEntry: number
  readonly model: string | null
  readonly parameters: Bm25Parameters
}

/**
 * What can be asked of the worker, and what comes back. Both sides are this program, so messages
 * are believed.
 */
export type Calls = {
  search: { asked: IndexQuery; answered: PackedAnswer }
  browse: { asked: BrowseQuery; answered: PackedBrowse }
  /** JSON array of EntryDisplay. */
  displays: { asked: readonly number[]; answered: string }
  knownValues: { asked: TagField; answered: string[] }
  position: { asked: null; answered: Position }
  waitFor: { asked: { position: Position; timeoutMs: number }; answered: null }
  close: { asked: null; answered: null }
}
export type CallName = keyof Calls

export type Request = {
  [Name in CallName]: {
    readonly id: number
    readonly name: Name
    readonly asked: Calls[Name]['asked']
  }
}[CallName]

/** An error that keeps its code between threads; its cause stays where it is. */
export type PrintedFault = { readonly code: ErrorCode; readonly message: string } & Pick<
  FaultOptions,
  'retryAfterMs' | 'hint'
>

export type Reply =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'fault'; readonly id: number; readonly fault: PrintedFault }
  /** The first load is done. */
  | { readonly kind: 'ready' }
  /** Following failed; it is tried again. */
  | { readonly kind: 'trouble'; readonly fault: PrintedFault }

export const printFault = (error: unknown): PrintedFault => {
  if (!(error instanceof Fault))
    return { code: 'search-index-failed', message: 'the search index failed on a request' }
  const { code, message, retryAfterMs, hint } = error
  return {
    code,
    message,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(hint === undefined ? {} : { hint }),
  }
}

export const readFault = ({ code, message, ...options }: PrintedFault): Fault =>
  new Fault(code, message, options)
