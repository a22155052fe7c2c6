/** The impact inbox follows the log (contracts/conventions/desk.md). */
import { uuidV5 } from '#contracts/canonical/hash.ts'
import type { Blobs, EventLog } from '#contracts/events/append.ts'
import type { ARTICLE_EVENTS } from '#contracts/events/article.ts'
import type { TREATMENT_EVENTS } from '#contracts/events/others.ts'
import { Fault } from '#contracts/fault.ts'
import { type ArticleId, articleIdOfStream, type Position } from '#contracts/ids.ts'
import { recogniseOptionsOf } from '#contracts/law/citations/names.ts'
import { chunksOf } from '#contracts/toolkit/chunks.ts'
import { catchUp, follow, type Follower } from '#contracts/toolkit/follow.ts'
import { textCache } from '../../command-handler/text-cache.ts'
import { contentOf } from '../../domain/article/content-record.ts'
import { untilProjected } from '../../groundedness/caught-up.ts'
import { namesOfPublished } from '../../groundedness/changed-texts.ts'
import type { LogLine, LogLines, NamesOfText } from '../../groundedness/ports.ts'
import type { CitedTexts, SingleHolder } from '../../ports.ts'
import type { Board } from '../board/ports.ts'
import { eventsOf, stateOfText } from '../board/text-events.ts'
import { citingBefore, type CitingDeps, namesCitedIn } from './citing.ts'
import type { DraftCitations, ImpactChange, ImpactTable, RedTexts } from './ports.ts'
import { changesOfText, type TextChange } from './text-changes.ts'
import { turnedRedBy, type TurnedRed } from './turned-red.ts'
import { formerWording, wordingsBetween } from './wordings.ts'

/** Bounds of the inbox's follower. */
export const INBOX = {
  lockName: 'desk-impact',
  /** Raise it when the notices of the same events change. */
  version: 2,
  /** Positions of the log in one step, which reads only the types of their events. */
  positionsPerStep: 1_000,
  /** Texts that are read at once. */
  textsPerRead: 50,
  boardWaitMs: 60_000,
  waitMs: 5_000,
  backoff: { firstPauseMs: 100, pauseMsMax: 10_000 },
} as const

const WORDINGS: readonly string[] = [
  'Drafted',
  'Revised',
  'RevisionOpened',
  'DraftDiscarded',
  'VersionPublished',
  'Withdrawn',
  'Deleted',
  'Restored',
] satisfies readonly (keyof typeof ARTICLE_EVENTS)[]
const CHANGES: readonly string[] = [
  'VersionPublished',
  'Unpublished',
  'Withdrawn',
  'Deleted',
] satisfies readonly (keyof typeof ARTICLE_EVENTS)[]
const TREATMENTS: readonly string[] = [
  'TreatmentRecorded',
  'TreatmentStated',
  'TreatmentConfirmed',
] satisfies readonly (keyof typeof TREATMENT_EVENTS)[]
const FOLLOWED = [...new Set([...WORDINGS, ...CHANGES, ...TREATMENTS])]

export type InboxDeps = CitingDeps & {
  readonly blobs: Blobs
  readonly lines: LogLines
  readonly table: ImpactTable
  readonly drafts: DraftCitations
  readonly red: RedTexts
  readonly cited: Pick<CitedTexts, 'reach'>
  readonly board: Pick<Board, 'waitFor'>
  readonly lock: SingleHolder
  readonly log: Pick<EventLog, 'wait'>
  /** Called with every fault before a retry. */
  readonly onFault?: (fault: unknown) => void
}

/** A stretch of the log, `after` exclusive. */
type Stretch = {
  readonly after: Position
  readonly through: Position
  readonly byText: ReadonlyMap<ArticleId, readonly LogLine[]>
}

const textsWith = (
  { byText }: Stretch,
  isMeant: (lines: readonly LogLine[]) => boolean,
): ArticleId[] => [...byText].filter(([, lines]) => isMeant(lines)).map(([id]) => id)

/**
 * A text that was drafted and published in one go has no open draft. One that was published again
 * may have kept its own.
 */
