/**
 * Which texts the deletions of a publisher take down (contracts/conventions/deletions.md). A text
 * goes when each of its documents is gone; nothing but a list of its own publisher takes it.
 */
import type { ErrorCode } from '#contracts/errors/codes.ts'
import type { RemovalCause } from '#contracts/events/article.ts'
import { isRefusal, refusalByCode } from '#contracts/fault.ts'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import { articleStream, type StreamId } from '#contracts/ids.ts'
import { loadStreams } from '../command-handler/command-handler.ts'
import { type DecidedText, textDecisions } from '../command-handler/text-handler.ts'
import type { ImportDeps, WriteContext } from '../command-handler/write-deps.ts'
import { type ArticleRequest, OFFICIAL_IMPORT } from '../domain/article/commands.ts'
import { articleDecider } from '../domain/article/decide.ts'
import type { ArticleState } from '../domain/article/state.ts'
import type { GoneDocument, HeldDocument } from '../ports.ts'
import type { SourceRefusal } from '../sources/source-item.ts'
import {
  type CleanRemoval,
  type DecidedBatch,
  type ImportNote,
  isCleanRemoval,
  type RecordOutcome,
  type RemovedText,
} from './activities.ts'
import { isBefore, isSamePlace, keyOfFolder, seriesOfUnknown } from './documents.ts'

/** The documents that one line takes out, or why it takes none. */
type Aimed =
  | { readonly documents: readonly GoneDocument[] }
  | { readonly why: ErrorCode; readonly documents: readonly GoneDocument[] }

const goneBy = (
  { removal, list, at }: CleanRemoval,
  publisher: string,
  { document, streamId }: Pick<HeldDocument, 'document' | 'streamId'>,
): GoneDocument => ({
  publisher,
  document,
  streamId,
  series: seriesOfUnknown(document, removal.path),
  cause: 'publisher_deletion',
  list,
  at,
})

/** Why a document stays although a line names it; null: it goes. */
const whyKept = (item: CleanRemoval, held: HeldDocument, run: string): ErrorCode | null => {
  const { removal, increment, at, publisher } = item
  if (held.publisher !== publisher) return 'removal-of-another'
  if (held.gone !== null) return 'removal-known'
  const isSameIncrement =
    increment !== null && held.run === run && held.file?.startsWith(increment) === true
  if (isSameIncrement) return 'removal-stated-again'
  if (isBefore(at, held.statedAt)) return 'removal-before-later-state'
  const isMoved = removal.kind === 'document' && !isSamePlace(held.pathKey, removal.path)
  return isMoved ? 'removal-moved' : null
}

type Look = {
  readonly held: readonly HeldDocument[]
  readonly states: ReadonlyMap<StreamId, DecidedText>
  readonly run: string
}

const isNamedBy = ({ removal }: CleanRemoval, { document, pathKey }: HeldDocument): boolean => {
  switch (removal.kind) {
    case 'document':
      return document === removal.id
    case 'work':
      return document === removal.id || document.startsWith(`${removal.id}#`)
    case 'folder': {
      const key = keyOfFolder(removal.path ?? '')
      return key !== null && pathKey?.startsWith(key) === true
    }
    default:
      return removal.kind satisfies never
  }
}

/** Whether an import under the policy of official sources gave the text its public wording. */
const isOfficial = ({ versions, importedStates }: ArticleState): boolean =>
  importedStates.size > 0 && versions.at(-1)?.policy === OFFICIAL_IMPORT

const streamOf = ({ removal }: CleanRemoval): StreamId => articleStream(articleIdOf(removal.id))

/** A text that was imported before documents of publishers were kept; else it is unknown. */
const aimUnknown = (item: CleanRemoval, publisher: string, { states }: Look): Aimed => {
  const streamId = streamOf(item)
  const state = states.get(streamId)?.state
  const document = item.removal.id
  if (state === undefined || state.streamVersion === 0) {
    // Kept, so that an older file of it is not taken later.
    const known =
      item.removal.kind === 'folder' ? [] : [goneBy(item, publisher, { document, streamId: null })]
    return { why: 'removal-unknown', documents: known }
  }
  if (!isOfficial(state)) return { why: 'removal-of-another', documents: [] }
  return { documents: [goneBy(item, publisher, { document, streamId })] }
}

