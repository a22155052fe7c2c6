import { z } from 'zod'
import { LOG_START, Position } from '#contracts/ids.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import type { Generation } from '#query-api/ports.ts'

const KindTally = z.object({ entries: z.int(), title: z.int(), body: z.int() })

/**
 * Current entries of each kind and the sums of their lengths in terms, which BM25 needs for
 * averages.
 */
export const Tally = z.object({ article: KindTally, headnote: KindTally })
export type Tally = z.infer<typeof Tally>

const Model = z.object({ model: z.string(), dimensions: z.int(), field: z.string() })
export type Model = z.infer<typeof Model>

const LAYOUT = 5

/**
 * The row that determines what readers see of a collection. It is written last, so an apply becomes
 * visible as a whole or not at all.
 */
const Head = z.object({
  /** Of the rows; a collection of another layout counts as missing. */
  layout: z.literal(LAYOUT),
  generation: z.int(),
  /** Rows with `from <= change < to` are visible. */
  change: z.int(),
  /**
   * Whether the fields that searches use hold exactly the visible rows, so that no filter is
   * needed: nothing is being written, and replaced hits and passages are gone.
   */
  clean: z.boolean(),
  /** Hits and passages that this change or an earlier one replaced may be gone. */
  removed: z.int(),
  position: Position,
  tally: Tally,
  /** In order of first use. */
  models: z.array(Model),
})
export type Head = z.infer<typeof Head>

const none = () => ({ entries: 0, title: 0, body: 0 })
export const NO_TALLY: Tally = { article: none(), headnote: none() }

export const emptyHead = (generation: Generation): Head => ({
  layout: LAYOUT,
  generation,
  change: 0,
  clean: false,
  removed: 0,
  position: LOG_START,
  tally: NO_TALLY,
  models: [],
})

export const printHead = (head: Head): string => JSON.stringify(head)
/** null for a head of another layout. */
export const parseHead = (text: string): Head | null =>
  Head.safeParse(JSON.parse(text)).data ?? null

const KINDS = ['article', 'headnote'] as const

const withKinds = (of: (kind: SearchDocument['kind']) => Tally['article']): Tally => ({
  article: of('article'),
  headnote: of('headnote'),
})

/** Adds (1) or subtracts (-1). */
export const addTally = (sum: Tally, other: Tally, sign: 1 | -1): Tally =>
  withKinds((kind) => ({
    entries: sum[kind].entries + sign * other[kind].entries,
    title: sum[kind].title + sign * other[kind].title,
    body: sum[kind].body + sign * other[kind].body,
  }))

export const entriesOf = (tally: Tally): number =>
  KINDS.reduce((sum, kind) => sum + tally[kind].entries, 0)
