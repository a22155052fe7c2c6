/** The facts of a batch that are no text's own: concepts, and the citator's. */
import { isUnreadable, type LogEntry } from '#contracts/events/append.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import { TREATMENT_EVENTS } from '#contracts/events/others.ts'
import { type ArticleId, ConceptId, type StreamId, TreatmentId } from '#contracts/ids.ts'
import type { CitatorFact, StatedFact } from '#contracts/law/treatment-log.ts'
import type { Generation, ParkedStream } from '../../ports.ts'
import { foldPersons, PERSON_STREAM } from '../persons/projection.ts'
import type { FactTarget, Knowledge, PlacedFact, StoredConcept } from './ports.ts'
import { parkedAt } from '../streams.ts'

const CONCEPT_STREAM = 'concept-'
const TREATMENT_STREAM = 'treatment-'

/** What a batch says of other things than texts: the texts and concepts that it is about. */
export type FoldedKnowledge = {
  /** Texts that facts of the citator are about. */
  readonly treated: readonly ArticleId[]
  readonly concepts: readonly ConceptId[]
  readonly parked: readonly ParkedStream[]
}
export const NO_KNOWLEDGE: FoldedKnowledge = { treated: [], concepts: [], parked: [] }

export const isKnowledge = ({ streamId }: LogEntry): boolean =>
  [CONCEPT_STREAM, TREATMENT_STREAM, PERSON_STREAM].some((prefix) => streamId.startsWith(prefix))

type CitatorEvent = Extract<StoredEvent, { type: keyof typeof TREATMENT_EVENTS }>
const isOfCitator = (event: StoredEvent): event is CitatorEvent => event.type in TREATMENT_EVENTS

/**
 * A fact with its place, or null: its text can't be told, since what recorded the treatment is
 * missing.
 */
const placed = (
  event: StoredEvent,
  targets: ReadonlyMap<StreamId, FactTarget>,
): PlacedFact | 'unread' | null => {
  if (!isOfCitator(event)) return 'unread'
  const { streamId, position, time: recordedAt } = event
  const at = (target: FactTarget, fact: CitatorFact | StatedFact): PlacedFact => ({
    ...target,
    streamId,
    supportId: null,
    fact,
  })
  const place = (articleId: ArticleId, fact: CitatorFact): PlacedFact =>
    at({ articleId, names: null }, fact)
  switch (event.type) {
    case 'TreatmentRecorded': {
      const { type, data } = event
      return place(data.treatment.target.articleId, { type, data, recordedAt, position })
    }
    case 'TreatmentStated': {
      const { type, data } = event
      const { articleId, names } = data.target
      const target = articleId === null ? { articleId, names } : { articleId, names: null }
      return at(target, { type, data, recordedAt, position })
    }
    case 'TreatmentConfirmed':
    case 'TreatmentRetracted': {
      const target = targets.get(streamId)
      if (target === undefined) return null
      const treatment = TreatmentId.parse(streamId.slice(TREATMENT_STREAM.length))
      const { articleId, names } = target
      return at(articleId === null ? { articleId, names } : { articleId, names: null }, {
        type: event.type,
        treatment,
        recordedAt,
        position,
      })
    }
    case 'RelianceRecorded': {
      const { type, data } = event
      const fact = place(data.from.articleId, { type, data, recordedAt, position })
      return { ...fact, supportId: data.to.articleId }
    }
    case 'CitatorAssessed': {
      const { type, data } = event
      return place(data.point.articleId, { type, data, recordedAt, position })
    }
    default:
      return event satisfies never
  }
}

type Folded<T> = { readonly found: readonly T[]; readonly parked: readonly ParkedStream[] }

