import type { ContentRecord, Validity } from '#contracts/content.ts'
import type {
  Bump,
  HeadnoteProposal,
  PublisherRemoval,
  RequestKind,
} from '#contracts/events/article.ts'
import type { ArticleEvent, EventData } from '#contracts/events/event.ts'
import type { Instant, SemVer, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import type { SpanTarget } from '#contracts/law/annotations/span-target.ts'
import type { StaffId } from '#contracts/staff.ts'
import type { IntegrityCode } from '#contracts/vocabulary/integrity.ts'
import { type Fact, stateAfter } from '../decider.ts'
import type { Asked, ErasureReason } from '../two-persons.ts'

/** An event of an article stream, new or stored. */
export type ArticleFact = Fact<ArticleEvent>

/** Whether the public sees a text. */
export type PublicStatus = 'never-published' | 'published' | 'unpublished' | 'withdrawn' | 'deleted'
export type DraftStatus = 'draft' | 'in_review' | 'changes_requested' | 'approved' | 'scheduled'

/** A statement of a source and the hash of its wording. */
export type ImportedState = {
  readonly state: string
  readonly contentHash: Sha256Hex
  readonly validity: Validity
}

export type Approval = {
  readonly sha256Hash: Sha256Hex
  readonly policy: string | null
  readonly by: string
  /** The cited texts whose status was red then; null: nobody looked. */
  readonly citedRed: readonly Slug[] | null
}

/** When an approved draft goes public, and in whose name. */
export type Schedule = {
  readonly sha256Hash: Sha256Hex
  readonly at: Instant
  readonly reason: string | null
  readonly by: string
  /** As in an approval. */
  readonly citedRed: readonly Slug[] | null
}

/** The open draft of the next version; a published version stays live beside it. */
export type Draft = {
  readonly content: ContentRecord
  readonly status: DraftStatus
  /** The people who wrote or submitted it; none of them may review it. */
  readonly authors: readonly string[]
  readonly approval: Approval | null
  /** Set while the status is `scheduled`. */
  readonly schedule: Schedule | null
  /** The statement that this wording comes from; null once an editor changed it. */
  readonly imported: ImportedState | null
  /** The validity that its source stated last; an editor's change of the wording keeps it. */
  readonly validity: Validity | null
}

/** The newest version, live or not. */
export type PublishedVersion = {
  readonly version: SemVer
  readonly sha256Hash: Sha256Hex
  readonly publishedAt: Instant | null
  readonly content: ContentRecord
}

/** One line of the history. */
export type VersionEntry = {
  readonly version: SemVer
  readonly sha256Hash: Sha256Hex
  readonly bump: Bump
  readonly changeClass: string | null
  readonly reasons: readonly string[]
  readonly policy: string | null
  readonly publishedAt: Instant | null
  /** When the fact was recorded, and by whom. */
  readonly recordedAt: Instant
  readonly by: string
}

/** What one person asked for and a second one has to confirm. */
export type PendingRequest = {
  readonly request: RequestKind
  readonly by: string
  readonly at: Instant
  /** The cause of a withdrawal, or the reason for a deletion. */
  readonly reason: string
  readonly replacement: Slug | null
}

export type TextComment = {
  readonly id: string
  readonly inReplyTo: string | null
  readonly sha256Hash: Sha256Hex
  readonly by: string
  readonly at: Instant
  readonly body: string
  readonly target: SpanTarget | null
  readonly resolved: { readonly by: string; readonly at: Instant } | null
}

/** What a text had when it was withdrawn or deleted, for its restoration. */
type SetAside = {
  readonly publicStatus: PublicStatus
  readonly draft: Draft | null
  /** Of a text that was withdrawn before it was deleted. */
  readonly before: SetAside | null
}

/** A proposed headnote; outcome null: not decided yet. */
export type Proposed = HeadnoteProposal & { readonly outcome: 'accepted' | 'rejected' | null }

/** The validity of a version as its source stated it. */
export type RecordedValidity = Omit<EventData<'ValidityRecorded'>, 'version'>

/** How many batches of passages a version has in one model, and which of them are recorded. */
type EmbeddedPassages = { readonly batches: number; readonly seen: ReadonlySet<number> }
const passagesKey = (version: SemVer, model: string): string => `${version} ${model}`

/** An erasure that was asked for. */
export type RequestedErasure = {
  /** In the order of the text. */
  readonly versions: readonly SemVer[]
  readonly whole: boolean
  /** The comment to erase with its answers; null: wordings are meant. */
  readonly thread: string | null
} & ErasureReason

/** What of a text was erased, and what somebody wants to be. */
export type Erasure = {
  readonly versions: ReadonlySet<SemVer>
  readonly whole: boolean
  /** Facts of erasures without a certificate, by their version of the stream. */
  readonly uncertified: ReadonlySet<number>
  /** HMACs of erased statements and texts. */
  readonly fingerprints: ReadonlySet<Sha256Hex>
  readonly requested: (RequestedErasure & Asked) | null
}

/** The state of a text that decisions are made on. */
export type ArticleState = {
  /** Number of events so far. */
  readonly streamVersion: number
  readonly sourceId: string | null
  readonly slug: Slug | null
  readonly publicStatus: PublicStatus
  readonly draft: Draft | null
  readonly published: PublishedVersion | null
  /** The people who wrote or submitted any version. */
  readonly authors: readonly string[]
  /** Ascending, each version once. */
  readonly versions: readonly VersionEntry[]
  /** The wording of each version, with the details that it was published with last. */
  readonly wordings: ReadonlyMap<SemVer, ContentRecord>
  /** Hash of the wording that each recorded state of the source led to. */
  readonly importedStates: ReadonlyMap<string, Sha256Hex>
  /** The wording of each recorded state, with the details that the source stated. */
  readonly importedWordings: ReadonlyMap<string, ContentRecord>
  /** The validities of each version in recorded order; the last one applies. */
  readonly validities: ReadonlyMap<SemVer, readonly RecordedValidity[]>
  readonly integrityFlags: readonly IntegrityFlag[]
  /** Ids of the evidence items that a person dismissed. */
  readonly dismissed: ReadonlySet<string>
  /** The last assessment of groundedness, of any wording. */
  readonly assessed: EventData<'GroundednessAssessed'> | null
  /** The last concepts matched by a machine, and those barred by editors. */
  readonly matched: EventData<'ConceptsMatched'> | null
  /** Proposed headnotes and the decisions about them. */
  readonly proposals: ReadonlyMap<string, Proposed>
  /** Batches of passages that are recorded, by `passagesKey`. */
  readonly embedded: ReadonlyMap<string, EmbeddedPassages>
  /** A statement whose wording follows in the next event. */
  readonly pendingImport: ImportedState | null
  readonly pending: PendingRequest | null
  /** Who works on it next. */
  readonly assignedTo: StaffId | null
  /** By id, in the order in which they were made. */
  readonly comments: ReadonlyMap<string, TextComment>
  /** Set while the text is withdrawn without a draft, or deleted. */
  readonly setAside: SetAside | null
  /** Set while the text is deleted because its publisher took it down. */
  readonly removal: PublisherRemoval | null
  readonly erasure: Erasure
}

export const INITIAL_STATE: ArticleState = {
  streamVersion: 0,
  sourceId: null,
  slug: null,
  publicStatus: 'never-published',
  draft: null,
  published: null,
  authors: [],
  versions: [],
  wordings: new Map(),
  importedStates: new Map(),
  importedWordings: new Map(),
  validities: new Map(),
  integrityFlags: [],
  dismissed: new Set(),
  assessed: null,
  matched: null,
  proposals: new Map(),
  embedded: new Map(),
  pendingImport: null,
  pending: null,
  assignedTo: null,
  comments: new Map(),
  setAside: null,
  removal: null,
  erasure: {
    versions: new Set(),
    whole: false,
    uncertified: new Set(),
    fingerprints: new Set(),
    requested: null,
  },
}

export type ArticleStatus = DraftStatus | Exclude<PublicStatus, 'never-published'> | 'new'

/**
 * The status of a text in one word (contracts/conventions/life-cycle.md); a live text with a draft
 * is `published`.
 */
export const statusOf = (state: ArticleState): ArticleStatus =>
  state.publicStatus === 'never-published' ? (state.draft?.status ?? 'new') : state.publicStatus

/** Where a text is in the life cycle: its open draft first, else what the public has. */
export type DeskStatus = DraftStatus | Exclude<PublicStatus, 'never-published'>

/** The status under which the editors' desk lists a text; null: there is none. */
export const deskStatusOf = ({
  draft,
  publicStatus,
}: Pick<ArticleState, 'publicStatus'> & {
  readonly draft: Pick<Draft, 'status'> | null
}): DeskStatus | null => draft?.status ?? (publicStatus === 'never-published' ? null : publicStatus)

/**
 * The wording by which people know a text: its draft, else its newest version, else the draft that
 * it had when it was deleted. Null: none is left.
 */
export const knownWordingOf = ({
  draft,
  published,
  setAside,
}: ArticleState): ContentRecord | null => (draft ?? published ?? setAside?.draft)?.content ?? null

const withEntry = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> =>
  new Map(map).set(key, value)

const withProposals = (
  known: ReadonlyMap<string, Proposed>,
  proposals: readonly HeadnoteProposal[],
): ReadonlyMap<string, Proposed> =>
  new Map([
    ...proposals.map((one) => [one.id, { ...one, outcome: null }] as const),
    ...known, // a repeated proposal keeps its outcome
  ])

const isFlag =
  (code: IntegrityCode, headnoteSequence: number | null) =>
  (flag: IntegrityFlag): boolean =>
    flag.code === code && flag.headnoteSequence === headnoteSequence

type Data<Type extends ArticleEvent['type']> = Extract<ArticleEvent, { type: Type }>['data']

const afterImport = (state: ArticleState, data: Data<'Imported'>): Partial<ArticleState> => {
  const { validFrom, validTo } = data
  const validity = { validFrom, validTo }
  const statement = { state: data.state, contentHash: data.contentHash, validity }
  const known = {
    sourceId: state.sourceId ?? data.sourceId,
    importedStates: withEntry(state.importedStates, data.state, data.contentHash),
  }
  // The draft has this wording already: it now represents the newer statement.
  const { draft } = state
  if (draft?.imported?.contentHash !== data.contentHash || data.otherDetails === true)
    return { ...known, pendingImport: statement }
  return {
    ...known,
    importedWordings: withEntry(state.importedWordings, data.state, draft.content),
    draft: { ...draft, imported: statement, validity },
  }
}

/** The wording that a statement led to, new or recorded before. */
const statementDone = (
  { pendingImport, importedWordings }: ArticleState,
  content: ContentRecord | undefined,
): Pick<ArticleState, 'pendingImport' | 'importedWordings'> => ({
  pendingImport: null,
  importedWordings:
    pendingImport === null || content === undefined
      ? importedWordings
      : withEntry(importedWordings, pendingImport.state, content),
})

/** Whether a draft has an approval, for now or for its hour. */
export const isApproved = (draft: Pick<Draft, 'status'> | null): boolean =>
  draft?.status === 'approved' || draft?.status === 'scheduled'

/** Two lists of people, each person once. */
const together = (some: readonly string[], more: readonly string[]): readonly string[] => [
  ...new Set([...some, ...more]),
]

const afterWording = (
  state: ArticleState,
  { content }: { readonly content: ContentRecord },
  actor: string,
): Partial<ArticleState> => {
  const before = state.draft
  return {
    sourceId: state.sourceId ?? content.source.id,
    slug: content.slug,
    ...statementDone(state, content),
    draft: {
      content,
      // An approval covers one hash: a later change needs another review.
      status: isApproved(before) ? 'in_review' : (before?.status ?? 'draft'),
      authors: together(before?.authors ?? [], [actor]),
      approval: null,
      schedule: null,
      imported: state.pendingImport,
      validity: state.pendingImport?.validity ?? before?.validity ?? null,
    },
  }
}

const validityOf = ({ validities }: ArticleState, version: SemVer): Validity | null => {
  const last = validities.get(version)?.at(-1)
  return last === undefined ? null : { validFrom: last.validFrom, validTo: last.validTo }
}

const openedRevision = (state: ArticleState): Draft | null =>
  state.published && {
    content: state.published.content,
    status: 'draft',
    // A review covers the changes to the published version, and there are none yet.
    authors: [],
    approval: null,
    schedule: null,
    imported: null,
    // An editor's change of the wording keeps the validity.
    validity: validityOf(state, state.published.version),
  }

const withDraft = (state: ArticleState, change: Partial<Draft>): Partial<ArticleState> =>
  state.draft === null ? {} : { draft: { ...state.draft, ...change } }

const afterPublication = (
  state: ArticleState,
  data: Data<'VersionPublished'>,
  fact: { readonly actor: string; readonly time: Instant },
): Partial<ArticleState> => {
  const { version, sha256Hash, publishedAt, content, bump, changeClass, reasons, policy } = data
  const entry: VersionEntry = {
    version,
    sha256Hash,
    publishedAt,
    bump,
    changeClass,
    reasons,
    policy,
    recordedAt: fact.time,
    by: fact.actor,
  }
  const isBack = state.versions.some((one) => one.version === version)
  // Republishing a version keeps a draft that is in review.
  const keepsDraft = isBack && !isApproved(state.draft)
  return {
    publicStatus: 'published',
    published: { version, sha256Hash, publishedAt, content },
    authors: keepsDraft ? state.authors : together(state.authors, state.draft?.authors ?? []),
    versions: isBack ? state.versions : [...state.versions, entry],
    wordings: withEntry(state.wordings, version, content),
    draft: keepsDraft ? state.draft : null,
    slug: keepsDraft ? state.slug : content.slug,
    ...statementDone(state, content),
    erasure: { ...state.erasure, whole: false },
  }
}

/** The newest version is the text's wording again, and the slug is that of the version. */
const withoutDraft = ({ published, slug }: ArticleState): Partial<ArticleState> => ({
  draft: null,
  slug: published?.content.slug ?? slug,
})

/** An approval was given for a text that stays: it ends when the text is taken away. */
const unapproved = (draft: Draft | null): Draft | null =>
  isApproved(draft) && draft !== null
    ? { ...draft, status: 'in_review', approval: null, schedule: null }
    : draft

const takenAway = (
  state: ArticleState,
  publicStatus: 'withdrawn' | 'deleted',
): Partial<ArticleState> => ({
  publicStatus,
  draft: null,
  pending: null,
  setAside: {
    publicStatus: state.publicStatus,
    draft: unapproved(state.draft),
    before: state.setAside,
  },
})

const afterRestoration = (
  state: ArticleState,
  { from }: Data<'Restored'>,
): Partial<ArticleState> => {
  const { setAside } = state
  const draft = setAside?.draft ?? null
  if (from === 'withdrawn') {
    const restored = draft ?? openedRevision(state)
    // All its words are reviewed again, not only what changed since the last version.
    const authors = together(state.authors, restored?.authors ?? [])
    return { draft: restored && { ...restored, authors }, setAside: null }
  }
  const before = setAside?.publicStatus ?? 'unpublished'
  return {
    removal: null,
    publicStatus: before === 'published' ? 'unpublished' : before,
    draft,
    setAside: setAside?.before ?? null,
  }
}

const asked = (
  { actor, time }: ArticleFact,
  request: Pick<PendingRequest, 'request' | 'reason' | 'replacement'>,
): Partial<ArticleState> => ({ pending: { ...request, by: actor, at: time } })

const afterErasure = (
  { erasure, slug, draft, setAside, streamVersion }: ArticleState,
  { versions, whole, fingerprints }: Data<'WordingErased'>,
): Partial<ArticleState> => ({
  erasure: {
    versions: new Set([...erasure.versions, ...versions]),
    whole,
    uncertified: new Set([...erasure.uncertified, streamVersion + 1]),
    fingerprints: new Set([...erasure.fingerprints, ...fingerprints]),
    requested: null,
  },
  // Nothing of the text is left to work on or to bring back.
  slug: whole ? null : slug,
  draft: whole ? null : draft,
  setAside: whole && setAside !== null ? { ...setAside, draft: null, before: null } : setAside,
})

const withComment = (
  { comments }: ArticleState,
  id: string,
  comment: TextComment | undefined,
): Partial<ArticleState> =>
  comment === undefined ? {} : { comments: withEntry(comments, id, comment) }

const change = (state: ArticleState, fact: ArticleFact): Partial<ArticleState> => {
  const { type, data, actor, time } = fact
  switch (type) {
    case 'Imported':
      return afterImport(state, data)
    case 'Drafted':
    case 'Revised':
      return afterWording(state, data, actor)
    case 'RevisionOpened':
      return { draft: openedRevision(state) }
    case 'Submitted':
      return withDraft(state, {
        status: 'in_review',
        authors: together(state.draft?.authors ?? [], [actor]),
      })
    case 'ChangesRequested':
      return withDraft(state, { status: 'changes_requested', approval: null, schedule: null })
    case 'Approved':
      return withDraft(state, {
        status: 'approved',
        approval: { ...data, by: actor, citedRed: data.citedRed ?? null },
      })
    case 'PublicationScheduled':
      return withDraft(state, {
        status: 'scheduled',
        schedule: { ...data, by: actor, citedRed: data.citedRed ?? null },
      })
    case 'ScheduleCancelled':
      return withDraft(state, { status: 'approved', schedule: null })
    case 'DraftDiscarded':
      return withoutDraft(state)
    case 'PublicationJustified':
      return {}
    case 'VersionPublished':
      return afterPublication(state, data, fact)
    case 'ValidityRecorded': {
      const { version, ...validity } = data
      const recorded = [...(state.validities.get(version) ?? []), validity]
      return {
        validities: withEntry(state.validities, version, recorded),
        ...statementDone(state, state.wordings.get(version)),
      }
    }
    case 'IntegrityFlagRaised': {
      const isSame = isFlag(data.flag.code, data.flag.headnoteSequence)
      const others = state.integrityFlags.filter((flag) => !isSame(flag))
      return { integrityFlags: [...others, data.flag] }
    }
    case 'IntegrityFlagCleared': {
      const isSame = isFlag(data.code, data.headnoteSequence)
      return { integrityFlags: state.integrityFlags.filter((flag) => !isSame(flag)) }
    }
    case 'Unpublished':
      return { publicStatus: 'unpublished' }
    case 'WithdrawalRequested': {
      const { cause: reason, replacement } = data
      return asked(fact, { request: 'withdrawal', reason, replacement })
    }
    case 'DeletionRequested':
      return asked(fact, { request: 'deletion', reason: data.reason, replacement: null })
    case 'RequestCancelled':
      return { pending: null }
    case 'Withdrawn':
      return takenAway(state, 'withdrawn')
    case 'Deleted':
      return { ...takenAway(state, 'deleted'), removal: data.publisher ?? null }
    case 'Restored':
      return afterRestoration(state, data)
    case 'ErasureRequested':
      return { erasure: { ...state.erasure, requested: { ...data, by: actor, at: time } } }
    case 'ErasureCancelled':
      return { erasure: { ...state.erasure, requested: null } }
    case 'WordingErased':
      return afterErasure(state, data)
    case 'ErasureCertified': {
      const uncertified = [...state.erasure.uncertified].filter((one) => one !== data.erasure)
      return { erasure: { ...state.erasure, uncertified: new Set(uncertified) } }
    }
    case 'CommentAdded':
      return withComment(state, data.id, { ...data, by: actor, at: time, resolved: null })
    case 'CommentResolved': {
      const comment = state.comments.get(data.id)
      const resolved = { by: actor, at: time }
      return withComment(state, data.id, comment && { ...comment, resolved })
    }
    case 'Assigned':
      return { assignedTo: data.person }
    case 'IntegrityFlagDismissed':
      return { dismissed: new Set([...state.dismissed, ...data.items]) }
    case 'GroundednessAssessed':
      return { assessed: data }
    case 'ConceptsMatched':
      return { matched: data }
    case 'HeadnotesProposed':
      return { proposals: withProposals(state.proposals, data.proposals) }
    case 'HeadnoteProposalSettled': {
      const { id, outcome } = data
      const settled = state.proposals.get(id)
      return settled === undefined
        ? {}
        : { proposals: withEntry(state.proposals, id, { ...settled, outcome }) }
    }
    case 'PassagesEmbedded': {
      const key = passagesKey(data.version, data.model)
      const seen = new Set(state.embedded.get(key)?.seen).add(data.batch)
      return { embedded: withEntry(state.embedded, key, { batches: data.batches, seen }) }
    }
    default:
      return fact satisfies never
  }
}

/** The state after one more event. Pure. */
export const evolve = (state: ArticleState, fact: ArticleFact): ArticleState => ({
  ...state,
  ...change(state, fact),
  streamVersion: state.streamVersion + 1,
})

export const stateOf = (facts: readonly ArticleFact[]): ArticleState =>
  stateAfter({ initial: INITIAL_STATE, evolve }, facts)

/** The published wordings of which not all passages are recorded in this model. */
export const versionsToEmbed = (
  { wordings, embedded, publicStatus }: ArticleState,
  model: string,
): { readonly version: SemVer; readonly content: ContentRecord }[] => {
  if (publicStatus === 'deleted') return []
  return [...wordings]
    .filter(([version]) => {
      const passages = embedded.get(passagesKey(version, model))
      return passages === undefined || passages.seen.size < passages.batches
    })
    .map(([version, content]) => ({ version, content }))
}
