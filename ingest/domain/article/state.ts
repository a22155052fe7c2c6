import type { ContentRecord, Validity } from '#contracts/content.ts'
import type { Bump, HeadnoteProposal } from '#contracts/events/article.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import type { Instant, SemVer, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import type { IntegrityCode } from '#contracts/vocabulary/integrity.ts'

/** A fact of an article's stream with who did it and when; every stored event is one. */
export type ArticleFact = ArticleEvent & { readonly actor: string; readonly time: Instant }

/** What the public sees of a text. */
export type Standing = 'never-published' | 'published' | 'unpublished' | 'withdrawn' | 'deleted'
export type DraftStatus = 'draft' | 'in_review' | 'changes_requested' | 'approved'

/** What a source said, and the hash of the wording that it led to. */
export type ImportedState = {
  readonly state: string
  readonly contentHash: Sha256Hex
  readonly validity: Validity
}

export type Approval = {
  readonly sha256Hash: Sha256Hex
  readonly policy: string | null
  readonly by: string
}

/** The open draft of the next version; a published version stays live beside it. */
export type Draft = {
  readonly content: ContentRecord
  readonly status: DraftStatus
  /** Who wrote or submitted it since it was opened: none of them may review it. */
  readonly authors: readonly string[]
  readonly approval: Approval | null
  /** The source's statement that this wording is; null once an editor has touched it. */
  readonly imported: ImportedState | null
  /**
   * The days in force that its source stated last; an editor's change of the wording leaves them.
   */
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

/** A proposed headnote; null: nobody decided on it. */
export type Proposed = HeadnoteProposal & { readonly outcome: 'accepted' | 'rejected' | null }

/** Everything that decisions about a text rest on. */
export type ArticleState = {
  /** Facts folded so far: the version that a decision is made at. */
  readonly streamVersion: number
  readonly sourceId: string | null
  readonly slug: Slug | null
  readonly standing: Standing
  readonly draft: Draft | null
  readonly published: PublishedVersion | null
  /** Ascending, each version once. */
  readonly versions: readonly VersionEntry[]
  /** Hash of the wording that each recorded state of the source led to. */
  readonly importedStates: ReadonlyMap<string, Sha256Hex>
  /** The newest validity of each version. */
  readonly validities: ReadonlyMap<SemVer, Validity>
  readonly integrityFlags: readonly IntegrityFlag[]
  /** What a person looked at and found no doubt in: ids of items of evidence. */
  readonly dismissed: ReadonlySet<string>
  /** The wording whose groundedness was assessed last. */
  readonly assessedHash: Sha256Hex | null
  /** Points of law that a machine proposed, and what people made of them. */
  readonly proposals: ReadonlyMap<string, Proposed>
  /** A statement whose wording comes with the next fact. */
  readonly pendingImport: ImportedState | null
}

export const initialState = (): ArticleState => ({
  streamVersion: 0,
  sourceId: null,
  slug: null,
  standing: 'never-published',
  draft: null,
  published: null,
  versions: [],
  importedStates: new Map(),
  validities: new Map(),
  integrityFlags: [],
  dismissed: new Set(),
  assessedHash: null,
  proposals: new Map(),
  pendingImport: null,
})

export type ArticleStatus = DraftStatus | Exclude<Standing, 'never-published'> | 'new'

/**
 * One word for where a text stands (contracts/conventions/life-cycle.md); a live text with a draft
 * is `published`.
 */
export const statusOf = (state: ArticleState): ArticleStatus =>
  state.standing === 'never-published' ? (state.draft?.status ?? 'new') : state.standing

const withEntry = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> =>
  new Map(map).set(key, value)

const withProposals = (
  known: ReadonlyMap<string, Proposed>,
  proposals: readonly HeadnoteProposal[],
): ReadonlyMap<string, Proposed> =>
  new Map([
    ...proposals.map((one) => [one.id, { ...one, outcome: null }] as const),
    ...known, // what was decided stays decided
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
  // The open draft already is this wording: it now stands for the newer statement.
  return state.draft?.imported?.contentHash === data.contentHash
    ? { ...known, draft: { ...state.draft, imported: statement, validity } }
    : { ...known, pendingImport: statement }
}

const afterWording = (
  state: ArticleState,
  { content }: { readonly content: ContentRecord },
  actor: string,
): Partial<ArticleState> => {
  const before = state.draft
  return {
    sourceId: state.sourceId ?? content.source.id,
    slug: content.slug,
    pendingImport: null,
    draft: {
      content,
      // An approval is bound to a hash: editing after it goes back to the reviewers.
      status: before?.status === 'approved' ? 'in_review' : (before?.status ?? 'draft'),
      authors: [...new Set([...(before?.authors ?? []), actor])],
      approval: null,
      imported: state.pendingImport,
      validity: state.pendingImport?.validity ?? before?.validity ?? null,
    },
  }
}

const opened = (state: ArticleState): Draft | null =>
  state.published && {
    content: state.published.content,
    status: 'draft',
    authors: [],
    approval: null,
    imported: null,
    // An editor's change of the wording leaves the days in force as they are.
    validity: state.validities.get(state.published.version) ?? null,
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
  // A version that comes back leaves alone a draft that still waits for its reviewers.
  const keepsDraft = isBack && state.draft?.status !== 'approved'
  return {
    standing: 'published',
    published: { version, sha256Hash, publishedAt, content },
    versions: isBack ? state.versions : [...state.versions, entry],
    draft: keepsDraft ? state.draft : null,
    slug: keepsDraft ? state.slug : content.slug,
  }
}

const change = (state: ArticleState, fact: ArticleFact): Partial<ArticleState> => {
  const { type, data, actor } = fact
  switch (type) {
    case 'Imported':
      return afterImport(state, data)
    case 'Drafted':
    case 'Revised':
      return afterWording(state, data, actor)
    case 'RevisionOpened':
      return { draft: opened(state) }
    case 'Submitted':
      return withDraft(state, {
        status: 'in_review',
        authors: [...new Set([...(state.draft?.authors ?? []), actor])],
      })
    case 'ChangesRequested':
      return withDraft(state, { status: 'changes_requested' })
    case 'Approved':
      return withDraft(state, { status: 'approved', approval: { ...data, by: actor } })
    case 'VersionPublished':
      return afterPublication(state, data, fact)
    case 'ValidityRecorded': {
      const { version, validFrom, validTo } = data
      const validities = withEntry(state.validities, version, { validFrom, validTo })
      return { validities, pendingImport: null }
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
      return { standing: 'unpublished' }
    case 'Withdrawn':
      return { standing: 'withdrawn' }
    case 'Deleted':
      return { standing: 'deleted', draft: null }
    case 'IntegrityFlagDismissed':
      return { dismissed: new Set([...state.dismissed, ...data.items]) }
    case 'GroundednessAssessed':
      return { assessedHash: data.groundedness.assessedHash }
    case 'HeadnotesProposed':
      return { proposals: withProposals(state.proposals, data.proposals) }
    case 'HeadnoteProposalSettled': {
      const { id, outcome } = data
      const settled = state.proposals.get(id)
      return settled === undefined
        ? {}
        : { proposals: withEntry(state.proposals, id, { ...settled, outcome }) }
    }
    case 'PassagesEmbedded':
    case 'ConceptsMatched':
      return {} // what is derived from a wording decides nothing about it
    default:
      return fact satisfies never
  }
}

/** The state after one more fact. Pure; believes every fact, since decisions were made before. */
export const evolve = (state: ArticleState, fact: ArticleFact): ArticleState => ({
  ...state,
  ...change(state, fact),
  streamVersion: state.streamVersion + 1,
})

/** The state after all facts of a stream, in order. */
export const stateOf = (facts: readonly ArticleFact[]): ArticleState =>
  facts.reduce(evolve, initialState())