/** Places the facts of a batch; a stream stops at its first entry that can't be read. */
const placeFacts = (
  entries: readonly LogEntry[],
  known: ReadonlyMap<StreamId, FactTarget>,
): Folded<PlacedFact> => {
  const targets = new Map(known)
  const found: PlacedFact[] = []
  const parked = new Map<StreamId, ParkedStream>()
  for (const entry of entries) {
    if (parked.has(entry.streamId)) continue
    if (isUnreadable(entry)) {
      parked.set(entry.streamId, parkedAt(entry, entry.reason))
      continue
    }
    const fact = placed(entry, targets)
    if (fact === 'unread') parked.set(entry.streamId, parkedAt(entry, 'event-unread'))
    else if (fact === null) parked.set(entry.streamId, parkedAt(entry, 'stream-gap'))
    else {
      targets.set(entry.streamId, fact)
      found.push(fact)
    }
  }
  return { found, parked: [...parked.values()] }
}

/** A concept after one more event; null: the event can't follow. */
const conceptAfter = (before: StoredConcept | null, event: StoredEvent): StoredConcept | null => {
  const { streamVersion, time: changedAt } = event
  if (streamVersion > (before?.streamVersion ?? 0) + 1) return null
  if (event.type === 'ConceptDefined')
    return { concept: event.data.concept, streamVersion, changedAt }
  if (event.type !== 'ConceptDeprecated' || before === null) return null
  const { replacedBy } = event.data
  const concept = { ...before.concept, status: 'deprecated' as const, replacedBy }
  return { concept, streamVersion, changedAt }
}

const conceptIdOfStream = (streamId: StreamId): ConceptId =>
  ConceptId.parse(streamId.slice(CONCEPT_STREAM.length))

const foldConcepts = (
  entries: readonly LogEntry[],
  known: ReadonlyMap<ConceptId, StoredConcept>,
): Folded<StoredConcept> => {
  const concepts = new Map<ConceptId, StoredConcept>()
  const parked = new Map<StreamId, ParkedStream>()
  for (const entry of entries) {
    const id = conceptIdOfStream(entry.streamId)
    const before = concepts.get(id) ?? known.get(id) ?? null
    const isSeen = before !== null && entry.streamVersion <= before.streamVersion
    if (parked.has(entry.streamId) || isSeen) continue
    const after = isUnreadable(entry) ? null : conceptAfter(before, entry)
    if (after !== null) concepts.set(id, after)
    else {
      const reason = isUnreadable(entry) ? entry.reason : 'stream-gap'
      parked.set(entry.streamId, parkedAt(entry, reason))
    }
  }
  return { found: [...concepts.values()], parked: [...parked.values()] }
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
const startingWith = (entries: readonly LogEntry[], prefix: string): LogEntry[] =>
  entries.filter(({ streamId }) => streamId.startsWith(prefix))

/**
 * Writes what a batch says of concepts and treatments; answers what it is about, also where all of
 * it was written before: the run that did may have been killed before the texts were. Streams among
 * `asleep` are passed over.
 */
export const foldKnowledge = async (
  store: Knowledge,
  generation: Generation,
  entries: readonly LogEntry[],
  asleep: ReadonlySet<StreamId>,
): Promise<FoldedKnowledge> => {
  const awake = entries.filter(({ streamId }) => !asleep.has(streamId))
  const [ofTreatments, ofConcepts] = [
    startingWith(awake, TREATMENT_STREAM),
    startingWith(awake, CONCEPT_STREAM),
  ]
  const conceptIds = unique(ofConcepts.map(({ streamId }) => conceptIdOfStream(streamId)))
  const facts = placeFacts(
    ofTreatments,
    await store.targetsOf(generation, unique(ofTreatments.map(({ streamId }) => streamId))),
  )
  const concepts = foldConcepts(ofConcepts, await store.conceptsOf(generation, conceptIds))
  await store.saveFacts(generation, facts.found)
  await store.saveConcepts(generation, concepts.found)
  const persons = await foldPersons(store, generation, startingWith(awake, PERSON_STREAM))
  const byName = unique(facts.found.flatMap(({ names }) => names ?? []))
  const treated = facts.found.flatMap(({ articleId }) => articleId ?? [])
  return {
    treated: unique([...treated, ...(await store.textsNamed(generation, byName))]),
    concepts: conceptIds,
    parked: [...facts.parked, ...concepts.parked, ...persons],
  }
}
