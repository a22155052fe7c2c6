import type { TextReference } from '#contracts/content.ts'
import type { Slug, StreamId } from '#contracts/ids.ts'
import { textsNeeded } from '../domain/article/commands.ts'
import { textReferenceOf } from '../domain/article/content-record.ts'
import { articleDecider } from '../domain/article/decide.ts'
import { knownWordingOf, versionsToEmbed } from '../domain/article/state.ts'
import {
  type CleanBatch,
  type DecidedBatch,
  isCleanRemoval,
  isStatement,
  type RecordOutcome,
  type ShownText,
  type Statement,
} from './activities.ts'
import { loadStreams } from '../command-handler/command-handler.ts'
import { decidePublisherFacts, type TakenStatement } from './decide-publisher-facts.ts'
import { decideRemovals } from './decide-removals.ts'
import { statedDocument } from './documents.ts'
import {
  type DecidedStatements,
  decideStatements,
  type DecideOptions,
  type DecideSettings,
  importRequest,
} from './decide-statements.ts'
import { documentsStated, heldBackNotes, timesOfStatements } from './statement-times.ts'
import {
  type DecidedText,
  type TextDecisions,
  textDecisions,
} from '../command-handler/text-handler.ts'
import type { ImportDeps } from '../command-handler/write-deps.ts'

/** A text of the batch and its statements in the order of the sources. */
type StatedText = { readonly text: DecidedText; readonly statements: readonly Statement[] }

/** The texts that the first decisions need, to be fetched in one read. */
const textsForeseen = (texts: readonly StatedText[], options: DecideSettings): TextReference[] =>
  texts.flatMap(({ text, statements }) =>
    statements.flatMap((one) =>
      textsNeeded(importRequest(one, options, true, text.state), text.state),
    ),
  )

type Round = {
  readonly decisions: TextDecisions
  readonly options: DecideSettings
  /** Owners of the slugs that other texts failed to claim. */
  readonly holders: Map<Slug, StreamId>
}

const decideOne = (
  { text, statements }: StatedText,
  { decisions, options, holders }: Round,
): Promise<DecidedStatements> =>
  decideStatements(text, statements, decisions, options, ({ content }) => {
    const holder = holders.get(content.slug) ?? text.streamId
    return holder === text.streamId
  })

type DecidedTexts = ReadonlyMap<StreamId, DecidedStatements>

/** Claims the slugs of new texts; returns the texts that did not get theirs. */
const claimSlugs = async (
  { slugs }: ImportDeps,
  decided: DecidedTexts,
  holders: Map<Slug, StreamId>,
): Promise<ReadonlySet<StreamId>> => {
  const claims = [...decided].flatMap(([streamId, { before, after }]) =>
    before.slug === null && after.state.slug !== null ? [{ slug: after.state.slug, streamId }] : [],
  )
  if (claims.length === 0) return new Set()
  const owners = await slugs.claim(claims)
  const lost = claims.filter(({ slug, streamId }) => owners.get(slug) !== streamId)
  for (const { slug } of lost) {
    const owner = owners.get(slug)
    if (owner !== undefined) holders.set(slug, owner)
  }
  return new Set(lost.map(({ streamId }) => streamId))
}

/**
 * Decides every text, then claims the slugs of the new ones; a text that fails to claim its slug is
 * decided again without it. So a refused record takes no slug. Each round drops at least one slug,
 * so it ends.
 */
const decideAll = async (
  deps: ImportDeps,
  texts: readonly StatedText[],
  round: Round,
): Promise<DecidedTexts> => {
  const decided = new Map<StreamId, DecidedStatements>()
  let open = texts
  while (open.length > 0) {
    for (const one of open) decided.set(one.text.streamId, await decideOne(one, round))
    const lost = await claimSlugs(deps, decided, round.holders)
    open = texts.filter(({ text }) => lost.has(text.streamId))
  }
  return decided
}

const outcomesOf = (
  { items }: CleanBatch,
  decided: DecidedTexts,
  heldBack: ReadonlySet<Statement>,
): RecordOutcome[] =>
  items.flatMap((item): RecordOutcome[] => {
    if (isCleanRemoval(item)) return [] // decided apart
    if (!isStatement(item)) return [{ classification: 'refused', refusal: item }]
    if (heldBack.has(item)) return [{ classification: 'without-effect', place: item.place }]
    const outcome = decided.get(item.streamId)?.outcomes.get(item)
    return outcome === undefined ? [] : [outcome]
  })

