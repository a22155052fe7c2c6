/** Statements of publishers besides the text: persons, and treatments of other texts. */
import type { Append } from '#contracts/events/append.ts'
import type { NewEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import {
  type ArticleId,
  articleIdOfStream,
  personStream,
  type Slug,
  type StreamId,
} from '#contracts/ids.ts'
import { type Decider, decideNext } from '../domain/decider.ts'
import { namingStream, type PersonCommand, personDecider } from '../domain/person/decide.ts'
import { refuse } from '../domain/refusals.ts'
import { statementIdOf, treatmentStream } from '../domain/treatment/commands.ts'
import { treatmentDecider } from '../domain/treatment/decide.ts'
import { personsIn } from '../enrich/named-persons.ts'
import { statedTreatments } from '../enrich/stated-treatments.ts'
import type { ImportNote, Statement } from './activities.ts'
import type { EventStore } from '../ports.ts'
import { NO_FACTS } from '../sources/document.ts'
import { loadStreams } from '../command-handler/command-handler.ts'
import type { WriteContext } from '../command-handler/write-deps.ts'

/** An accepted statement. */
export type TakenStatement = {
  readonly statement: Statement
  /** Of its text. */
  readonly slug: Slug
  /** False: a later file may say otherwise of other texts, or said the same already. */
  readonly isCurrent: boolean
}

type PersonOnStream = {
  readonly streamId: StreamId
  readonly command: PersonCommand
  /** The stream of the person whom it is about. */
  readonly of: StreamId
}

const personCommands = (
  { content, facts }: Statement,
  articleId: ArticleId,
  { time }: WriteContext,
): PersonOnStream[] =>
  personsIn(content, facts?.persons ?? []).flatMap(({ id, isBench, ...person }) => {
    const { office } = person
    const day = content.judicialDecision?.decisionDate ?? null
    const naming = { personId: id, articleId, office, day }
    const of = personStream(id)
    const recorded: PersonOnStream = {
      of,
      streamId: of,
      command: { type: 'RecordPerson', person: { ...person, recordedAt: time } },
    }
    const named: PersonOnStream = {
      of,
      streamId: namingStream(naming),
      command: { type: 'NamePerson', naming },
    }
    return isBench ? [recorded, named] : [recorded]
  })

const statementCommands = (
  { statement, slug, isCurrent }: TakenStatement,
  articleId: ArticleId,
) => {
  if (!isCurrent) return []
  const { content, validity, official, facts = NO_FACTS } = statement
  // Only a configured folder names a publisher; no word in a record does.
  const by = official === null || official.publisher === null ? 'import' : 'publisher'
  return statedTreatments({ articleId, slug, content, validity }, facts).map((one) => ({
    streamId: treatmentStream(statementIdOf(one)),
    command: { type: 'RecordStatement', statement: one, by } as const,
  }))
}

/** Decides commands in order; several may concern one stream. Also returns the refused ones. */
const decideInOrder = async <State, Command, Event extends NewEvent>(
  store: EventStore,
  decider: Decider<State, Command, Event>,
  commands: readonly { readonly streamId: StreamId; readonly command: Command }[],
  context: WriteContext,
): Promise<{
  readonly streams: ReadonlyMap<StreamId, Append>
  readonly refused: ReadonlySet<StreamId>
}> => {
  const refused = new Set<StreamId>()
  if (commands.length === 0) return { streams: new Map(), refused }
  const ids = new Set(commands.map(({ streamId }) => streamId))
  const streams = new Map(await loadStreams(store, decider, [...ids]))
  for (const { streamId, command } of commands) {
    const stream = streams.get(streamId)
    const decided = stream && decideNext(decider, stream, command, context)
    if (decided === undefined) continue
    if (isRefusal(decided)) refused.add(streamId)
    else streams.set(streamId, decided)
  }
  return { streams, refused }
}

export type PublisherFactsDecided = {
  readonly appends: readonly Append[]
  /** That a file names a person who was erased. */
  readonly notes: readonly ImportNote[]
}

/**
 * The events of a batch's publisher statements by stream, appended with its texts. Known statements
 * add nothing. An erased person is not recorded again, and a note says so.
 */
export const decidePublisherFacts = async (
  store: EventStore,
  taken: readonly TakenStatement[],
  context: WriteContext,
): Promise<PublisherFactsDecided> => {
  const perText = taken.map((one) => {
    const articleId = articleIdOfStream(one.statement.streamId)
    return {
      place: one.statement.place,
      persons: personCommands(one.statement, articleId, context),
      treatments: statementCommands(one, articleId),
    }
  })
  const persons = perText.flatMap((one) => one.persons)
  const treatments = perText.flatMap((one) => one.treatments)
  const known = await decideInOrder(store, personDecider, persons, context)
  const decided = new Map([
    ...known.streams,
    ...(await decideInOrder(store, treatmentDecider, treatments, context)).streams,
  ])
  // Only an erased person is refused; that a decision names them is not recorded again either.
  const isErased = ({ of }: PersonOnStream): boolean => known.refused.has(of)
  // In the order of the sources.
  const inOrder = perText.flatMap((one) => [
    ...one.persons.filter((person) => !isErased(person)),
    ...one.treatments,
  ])
  const appends = [...new Set(inOrder.map(({ streamId }) => streamId))].flatMap((streamId) => {
    const stream = decided.get(streamId)
    if (stream === undefined || stream.events.length === 0) return []
    const { expectedVersion, events } = stream
    return [{ streamId, expectedVersion, events }]
  })
  const notes = perText
    .filter((one) => one.persons.some(isErased))
    .map(({ place }) => ({ ...refuse('person-erased'), ...place }))
  return { appends, notes }
}
