import type { ConceptAssignment } from '#contracts/concept.ts'
import type { ContentRecord, Validity } from '#contracts/content.ts'
import { ARTICLE_EVENTS, type GroundednessCounts } from '#contracts/events/article.ts'
import type { EventData, StoredArticleEvent, StoredEvent } from '#contracts/events/event.ts'
import { Fault } from '#contracts/fault.ts'
import type { ConceptId, Instant, SemVer, Sha256Hex } from '#contracts/ids.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import { isErasedContent } from '#contracts/sealing/sealed-members.ts'
import type { CitatorView } from '../../citator/text-citator.ts'
import { withPassages, type Embedding } from './embeddings.ts'
import { timelineOf, type Timeline } from './validity.ts'

/** A published wording. */
export type Wording = {
  readonly version: SemVer
  readonly sha256Hash: Sha256Hex
  readonly publishedAt: Instant | null
  readonly content: ContentRecord
}

export type RecordedValidity = Validity & { readonly sourceVersion: string | null }

export type Assessment = {
  readonly score: number | null
  readonly groundedness: GroundednessCounts
}

/**
 * Raise it with every change of the state's shape, and of the names that texts are filed under or
 * cite others by: states of another format are rebuilt from the log, not converted.
 */
export const STATE_FORMAT = 7

/** The concepts of the served wording: their versions, and when one of them last changed. */
export type ConceptsView = {
  readonly versions: Readonly<Record<ConceptId, number>>
  readonly changedAt: Instant | null
}

/**
 * Data about a text from other streams. It is part of the state, so that the served text depends on
 * the state alone.
 */
export type Surroundings = {
  readonly citator: CitatorView | null
  readonly concepts: ConceptsView
  /** How often other public texts cite its current wording (`doublingsOf`). */
  readonly doublings: number
}

/**
 * The state of one text: JSON that depends on the log alone. Validity and passages are kept by
 * version, separate from the wordings, because they may be recorded before their version is
 * published.
 */
export type TextState = {
  readonly format: typeof STATE_FORMAT
  readonly streamVersion: number
  /**
   * Grows with every event of the text and every change of its surroundings, so that rows can
   * refuse older writes. It depends on the batches of a run, so it is never served.
   */
  readonly revision: number
  readonly visibility: 'unpublished' | 'published' | 'withdrawn' | 'deleted'
  /** In the order of publication. */
  readonly wordings: readonly Wording[]
  readonly validities: Readonly<Record<string, readonly RecordedValidity[]>>
  readonly embeddings: Readonly<Record<string, readonly Embedding[]>>
  readonly flags: readonly IntegrityFlag[]
  /** The newest list of concepts matched by a machine; absent if there was none. */
  readonly matched?: EventData<'ConceptsMatched'>['concepts']
  /** By assessed hash, latest recorded last. */
  readonly assessments: readonly Assessment[]
  /** When the served text last changed; null before it was published. */
  readonly changedAt: Instant | null
} & Surroundings

/**
 * Checks a state that was stored. This projection wrote it from parsed events, so only its format
 * can be wrong. Throws Fault `generation-outdated`.
 */
export const parseTextState = (stored: unknown): TextState => {
  const state = stored as TextState
  if (state.format === STATE_FORMAT) return state
  throw new Fault('generation-outdated')
}

export const NEW_TEXT: TextState = {
  format: STATE_FORMAT,
  streamVersion: 0,
  revision: 0,
  visibility: 'unpublished',
  wordings: [],
  validities: {},
  embeddings: {},
  flags: [],
  assessments: [],
  changedAt: null,
  citator: null,
  concepts: { versions: {}, changedAt: null },
  doublings: 0,
}

const isSame = (a: Surroundings, b: Surroundings): boolean =>
  a.doublings === b.doublings &&
  JSON.stringify([a.citator, a.concepts]) === JSON.stringify([b.citator, b.concepts])

/** The state with what other streams say of it now; the same state where nothing changed. */
export const withSurroundings = (
  state: TextState,
  { citator, concepts, doublings }: Surroundings,
): TextState =>
  isSame(state, { citator, concepts, doublings })
    ? state
    : { ...state, citator, concepts, doublings, revision: state.revision + 1 }

/** When the served text last changed, by its own events or others; null before it was published. */
export const updatedAtOf = ({ changedAt, citator, concepts }: TextState): Instant | null =>
  changedAt === null
    ? null
    : [citator?.touchedAt ?? changedAt, concepts.changedAt ?? changedAt].reduce(
        (last, one) => (one > last ? one : last),
        changedAt,
      )