const WRITES_DRAFT: ReadonlySet<string> = new Set(['Drafted', 'Revised'])

const shownOf = (decided: DecidedTexts): ReadonlyMap<StreamId, ShownText> =>
  new Map(
    [...decided].flatMap(
      ([
        streamId,
        {
          after: { state, events },
        },
      ]) => {
        const title = knownWordingOf(state)?.title
        if (title === undefined) return []
        const hasNewDraft =
          state.draft !== null && events.some(({ type }) => WRITES_DRAFT.has(type))
        return [[streamId, { title, hasNewDraft }] as const]
      },
    ),
  )

/** The accepted statements in the order of the sources. */
const takenOf = (
  statements: readonly Statement[],
  decided: DecidedTexts,
  past: ReadonlySet<Statement>,
): TakenStatement[] =>
  statements.flatMap((statement) => {
    const text = decided.get(statement.streamId)
    const outcome = text?.outcomes.get(statement)
    if (text === undefined || outcome === undefined || outcome.classification === 'refused')
      return []
    const slug = text.after.state.slug ?? statement.content.slug
    return [{ statement, slug, isCurrent: text.newStates.has(statement) || !past.has(statement) }]
  })

/**
 * Decides a batch. Only the slugs of new texts are claimed; nothing else is recorded yet. The
 * reader gives records and removals in batches of their own.
 */
export const decideBatch = (
  deps: ImportDeps,
  batch: CleanBatch,
  options: DecideOptions,
): Promise<DecidedBatch> => {
  const others = batch.items.flatMap((item) => (isStatement(item) ? [] : [item]))
  return others.some(isCleanRemoval)
    ? decideRemovals(deps, others, options.context)
    : decideTexts(deps, batch, options)
}

const decideTexts = async (
  deps: ImportDeps,
  batch: CleanBatch,
  options: DecideOptions,
): Promise<DecidedBatch> => {
  const { store, embedder } = deps
  const given = batch.items.filter(isStatement)
  const [times, streams] = await Promise.all([
    timesOfStatements(deps, given),
    loadStreams(store, articleDecider, [...new Set(given.map(({ streamId }) => streamId))]),
  ])
  const { heldBack, newer, past } = times
  const statements = given.filter((one) => !heldBack.has(one))
  const byStream = Map.groupBy(statements, ({ streamId }) => streamId)
  const loaded = new Map([...streams].filter(([streamId]) => byStream.has(streamId)))
  const texts = [...loaded.values()].map((text) => ({
    text,
    statements: byStream.get(text.streamId) ?? [],
  }))
  const decisions = textDecisions(deps, options.context)
  for (const { content } of statements) {
    decisions.cache.add(textReferenceOf(content.contentClean).sha256, content.contentClean)
  }
  const settings = { ...options, newer, fingerprint: (name: string) => store.fingerprint(name) }
  await decisions.cache.fetch(textsForeseen(texts, settings))
  const round = { decisions, options: settings, holders: new Map() }
  const decided = await decideAll(deps, texts, round)
  const taken = takenOf(statements, decided, past)
  const others = await decidePublisherFacts(store, taken, options.context)
  const accepted = new Set(taken.map(({ statement }) => statement))
  return {
    streams: [...decided.values()].map(({ after }) => ({
      streamId: after.streamId,
      expectedVersion: after.expectedVersion,
      events: after.events,
      toEmbed: versionsToEmbed(after.state, embedder.model),
    })),
    others: others.appends,
    outcomes: outcomesOf(batch, decided, heldBack),
    notes: [
      ...[...decided.values()].flatMap(({ notes }) => notes),
      ...heldBackNotes(heldBack),
      ...others.notes,
    ],
    shown: shownOf(decided),
    texts: decisions.cache.texts,
    documents: {
      stated: documentsStated(statements, (one) => accepted.has(one), times),
      heldBack: [...heldBack].flatMap((one) => statedDocument(one) ?? []),
    },
  }
}
