import { sha256Hex } from '#contracts/canonical/hash.ts'
import type { ArticleContent, ContentRecord } from '#contracts/content.ts'
import { isErasedContent } from '#contracts/sealing/sealed-members.ts'
import type { SemVer, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { ImportText } from './commands.ts'
import { evolveAll } from '../decider.ts'
import { type ArticleState, type Draft, evolve, type PublishedVersion } from './state.ts'
import { contentOf, type Texts, type Wording, wordingOf } from './content-record.ts'
import { staleAssessment, integrityEvents } from './integrity-events.ts'
import { criticalRefusal, publication, republish, validityRecorded } from './publication.ts'
import { type DomainRefusal, refuse } from '../refusals.ts'
import { changedDetails, printDetails } from './versions/details.ts'

type Decision = ArticleEvent[] | DomainRefusal

const hasOtherDetails = (old: ContentRecord, next: ArticleContent | ContentRecord): boolean =>
  changedDetails(old, next).length > 0

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

const imported = (
  command: ImportText,
  { draft }: ArticleState,
  { sha256Hash }: Wording,
  recorded: readonly ArticleEvent[],
): ArticleEvent => {
  const isOfDraft = draft?.imported?.contentHash === sha256Hash
  const revisesDetails = isOfDraft && recorded.some(({ type }) => type === 'Revised')
  return {
    type: 'Imported',
    data: {
      sourceId: command.content.source.id,
      state: command.sourceState,
      sourceVersion: command.content.source.version,
      contentHash: sha256Hash,
      validFrom: command.validity.validFrom,
      validTo: command.validity.validTo,
      ...(revisesDetails ? { otherDetails: true as const } : {}),
    },
  }
}

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

/** The facts of the wording; none if the draft has it already, details included. */
const wordingEvents = (state: ArticleState, { record, sha256Hash }: Wording): ArticleEvent[] => {
  const { draft, published } = state
  const isOfDraft = draft?.imported?.contentHash === sha256Hash
  if (isOfDraft && !hasOtherDetails(draft.content, record)) return []
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

/** The published wording with the details of this statement; nothing where they are the same. */
const correctedDetails = (command: ImportText, state: ArticleState, wording: Wording): Decision => {
  const { published } = state
  if (published === null || !hasOtherDetails(published.content, wording.record)) return []
  const refused = publishRefusal(command, state)
  if (refused !== null) return refused
  const { policy, texts } = command
  const { publishedAt } = wording.content
  const release = { wording, policy, publishedAt, texts: textsWith(texts, wording) }
  const corrected = publication(state, release)
  return isRefusal(corrected) ? corrected : [corrected]
}

/** A statement of the published wording where the import publishes nothing. */
const draftSameWording = (
  command: ImportText,
  state: ArticleState,
  wording: Wording,
  published: PublishedVersion,
): Decision => {
  const { draft } = state
  if (statesOtherDays(command, state, published.version)) return refuse('validity-of-published')
  const isOwn = draft !== null && isImportsOwn(draft)
  if (!isOwn && !hasOtherDetails(published.content, wording.record)) return []
  if (draft !== null && !isOwn) return refuse('draft-in-other-hands')
  const recorded = wordingEvents(state, wording)
  return [imported(command, state, wording, recorded), ...recorded]
}

/** The published wording was stated again: its source withdrew a draft that an import wrote. */
const statedAgain = (
  command: ImportText,
  state: ArticleState,
  wording: Wording,
): ArticleEvent[] => {
  const { draft } = state
  const takenBack = draft !== null && isImportsOwn(draft) ? wordingEvents(state, wording) : []
  return [imported(command, state, wording, takenBack), ...takenBack]
}

const daysStated = (command: ImportText, { version }: PublishedVersion): ArticleEvent =>
  validityRecorded(version, command.validity, command.content.source.version)

/**
 * A statement of the published wording records its details and its days, but no version. The days
 * are public at once, so where the import publishes nothing, it states no other ones.
 */
const decideSameWording = (
  command: ImportText,
  state: ArticleState,
  wording: Wording,
  days: (published: PublishedVersion) => ArticleEvent[] = (published) => [
    daysStated(command, published),
  ],
): Decision => {
  const { published } = state
  if (published === null) return []
  if (!publishes(command)) return draftSameWording(command, state, wording, published)
  const corrected = correctedDetails(command, state, wording)
  if (isRefusal(corrected)) return corrected
  return [...statedAgain(command, state, wording), ...corrected, ...days(published)]
}

const decideNewWording = (command: ImportText, state: ArticleState, wording: Wording): Decision => {
  const recorded = wordingEvents(state, wording)
  const drafted = [
    imported(command, state, wording, recorded),
    ...recorded,
    ...integrityEvents(state.integrityFlags, command.integrity),
  ]
  if (!publishes(command)) return drafted
  const after = evolveAll({ evolve }, state, drafted, command)
  const published = publicationEvents(command, after, wording)
  return isRefusal(published) ? published : [...drafted, ...published]
}

/** The present wording with this hash, which can take other details; null: there is none. */
const presentWording = (
  { draft, published }: ArticleState,
  contentHash: Sha256Hex | undefined,
): ContentRecord | null => {
  if (draft !== null && draft.imported?.contentHash === contentHash && isImportsOwn(draft))
    return draft.content
  return published !== null && published.sha256Hash === contentHash ? published.content : null
}

/**
 * A known statement that now has other details, as a licence or the address of the source. Details
 * that it was recorded with are not new, unless a later file of the publisher returns to them.
 */
const laterDetails = (command: ImportText, state: ArticleState): Decision => {
  if (!takesImports(state)) return []
  const contentHash = state.importedStates.get(command.sourceState)
  const present = presentWording(state, contentHash)
  if (present === null || !hasOtherDetails(present, command.content)) return []
  const stated = state.importedWordings.get(command.sourceState)
  const isStated = stated !== undefined && !hasOtherDetails(stated, command.content)
  if (isStated && !command.isNewer) return []
  const sourceState = `${command.sourceState}~${sha256Hex(printDetails(command.content))}`
  if (!command.isNewer && state.importedStates.has(sourceState)) return []
  const wording = wordingOf(withEditorsWork(command.content, state))
  // Other words under the name of a recorded statement are no correction of details.
  if (isRefusal(wording) || wording.sha256Hash !== contentHash) return []
  const named = { ...command, sourceState }
  return state.published?.sha256Hash === contentHash
    ? decideSameWording(named, state, wording, () => [])
    : decideNewWording(named, state, wording)
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
    const isKnown = state.importedStates.has(command.sourceState)
    const isSame = published.sha256Hash === wording.sha256Hash
    const { policy, texts } = command
    const { publishedAt } = wording.content
    const back =
      isSame && !isKnown
        ? publication(state, { wording, policy, publishedAt, texts: textsWith(texts, wording) })
        : republish(published)
    if (isRefusal(back)) return back
    const again = { type: back.type, data: { ...back.data, policy } }
    if (isKnown) return [again]
    return [...statedAgain(command, state, wording), daysStated(command, published), again]
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

/** Of a recorded statement: its draft is published, or its details or days are corrected. */
const decideRecorded = (command: ImportText, state: ArticleState): Decision => {
  const details = laterDetails(command, state)
  if (isRefusal(details)) return details
  const after = evolveAll({ evolve }, state, details, command)
  const more = details.length > 0 ? [] : decideKnown(command, after)
  if (isRefusal(more) || more.length > 0) return more
  const days = laterDays(command, after)
  return isRefusal(days) ? days : [...details, ...days]
}

/**
 * Decides a statement of a source (contracts/conventions/life-cycle.md). A known statement adds
 * nothing, even after later ones, unless its publisher had taken the text down, its details are
 * other ones than before, or a later file states other days of validity.
 */
export const decideImport = (command: ImportText, state: ArticleState): Decision => {
  if (command.fingerprints.some((one) => state.erasure.fingerprints.has(one)))
    return refuse('wording-erased')
  if (state.removal !== null) return decideReturn(command, state)
  if (state.importedStates.has(command.sourceState)) return decideRecorded(command, state)
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
  const isDraftOfDetails = has('RevisionOpened')
  if (!isPublished && !isDraftOfDetails && (has('ValidityRecorded') || isSameWording))
    return 'unchanged'
  if (has('Revised')) return 'revised'
  if (!isPublished) return 'unchanged'
  return before.published === null ? 'imported' : 'revised'
}