type Dated = Pick<TextState, 'validities'> & {
  readonly wordings: readonly Pick<Wording, 'version'>[]
}

/** The last timeline of each list of wordings. A fold asks for it before and after each event. */
const timelines = new WeakMap<
  Dated['wordings'],
  { readonly validities: Dated['validities']; readonly timeline: Timeline }
>()

export const timelineOfText = ({ wordings, validities }: Dated): Timeline => {
  const known = timelines.get(wordings)
  if (known?.validities === validities) return known.timeline
  const timeline = timelineOf(
    wordings.map(({ version }) =>
      (validities[version] ?? []).map(({ validFrom, validTo }) => ({
        from: validFrom,
        to: validTo,
      })),
    ),
  )
  timelines.set(wordings, { validities, timeline })
  return timeline
}

/** A version that is published again keeps its place and takes the latest licence and source. */
const withWording = (state: TextState, data: EventData<'VersionPublished'>): TextState => {
  const wording: Wording = {
    version: data.version,
    sha256Hash: data.sha256Hash,
    publishedAt: data.publishedAt,
    content: data.content,
  }
  const place = state.wordings.findIndex(({ version }) => version === data.version)
  const before = state.wordings[place]
  const isErased =
    before !== undefined && (isErasedContent(before.content) || isErasedContent(data.content))
  if (before !== undefined && !isErased && before.sha256Hash !== data.sha256Hash)
    throw new Fault('version-hash-regression')
  return {
    ...state,
    visibility: 'published',
    wordings:
      before === undefined ? [...state.wordings, wording] : state.wordings.with(place, wording),
  }
}

/** A later claim of a source for the same version or first day replaces the earlier one. */
export const withValidity = <State extends Pick<TextState, 'validities'>>(
  state: State,
  { version, validFrom, validTo, sourceVersion }: EventData<'ValidityRecorded'>,
): State => {
  const kept = (state.validities[version] ?? []).filter(
    (one) =>
      one.validFrom !== validFrom &&
      (sourceVersion === null || one.sourceVersion !== sourceVersion),
  )
  const all = [...kept, { validFrom, validTo, sourceVersion }]
  return { ...state, validities: { ...state.validities, [version]: all } }
}

const samePlace = (a: IntegrityFlag, b: IntegrityFlag): boolean =>
  a.code === b.code &&
  a.headnoteSequence === b.headnoteSequence &&
  a.span?.utf16.start === b.span?.utf16.start &&
  a.span?.utf16.end === b.span?.utf16.end

const withAssessment = (state: TextState, data: EventData<'GroundednessAssessed'>): TextState => {
  const { score, groundedness } = data
  const others = state.assessments.filter(
    (one) => one.groundedness.assessedHash !== groundedness.assessedHash,
  )
  return { ...state, assessments: [...others, { score, groundedness }] }
}

/** Applies one event to the state, except for revision and time of change. */
const applied = (state: TextState, event: StoredArticleEvent): TextState => {
  switch (event.type) {
    case 'Imported':
    case 'Drafted':
    case 'RevisionOpened':
    case 'Revised':
    case 'Submitted':
    case 'ChangesRequested':
    case 'Approved':
    case 'HeadnotesProposed':
    case 'HeadnoteProposalSettled':
    case 'PublicationScheduled':
    case 'ScheduleCancelled':
    case 'DraftDiscarded':
    case 'PublicationJustified':
    case 'WithdrawalRequested':
    case 'DeletionRequested':
    case 'RequestCancelled':
    case 'ErasureRequested':
    case 'ErasureCancelled':
    case 'WordingErased': // its stream is folded anew, with what the destroyed keys left
    case 'ErasureCertified':
    case 'CommentAdded':
    case 'CommentResolved':
    case 'Assigned':
    case 'IntegrityFlagDismissed': // the flag itself goes with a fact of its own
      return state // work on a draft leaves what is public alone
    case 'VersionPublished':
      return withWording(state, event.data)
    case 'ValidityRecorded':
      return withValidity(state, event.data)
    case 'PassagesEmbedded': {
      const { version } = event.data
      const embeddings = withPassages(
        state.embeddings[version] ?? [],
        event.data,
        event.streamVersion,
      )
      return { ...state, embeddings: { ...state.embeddings, [version]: embeddings } }
    }
    case 'GroundednessAssessed':
      return withAssessment(state, event.data)
    case 'IntegrityFlagRaised': {
      const { flag } = event.data
      return { ...state, flags: [...state.flags.filter((one) => !samePlace(one, flag)), flag] }
    }
    case 'IntegrityFlagCleared': {
      const { code, headnoteSequence } = event.data
      const flags = state.flags.filter(
        (one) => one.code !== code || one.headnoteSequence !== headnoteSequence,
      )
      return { ...state, flags }
    }
    case 'ConceptsMatched':
      return { ...state, matched: event.data.concepts }
    case 'Unpublished':
      return { ...state, visibility: 'unpublished' }
    case 'Withdrawn':
      return { ...state, visibility: 'withdrawn' }
    case 'Deleted':
      return { ...state, visibility: 'deleted' }
    case 'Restored': // never makes anything public: that is an act of its own
      return event.data.from === 'deleted' ? { ...state, visibility: 'unpublished' } : state
    default:
      return event satisfies never
  }
}

