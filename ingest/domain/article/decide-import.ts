import type { ArticleContent } from '#contracts/content.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { ImportText } from './commands.ts'
import { type ArticleFact, type ArticleState, type Draft, evolve } from './state.ts'
import { contentOf, type Texts, type Wording, wordingOf } from './content-record.ts'
import { assessmentLapses, integrityEvents } from './integrity-events.ts'
import { criticalRefusal, publication, validityRecorded } from './publication.ts'
import { type DomainRefusal, refuse } from '../refusals.ts'

/**
 * What an import did with one record. `already-recorded`: the source's statement was known, nothing
 * is appended; a summary counts it as unchanged. `unchanged`: a new statement of the wording that
 * stands.
 */
export type ImportClass = 'imported' | 'revised' | 'unchanged' | 'already-recorded'
export type ImportOutcome = {
  readonly classification: ImportClass
  readonly events: ArticleEvent[]
}

const NOTHING: ImportOutcome = { classification: 'already-recorded', events: [] }

const factsOf = (events: readonly ArticleEvent[], command: ImportText): ArticleFact[] =>
  events.map((event) => ({ ...event, actor: command.actor, time: command.time }))

const newestContent = ({ draft, published }: ArticleState) => draft?.content ?? published?.content

/** Concepts that editors gave: a source that names none does not take them away. */
const conceptsKept = (content: ArticleContent, state: ArticleState): ArticleContent['concepts'] => {
  const stated = new Set(content.concepts.map(({ id }) => id))
  const given = newestContent(state)?.concepts ?? []
  return [
    ...content.concepts,
    ...given.filter(({ id, assignedBy }) => assignedBy === 'editor' && !stated.has(id)),
  ]
}

/**
 * Headnotes that a person accepted, where the source gives none and their words still stand in the
 * text.
 */
const headnotesKept = (
  content: ArticleContent,
  state: ArticleState,
): ArticleContent['headnotes'] => {
  if (content.headnotes.length > 0) return content.headnotes
  const accepted = new Set(
    [...state.proposals.values()]
      .filter(({ outcome }) => outcome === 'accepted')
      .map(({ sourceText }) => sourceText),
  )
  return (newestContent(state)?.headnotes ?? []).filter(
    ({ sourceText }) =>
      sourceText !== null && accepted.has(sourceText) && content.contentClean.includes(sourceText),
  )
}

/**
 * A source's content as it is recorded: the slug is fixed at first import, and what editors added
 * and the source knows nothing of stays.
 */
export const withEditorsWork = (content: ArticleContent, state: ArticleState): ArticleContent => ({
  ...content,
  slug: state.published?.content.slug ?? state.slug ?? content.slug,
  concepts: conceptsKept(content, state),
  headnotes: headnotesKept(content, state),
})

const imported = (command: ImportText, { sha256Hash }: Wording): ArticleEvent => ({
  type: 'Imported',
  data: {
    sourceId: command.content.source.id,
    state: command.sourceState,
    sourceVersion: command.content.source.version,
    contentHash: sha256Hash,
    validFrom: command.validity.validFrom,
    validTo: command.validity.validTo,
  },
})

/** A draft that an import may replace: its own, not in review. */
const isImportsOwn = (draft: Draft): boolean =>
  draft.imported !== null && (draft.status === 'draft' || draft.status === 'changes_requested')

const standingRefusal = (command: ImportText, state: ArticleState): DomainRefusal | null => {
  if (state.sourceId !== null && state.sourceId !== command.content.source.id) {
    return refuse('another-source')
  }
  if (state.standing === 'deleted') return refuse('text-deleted')
  if (state.standing === 'withdrawn') return refuse('text-withdrawn')
  return state.slug === null && !command.slugIsFree ? refuse('slug-taken') : null
}

const publishRefusal = (command: ImportText, state: ArticleState): DomainRefusal | null => {
  if (!command.publish) return null
  if (state.standing === 'unpublished') return refuse('text-unpublished')
  const qualifies = command.policy !== null && command.officialSource
  return qualifies ? null : refuse('needs-review')
}

/** The wording's own facts: none where the open draft is that wording already. */
const wordingEvents = (state: ArticleState, { record, sha256Hash }: Wording): ArticleEvent[] => {
  const { draft, published } = state
  if (draft?.imported?.contentHash === sha256Hash) return []
  const revised: ArticleEvent = { type: 'Revised', data: { content: record } }
  if (draft !== null) return [revised]
  if (published === null) return [{ type: 'Drafted', data: { content: record } }]
  return [{ type: 'RevisionOpened', data: { baseVersion: published.version } }, revised]
}

