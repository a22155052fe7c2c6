/**
 * Projects entries of the log: first the streams of other kinds, then texts, then texts that depend
 * on the changes.
 */
import { type EventLog, isUnreadable, type LogEntry } from '#contracts/events/append.ts'
import { type ArticleId, articleIdOfStream, articleStream } from '#contracts/ids.ts'
import type { Generation } from '../ports.ts'
import { doublingsOf } from './articles/authority.ts'
import { wordingKey } from './articles/wording-view.ts'
import { type CitedInBatch, citationsOfWordings } from './citations/wording-citations.ts'
import type { ParkedStream } from './ports.ts'
import {
  type EventOutcome,
  eventProjections,
  logProjections,
  type ReadModels,
} from './projection.ts'
import { foldStreams, type FoldedText, streamsOf } from './streams.ts'
import { withSurroundingsOf } from './surroundings.ts'
import {
  type Batch,
  buildTexts,
  type TextBlobs,
  type WritingLimits,
  writeTexts,
} from './write-texts.ts'

/** Texts that depend on others and are written again in one step. */
const DEPENDENTS_PER_STEP = 500

export type EntryDeps = {
  readonly log: Pick<EventLog, 'readStream'>
  readonly blobs: TextBlobs
  readonly models: ReadModels
  readonly limits?: Partial<WritingLimits>
  /** Takes in what the texts cite. */
  readonly cited?: CitedInBatch
  /** Set if no reader uses the generation yet, so that steps may run concurrently. */
  readonly unserved?: boolean
}

export type Projected = { readonly texts: number; readonly parked: readonly ParkedStream[] }

/** Applies the entries of all streams that are not texts. */
const applyEvents = async (
  { models: { projections }, log }: EntryDeps,
  generation: Generation,
  entries: readonly LogEntry[],
): Promise<EventOutcome> => {
  const texts = new Set<ArticleId>()
  const parked: ParkedStream[] = []
  for (const { streams, apply } of eventProjections(projections)) {
    const own = entries.filter(({ streamId }) => streamId.startsWith(streams))
    if (own.length === 0) continue
    const outcome = await apply(generation, own, log)
    for (const id of outcome.texts) texts.add(id)
    parked.push(...outcome.parked)
  }
  return { texts: [...texts], parked }
}

/** The texts that rely on these, two steps back, which is as far as a colour carries. */
const reliersOf = async (
  { facts }: ReadModels,
  generation: Generation,
  changed: readonly ArticleId[],
): Promise<ArticleId[]> => {
  const first = await facts.reliersOf(generation, changed)
  return [...first, ...(await facts.reliersOf(generation, first))]
}

/** The wordings of texts that were not read when they were written: they are found no more. */
const formerWordings = (texts: readonly FoldedText[], { wordings }: CitedInBatch) =>
  texts.flatMap(({ articleId, state }) =>
    state.wordings
      .filter(({ version }) => !wordings.has(wordingKey(articleId, version)))
      .map((wording) => ({ articleId, wording })),
  )

/** The texts of which a wording was erased. */
const erasedTexts = (entries: readonly LogEntry[]): ArticleId[] => [
  ...new Set(
    entries.flatMap((entry) =>
      !isUnreadable(entry) && entry.type === 'WordingErased'
        ? [articleIdOfStream(entry.streamId)]
        : [],
    ),
  ),
]

/** What texts cited before a wording of theirs was erased: the wording itself no longer says it. */
const citedByErased = async (
  { citing }: ReadModels,
  generation: Generation,
  ids: readonly ArticleId[],
): Promise<readonly string[]> => (ids.length === 0 ? [] : citing.namesCitedBy(generation, ids))

/**
 * The texts that are cited more or less often than their stored state says: those that any wording
 * of these texts cites or cited, and these texts themselves, which others may have cited before.
 * All wordings are read, so that a batch that was killed halfway finds them again. A repeated batch
 * gives all of them: the killed run may have stored a state and not indexed it.
 */
