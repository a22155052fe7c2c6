import { setImmediate as turn } from 'node:timers/promises'
import { Fault } from '#contracts/fault.ts'
import type { Position, Sha256Hex } from '#contracts/ids.ts'
import type {
  Blobs,
  Generation,
  ParkedStream,
  ProjectedText,
  ReadModelStore,
  SearchWriter,
} from '../ports.ts'
import { parkedAt, type FoldedText } from './streams.ts'
import { textReadModel } from './articles/text-read-model.ts'
import { textsNeeded, type Lookups } from './articles/wording-view.ts'

/** Limits of what is held and written at once; one text may exceed the second by itself. */
export const WRITING: WritingLimits = { textsPerChunk: 500, bytesPerChunk: 16 * 1024 * 1024 }
/** Of a generation that nobody reads: enough chunks in a batch to keep every step busy. */
const BESIDE = { textsPerChunk: 64, bytesPerChunk: 8 * 1024 * 1024 } as const
export type WritingLimits = {
  readonly textsPerChunk: number
  /** UTF-8 bytes of long texts. */
  readonly bytesPerChunk: number
}

export type TextBlobs = Pick<Blobs, 'get'>
type Deps = {
  readonly blobs: TextBlobs
  readonly store: ReadModelStore
  readonly search: SearchWriter
  readonly limits?: Partial<WritingLimits>
}

/** The batch that texts are written in: from a checkpoint to the position that it will move to. */
export type Batch = {
  readonly generation: Generation
  readonly after: Position
  readonly reaching: Position
}

const bytesOf = ({ state }: FoldedText): number =>
  textsNeeded(state).reduce((sum, { utf8Bytes }) => sum + utf8Bytes, 0)

/** Cuts texts into runs within the limits, in order. */
const chunked = (texts: readonly FoldedText[], limits: WritingLimits): FoldedText[][] => {
  const chunks: FoldedText[][] = []
  let room = 0
  for (const text of texts) {
    const bytes = bytesOf(text)
    const chunk = chunks.at(-1)
    if (chunk === undefined || bytes > room || chunk.length === limits.textsPerChunk) {
      chunks.push([text])
      room = limits.bytesPerChunk - bytes
    } else {
      chunk.push(text)
      room -= bytes
    }
  }
  return chunks
}

const longTexts = async (
  blobs: TextBlobs,
  texts: readonly FoldedText[],
): Promise<ReadonlyMap<Sha256Hex, string>> => {
  const hashes = texts.flatMap(({ state }) => textsNeeded(state).map(({ sha256 }) => sha256))
  return hashes.length === 0 ? new Map() : blobs.get([...new Set(hashes)])
}

/**
 * Deriving is pure, so what it throws besides Faults lies in this text (or in our code), not in an
 * engine.
 */
const projected = (
  { articleId, state }: FoldedText,
  long: ReadonlyMap<Sha256Hex, string>,
  lookups: Lookups,
): ProjectedText => {
  try {
    return { ...textReadModel(articleId, state, long, lookups), state }
  } catch (cause) {
    if (cause instanceof Fault) throw cause
    throw new Fault('projection-failed', `the text ${articleId} can't be derived`, { cause })
  }
}

/** Read tables first, then search: whoever finds a text by a search can read it. */
const writeChunk = async (
  { blobs, store, search }: Deps,
  texts: readonly FoldedText[],
  lookups: Lookups,
  { generation, after, reaching }: Batch,
): Promise<void> => {
  const long = await longTexts(blobs, texts)
  const models = texts.map((text) => projected(text, long, lookups))
  await store.save(generation, models, reaching)
  await search.apply(generation, models, after)
}

/** Faults that are one text's own: the others go on without it. */
const OF_ONE_TEXT: ReadonlySet<string> = new Set([
  'blob-missing',
  'projection-failed',
  'slug-taken',
])

const isOfOneText = (error: unknown): error is Fault =>
  error instanceof Fault && OF_ONE_TEXT.has(error.code)

const writeOrPark = async (
  deps: Deps,
  texts: readonly FoldedText[],
  lookups: Lookups,
  batch: Batch,
): Promise<ParkedStream[]> => {
  try {
    await writeChunk(deps, texts, lookups, batch)
    return []
  } catch (error) {
    if (!isOfOneText(error)) throw error
    const [only, ...others] = texts
    if (only !== undefined && others.length === 0) return [parkedAt(only.first, error.code)]
  }
  const parked: ParkedStream[] = []
  for (const text of texts) parked.push(...(await writeOrPark(deps, [text], lookups, batch)))
  return parked
}

/** One text a turn, so that the statements of other chunks go on meanwhile. */
const derivedInTurns = async (
  blobs: TextBlobs,
  texts: readonly FoldedText[],
  lookups: Lookups,
): Promise<ProjectedText[]> => {
  const long = await longTexts(blobs, texts)
  const models: ProjectedText[] = []
  for (const text of texts) {
    models.push(projected(text, long, lookups))
    await turn()
  }
  return models
}

/**
 * Writes what nobody reads yet: while a chunk is derived, the one before is saved and the one
 * before that is applied. A text is saved before it is applied all the same: the index refuses a
 * revision that it has seen, so after a kill the states must be as new.
 */
const writeSideBySide = async (
  { blobs, store, search }: Deps,
  chunks: readonly (readonly FoldedText[])[],
  lookups: Lookups,
  { generation, after, reaching }: Batch,
): Promise<void> => {
  let saving = Promise.resolve()
  let [applyingBefore, applying] = [saving, saving]
  try {
    for (const chunk of chunks) {
      const models = await derivedInTurns(blobs, chunk, lookups)
      await Promise.all([saving, applyingBefore])
      const saved = store.save(generation, models, reaching)
      saving = saved
      applyingBefore = applying
      applying = Promise.all([saved, applyingBefore]).then(() =>
        search.apply(generation, models, after),
      )
      applying.catch(() => undefined) // heard of below
    }
    await applying
  } finally {
    await Promise.allSettled([saving, applying])
  }
}

/**
 * Derives and writes the read models of these texts; answers the streams that could not be written.
 * Faults of the engines are thrown, and then the checkpoint has not moved.
 */
export const writeTexts = async (
  deps: Deps,
  texts: readonly FoldedText[],
  lookups: Lookups,
  batch: Batch,
): Promise<ParkedStream[]> => {
  const parked: ParkedStream[] = []
  for (const chunk of chunked(texts, { ...WRITING, ...deps.limits }))
    parked.push(...(await writeOrPark(deps, chunk, lookups, batch)))
  return parked
}

/**
 * The same into a generation that nobody reads. Where a text can't be written all of them are
 * written again in the order of readers: twice is once. They are cut as little as can be then,
 * since a text may take the slug that a later one leaves.
 */
export const buildTexts: typeof writeTexts = async (deps, texts, lookups, batch) => {
  try {
    await writeSideBySide(deps, chunked(texts, { ...BESIDE, ...deps.limits }), lookups, batch)
    return []
  } catch (error) {
    if (!isOfOneText(error)) throw error
    return writeTexts({ ...deps, limits: { textsPerChunk: texts.length } }, texts, lookups, batch)
  }
}
