import type { ArticleContent } from '#contracts/content.ts'
import { isErasedContent } from '#contracts/sealing/sealed-members.ts'
import type { SemVer, Slug } from '#contracts/ids.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { ImportText } from './commands.ts'
import { evolveAll } from '../decider.ts'
import { type ArticleState, type Draft, evolve } from './state.ts'
import { contentOf, type Texts, type Wording, wordingOf } from './content-record.ts'
import { staleAssessment, integrityEvents } from './integrity-events.ts'
import { criticalRefusal, publication, republish, validityRecorded } from './publication.ts'
import { type DomainRefusal, refuse } from '../refusals.ts'

type Decision = ArticleEvent[] | DomainRefusal

const newestContent = ({ draft, published }: ArticleState) => draft?.content ?? published?.content

/** Concepts assigned by editors, which a source without concepts does not remove. */
const conceptsKept = (content: ArticleContent, state: ArticleState): ArticleContent['concepts'] => {
  const stated = new Set(content.concepts.map(({ id }) => id))
  const given = newestContent(state)?.concepts ?? []
  return [
    ...content.concepts,
    ...given.filter(({ id, assignedBy }) => assignedBy === 'editor' && !stated.has(id)),
  ]
}

/** Accepted headnotes, if the source gives none and the text still has their words. */
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

/** An erased wording has no slug to keep. */
const publishedSlug = ({ published }: ArticleState): Slug | null =>
  published === null || isErasedContent(published.content) ? null : published.content.slug

/**
 * The content of a source as it is recorded: with the slug of the first import and the additions of
 * editors.
 */
export const withEditorsWork = (content: ArticleContent, state: ArticleState): ArticleContent => ({
  ...content,
  slug: publishedSlug(state) ?? state.slug ?? content.slug,
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

/** A draft of an import that is not in review, which an import may replace. */
const isImportsOwn = (draft: Draft): boolean =>
  draft.imported !== null && (draft.status === 'draft' || draft.status === 'changes_requested')

const publicStatusRefusal = (command: ImportText, state: ArticleState): DomainRefusal | null => {
  if (state.sourceId !== null && state.sourceId !== command.content.source.id) {
    return refuse('another-source')
  }
  if (state.publicStatus === 'deleted') return refuse('text-deleted')
  if (state.publicStatus === 'withdrawn') return refuse('text-withdrawn')
  return state.slug === null && !command.slugIsFree ? refuse('slug-taken') : null
}

/** A text of any other source becomes a draft, which waits for its reviewer. */
const publishes = ({ publish, policy }: ImportText): boolean => publish && policy !== null

const publishRefusal = (command: ImportText, state: ArticleState): DomainRefusal | null => {
  const isRemoved = publishes(command) && state.publicStatus === 'unpublished'
  return isRemoved ? refuse('text-unpublished') : null
}

/** The facts of the wording; none if the draft has it already. */
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
    publishedAt: content.publishedAt, // an official text is dated by its source
    texts: textsWith(command.texts, wording),
  })
  if (isRefusal(published)) return published
  const { version } = published.data
  return [
    { type: 'Approved', data: { sha256Hash, policy: command.policy } },
    published,
    validityRecorded(version, command.validity, content.source.version),
    ...staleAssessment(state, sha256Hash, command.time),
  ]
}

/** The loaded texts and that of the wording, so that a change of metadata loads none. */
const textsWith = (texts: Texts, { content, record }: Wording): Texts =>
  new Map(texts).set(record.contentClean.sha256, content.contentClean)

const takesImports = ({ publicStatus }: ArticleState): boolean =>
  publicStatus === 'never-published' || publicStatus === 'published'

/** A known statement adds nothing, unless its draft is now to be published. */
const decideKnown = (command: ImportText, state: ArticleState): Decision => {
  const { draft, published } = state
  const waits = draft?.imported?.state === command.sourceState && isImportsOwn(draft)
  const isPublic = draft?.imported?.contentHash === published?.sha256Hash
  if (!publishes(command) || !waits || isPublic || !takesImports(state)) return []
  const refused = publishRefusal(command, state)
  if (refused !== null) return refused
  const wording = wordingOf(contentOf(draft.content, command.texts))
  return isRefusal(wording) ? wording : publicationEvents(command, state, wording)
}

/**
 * A later file states other days for the same wording, as of an article that ends without another
 * one in its place.
 */
const laterDays = (command: ImportText, { validities, publicStatus }: ArticleState): Decision => {
  const { isNewer, validity, content } = command
  const { version: sourceVersion } = content.source
  if (!isNewer || sourceVersion === null || publicStatus === 'deleted') return []
  const stated = [...validities].flatMap(([version, all]) => {
    const last = all.findLast((one) => one.sourceVersion === sourceVersion)
    return last === undefined ? [] : [{ ...last, version }]
  })
  const last = stated.at(-1)
  if (last === undefined) return []
  const isSame = last.validFrom === validity.validFrom && last.validTo === validity.validTo
  if (isSame) return []
  if (!publishes(command)) return refuse('validity-of-published')
  return [validityRecorded(last.version, validity, sourceVersion)]
}

/** Whether the days of a statement are none that the version has or had. */
const statesOtherDays = (
  { validity: { validFrom, validTo } }: ImportText,
  { validities }: ArticleState,
  version: SemVer,
): boolean =>
  (validFrom ?? validTo) !== null &&
  !(validities.get(version) ?? []).some(
    (one) => one.validFrom === validFrom && one.validTo === validTo,
  )