const mayHaveDraft = (lines: readonly LogLine[]): boolean => {
  const types = lines.map(({ type }) => type).filter((type) => WORDINGS.includes(type))
  const publications = types.filter((type) => type === 'VersionPublished').length
  const isFirst = types.includes('Drafted') && publications === 1
  return types.length > 0 && !(isFirst && types.at(-1) === 'VersionPublished')
}

/** Remembers which names the open drafts cite. */
const keepDrafts = async (deps: InboxDeps, stretch: Stretch): Promise<void> => {
  const touched = textsWith(stretch, (lines) => lines.some(({ type }) => WORDINGS.includes(type)))
  const read = new Set(textsWith(stretch, mayHaveDraft))
  const closed = touched.filter((id) => !read.has(id))
  if (closed.length > 0)
    await deps.drafts.keep(closed.map((articleId) => ({ articleId, names: [] })))
  for (const ids of chunksOf([...read], INBOX.textsPerRead)) {
    const drafts = [...(await eventsOf(deps.store, ids))].map(([articleId, events]) => ({
      articleId,
      content: stateOfText(events).draft?.content ?? null,
    }))
    const cache = textCache(deps.blobs)
    await cache.fetch(drafts.flatMap(({ content }) => content?.contentClean ?? []))
    const found = await deps.recognise(
      drafts.flatMap(({ content }) => {
        if (content === null) return []
        const options = recogniseOptionsOf(content)
        return [{ text: contentOf(content, cache.texts).contentClean, options }]
      }),
    )
    const citations = found.values()
    await deps.drafts.keep(
      drafts.map(({ articleId, content }) => ({
        articleId,
        names: content === null ? [] : namesCitedIn(citations.next().value ?? []),
      })),
    )
  }
}

/** A fact about a cited text, with the names by which others cite it. */
type CitedChange = { readonly change: ImpactChange; readonly names: NamesOfText }

const changeRecord = async (
  { blobs }: InboxDeps,
  articleId: ArticleId,
  { event, cause, old, next, detail, state }: TextChange,
): Promise<CitedChange> => {
  const cache = textCache(blobs)
  await cache.fetch([old, ...(next === null ? [] : [next])].map((one) => one.content.contentClean))
  const former = contentOf(old.content, cache.texts)
  const wordings =
    next === null
      ? formerWording(former)
      : wordingsBetween(former, contentOf(next.content, cache.texts))
  const { slug, title } = (next ?? old).content
  return {
    names: namesOfPublished(next ?? old, state.wordings),
    change: {
      id: event.id,
      position: event.position,
      at: event.time,
      cause,
      cited: { articleId, slug, title, oldVersion: old.version, newVersion: next?.version ?? null },
      ...wordings,
      detail,
    },
  }
}

/** A first publication changes nothing that anybody cites, so its text is not read. */
const mayChange = (lines: readonly LogLine[]): boolean => {
  const changes = lines.filter(({ type }) => CHANGES.includes(type))
  const isFirst =
    changes.length === 1 &&
    changes[0]?.type === 'VersionPublished' &&
    lines.some(({ type }) => type === 'Drafted')
  return changes.length > 0 && !isFirst
}

async function* textChanges(deps: InboxDeps, stretch: Stretch): AsyncGenerator<CitedChange> {
  const { after, through } = stretch
  for (const ids of chunksOf(textsWith(stretch, mayChange), INBOX.textsPerRead))
    for (const [articleId, events] of await eventsOf(deps.store, ids))
      for (const one of changesOfText(events, after, through))
        yield await changeRecord(deps, articleId, one)
}

const redRecord = async (
  { store }: InboxDeps,
  { articleId, event, type, source }: TurnedRed,
): Promise<CitedChange | null> => {
  const events = (await eventsOf(store, [articleId])).get(articleId) ?? []
  const { published, wordings } = stateOfText(events)
  if (published === null) return null
  const { version } = published
  const { slug, title } = published.content
  const by = source.slug ?? source.label ?? ''
  return {
    names: namesOfPublished(published, wordings),
    change: {
      // One treatment by name may concern several texts.
      id: uuidV5(event.id, articleId),
      position: event.position,
      at: event.time,
      cause: 'turned-red',
      cited: { articleId, slug, title, oldVersion: version, newVersion: version },
      before: null,
      after: null,
      detail: by === '' ? type : `${type} ${by}`,
    },
  }
}

