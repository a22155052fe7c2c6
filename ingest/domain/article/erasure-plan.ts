/**
 * Which keys are destroyed so that wordings of a text are forgotten, and what else is found by them
 * (contracts/conventions/erasure.md). Pure.
 */
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type { ContentRecord } from '#contracts/content.ts'
import type { StoredArticleEvent, StoredEvent } from '#contracts/events/event.ts'
import type { SemVer, Sha256Hex, Slug } from '#contracts/ids.ts'
import { hasSealedMembers } from '#contracts/sealing/sealed-event.ts'

/** Key id of each sealed event, by stream version; null: the key was destroyed before. */
export type SealKeys = ReadonlyMap<number, string | null>

export type ErasurePlan = {
  readonly keys: readonly string[]
  /** Events that would have to go and were recorded before facts were sealed. */
  readonly unsealed: number
  /** HMACs of what sources stated and of texts, to know an old file again. */
  readonly fingerprints: readonly Sha256Hex[]
  /** Slugs that no wording that stays has. */
  readonly slugs: readonly Slug[]
  /** Hashes of embedded passages that no wording that stays has. */
  readonly passages: readonly Sha256Hex[]
}

export type ErasureScope = {
  readonly versions: ReadonlySet<SemVer>
  /** Drafts and all else, too. */
  readonly whole: boolean
  /** A comment, which goes alone with its answers. */
  readonly thread?: string | null
}

/** How a statement of a source and a text are named before they are hashed with the secret. */
export const stateName = (state: string): string => `state:${state}`
export const textName = (sha256: Sha256Hex): string => `text:${sha256}`

type Published = Extract<StoredArticleEvent, { type: 'VersionPublished' }>
const isPublished = (fact: StoredArticleEvent): fact is Published =>
  fact.type === 'VersionPublished'

const contentOf = ({ data }: StoredArticleEvent): ContentRecord | null =>
  'content' in data ? data.content : null

const hashIn = ({ data }: StoredArticleEvent): Sha256Hex | null => {
  if ('sha256Hash' in data) return data.sha256Hash
  if ('contentHash' in data) return data.contentHash
  return 'groundedness' in data ? data.groundedness.assessedHash : null
}

const versionIn = ({ type, data }: StoredArticleEvent): SemVer | null =>
  type === 'VersionPublished' || type === 'PassagesEmbedded' ? data.version : null

/** A comment with its answers, and theirs. */
const inThread = (facts: readonly StoredArticleEvent[], thread: string): boolean[] => {
  const ids = new Set([thread])
  return facts.map(({ type, data }) => {
    if (type !== 'CommentAdded') return false
    const isIn = ids.has(data.id) || (data.inReplyTo !== null && ids.has(data.inReplyTo))
    if (isIn) ids.add(data.id)
    return isIn
  })
}

/**
 * Whether each fact goes. A fact about a wording goes with it. One that names no wording goes with
 * the version that was the newest then, and with the one that it led to: what was on the way to an
 * erased wording may have the same words. Work on a draft that is open now stays; a draft that was
 * discarded goes with the version that it began from.
 */
const goingFacts = (
  facts: readonly StoredArticleEvent[],
  { versions, whole, thread = null }: ErasureScope,
): boolean[] => {
  if (thread !== null) return inThread(facts, thread)
  if (whole) return facts.map(() => true)
  const published = facts.filter(isPublished)
  const goes = (version: SemVer): boolean => versions.has(version)
  const byHash = new Map(published.map(({ data }) => [data.sha256Hash, data.version]))
  const byContent = new Map(
    published.map(({ data }) => [canonicalJson(data.content), data.version] as const),
  )
  const lastPublished = facts.findLastIndex(isPublished)
  const lastWording = facts.findLastIndex(
    (fact) => fact.type === 'Drafted' || fact.type === 'Revised',
  )
  const lastDiscarded = facts.findLastIndex(({ type }) => type === 'DraftDiscarded')
  const isOpen = lastWording > lastPublished && lastWording > lastDiscarded
  const draftAt = isOpen ? lastWording : facts.length
  return facts.map((fact, at) => {
    const content = contentOf(fact)
    const named =
      versionIn(fact) ??
      (content === null ? undefined : byContent.get(canonicalJson(content))) ??
      byHash.get(hashIn(fact) as Sha256Hex)
    if (named !== undefined) return goes(named)
    if (at >= draftAt) return false
    const newest = facts.slice(0, at + 1).findLast(isPublished)?.data.version
    const next = facts.slice(at).find(isPublished)?.data.version
    return (newest !== undefined && goes(newest)) || (next !== undefined && goes(next))
  })
}