const citedAnew = async (
  { models, blobs }: EntryDeps,
  { generation, isRepeated }: Batch,
  texts: readonly FoldedText[],
  cited: CitedInBatch,
  hasErased: boolean,
): Promise<ArticleId[]> => {
  if (texts.length === 0) return []
  // The killed run may have replaced the rows that said what an erased wording cites.
  if (isRepeated && hasErased) return [...(await models.citing.citable(generation))]
  const former = formerWordings(texts, cited)
  const hashes = new Set(former.map(({ wording }) => wording.content.contentClean.sha256))
  if (hashes.size > 0)
    await citationsOfWordings(models.recognise, former, await blobs.get([...hashes]), cited)
  const ids = texts.map(({ articleId }) => articleId)
  const counts = await models.citing.countsOf(generation, { ids, names: [...cited.names] })
  return counts
    .filter(
      ({ citing, doublings }) =>
        doublings !== null && (isRepeated || doublings !== doublingsOf(citing)),
    )
    .map(({ articleId }) => articleId)
}

/** Stored texts, to be written again with their current surroundings. */
const storedTexts = async (
  { texts }: ReadModels,
  { generation, reaching }: Batch,
  ids: readonly ArticleId[],
): Promise<FoldedText[]> => {
  const states = await texts.load(generation, ids)
  return ids.flatMap((articleId) => {
    const state = states.get(articleId)
    if (state === undefined) return []
    const streamId = articleStream(articleId)
    const first = { streamId, streamVersion: state.streamVersion, position: reaching }
    return [{ streamId, articleId, state, first }]
  })
}

const write = async (
  deps: EntryDeps,
  texts: readonly FoldedText[],
  batch: Batch,
): Promise<ParkedStream[]> => {
  if (texts.length === 0) return []
  const around = await withSurroundingsOf(deps.models, batch.generation, texts)
  const lookups = { concepts: around.concepts, embeddingModel: batch.embeddingModel }
  const writeAll = deps.unserved === true ? buildTexts : writeTexts
  return writeAll(deps, around.texts, lookups, batch)
}

/**
 * Projects entries of the log into a generation whose lock the caller holds; returns how many texts
 * were written and which streams were parked. Always writes everything that the entries can affect,
 * because an earlier run may have been killed halfway. Throws the Faults of the engines; the caller
 * must not move the checkpoint then.
 */
export const projectEntries = async (
  deps: EntryDeps,
  entries: readonly LogEntry[],
  batch: Batch,
): Promise<Projected> => {
  const { models } = deps
  const { generation } = batch
  const asleep = await models.parked.among(generation, [
    ...new Set(entries.map(({ streamId }) => streamId)),
  ])
  const awake = entries.filter(({ streamId }) => !asleep.has(streamId))
  const folded = await foldStreams(models, deps.log, generation, streamsOf(awake))
  // Recorded before readers can see any of the batch, so that a swap never takes them back behind
  // it.
  await models.generations.reach(generation, batch.reaching)
  const others = await applyEvents(deps, generation, awake)
  // Includes the entries of parked streams: readable ones make changes, although their text is
  // stopped.
  for (const one of logProjections(models.projections))
    await one.apply(generation, entries, batch, deps.log)
  // Before these texts are written without them.
  const erased = erasedTexts(awake)
  const forgotten = await citedByErased(models, generation, erased)
  const cited: CitedInBatch = { names: new Set(forgotten), wordings: new Set() }
  const refused = await write({ ...deps, cited }, folded.texts, batch)
  const own = folded.texts.map(({ articleId }) => articleId)
  const reliers = await reliersOf(models, generation, [...own, ...others.texts])
  const written = new Set(own)
  const parked = new Set(refused.map(({ streamId }) => streamId))
  const whole = folded.texts.filter(({ streamId }) => !parked.has(streamId))
  const rest = [
    ...new Set([
      ...[...others.texts, ...reliers].filter((id) => !written.has(id)),
      ...(await citedAnew(deps, batch, whole, cited, erased.length > 0)),
    ]),
  ]
  let texts = folded.texts.length
  for (let at = 0; at < rest.length; at += DEPENDENTS_PER_STEP) {
    const step = await storedTexts(models, batch, rest.slice(at, at + DEPENDENTS_PER_STEP))
    texts += step.filter(({ articleId }) => !written.has(articleId)).length
    refused.push(...(await write(deps, step, batch)))
  }
  return { texts: texts - refused.length, parked: [...folded.parked, ...others.parked, ...refused] }
}
