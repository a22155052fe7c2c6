import { articleHash } from '#contracts/canonical/article.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { Sha256Hex } from '#contracts/ids.ts'
import type { ArticleRequest } from '../domain/article/commands.ts'
import { textReferenceOf } from '../domain/article/content-record.ts'
import { importClassOf, withEditorsWork } from '../domain/article/decide-import.ts'
import { stateName, textName } from '../domain/article/erasure-plan.ts'
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

/** The same, with what names a value by an HMAC, and the statements of later files. */
export type DecideSettings = DecideOptions & {
  readonly fingerprint: (name: string) => Sha256Hex
  readonly newer: ReadonlySet<Statement>
}

/** The decisions on the statements of one text. */
export type DecidedStatements = {
  readonly before: ArticleState
  readonly after: DecidedText
  readonly outcomes: ReadonlyMap<Statement, RecordOutcome>
  /** Those whose state was not recorded before. */
  readonly newStates: ReadonlySet<Statement>
  readonly notes: readonly ImportNote[]
}

/** By what an erased statement is known again; nothing where nothing was erased. */
const fingerprintsOf = (
  name: string,
  { content }: Statement,
  { erasure }: Pick<ArticleState, 'erasure'>,
  fingerprint: DecideSettings['fingerprint'],
): Sha256Hex[] =>
  erasure.fingerprints.size === 0
    ? []
    : [stateName(name), textName(textReferenceOf(content.contentClean).sha256)].map(fingerprint)

/** Whether a recorded state has this content, with or without the additions of editors. */
const isRecorded = ({ content }: Statement, state: ArticleState, recorded: Sha256Hex): boolean => {
  const slug = state.slug ?? content.slug
  const forms = [{ ...content, slug }, withEditorsWork(content, state)]
  return forms.some((form) => articleHash(form) === recorded)
}

/**
 * The name under which a statement is recorded. A later file of the publisher that has other words
 * under the same `source.version` corrects them; it is a state of its own, named by its content.
 */
const nameOf = (
  statement: Statement,
  state: ArticleState,
  newer: DecideSettings['newer'],
): string => {
  const recorded = state.importedStates.get(statement.state)
  if (!statement.hasVersion || recorded === undefined) return statement.state
  if (isRecorded(statement, state, recorded)) return statement.state
  const corrected = `${statement.state}#${articleHash(statement.content)}`
  return newer.has(statement) || state.importedStates.has(corrected) ? corrected : statement.state
}

export const importRequest = (
  statement: Statement,
  { publish, fingerprint, newer }: Pick<DecideSettings, 'publish' | 'fingerprint' | 'newer'>,
  slugIsFree: boolean,
  state: ArticleState,
): ArticleRequest => {
  const name = nameOf(statement, state, newer)
  return {
    type: 'ImportText',
    content: statement.content,
    slugIsFree,
    integrity: { detectors: IMPORT_DETECTORS, flags: statement.flags },
    sourceState: name,
    isNewer: newer.has(statement),
    fingerprints: fingerprintsOf(name, statement, state, fingerprint),
    validity: statement.validity,
    publish,
    policy: statement.official?.policy ?? null,
  }
}

/**
 * A known statement without a version that is not the newest one: the source returned to an older
 * state.
 */
const isOlderState = (statement: Statement, { importedStates }: ArticleState): boolean => {
  if (statement.hasVersion || !importedStates.has(statement.state)) return false
  const newest = [...importedStates.keys()].at(-1)
  return newest !== statement.state && newest?.startsWith(`${statement.state}~`) !== true
}

/** A note if a known state has another content now. */
const otherContentNote = (statement: Statement, state: ArticleState): ImportNote[] => {
  const recorded = state.importedStates.get(statement.state)
  if (!statement.hasVersion || recorded === undefined) return []
  if (isRecorded(statement, state, recorded)) return []
  if (state.importedStates.has(`${statement.state}#${articleHash(statement.content)}`)) return []
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
  options: DecideSettings,
  slugIsFree: (statement: Statement) => boolean,
): Promise<DecidedStatements> => {
  let after = text
  const outcomes = new Map<Statement, RecordOutcome>()
  const newStates = new Set<Statement>()
  const notes: ImportNote[] = []
  for (const statement of statements) {
    const { place } = statement
    const request = importRequest(statement, options, slugIsFree(statement), after.state)
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
    if (events.some(({ type }) => type === 'Imported')) newStates.add(statement)
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
  return { before: text.state, after, outcomes, newStates, notes }
}
