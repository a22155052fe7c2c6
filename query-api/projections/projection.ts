/** A projection: what it reads, the rows that it keeps, and how a digest reads them. */
import type { EventLog, LogEntry } from '#contracts/events/append.ts'
import type { ArticleId, Position } from '#contracts/ids.ts'
import type { Generation, TextReadModel } from '../ports.ts'
import type { ProjectedText, TextStates } from './articles/ports.ts'
import type { CitationRecogniser, CitingCounts } from './citations/ports.ts'
import type { Concepts } from './concepts/ports.ts'
import type {
  Generations,
  ParkedStream,
  ParkedStreams,
  ProjectionRows,
  Write,
  WriteTogether,
} from './ports.ts'
import type { CitatorFacts } from './treatments/ports.ts'

type Named = ProjectionRows & {
  /** Plural of the prefix of its keys: `articles` has the keys `article/…`. */
  readonly name: string
}

/** The effects of a batch beyond the projection's own rows. */
export type EventOutcome = {
  /** Texts to be written again, also where the rows were written by a run that was killed. */
  readonly texts: readonly ArticleId[]
  readonly parked: readonly ParkedStream[]
}

/** Folds the events of its streams. */
export type EventProjection = Named & {
  readonly handles: 'events'
  /** The prefix of its stream ids, such as `person-`. */
  readonly streams: string
  /** The entries are of its streams, in log order. May be applied twice. */
  readonly apply: (
    generation: Generation,
    entries: readonly LogEntry[],
    log: Pick<EventLog, 'readStream'>,
  ) => Promise<EventOutcome>
}

/** Derives rows from texts; they are written in one transaction with the texts. */
export type TextProjection = Named & {
  readonly handles: 'texts'
  /** A text of an older revision than the stored one changes nothing. May be applied twice. */
  readonly apply: (generation: Generation, texts: readonly ProjectedText[]) => Promise<Write>
}

/** Derives rows from the log itself, keyed by position. Rows never depend on the batches. */
export type LogProjection = Named & {
  readonly handles: 'log'
  /**
   * The entries are in log order, some of them perhaps for a second time, and the event projections
   * have applied them. Those up to `after` are of one stream, which was parked.
   */
  readonly apply: (
    generation: Generation,
    entries: readonly LogEntry[],
    batch: { readonly after: Position; readonly reaching: Position },
    log: Pick<EventLog, 'readStream'>,
  ) => Promise<void>
}

/** Writes texts to a separate engine after their transaction is committed. */
export type IndexProjection = Named & {
  readonly handles: 'committed texts'
  /**
   * Afterwards readers may see the index at `position`, which never moves back. `held` aborts with
   * a Fault when the lock of the generation is lost.
   */
  readonly apply: (
    generation: Generation,
    texts: readonly TextReadModel[],
    position: Position,
    held?: AbortSignal,
  ) => Promise<void>
  /** Called under the generation's lock when nothing is left to write: time to tidy. */
  readonly rest?: (generation: Generation, held?: AbortSignal) => Promise<void>
}

export type Projection = EventProjection | TextProjection | LogProjection | IndexProjection

export const textProjections = (all: readonly Projection[]): TextProjection[] =>
  all.filter((one) => one.handles === 'texts')
export const indexProjections = (all: readonly Projection[]): IndexProjection[] =>
  all.filter((one) => one.handles === 'committed texts')
export const logProjections = (all: readonly Projection[]): LogProjection[] =>
  all.filter((one) => one.handles === 'log')
export const eventProjections = (all: readonly Projection[]): EventProjection[] =>
  all.filter((one) => one.handles === 'events')

/** The read models of a deployment: the projections and the shared ports of the projector. */
export type ReadModels = {
  readonly generations: Generations
  readonly parked: ParkedStreams
  readonly writeTogether: WriteTogether
  readonly projections: readonly Projection[]
  /** Further sources of a text, in addition to its own events. */
  readonly texts: TextStates
  readonly facts: CitatorFacts
  readonly concepts: Concepts
  readonly citing: CitingCounts
  /** Finds the citations in wordings. */
  readonly recognise: CitationRecogniser
}
