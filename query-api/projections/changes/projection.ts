import { changeIdOf } from '#contracts/changes/change.ts'
import { type EventLog, isUnreadable } from '#contracts/events/append.ts'
import { type EventMetadata, type StoredEvent } from '#contracts/events/event.ts'
import { TREATMENT_EVENTS } from '#contracts/events/others.ts'
import {
  type ArticleId,
  articleIdOfStream,
  ConceptId,
  Position,
  type Slug,
} from '#contracts/ids.ts'
import type { CitatorFact } from '#contracts/law/treatment-log.ts'
import { supportTextsOf } from '../../citator/text-citator.ts'
import type { Generation } from '../../ports.ts'
import type { LogProjection } from '../projection.ts'
import { readWhole } from '../read-whole.ts'
import type { CitatorTables, NamedFact, PlacedFact } from '../treatments/ports.ts'
import { flagChanges, positionsTouching, type RecordedFact } from './flag-changes.ts'
import { type History, type Known, makeHistory } from './history.ts'
import type { ChangeTables, PositionRange, StoredChange } from './ports.ts'
import { changesOfText } from './text-changes.ts'
import {
  type FactOfText,
  type HiddenFact,
  NEVER_PUBLIC,
  REPLACED,
  afterFact,
  nameOfSlug,
  namesOfFact,
  servedFact,
  type TextFact,
  textFactOf,
} from './text-facts.ts'

type CitatorSources = Pick<CitatorTables, 'about' | 'aboutNames' | 'reliersOf' | 'at'>
type Sources = { readonly tables: ChangeTables; readonly citator: CitatorSources }

const unique = <T>(values: Iterable<T>): T[] => [...new Set(values)]

/** What the events of texts say that changes come from. */
const factsIn = (events: readonly StoredEvent[]): FactOfText[] =>
  events.flatMap((event) => {
    const fact = textFactOf(event)
    if (fact === null) return []
    return [{ articleId: articleIdOfStream(event.streamId), names: namesOfFact(fact), fact }]
  })

type Deprecation = EventMetadata & Extract<StoredEvent, { type: 'ConceptDeprecated' }>

const CONCEPT_STREAM = 'concept-'
const deprecation = ({ id, streamId, position, time, data }: Deprecation): StoredChange => {
  const conceptId = ConceptId.parse(streamId.slice(CONCEPT_STREAM.length))
  return {
    id: changeIdOf(id, conceptId),
    position,
    subject: conceptId,
    type: 'concept.deprecated',
    occurredAt: time,
    articleId: null,
    slug: null,
    version: null,
    sha256Hash: null,
    changeClass: null,
    reasons: [],
    replacement: null,
    jurisdictions: [],
    headnote: null,
    concept: { conceptId, replacedBy: data.replacedBy },
  }
}

/** Whether a text with these facts is served under the slug at a position. */
const isServedAs = (slug: Slug, facts: readonly TextFact[], position: Position): boolean => {
  const text = facts.filter((fact) => fact.position <= position).reduce(afterFact, NEVER_PUBLIC)
  return servedFact(text)?.slug === slug
}

/** The replacements of withdrawn texts that were public then. */
const publicReplacements = async (
  { tables }: Sources,
  generation: Generation,
  facts: readonly TextFact[],
): Promise<(fact: HiddenFact) => Slug | null> => {
  const named = unique(
    facts.flatMap((one) => ('replacement' in one ? (one.replacement ?? []) : [])),
  )
  const ids = await tables.everNamed(generation, named.map(nameOfSlug))
  const known = await tables.factsOf(generation, ids)
  return ({ replacement, position }) =>
    replacement !== null &&
    [...known.values()].some((own) => isServedAs(replacement, own, position))
      ? replacement
      : null
}

/**
 * These texts, and those whose withdrawal may name one of them. What a slug once meant is unknown
 * after its erasure, so these are all texts that were withdrawn in favour of another.
 */