/**
 * Concepts assigned by people and publishers, then further ones matched by a machine, which the
 * hash leaves out.
 */
export const conceptsOf = (
  stated: readonly ConceptAssignment[],
  matched: EventData<'ConceptsMatched'>['concepts'],
): ConceptAssignment[] => {
  const known = new Set(stated.map(({ id }) => id))
  const taken = matched.filter(({ id }) => !known.has(id))
  return [...stated, ...taken.map((one) => ({ ...one, assignedBy: 'machine' as const }))]
}

/** The assessment of the wording with this hash; the counts of the latest one where it has none. */
export const assessmentOf = (
  { assessments }: TextState,
  sha256Hash: Sha256Hex,
): {
  readonly groundednessScore: number | null
  readonly groundedness: GroundednessCounts | null
} => {
  const own = assessments.find(({ groundedness }) => groundedness.assessedHash === sha256Hash)
  return {
    groundednessScore: own?.score ?? null,
    groundedness: (own ?? assessments.at(-1))?.groundedness ?? null,
  }
}

/** The served wording with its days and assessment; null while the text is not public. */
export const servedOf = (state: TextState) => {
  if (state.visibility !== 'published') return null
  const { current, intervals } = timelineOfText(state)
  const wording = state.wordings[current]
  if (wording === undefined || isErasedContent(wording.content)) return null
  return {
    wording,
    // The last interval is true for each of its days; first to last day would cover the gaps.
    validity: {
      validFrom: intervals[current]?.at(-1)?.from ?? null,
      validTo: intervals[current]?.at(-1)?.to ?? null,
    },
    flags: state.flags,
    concepts: conceptsOf(wording.content.concepts, state.matched ?? []),
    ...assessmentOf(state, wording.sha256Hash),
  }
}

/** Members of the state that the served text depends on. */
const SERVED_FROM = [
  'visibility',
  'wordings',
  'validities',
  'flags',
  'assessments',
  'matched',
] as const

const sameServed = (before: TextState, after: TextState): boolean =>
  SERVED_FROM.every((member) => before[member] === after[member]) ||
  JSON.stringify(servedOf(before)) === JSON.stringify(servedOf(after))

const isOfText = (event: StoredEvent): event is StoredArticleEvent => event.type in ARTICLE_EVENTS

/**
 * The state after one more event of the text. Pure; the event's time is the only clock. Throws
 * Fault `event-unread` or `version-hash-regression` if the stream cannot be read further.
 */
export const evolve = (state: TextState, event: StoredEvent): TextState => {
  if (!isOfText(event))
    throw new Fault('event-unread', `${event.streamId} has an event that does not belong to a text`)
  const { streamVersion } = event
  const after = { ...applied(state, event), streamVersion, revision: state.revision + 1 }
  return sameServed(state, after) ? after : { ...after, changedAt: event.time }
}

/** The first event that could not be folded, and why. */
export type Stop = { readonly event: StoredEvent; readonly reason: string }

/**
 * Folds events of one stream, in order. Skips events that the state has already seen; stops at a
 * gap or at an unreadable event, with the state so far.
 */
export const fold = (
  state: TextState,
  events: readonly StoredEvent[],
): { readonly state: TextState; readonly stop: Stop | null } => {
  let current = state
  for (const event of events) {
    if (event.streamVersion <= current.streamVersion) continue
    if (event.streamVersion > current.streamVersion + 1)
      return { state: current, stop: { event, reason: 'stream-gap' } }
    try {
      current = evolve(current, event)
    } catch (error) {
      return {
        state: current,
        stop: { event, reason: error instanceof Fault ? error.code : 'event-unreadable' },
      }
    }
  }
  return { state: current, stop: null }
}
