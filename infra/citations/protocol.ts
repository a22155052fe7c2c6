import type { Citation } from '#contracts/citation.ts'
import type { TextToRead } from '#query-api/citations/ports.ts'

/** What the reading thread is asked, and what it answers under the same number. */
export type Ask = { readonly id: number; readonly texts: readonly TextToRead[] }
export type Told = { readonly id: number; readonly read: readonly (readonly Citation[])[] }
