import { articleHash } from '#contracts/canonical/article.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { ArticleRequest } from '../domain/article/commands.ts'
import { importClassOf, withEditorsWork } from '../domain/article/decide-import.ts'
import { type ArticleState, statusOf } from '../domain/article/state.ts'
import { IMPORT_DETECTORS } from '../enrich/integrity.ts'
import type { ImportNote, RecordOutcome, Statement } from './activities.ts'
import type { DecidedText, TextDecisions } from '../command-handler/text-handler.ts'
import type { WriteContext } from '../command-handler/write-deps.ts'

export type DecideOptions = {
  readonly context: WriteContext
  readonly publish: boolean
  /** The name of the complete listing that this import is; absent: it is none. */
  readonly listing?: string
}

/** The decisions on the statements of one text. */
export type DecidedStatements = {
  readonly before: ArticleState
  readonly after: DecidedText
  readonly outcomes: ReadonlyMap<Statement, RecordOutcome>
  readonly notes: readonly ImportNote[]
}

export const importRequest = (
  statement: Statement,
  { publish }: Pick<DecideOptions, 'publish'>,
  slugIsFree: boolean,
): ArticleRequest => ({
  type: 'ImportText',
  content: statement.content,
  slugIsFree,
  integrity: { detectors: IMPORT_DETECTORS, flags: statement.flags },
  sourceState: statement.state,
  validity: statement.validity,
  publish,
  policy: statement.official?.policy ?? null,
})

/**
 * A known statement without a version that is not the newest one: the source returned to an older
 * state.
 */
const isOlderState = (statement: Statement, state: ArticleState): boolean =>
  !statement.hasVersion && [...state.importedStates.keys()].at(-1) !== statement.state

/** A note if a known state has another content now. */
const otherContentNote = (statement: Statement, state: ArticleState): ImportNote[] => {
  const recorded = state.importedStates.get(statement.state)
  const slug = state.slug ?? statement.content.slug
  const { content } = statement
  // With and without the additions of editors at the time of recording.
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

/** Decides the statements of one text in order, each on the state after the one before. */
export const decideStatements = async (
  text: DecidedText,
  statements: readonly Statement[],
  decisions: TextDecisions,
  options: DecideOptions,
  slugIsFree: (statement: Statement) => boolean,
): Promise<DecidedStatements> => {
  let after = text
  const outcomes = new Map<Statement, RecordOutcome>()
  const notes: ImportNote[] = []
  for (const statement of statements) {
    const { place } = statement
    const request = importRequest(statement, options, slugIsFree(statement))
    const decided = await decisions.decide(after, request)
    if (isRefusal(decided)) {
      const { refused, reason, hint } = decided
      outcomes.set(statement, {
        classification: 'refused',
        refusal: { ...place, refused, reason, hint },
      })
      continue
    }
    const events = decided.events.slice(after.events.length)
    const classification = importClassOf(after.state, events)
    const isKnown = classification === 'already-recorded'
    if (isKnown) notes.push(...otherContentNote(statement, after.state))
    outcomes.set(statement, {
      classification,
      place,
      streamId: text.streamId,
      isOlderState: isKnown && isOlderState(statement, after.state),
      text: {
        slug: decided.state.slug ?? statement.content.slug,
        status: statusOf(decided.state),
        hasDraft: decided.state.draft !== null,
        isNewlyPublished: events.some(({ type }) => type === 'VersionPublished'),
        officialSource: statement.official?.id ?? null,
      },
    })
    after = decided
  }
  return { before: text.state, after, outcomes, notes }
}