const withReplaced = async (
  { tables }: Sources,
  generation: Generation,
  ids: readonly ArticleId[],
): Promise<ArticleId[]> =>
  ids.length === 0 ? [] : unique([...ids, ...(await tables.everNamed(generation, [REPLACED]))])

/** The changes that the texts' own facts made where `isAsked`. */
const ownChanges = async (
  sources: Sources,
  generation: Generation,
  ids: readonly ArticleId[],
  isAsked: (change: StoredChange) => boolean,
): Promise<StoredChange[]> => {
  if (ids.length === 0) return []
  const known = await sources.tables.factsOf(generation, ids)
  const replacementOf = await publicReplacements(sources, generation, [...known.values()].flat())
  // Facts of later positions may be there, where a run was killed: they change nothing here.
  return [...known].flatMap(([id, facts]) =>
    changesOfText(id, facts, replacementOf).filter(isAsked),
  )
}

/** Reads what is known of texts and of all that they rely on, two steps down. */
const read = async (
  { tables, citator }: Sources,
  generation: Generation,
  ids: readonly ArticleId[],
): Promise<Known> => {
  const texts = new Map<ArticleId, readonly TextFact[]>()
  const about = new Map<ArticleId, readonly CitatorFact[]>()
  const stated = new Map<ArticleId, readonly NamedFact[]>()
  for (let step = 0, next = [...ids]; next.length > 0 && step <= 2; step += 1) {
    const [own, facts] = await Promise.all([
      tables.factsOf(generation, next),
      citator.about(generation, next),
    ])
    const namesOf = new Map(
      next.map((id) => [id, new Set((own.get(id) ?? []).flatMap(namesOfFact))]),
    )
    const names = unique([...namesOf.values()].flatMap((some) => [...some]))
    const named = await citator.aboutNames(generation, names)
    for (const id of next) {
      texts.set(id, own.get(id) ?? [])
      about.set(id, facts.get(id) ?? [])
      const mine = namesOf.get(id) ?? new Set()
      stated.set(
        id,
        named.filter((one) => one.names.some((name) => mine.has(name))),
      )
    }
    const supports = next.flatMap((id) => supportTextsOf(facts.get(id) ?? []))
    next = unique(supports).filter((id) => !texts.has(id))
  }
  return { texts, about, stated }
}

/** The texts whose colours facts can change: those that they are about, and two steps back. */
const reachedBy = async (
  { tables, citator }: Sources,
  generation: Generation,
  facts: readonly PlacedFact[],
  others: readonly ArticleId[],
): Promise<ArticleId[]> => {
  const named = await tables.everNamed(generation, unique(facts.flatMap((one) => one.names ?? [])))
  const aimed = unique([...others, ...named, ...facts.flatMap(({ articleId }) => articleId ?? [])])
  if (aimed.length === 0) return []
  const first = await citator.reliersOf(generation, aimed)
  return unique([...aimed, ...first, ...(await citator.reliersOf(generation, first))])
}

const recordedFacts = async (
  { citator }: Sources,
  generation: Generation,
  history: History,
  texts: readonly ArticleId[],
  range: PositionRange,
): Promise<Map<Position, RecordedFact>> => {
  const positions = unique(texts.flatMap((id) => positionsTouching(history, id, range)))
  const facts = await citator.at(generation, positions)
  return new Map(
    facts.map(({ eventId, fact }) => [fact.position, { eventId, time: fact.recordedAt }]),
  )
}

/** Texts whose colours are derived together, so that memory is bounded. */
const TEXTS_PER_STEP = 200

/** The changes of colour of texts within a range of positions. */
const colourChanges = async (
  sources: Sources,
  generation: Generation,
  texts: readonly ArticleId[],
  range: PositionRange,
): Promise<StoredChange[]> => {
  const changes: StoredChange[] = []
  for (let at = 0; at < texts.length; at += TEXTS_PER_STEP) {
    const some = texts.slice(at, at + TEXTS_PER_STEP)
    const history = makeHistory(await read(sources, generation, some))
    const recorded = await recordedFacts(sources, generation, history, some, range)
    changes.push(...flagChanges(history, some, range, recorded))
  }
  return changes
}