/**
 * A new statement of the published wording records its validity, but no version. The days are
 * public at once, so where the import publishes nothing, it states no other ones.
 */
const decideSameWording = (
  command: ImportText,
  state: ArticleState,
  wording: Wording,
): Decision => {
  const { draft, published } = state
  if (published === null) return []
  const { version } = published
  const isOwn = draft !== null && isImportsOwn(draft)
  // The source withdrew a draft that an import wrote.
  const takenBack = isOwn ? wordingEvents(state, wording) : []
  if (!publishes(command)) {
    if (statesOtherDays(command, state, version)) return refuse('validity-of-published')
    return isOwn ? [imported(command, wording), ...takenBack] : []
  }
  const validity = validityRecorded(version, command.validity, command.content.source.version)
  return [imported(command, wording), ...takenBack, validity]
}

const decideNewWording = (command: ImportText, state: ArticleState, wording: Wording): Decision => {
  const drafted = [
    imported(command, wording),
    ...wordingEvents(state, wording),
    ...integrityEvents(state.integrityFlags, command.integrity),
  ]
  if (!publishes(command)) return drafted
  const after = evolveAll({ evolve }, state, drafted, command)
  const published = publicationEvents(command, after, wording)
  return isRefusal(published) ? published : [...drafted, ...published]
}

const RESTORED: ArticleEvent = {
  type: 'Restored',
  data: { from: 'deleted', reason: 'The publisher states the text again.' },
}

/** Whether the wording is the public one, or editors published another one over this statement. */
const isAsBefore = (command: ImportText, state: ArticleState, { sha256Hash }: Wording): boolean => {
  const byEditors = state.versions.at(-1)?.policy === null
  const isKnown = state.importedStates.has(command.sourceState)
  return state.published?.sha256Hash === sha256Hash || (isKnown && byEditors)
}

/** The restored wording is published again as the same version; another one is the next version. */
const decideBack = (command: ImportText, state: ArticleState): Decision => {
  const wording = wordingOf(withEditorsWork(command.content, state))
  if (isRefusal(wording)) return wording
  const { published } = state
  if (published !== null && isAsBefore(command, state, wording)) {
    const { data, type } = republish(published)
    const again = { type, data: { ...data, policy: command.policy } }
    if (state.importedStates.has(command.sourceState)) return [again]
    const stated = decideSameWording(command, state, wording)
    return isRefusal(stated) ? stated : [...stated, again]
  }
  if (state.draft !== null && !isImportsOwn(state.draft)) return refuse('draft-in-other-hands')
  return decideNewWording(command, state, wording)
}

/**
 * A text that its publisher took down and states again is there as it was before: public if it was
 * public. What a person took down stays down.
 */
const decideReturn = (command: ImportText, state: ArticleState): Decision => {
  if (!publishes(command))
    return state.importedStates.has(command.sourceState) ? [] : refuse('text-deleted')
  const wasPublic = state.setAside?.publicStatus === 'published'
  const after = evolveAll({ evolve }, state, [RESTORED], command)
  const decided = wasPublic ? decideBack(command, after) : decideImport(command, after)
  return isRefusal(decided) ? decided : [RESTORED, ...decided]
}

/**
 * Decides a statement of a source (contracts/conventions/life-cycle.md). A known statement adds
 * nothing, even after later ones, unless its publisher had taken the text down, or a later file
 * states other days of validity.
 */
export const decideImport = (command: ImportText, state: ArticleState): Decision => {
  if (command.fingerprints.some((one) => state.erasure.fingerprints.has(one)))
    return refuse('wording-erased')
  if (state.removal !== null) return decideReturn(command, state)
  if (state.importedStates.has(command.sourceState)) {
    const known = decideKnown(command, state)
    return isRefusal(known) || known.length > 0 ? known : laterDays(command, state)
  }
  const publicStatus = publicStatusRefusal(command, state)
  if (publicStatus !== null) return publicStatus
  const wording = wordingOf(withEditorsWork(command.content, state))
  if (isRefusal(wording)) return wording
  if (state.published?.sha256Hash === wording.sha256Hash)
    return decideSameWording(command, state, wording)
  if (state.draft !== null && !isImportsOwn(state.draft)) return refuse('draft-in-other-hands')
  return publishRefusal(command, state) ?? decideNewWording(command, state, wording)
}

/**
 * The result of one record. `already-recorded`: a known statement, counted as unchanged.
 * `unchanged`: a new statement of the same wording.
 */
export type ImportClass = 'imported' | 'revised' | 'unchanged' | 'already-recorded'

export const importClassOf = (
  before: ArticleState,
  events: readonly ArticleEvent[],
): ImportClass => {
  const has = (name: ArticleEvent['type']): boolean => events.some(({ type }) => type === name)
  if (events.length === 0) return 'already-recorded'
  if (before.streamVersion === 0 || has('Restored')) return 'imported'
  const isPublished = has('VersionPublished')
  // Another validity of the published wording, or a draft that gave way to it.
  const { published } = before
  const isSameWording = events.some(
    ({ type, data }) => type === 'Imported' && data.contentHash === published?.sha256Hash,
  )
  if (!isPublished && (has('ValidityRecorded') || isSameWording)) return 'unchanged'
  if (has('Revised')) return 'revised'
  if (!isPublished) return 'unchanged'
  return before.published === null ? 'imported' : 'revised'
}
