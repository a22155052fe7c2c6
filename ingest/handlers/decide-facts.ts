/**
 * What publishers say beyond the texts themselves: which facts of persons and of the citator
 * follow.
 */
import type { Append } from '#contracts/events/append.ts'
import type { EventData, NewEvent, StoredEvent } from '#contracts/events/event.ts'
import { ArticleId, type Slug, type StreamId } from '#contracts/ids.ts'
import {
  decideNaming,
  decidePerson,
  decideStated,
  namingStream,
  personStream,
  statedIdOf,
  statedStream,
} from '../domain/person/decide.ts'
import { personsIn } from '../enrich/named-persons.ts'
import { statedTreatments } from '../enrich/stated-treatments.ts'
import type { Statement } from '../import/activities.ts'
import type { EventStore } from '../ports.ts'
import { NO_FACTS } from '../sources/document.ts'
import type { WriteContext } from './write-deps.ts'

/** A statement that was taken, and the slug that its text holds. */
export type TakenStatement = { readonly statement: Statement; readonly slug: Slug }

/** A decision about one stream, to be made on its facts. */
type Wish = {
  readonly streamId: StreamId
  readonly decide: (facts: readonly StoredEvent[]) => NewEvent[]
}

const ARTICLE_STREAM = 'article-'

const personWishes = (
  { content, facts }: Statement,
  articleId: ArticleId,
  { time }: WriteContext,
): Wish[] =>
  personsIn(content, facts?.persons ?? []).flatMap(({ id, isBench, ...person }): Wish[] => {
    const { office } = person
    const day = content.judicialDecision?.decisionDate ?? null
    const naming: EventData<'PersonNamed'> = { personId: id, articleId, office, day }
    const named = {
      streamId: namingStream(naming),
      decide: (known: readonly StoredEvent[]) => decideNaming(naming, known),
    }
    const recorded = {
      streamId: personStream(id),
      decide: (known: readonly StoredEvent[]) => decidePerson(person, time, known),
    }
    return isBench ? [recorded, named] : [recorded]
  })

const wishesOf = ({ statement, slug }: TakenStatement, context: WriteContext): Wish[] => {
  const { content, validity, facts = NO_FACTS } = statement
  const articleId = ArticleId.parse(statement.streamId.slice(ARTICLE_STREAM.length))
  const stated = statedTreatments({ articleId, slug, content, validity }, facts)
  return [
    ...personWishes(statement, articleId, context),
    ...stated.map((one) => ({
      streamId: statedStream(statedIdOf(one)),
      decide: (known: readonly StoredEvent[]) => decideStated(one, known),
    })),
  ]
}

/**
 * A new fact as later decisions of the same batch see it; what the store adds, none of them reads.
 */
const asFact = (event: NewEvent): StoredEvent => event as StoredEvent

/**
 * The facts that a batch's publishers add, stream by stream, to be appended with its texts. What is
 * recorded already adds nothing, so a second import of the same files adds none.
 */
export const decideFacts = async (
  store: EventStore,
  taken: readonly TakenStatement[],
  context: WriteContext,
): Promise<Append[]> => {
  const wishes = taken.flatMap((one) => wishesOf(one, context))
  if (wishes.length === 0) return []
  const recorded = await store.readStreams([...new Set(wishes.map(({ streamId }) => streamId))])
  const added = new Map<StreamId, NewEvent[]>()
  for (const { streamId, decide } of wishes) {
    const events = added.get(streamId) ?? []
    const facts = [...(recorded.get(streamId) ?? []), ...events.map(asFact)]
    added.set(streamId, [...events, ...decide(facts)])
  }
  return [...added].flatMap(([streamId, events]) =>
    events.length === 0
      ? []
      : [{ streamId, expectedVersion: recorded.get(streamId)?.length ?? 0, events }],
  )
}