const BEGINNING = Position.parse(1)

/** Facts of treatments whose words were erased in this batch. */
const struckFacts = async (
  { citator }: Sources,
  generation: Generation,
  events: readonly StoredEvent[],
  through: Position,
  log: Pick<EventLog, 'readStream'>,
): Promise<readonly PlacedFact[]> => {
  const streams = unique(
    events.flatMap(({ type, streamId }) => (type === 'TreatmentWordsErased' ? [streamId] : [])),
  )
  const positions: Position[] = []
  for (const streamId of streams)
    for (const { position } of await readWhole(log, streamId))
      if (position <= through) positions.push(position)
  return positions.length === 0 ? [] : citator.at(generation, positions)
}

/**
 * Derives anew all that was said of texts with an erased wording, and of those whose treatments
 * lost words with it, from what the destroyed keys left of their facts.
 */
const forget = async (
  sources: Sources,
  generation: Generation,
  events: readonly StoredEvent[],
  through: Position,
  log: Pick<EventLog, 'readStream'>,
): Promise<void> => {
  const streams = unique(
    events.flatMap(({ type, streamId }) => (type === 'WordingErased' ? [streamId] : [])),
  )
  const struck = await struckFacts(sources, generation, events, through, log)
  if (streams.length === 0 && struck.length === 0) return
  const ids = streams.map(articleIdOfStream)
  const facts: FactOfText[] = []
  for (const streamId of streams) {
    const stream = await readWhole(log, streamId)
    facts.push(
      ...factsIn(
        stream.flatMap((one) => (isUnreadable(one) || one.position > through ? [] : [one])),
      ),
    )
  }
  // Colours may have come from names that nobody knows any more.
  const coloured = await reachedBy(sources, generation, struck, ids)
  await sources.tables.replaceFacts(generation, ids, facts)
  const range = { from: BEGINNING, through }
  const returned = await withReplaced(sources, generation, ids)
  const changes = [
    ...(await ownChanges(sources, generation, returned, ({ position }) => position <= through)),
    ...(await colourChanges(sources, generation, coloured, range)),
  ]
  await sources.tables.save(generation, changes, { ...range, coloured, returned })
}

/**
 * The changes of texts and concepts (contracts/conventions/changes.md). All that they are derived
 * from is kept by position and only ever added to, so that a run that was killed, whatever its
 * batches were, comes to the same changes.
 */
export const changeProjection = (tables: ChangeTables, citator: CitatorSources): LogProjection => ({
  name: 'changes',
  handles: 'log',
  apply: async (generation, entries, { after, reaching: through }, log) => {
    const sources = { tables, citator }
    const events = entries.flatMap((one) => (isUnreadable(one) ? [] : [one]))
    const [first] = events
    if (first === undefined) return
    const recent = factsIn(events)
    await tables.saveFacts(generation, recent)
    const deprecated = events.flatMap((event) =>
      event.type === 'ConceptDeprecated' ? [deprecation(event)] : [],
    )
    const treated = events.filter(({ type }) => type in TREATMENT_EVENTS)
    const facts = await citator.at(
      generation,
      treated.map(({ position }) => position),
    )
    const range = { from: first.position, through }
    const ids = unique(recent.map(({ articleId }) => articleId))
    // What came while a stream was parked was derived without it.
    const late = first.position <= after ? ids : []
    const returned = await withReplaced(sources, generation, late)
    const coloured = await reachedBy(sources, generation, facts, late)
    const told = new Set(recent.map(({ fact }) => fact.position))
    const changes = [
      ...deprecated,
      ...(await ownChanges(sources, generation, unique([...ids, ...returned]), ({ position }) =>
        late.length > 0 ? position >= range.from && position <= through : told.has(position),
      )),
      ...(await colourChanges(sources, generation, coloured, range)),
    ]
    await tables.save(generation, changes, { ...range, coloured, returned })
    await forget(sources, generation, events, through, log)
  },
  documents: tables.documents,
  drop: tables.drop,
})
