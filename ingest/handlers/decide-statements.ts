import { articleHash } from '#contracts/canonical/article.ts'
import type { ArticleEvent, StoredArticleEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { StreamId } from '#contracts/ids.ts'
import { type ImportText, textsNeeded } from '../domain/article/commands.ts'
import { type ArticleState, evolve, stateOf } from '../domain/article/state.ts'
import { NO_TEXTS } from '../domain/article/content-record.ts'
import { decideImport, withEditorsWork } from '../domain/article/decide-import.ts'
import { IMPORT_DETECTORS } from '../enrich/integrity.ts'
import type { ImportNote, Outcome, Statement } from '../import/activities.ts'
import type { TextCache } from './text-cache.ts'
import type { WriteContext } from './write-deps.ts'

export type DecideOptions = { readonly context: WriteContext; readonly publish: boolean }

/** What the statements of one text, taken in their order, add to its facts. */
export type DecidedText = {
  readonly streamId: StreamId
  readonly before: ArticleState
  readonly after: ArticleState
  readonly events: readonly ArticleEvent[]
  readonly outcomes: ReadonlyMap<Statement, Outcome>
  readonly notes: readonly ImportNote[]
}

type SlugIsFree = (statement: Statement) => boolean

/** The wish that a statement is; its texts are added once it is known which are needed. */
export const importCommand = (
  statement: Statement,
  { context, publish }: DecideOptions,
  slugIsFree: boolean,
): ImportText => ({
  type: 'ImportText',
  actor: context.actor,
  time: context.time,
  texts: NO_TEXTS,
  content: statement.content,
  slugIsFree,
  integrity: { detectors: IMPORT_DETECTORS, flags: statement.flags },
  sourceState: statement.state,
  validity: statement.validity,
  publish,
  policy: statement.policy,
  officialSource: statement.policy !== null,
})

/**
 * A known statement without a version that is not the newest one: the source went back to what it
 * said before.
 */
const isOlderState = (statement: Statement, state: ArticleState): boolean =>
  !statement.hasVersion && [...state.importedStates.keys()].at(-1) !== statement.state

/** A state whose name is known, and whose content is another one now. */
const otherContentNote = (statement: Statement, state: ArticleState): ImportNote[] => {
  const recorded = state.importedStates.get(statement.state)
  const slug = state.slug ?? statement.content.slug
  const { content } = statement
  // As the source has it, or with what editors had added when it was recorded.
  const forms = [{ ...content, slug }, withEditorsWork(content, state)]
  const isKnown = forms.some((form) => articleHash(form) === recorded)
  if (!statement.hasVersion || isKnown) return []
  return [
    {
      ...statement.place,
      refused: 'state-recorded-otherwise',
      reason: `the state ${statement.state} of this text is recorded with another content, which stays`,
      hint: 'give the new content a source.version of its own',
    },
  ]
}

/**
 * Decides the statements of one text one after the other, each on the facts that the one before led
 * to.
 */
export const decideText = async (
  facts: readonly StoredArticleEvent[],
  statements: readonly Statement[],
  cache: TextCache,
  options: DecideOptions & { readonly streamId: StreamId; readonly slugIsFree: SlugIsFree },
): Promise<DecidedText> => {
  const { context, streamId, slugIsFree } = options
  const before = stateOf(facts)
  let after = before
  const events: ArticleEvent[] = []
  const outcomes = new Map<Statement, Outcome>()
  const notes: ImportNote[] = []
  for (const statement of statements) {
    const command = importCommand(statement, options, slugIsFree(statement))
    await cache.fetch(textsNeeded(command, after))
    const decision = decideImport({ ...command, texts: cache.texts }, after)
    if (isRefusal(decision)) {
      const { refused, reason, hint } = decision
      const refusal = { ...statement.place, refused, reason, hint }
      outcomes.set(statement, { classification: 'refused', refusal })
      continue
    }
    const { classification } = decision
    const isKnown = classification === 'already-recorded'
    const older = isKnown && isOlderState(statement, after)
    if (isKnown) notes.push(...otherContentNote(statement, after))
    outcomes.set(statement, {
      classification,
      place: statement.place,
      streamId,
      isOlderState: older,
    })
    events.push(...decision.events)
    after = decision.events
      .map((event) => ({ ...event, actor: context.actor, time: context.time }))
      .reduce(evolve, after)
  }
  return { streamId, before, after, events, outcomes, notes }
}
