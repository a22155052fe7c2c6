import { Fault } from '#contracts/fault.ts'
import type { Position } from '#contracts/ids.ts'
import type { TagField } from '#contracts/search/document.ts'
import type { Bm25Parameters } from '#contracts/search/parameters.ts'
import { pauseAfter, pauseFor } from '#contracts/toolkit/pause.ts'
import type { BrowseQuery, HeldTerm, IndexQuery, UnknownValue } from '#query-api/ports.ts'
import { faultOf, type PlainFault } from '../../threads/messages.ts'
import { makeThread } from '../../threads/thread.ts'
import type { PackedAnswer, PackedBrowse } from './engine/packed.ts'

const INDEX_THREAD = {
  /** Pending requests at most; more are refused. */
  pendingMax: 512,
  answerMs: 20_000,
  /** A thread that sends nothing for this long counts as dead. */
  silenceMs: 60_000,
  restart: { firstPauseMs: 100, pauseMsMax: 5_000 },
  /**
   * Each thread numbers its entries from a start of its own, so that entries of a lost thread are
   * not mistaken for another's.
   */
  entriesPerThread: 2 ** 40,
} as const

// Vectors, postings and displays are outside the heap; words, slugs and ids are inside.
const HEAP_LIMITS = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 16 } as const

/** Start data of the thread. */
export type IndexThreadStart = {
  readonly connectionString: string
  /** The key pepper: keys of vectors are made with it. */
  readonly pepper: string | null
  readonly firstEntry: number
  readonly model: string | null
  readonly parameters: Bm25Parameters
  /** Where the index is kept, so that it opens sooner; null: nowhere. */
  readonly snapshotFile: string | null
}

export type IndexCalls = {
  search: { asked: IndexQuery; answered: PackedAnswer }
  browse: { asked: BrowseQuery; answered: PackedBrowse }
  /** JSON array of EntryDisplay. */
  displays: {
    asked: { entries: readonly number[]; nearTo: Float32Array | null }
    answered: string
  }
  knownValues: { asked: TagField; answered: string[] }
  unknownValues: {
    asked: { field: TagField; values: readonly string[] }
    answered: UnknownValue[]
  }
  similarTerms: { asked: { term: string; edits: number }; answered: HeldTerm[] }
  position: { asked: null; answered: Position }
  waitFor: { asked: { position: Position; timeoutMs: number }; answered: null }
}

export type IndexNotice =
  /** The first load is complete. */
  | { readonly kind: 'ready' }
  /** Following failed; it is tried again. */
  | { readonly kind: 'trouble'; readonly fault: PlainFault }

type IndexThreadOptions = Omit<IndexThreadStart, 'firstEntry'> & {
  /** Another program for the thread, in tests. */
  readonly program?: URL
  /**
   * Called when following fails (it continues) and when the thread is lost (another one starts).
   */
  readonly onFault: (fault: Fault) => void
}

const MESSAGES = {
  starting: 'the search index is being loaded',
  closed: 'the search index is closed',
  late: 'the search index took too long to answer',
  ended: 'the search index broke down and is started again',
  crowded: 'too many searches are under way',
} as const

const unavailable = (why: keyof typeof MESSAGES, cause?: unknown): Fault =>
  new Fault('search-unavailable', MESSAGES[why], {
    retryAfterMs: 1_000,
    hint: 'try again in a few seconds',
    ...(cause === undefined ? {} : { cause }),
  })

/** The thread that holds the index; a lost one is replaced. */
export const makeIndexThread = ({ program, onFault, ...start }: IndexThreadOptions) => {
  const stop = new AbortController()
  const opened = Promise.withResolvers<void>()
  let state: 'starting' | 'ready' | 'closed' = 'starting'
  let startCount = 0
  let lossCount = 0
  const reportTrouble = (fault: Fault): void => {
    opened.reject(fault)
    onFault(fault)
  }
  const receive = (notice: IndexNotice): void => {
    if (notice.kind === 'trouble') return reportTrouble(faultOf(notice.fault))
    state = 'ready'
    lossCount = 0
    opened.resolve()
  }
  const restart = async (fault: Fault): Promise<void> => {
    if (state === 'closed') return
    state = 'starting'
    reportTrouble(fault)
    await pauseFor(pauseAfter(INDEX_THREAD.restart, lossCount), stop.signal)
    lossCount += 1
    if (!stop.signal.aborted) thread.start()
  }
  const thread = makeThread<IndexCalls, IndexNotice>({
    program: program ?? new URL('./thread.ts', import.meta.url),
    data: (): IndexThreadStart => {
      const firstEntry = 1 + startCount * INDEX_THREAD.entriesPerThread
      startCount += 1
      return { ...start, firstEntry }
    },
    resourceLimits: HEAP_LIMITS,
    holdsProcess: true,
    silenceMsMax: INDEX_THREAD.silenceMs,
    toFault: unavailable,
    onNotice: receive,
    onLost: (fault) => void restart(fault),
  })
  const ask = <Name extends keyof IndexCalls>(
    name: Name,
    asked: IndexCalls[Name]['asked'],
    timeMsMax: number = INDEX_THREAD.answerMs,
  ): Promise<IndexCalls[Name]['answered']> => {
    if (state !== 'ready') return Promise.reject(unavailable(state))
    if (thread.pendingCount() >= INDEX_THREAD.pendingMax)
      return Promise.reject(unavailable('crowded'))
    return thread.ask(name, asked, { timeMsMax })
  }
  /** May be called twice. */
  const close = async (): Promise<void> => {
    state = 'closed'
    stop.abort()
    await thread.close()
  }
  return {
    /** Returns when the index is loaded. Throws the Fault of the first failure. */
    open: async (): Promise<void> => {
      thread.start()
      try {
        await opened.promise
      } catch (error) {
        await close()
        throw error
      }
    },
    ask,
    close,
  }
}