const aim = (item: CleanRemoval, look: Look): Aimed => {
  const { publisher, removal } = item
  if (publisher === null) return { why: 'removal-not-official', documents: [] }
  if (removal.isStatedAgain === true) return { why: 'removal-stated-again', documents: [] }
  const named = look.held.filter((held) => isNamedBy(item, held))
  if (named.length === 0) return aimUnknown(item, publisher, look)
  const judged = named.map((held) => ({ held, why: whyKept(item, held, look.run) }))
  const going = judged.filter(({ why }) => why === null)
  if (going.length === 0) return { why: judged[0]?.why ?? 'removal-unknown', documents: [] }
  return { documents: going.map(({ held }) => goneBy(item, publisher, held)) }
}

const keyOf = ({ publisher, document }: Pick<HeldDocument, 'publisher' | 'document'>): string =>
  `${publisher}\u0000${document}`

/** The texts of these documents that have no document left. */
const textsGone = async (
  { documents }: Pick<ImportDeps, 'documents'>,
  going: readonly GoneDocument[],
): Promise<StreamId[]> => {
  const streams = new Set(going.flatMap(({ streamId }) => (streamId === null ? [] : [streamId])))
  if (streams.size === 0) return []
  const keys = new Set(going.map(keyOf))
  const stands = (held: HeldDocument): boolean => held.gone === null && !keys.has(keyOf(held))
  const standing = new Set(
    (await documents.ofTexts([...streams])).filter(stands).map(({ streamId }) => streamId),
  )
  return [...streams].filter((streamId) => !standing.has(streamId))
}

type TakenDown = {
  /** The texts that change, with what is recorded. */
  readonly decided: ReadonlyMap<StreamId, DecidedText>
  /** The texts that go as a whole. */
  readonly gone: ReadonlySet<StreamId>
  /** Wordings that are in force on no day any more, of texts that stay. */
  readonly ended: ReadonlySet<string>
}

/**
 * Decides on each text with the list that took its last document out. Where other documents of a
 * text stand, only the wordings that are gone end.
 */
const takeDown = async (
  deps: ImportDeps,
  going: readonly GoneDocument[],
  known: ReadonlyMap<StreamId, DecidedText>,
  context: WriteContext,
): Promise<TakenDown> => {
  const gone = new Set(await textsGone(deps, going))
  const named = [...new Set(going.flatMap(({ streamId }) => streamId ?? []))]
  const missing = named.filter((streamId) => !known.has(streamId))
  const loaded = new Map([...known, ...(await loadStreams(deps.store, articleDecider, missing))])
  const decisions = textDecisions(deps, context)
  const decided = new Map<StreamId, DecidedText>()
  const ended = new Set<string>()
  const decide = async (streamId: StreamId, request: ArticleRequest): Promise<boolean> => {
    const text = decided.get(streamId) ?? loaded.get(streamId)
    const after = text && (await decisions.decide(text, request))
    if (after === undefined || isRefusal(after)) return false
    decided.set(streamId, after)
    return after.events.length > (text?.events.length ?? 0)
  }
  for (const streamId of gone) {
    const word = going.findLast((one) => one.streamId === streamId)
    if (word === undefined) continue
    const { cause, publisher, list } = word
    await decide(streamId, { type: 'TakeDown', cause, publisher, list })
  }
  for (const { streamId, document } of going) {
    if (streamId === null || gone.has(streamId)) continue
    if (await decide(streamId, { type: 'EndWording', sourceVersion: document })) ended.add(document)
  }
  return { decided, gone, ended }
}

const noteAt = ({ place }: CleanRemoval, code: ErrorCode): ImportNote => ({
  ...refusalByCode(code),
  ...place,
})

const textOf = ({ streamId, state, events }: DecidedText): RemovedText[] =>
  state.slug === null || events.length === 0 ? [] : [{ streamId, slug: state.slug }]

const outcomeOf = (item: CleanRemoval, { documents }: Aimed, taken: TakenDown): RecordOutcome => {
  const { decided, gone, ended } = taken
  const texts = [...new Set(documents.map(({ streamId }) => streamId))].flatMap((streamId) => {
    const text = streamId !== null && gone.has(streamId) ? decided.get(streamId) : undefined
    return text === undefined ? [] : textOf(text)
  })
  return texts.length === 0 && !documents.some(({ document }) => ended.has(document))
    ? { classification: 'without-effect', place: item.place }
    : { classification: 'taken-down', place: item.place, texts }
}

