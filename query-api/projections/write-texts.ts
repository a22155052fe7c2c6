import { setImmediate as nextTurn } from 'node:timers/promises'
import { Fault } from '#contracts/fault.ts'
import type { Position, Sha256Hex, ArticleId } from '#contracts/ids.ts'
import type { Blobs, Generation, TextReadModel } from '../ports.ts'
import type { ParkedStream, Write } from './ports.ts'
import { indexProjections, type ReadModels, textProjections } from './projection.ts'
import type { ProjectedText } from './articles/ports.ts'
import { parkedAt, type FoldedText } from './streams.ts'
import {
  keptWordings,
  type Lookups,
  textsNeeded,
  wordingKey,
  wordingViews,
} from './articles/wording-view.ts'
import { articleOf } from './articles/article-document.ts'
import { documentsOf } from './articles/search-documents.ts'
import type { TextState } from './articles/text-state.ts'
import { type CitedInBatch, citationsOfWordings } from './citations/wording-citations.ts'

/**
 * Derives the article and search documents of one text from its state, the long texts named by
 * `textsNeeded`, and the lookups. Throws Fault `blob-missing`.
 */
export const textReadModel = (
  articleId: ArticleId,
  state: TextState,
  texts: ReadonlyMap<Sha256Hex, string>,
  lookups: Lookups,
): TextReadModel => {
  const views = wordingViews(articleId, state, texts, lookups)
  const current = views.find((view) => view.current)
  return {
    articleId,
    streamVersion: state.revision,
    article: current === undefined ? null : articleOf(state, current, lookups),
    documents: views.flatMap(documentsOf),
  }
}

/** Limits of one chunk; a single text may exceed `bytesPerChunk`. */
export const WRITING: WritingLimits = { textsPerChunk: 500, bytesPerChunk: 16 * 1024 * 1024 }
/** Limits for a generation that is not served: enough chunks in a batch to keep all steps busy. */
const BESIDE = { textsPerChunk: 64, bytesPerChunk: 8 * 1024 * 1024 } as const
export type WritingLimits = {
  readonly textsPerChunk: number
  /** UTF-8 bytes of long texts. */
  readonly bytesPerChunk: number
}

export type TextBlobs = Pick<Blobs, 'get'>
type Deps = {
  readonly blobs: TextBlobs
  readonly models: Pick<ReadModels, 'writeTogether' | 'projections' | 'recognise'>
  readonly limits?: Partial<WritingLimits>
  /** Takes in what the texts cite. */
  readonly cited?: CitedInBatch
}

/** The batch that texts are written in: from a checkpoint to the position that it will move to. */
export type Batch = {
  readonly generation: Generation
  /** The model whose passages entries carry; null: the model that embedded each wording last. */
  readonly embeddingModel: string | null
  readonly after: Position
  readonly reaching: Position
  /** An earlier run may have been killed while it wrote these events. */
  readonly isRepeated: boolean
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

/** Deriving is pure, so any other error comes from this text or from a bug. */
const projected = (
  { articleId, state }: FoldedText,
  long: ReadonlyMap<Sha256Hex, string>,
  lookups: Lookups,
): ProjectedText => {
  try {
    const model = textReadModel(articleId, state, long, lookups)
    const version = model.article?.version
    const citations =
      version === undefined ? [] : (lookups.citations?.get(wordingKey(articleId, version)) ?? [])
    return { ...model, state, citations }
  } catch (cause) {
    if (cause instanceof Fault) throw cause
    throw new Fault('projection-failed', `the text ${articleId} can't be derived`, { cause })
  }
}

/** The lookups with the citations in each searchable wording of these texts. */
const withCitations = async (
  { models, cited }: Deps,
  texts: readonly FoldedText[],
  long: ReadonlyMap<Sha256Hex, string>,
  lookups: Lookups,
): Promise<Lookups> => {
  const wordings = texts.flatMap(({ articleId, state }) =>
    keptWordings(state).map(({ wording }) => ({ articleId, wording })),
  )
  return {
    ...lookups,
    citations: await citationsOfWordings(models.recognise, wordings, long, cited),
  }
}

/** What the projections write of these texts in their transaction. */
const writesOf = (
  { models }: Deps,
  generation: Generation,
  texts: readonly ProjectedText[],
): Promise<Write[]> =>
  Promise.all(textProjections(models.projections).map((one) => one.apply(generation, texts)))

/** Indexes committed texts, so that every text a search finds can be read. */
const index = async (
  { models }: Deps,
  { generation, after }: Batch,
  texts: readonly ProjectedText[],
): Promise<void> => {
  for (const one of indexProjections(models.projections)) await one.apply(generation, texts, after)
}

const writeChunk = async (
  deps: Deps,
  texts: readonly FoldedText[],
  lookups: Lookups,
  batch: Batch,
): Promise<void> => {
  const long = await longTexts(deps.blobs, texts)
  const read = await withCitations(deps, texts, long, lookups)
  const derived = texts.map((text) => projected(text, long, read))
  await deps.models.writeTogether(await writesOf(deps, batch.generation, derived))
  await index(deps, batch, derived)
}

/** Faults that concern one text; the others are written without it. */
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

/** Yields after each text, so that statements of other chunks can proceed. */
const deriveInTurns = async (
  deps: Deps,
  texts: readonly FoldedText[],
  lookups: Lookups,
): Promise<ProjectedText[]> => {
  const long = await longTexts(deps.blobs, texts)
  const read = await withCitations(deps, texts, long, lookups)
  const derived: ProjectedText[] = []
  for (const text of texts) {
    derived.push(projected(text, long, read))
    await nextTurn()
  }
  return derived
}

/**
 * Writes a generation that is not served as a pipeline: derives one chunk while the previous one is
 * written and the one before is indexed. A text is committed before it is indexed: the index
 * refuses revisions that it has seen, so after a kill the stored states must not be older.
 */
const writeSideBySide = async (
  deps: Deps,
  chunks: readonly (readonly FoldedText[])[],
  lookups: Lookups,
  batch: Batch,
): Promise<void> => {
  let writing = Promise.resolve()
  let [indexingBefore, indexing] = [writing, writing]
  try {
    for (const chunk of chunks) {
      const derived = await deriveInTurns(deps, chunk, lookups)
      const writes = writesOf(deps, batch.generation, derived)
      writes.catch(() => undefined) // awaited below
      await Promise.all([writing, indexingBefore])
      const written = writes.then(deps.models.writeTogether)
      writing = written
      indexingBefore = indexing
      indexing = Promise.all([written, indexingBefore]).then(() => index(deps, batch, derived))
      indexing.catch(() => undefined) // awaited below
    }
    await indexing
  } finally {
    await Promise.allSettled([writing, indexing])
  }
}

/**
 * Derives and writes the read models of these texts; returns the streams that could not be written.
 * Throws the Faults of the engines; the checkpoint must not move then.
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
 * Like `writeTexts`, for a generation that is not served. If a text cannot be written, all texts
 * are written again in order in one chunk, because a text may take the slug that a later one
 * releases.
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