async function* redChanges(
  deps: InboxDeps,
  lines: readonly LogLine[],
  { after, through }: Stretch,
): AsyncGenerator<CitedChange & { readonly by: string | null }> {
  const streams = lines.filter(({ type }) => TREATMENTS.includes(type))
  const unique = [...new Set(streams.map(({ streamId }) => streamId))]
  for (const chunk of chunksOf(unique, INBOX.textsPerRead))
    for (const turned of await turnedRedBy(deps, chunk, after, through)) {
      const record = await redRecord(deps, turned)
      if (record !== null) yield { ...record, by: turned.source.slug }
    }
}

/** Records who is concerned. `by`: the text that the change comes from, which knows it. */
const recordImpact = async (
  deps: InboxDeps,
  { change, names }: CitedChange,
  by: string | null,
  held: AbortSignal,
): Promise<void> => {
  for await (const page of citingBefore(deps, names, change.position)) {
    held.throwIfAborted()
    const impacted = page
      .filter(({ articleId, slug }) => articleId !== change.cited.articleId && slug !== by)
      .map((one) => ({ ...one, id: uuidV5(change.id, one.articleId) }))
    if (impacted.length > 0) await deps.table.record(change, impacted)
  }
}

const untilBoard = async ({ board }: InboxDeps, position: Position): Promise<void> => {
  if (!(await board.waitFor(position, INBOX.boardWaitMs)))
    throw new Fault('projection-behind', 'the board of the desk does not catch up with the log', {
      retryAfterMs: 1_000,
      hint: 'see what the process `desk` says; it tries again by itself',
    })
}

const step = async (
  deps: InboxDeps,
  after: Position,
  held: AbortSignal,
): Promise<{ readonly place: Position; readonly isCaughtUp: boolean }> => {
  const { lines, through } = await deps.lines.lines(after, INBOX.positionsPerStep, FOLLOWED)
  if (through <= after) return { place: after, isCaughtUp: true }
  const ofTexts = lines.filter(({ type }) => !TREATMENTS.includes(type))
  const byText = Map.groupBy(ofTexts, ({ streamId }) => articleIdOfStream(streamId))
  const stretch = { after, through, byText }
  await keepDrafts(deps, stretch)
  if (ofTexts.length < lines.length || textsWith(stretch, mayChange).length > 0) {
    // The lists of who cites what have to include every fact of this stretch.
    await untilProjected(deps.cited, through, held)
    await untilBoard(deps, through)
    for await (const one of textChanges(deps, stretch)) await recordImpact(deps, one, null, held)
    for await (const one of redChanges(deps, lines, stretch))
      await recordImpact(deps, one, one.by, held)
  }
  await deps.table.advance(through)
  return { place: through, isCaughtUp: false }
}

/**
 * Finds the texts concerned when a cited text changes, once, when the fact arrives. Notices have
 * derived ids and are recorded once; the position moves last. One follower is active at a time.
 */
export const makeImpactFollower = (deps: InboxDeps) => {
  const { lock, log, onFault, table } = deps
  const follower: Follower<Position> = {
    hold: (signal, work) =>
      lock.hold(INBOX.lockName, signal, async (held) =>
        work(await table.begin(INBOX.version), held),
      ),
    step: (after, held) => step(deps, after, held),
    wait: (position, held) => log.wait(position, INBOX.waitMs, held),
    backoff: INBOX.backoff,
    onFault,
  }
  return {
    /** Runs once up to the head of the log. Throws the Faults of its ports. */
    runOnce: (signal: AbortSignal): Promise<Position> =>
      lock.hold(INBOX.lockName, signal, async (held) =>
        catchUp(follower, await table.begin(INBOX.version), held),
      ),
    /** Follows the log until aborted. Faults are reported and tried again, with pauses. */
    follow: (signal: AbortSignal): Promise<void> => follow(follower, signal),
  }
}