/** Whether what was said of a text by a fact of another stream goes with its erased wordings. */
export const goesWith = (
  facts: readonly StoredArticleEvent[],
  { versions, whole, thread = null }: ErasureScope,
): ((fact: Pick<StoredEvent, 'position' | 'appendId'>) => boolean) => {
  if (thread !== null) return () => false
  if (whole) return () => true
  const published = facts.filter(isPublished)
  return ({ position, appendId }) => {
    // An import records a text and what is said of it together.
    const newest = published.findLast(
      (one) => one.position <= position || one.appendId === appendId,
    )
    const then = newest ?? published[0]
    return then !== undefined && versions.has(then.data.version)
  }
}

/** The slugs that wordings of a text have, as far as they are not erased. */
export const slugsOfText = (facts: readonly StoredArticleEvent[]): ReadonlySet<Slug> =>
  new Set(slugsIn(facts))

const passagesIn = (fact: StoredArticleEvent): Sha256Hex[] =>
  fact.type === 'PassagesEmbedded'
    ? [...fact.data.passages, ...fact.data.headnotes].map(({ textSha256 }) => textSha256)
    : []

const without = <T>(values: readonly T[], kept: readonly T[]): T[] => {
  const stay = new Set(kept)
  return [...new Set(values)].filter((value) => !stay.has(value))
}

/** A fact that holds a wording which stays keeps its key, whatever else is sealed under it. */
const isAnchor = (fact: StoredArticleEvent): boolean => contentOf(fact) !== null

type Facts = readonly StoredArticleEvent[]
const contentsIn = (facts: Facts): ContentRecord[] => facts.flatMap((fact) => contentOf(fact) ?? [])
const slugsIn = (facts: Facts): Slug[] => contentsIn(facts).map(({ slug }) => slug)
const textsIn = (facts: Facts): Sha256Hex[] =>
  contentsIn(facts).map(({ contentClean }) => contentClean.sha256)
const statesIn = (facts: Facts): string[] =>
  facts.flatMap(({ type, data }) => (type === 'Imported' ? [data.state] : []))

/** Plans the erasure of wordings of one text, all of whose facts are given, in order. */
export const planErasure = (
  facts: readonly StoredArticleEvent[],
  keys: SealKeys,
  scope: ErasureScope,
  fingerprint: (name: string) => Sha256Hex,
): ErasurePlan => {
  const going = goingFacts(facts, scope)
  const keyOf = ({ streamVersion }: StoredArticleEvent) => keys.get(streamVersion)
  const kept = new Set(
    facts.filter((fact, at) => !going[at] && isAnchor(fact)).flatMap((fact) => keyOf(fact) ?? []),
  )
  const isGone = facts.map((fact, at) => going[at] === true && !kept.has(keyOf(fact) ?? ''))
  const [gone, stay] = [facts.filter((_, at) => isGone[at]), facts.filter((_, at) => !isGone[at])]
  const names = [
    ...without(statesIn(gone), statesIn(stay)).map(stateName),
    ...without(textsIn(gone), textsIn(stay)).map(textName),
  ]
  return {
    keys: [...new Set(gone.flatMap((fact) => keyOf(fact) ?? []))],
    unsealed: gone.filter((fact) => !keys.has(fact.streamVersion) && hasSealedMembers(fact)).length,
    fingerprints: names.map(fingerprint),
    slugs: without(slugsIn(gone), slugsIn(stay)),
    passages: without(gone.flatMap(passagesIn), stay.flatMap(passagesIn)),
  }
}
