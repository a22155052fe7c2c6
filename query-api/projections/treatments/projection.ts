import { type EventLog, isUnreadable, type LogEntry } from '#contracts/events/append.ts'
import type { EventData, StoredEvent } from '#contracts/events/event.ts'
import { TREATMENT_EVENTS } from '#contracts/events/others.ts'
import { type ArticleId, type StreamId, TreatmentId } from '#contracts/ids.ts'
import type { CitatorFact, StatedFact } from '#contracts/law/treatment-log.ts'
import type { ChangeTables } from '../changes/ports.ts'
import type { ParkedStream } from '../ports.ts'
import type { EventProjection } from '../projection.ts'
import { readWhole } from '../read-whole.ts'
import { parkedAt } from '../streams.ts'
import type { CitatorTables, FactTarget, PlacedFact } from './ports.ts'

const TREATMENT_STREAM = 'treatment-'

type CitatorEvent = Extract<StoredEvent, { type: keyof typeof TREATMENT_EVENTS }>
const isOfCitator = (event: StoredEvent): event is CitatorEvent => event.type in TREATMENT_EVENTS

/** What identifies the texts of a treatment whose words were erased. */
type Kept = EventData<'TreatmentWordsErased'>

/** A fact with its text; null where the event that recorded its treatment is missing. */
const placed = (
  event: StoredEvent,
  targets: ReadonlyMap<StreamId, FactTarget>,
  kept: Kept | null,
): PlacedFact | 'unread' | 'no-fact' | null => {
  if (!isOfCitator(event)) return 'unread'
  const { streamId, id: eventId, position, time: recordedAt } = event
  const at = (target: FactTarget, fact: CitatorFact | StatedFact): PlacedFact => ({
    ...target,
    streamId,
    eventId,
    supportId: null,
    fact,
  })
  const place = (articleId: ArticleId, fact: CitatorFact): PlacedFact =>
    at({ articleId, names: null }, fact)
  switch (event.type) {
    case 'TreatmentRecorded': {
      const { type, data } = event
      const { treatment } = kept === null ? data : withIdentity(data, kept)
      const fact = { type, data: { treatment }, recordedAt, position }
      return place(treatment.target.articleId, fact)
    }
    case 'TreatmentStated': {
      const { type } = event
      const data = kept === null ? event.data : withNames(event.data, kept)
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
    case 'TreatmentWordsErased':
      return 'no-fact'
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

const withIdentity = (
  { treatment }: EventData<'TreatmentRecorded'>,
  { source: { slug, ecli } }: Kept,
): EventData<'TreatmentRecorded'> => ({
  treatment: { ...treatment, source: { ...treatment.source, slug, ecli } },
})

const withNames = (
  data: EventData<'TreatmentStated'>,
  { source: { slug, names }, target }: Kept,
): EventData<'TreatmentStated'> => ({
  ...data,
  source: { ...data.source, slug, names },
  target: { ...data.target, names: target.names },
})

/** Folds the entries of a batch; a stream stops at its first entry that can't be read. */
const placeFacts = (
  entries: readonly LogEntry[],
  known: ReadonlyMap<StreamId, FactTarget>,
  kept: ReadonlyMap<StreamId, Kept> = new Map(),
): { readonly found: PlacedFact[]; readonly parked: ParkedStream[] } => {
  const targets = new Map(known)
  const found: PlacedFact[] = []
  const parked = new Map<StreamId, ParkedStream>()
  for (const entry of entries) {
    if (parked.has(entry.streamId)) continue
    if (isUnreadable(entry)) {
      parked.set(entry.streamId, parkedAt(entry, entry.reason))
      continue
    }
    const fact = placed(entry, targets, kept.get(entry.streamId) ?? null)
    if (fact === 'no-fact') continue
    if (fact === 'unread') parked.set(entry.streamId, parkedAt(entry, 'event-unread'))
    else if (fact === null) parked.set(entry.streamId, parkedAt(entry, 'stream-gap'))
    else {
      targets.set(entry.streamId, fact)
      found.push(fact)
    }
  }
  return { found, parked: [...parked.values()] }
}

/**
 * Folds treatments whose words were erased from the beginning, since their facts read otherwise
 * now. What identifies their texts is said by their last erasure.
 */
const foldStruck = async (
  entries: readonly LogEntry[],
  log: Pick<EventLog, 'readStream'>,
): Promise<PlacedFact[]> => {
  const through = new Map<StreamId, number>()
  for (const entry of entries)
    if (!isUnreadable(entry) && entry.type === 'TreatmentWordsErased')
      through.set(entry.streamId, entry.streamVersion)
  const found: PlacedFact[] = []
  for (const [streamId, version] of through) {
    const whole = await readWhole(log, streamId)
    const last = whole.findLast(
      (entry) => !isUnreadable(entry) && entry.type === 'TreatmentWordsErased',
    )
    if (last === undefined || isUnreadable(last) || last.type !== 'TreatmentWordsErased') continue
    const upTo = whole.filter(({ streamVersion }) => streamVersion <= version)
    found.push(...placeFacts(upTo, new Map(), new Map([[streamId, last.data]])).found)
  }
  return found
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** The facts of the citator; the texts that they are about are written again. */
export const treatmentProjection = (
  tables: CitatorTables,
  texts: Pick<ChangeTables, 'everNamed'>,
): EventProjection => ({
  name: 'treatments',
  handles: 'events',
  streams: TREATMENT_STREAM,
  apply: async (generation, entries, log) => {
    const streams = unique(entries.map(({ streamId }) => streamId))
    const targets = await tables.targetsOf(generation, streams)
    const { found, parked } = placeFacts(entries, targets)
    await tables.save(generation, found)
    const struck = await foldStruck(entries, log)
    await tables.replace(generation, struck)
    const all = [...found, ...struck]
    const names = unique(all.flatMap((one) => one.names ?? []))
    // Also texts that are not public: others may rely on them.
    const named = await texts.everNamed(generation, names)
    return {
      texts: unique([...all.flatMap(({ articleId }) => articleId ?? []), ...named]),
      parked,
    }
  },
  documents: tables.documents,
  drop: tables.drop,
})