/** Approved by the policy, published, in force: the end of an import with `publish`. */
const publicationEvents = (
  command: ImportText,
  state: ArticleState,
  wording: Wording,
): ArticleEvent[] | DomainRefusal => {
  const { content, sha256Hash } = wording
  const critical = criticalRefusal(state.integrityFlags, sha256Hash)
  if (critical !== null) return critical
  const published = publication(state, {
    wording,
    policy: command.policy,
    publishedAt: content.publishedAt, // an official text is as old as its source says
    texts: textsWith(command.texts, wording),
  })
  if (isRefusal(published)) return published
  const { version } = published.data
  return [
    { type: 'Approved', data: { sha256Hash, policy: command.policy } },
    published,
    validityRecorded(version, command.validity, content.source.version),
    ...assessmentLapses(state, sha256Hash, command.time),
  ]
}

/** The loaded texts and the wording's own, so that a change of metadata alone needs no loading. */
const textsWith = (texts: Texts, { content, record }: Wording): Texts =>
  new Map(texts).set(record.contentClean.sha256, content.contentClean)

const takesImports = ({ standing }: ArticleState): boolean =>
  standing === 'never-published' || standing === 'published'

/** A statement that is known: nothing, unless it is a waiting draft that is now to be published. */
const decideKnown = (command: ImportText, state: ArticleState): ImportOutcome | DomainRefusal => {
  const { draft, published } = state
  const waits = draft?.imported?.state === command.sourceState && isImportsOwn(draft)
  const isPublic = draft?.imported?.contentHash === published?.sha256Hash
  if (!command.publish || !waits || isPublic || !takesImports(state)) return NOTHING
  const refused = publishRefusal(command, state)
  if (refused !== null) return refused
  const wording = wordingOf(contentOf(draft.content, command.texts))
  if (isRefusal(wording)) return wording
  const events = publicationEvents(command, state, wording)
  if (isRefusal(events)) return events
  return { classification: published === null ? 'imported' : 'revised', events }
}

/** A new statement of the published wording: other validity, no version. */
const decideSameWording = (
  command: ImportText,
  state: ArticleState,
  wording: Wording,
): ArticleEvent[] => {
  const { draft, published } = state
  if (published === null) return []
  // A draft of the import's own that the source has taken back is taken back with it.
  const takenBack = draft !== null && isImportsOwn(draft) ? wordingEvents(state, wording) : []
  const { version } = published
  const validity = validityRecorded(version, command.validity, command.content.source.version)
  return [imported(command, wording), ...takenBack, validity]
}

const classOf = (state: ArticleState, events: readonly ArticleEvent[]): ImportClass => {
  if (state.streamVersion === 0) return 'imported'
  if (events.some(({ type }) => type === 'Revised')) return 'revised'
  const isPublished = events.some(({ type }) => type === 'VersionPublished')
  if (!isPublished) return 'unchanged'
  return state.published === null ? 'imported' : 'revised'
}

/**
 * Decides what one statement of a source adds to its text (DESIGN, "Imports are idempotent";
 * CONVENTIONS §14). A known statement adds nothing, even after later ones. Refusals: see
 * `refusals.ts`.
 */
export const decideImport = (
  command: ImportText,
  state: ArticleState,
): ImportOutcome | DomainRefusal => {
  if (state.importedStates.has(command.sourceState)) return decideKnown(command, state)
  const standing = standingRefusal(command, state)
  if (standing !== null) return standing
  const wording = wordingOf(withEditorsWork(command.content, state))
  if (isRefusal(wording)) return wording
  if (state.published?.sha256Hash === wording.sha256Hash) {
    const events = decideSameWording(command, state, wording)
    return { classification: 'unchanged', events }
  }
  if (state.draft !== null && !isImportsOwn(state.draft)) return refuse('draft-in-other-hands')
  const publish = publishRefusal(command, state)
  if (publish !== null) return publish
  return decideNewWording(command, state, wording)
}

const decideNewWording = (
  command: ImportText,
  state: ArticleState,
  wording: Wording,
): ImportOutcome | DomainRefusal => {
  const drafted = [
    imported(command, wording),
    ...wordingEvents(state, wording),
    ...integrityEvents(state.integrityFlags, command.integrity),
  ]
  const after = factsOf(drafted, command).reduce(evolve, state)
  const published = command.publish ? publicationEvents(command, after, wording) : []
  if (isRefusal(published)) return published
  const events = [...drafted, ...published]
  return { classification: classOf(state, events), events }
}