/** The wording was never in force and nothing was recorded of it; its reader noted that already. */
const isNotedByReader = ({ removal }: CleanRemoval, why: ErrorCode): boolean =>
  removal.isNeverInForce === true &&
  (why === 'removal-unknown' || why === 'removal-known' || why === 'removal-not-official')

const noteOf = (
  item: CleanRemoval,
  aimed: Aimed,
  outcome: RecordOutcome,
  { ended }: TakenDown,
): ImportNote[] => {
  if ('why' in aimed) return isNotedByReader(item, aimed.why) ? [] : [noteAt(item, aimed.why)]
  if (outcome.classification === 'without-effect') return [noteAt(item, 'removal-last-wording')]
  const isEnded = aimed.documents.some(({ document }) => ended.has(document))
  return isEnded ? [noteAt(item, 'removal-wording')] : []
}

const streamsOf = (taken: TakenDown): DecidedBatch['streams'] =>
  [...taken.decided.values()].map(({ streamId, expectedVersion, events }) => ({
    streamId,
    expectedVersion,
    events,
    toEmbed: [],
  }))

const find = ({ documents }: ImportDeps, removals: readonly CleanRemoval[]) => {
  const ofKind = (kind: CleanRemoval['removal']['kind']): CleanRemoval[] =>
    removals.filter(({ removal }) => removal.kind === kind)
  return documents.find({
    documents: ofKind('document').map(({ removal }) => removal.id),
    works: ofKind('work').map(({ removal }) => removal.id),
    folders: ofKind('folder').flatMap(({ removal }) => keyOfFolder(removal.path ?? '') ?? []),
  })
}

/** Decides a batch of removals; the refused lines among them are passed on. */
export const decideRemovals = async (
  deps: ImportDeps,
  items: readonly (CleanRemoval | SourceRefusal)[],
  context: WriteContext,
): Promise<DecidedBatch> => {
  const removals = items.filter(isCleanRemoval)
  const look: Look = {
    held: await find(deps, removals),
    states: await loadStreams(deps.store, articleDecider, [...new Set(removals.map(streamOf))]),
    run: context.correlationId,
  }
  const aims = new Map(removals.map((item) => [item, aim(item, look)]))
  const going = [...aims.values()].flatMap((aimed) => ('why' in aimed ? [] : aimed.documents))
  const taken = await takeDown(deps, going, look.states, context)
  const notes: ImportNote[] = []
  const outcomes = items.map((item): RecordOutcome => {
    if (!isCleanRemoval(item)) return { classification: 'refused', refusal: item }
    const aimed = aims.get(item) ?? { why: 'removal-unknown', documents: [] }
    const outcome = outcomeOf(item, aimed, taken)
    notes.push(...noteOf(item, aimed, outcome, taken))
    return outcome
  })
  const gone = [...aims.values()].flatMap(({ documents }) => [...documents])
  return { streams: streamsOf(taken), outcomes, notes, texts: new Map(), documents: { gone } }
}

/** Absences of a text from complete listings in a row that take it down. */
export const ABSENCES_MAX = 3

const ABSENCE: RemovalCause = 'publisher_absence'

/** The texts that were absent too often; recorded like removals. */
export const decideAbsences = async (
  deps: ImportDeps,
  { list, at }: { readonly list: string; readonly at: string },
  context: WriteContext,
): Promise<
  Pick<DecidedBatch, 'streams'> & {
    readonly gone: readonly GoneDocument[]
    readonly texts: readonly RemovedText[]
  }
> => {
  const absent = await deps.documents.absentTooOften(ABSENCES_MAX)
  const gone = absent.map(({ publisher, document, streamId, series }): GoneDocument => ({
    publisher,
    document,
    streamId,
    series,
    cause: ABSENCE,
    list,
    at,
  }))
  const taken = await takeDown(deps, gone, new Map(), context)
  const texts = [...taken.decided].flatMap(([streamId, text]) =>
    taken.gone.has(streamId) ? textOf(text) : [],
  )
  return { streams: streamsOf(taken), gone, texts }
}
