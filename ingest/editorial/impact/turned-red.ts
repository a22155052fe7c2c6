/** The texts that a treatment turned red (contracts/conventions/citator.md). */
import type { StoredEvent } from '#contracts/events/event.ts'
import {
  type ArticleId,
  type Position,
  type Slug,
  StreamId,
  type TreatmentId,
} from '#contracts/ids.ts'
import { classOf } from '#contracts/law/treatment-log.ts'
import type { TreatmentType } from '#contracts/vocabulary/citator.ts'
import type { EventStore } from '../../ports.ts'
import { readableStreams } from '../../command-handler/readable-streams.ts'
import type { RedTexts } from './ports.ts'

const TREATMENT_STREAM = 'treatment-'
const streamOf = (id: TreatmentId): StreamId => StreamId.parse(`${TREATMENT_STREAM}${id}`)

/** A treatment and the event that made it certain. */
type Certain = {
  readonly id: TreatmentId
  readonly event: StoredEvent
  readonly type: TreatmentType
  readonly target: { readonly articleId: ArticleId | null; readonly names: readonly string[] }
  readonly source: { readonly slug: Slug | null; readonly label: string | null }
}

/** Whether an event makes a treatment certain: by a publisher, or by a person. */
const isCertain = ({ type, data }: StoredEvent): boolean => {
  if (type === 'TreatmentStated') return data.by === 'publisher'
  if (type === 'TreatmentRecorded') return data.treatment.status === 'confirmed'
  return type === 'TreatmentConfirmed'
}

/** A suggested treatment is certain once somebody confirms it. */
const certainOf = (events: readonly StoredEvent[]): Certain | null => {
  const event = events.find(isCertain)
  if (event === undefined) return null
  for (const first of events) {
    if (first.type === 'TreatmentStated') {
      const { id, type, target, source } = first.data
      return { id, event, type, target, source }
    }
    if (first.type === 'TreatmentRecorded') {
      const { id, type, target, source } = first.data.treatment
      return {
        id,
        event,
        type,
        target: { articleId: target.articleId, names: [] },
        source: { slug: source.slug, label: source.ecli },
      }
    }
  }
  return null
}

export type TurnedRed = {
  readonly articleId: ArticleId
  readonly event: StoredEvent
  readonly type: TreatmentType
  /** The text that the treatment comes from. */
  readonly source: Certain['source']
}

type Deps = { readonly store: Pick<EventStore, 'readStreams'>; readonly red: RedTexts }

/** Of the treatments of one red text, the one that was certain first turned it red. */
const isFirst = async (
  { store }: Deps,
  { event, id }: Certain,
  because: readonly TreatmentId[],
): Promise<boolean> => {
  const others = because.filter((one) => one !== id)
  const streams = await readableStreams(store, others.map(streamOf))
  return [...streams.values()].every((events) => {
    const other = certainOf(events)
    return other === null || other.event.position > event.position
  })
}

/**
 * The texts that were turned red by treatments of these streams that became certain after a
 * position, up to another one. The read models know which treatments a colour comes from, and have
 * to include the position; so a rebuild finds the same events.
 */
export const turnedRedBy = async (
  deps: Deps,
  streams: readonly StreamId[],
  after: Position,
  through: Position,
): Promise<TurnedRed[]> => {
  const stored = await readableStreams(deps.store, streams)
  const stops = [...stored.values()]
    .map(certainOf)
    .filter((one) => one !== null)
    .filter(
      ({ event, type }) =>
        event.position > after && event.position <= through && classOf(type) === 'stop',
    )
  const turned: TurnedRed[] = []
  for (const one of stops) {
    const { id, event, type, source, target } = one
    const ids = target.articleId === null ? [] : [target.articleId]
    for (const { articleId, because } of await deps.red.among(ids, target.names))
      if (because.includes(id) && (await isFirst(deps, one, because)))
        turned.push({ articleId, event, type, source })
  }
  return turned
}
