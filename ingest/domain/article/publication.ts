import type { Validity } from '#contracts/content.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import type { Instant, SemVer, Sha256Hex } from '#contracts/ids.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import type { ArticleState, PublishedVersion } from './state.ts'
import { changesNothing, classify, nextVersion } from './versions/classify.ts'
import { contentOf, type Texts, type Wording } from './content-record.ts'
import { isOfAnotherWording } from './integrity-events.ts'
import { type DomainRefusal, refuse } from '../refusals.ts'

export type VersionPublishedEvent = Extract<ArticleEvent, { type: 'VersionPublished' }>

export type Release = {
  readonly wording: Wording
  readonly policy: string | null
  readonly publishedAt: Instant | null
  /** Includes the text of the newest version, if any. */
  readonly texts: Texts
}

const isCritical = ({ severity }: IntegrityFlag): boolean => severity === 'critical'

/** Most sentences that a refusal names; the flag has all. */
const SENTENCES_NAMED = 3
type FlaggedSentence = { readonly where?: string; readonly start?: number; readonly end?: number }

/** The code and the places of a doubt; a message never quotes the text. */
const describeFlag = ({ code, evidence }: IntegrityFlag): string => {
  const sentences = (evidence['sentences'] ?? []) as readonly FlaggedSentence[]
  const places = sentences
    .slice(0, SENTENCES_NAMED)
    .map(({ where, start, end }) => `${where} ${start}–${end}`)
  return places.length === 0 ? code : `${code} (${places.join(', ')})`
}

/** Refuses to publish a wording that has a critical flag (contracts/conventions/life-cycle.md). */
export const criticalRefusal = (
  flags: readonly IntegrityFlag[],
  sha256Hash: Sha256Hex,
): DomainRefusal | null => {
  const critical = flags.filter((flag) => isCritical(flag) && !isOfAnotherWording(flag, sha256Hash))
  if (critical.length === 0) return null
  return refuse('integrity-critical', critical.map(describeFlag).join(', '))
}

type Cause = Pick<VersionPublishedEvent['data'], 'bump' | 'changeClass' | 'reasons'>

const publishedEvent = (
  published: PublishedVersion,
  policy: string | null,
  cause: Cause,
): VersionPublishedEvent => ({
  type: 'VersionPublished',
  data: { ...published, hashProfile: 'article/1', policy, ...cause },
})

const BACK = 'The version is public again after it was unpublished.'

/** Publishes an unpublished version again: the same version, hash and date, bump `none`. */
export const republish = (published: PublishedVersion): VersionPublishedEvent =>
  publishedEvent(published, null, { bump: 'none', changeClass: null, reasons: [BACK] })

/**
 * Publishes a version again with other details: the same version and hash, bump `none`. A date that
 * the source does not state stays.
 */
const publicationOfDetails = (
  published: PublishedVersion,
  { record: content }: Wording,
  policy: string | null,
  cause: Cause,
): VersionPublishedEvent => {
  const publishedAt = content.publishedAt ?? published.publishedAt
  return publishedEvent({ ...published, publishedAt, content }, policy, cause)
}

/**
 * The publication of a wording as the next version, with the bump of its changes. The version stays
 * where only details differ that the hash leaves out.
 */
export const publication = (
  state: ArticleState,
  { wording, policy, publishedAt, texts }: Release,
): VersionPublishedEvent | DomainRefusal => {
  const { published, publicStatus } = state
  const old = published && contentOf(published.content, texts)
  const republication = publicStatus === 'withdrawn'
  const cause = classify(old, wording.content, { republication })
  if (published !== null && cause.bump === 'none') {
    const isBack = publicStatus === 'unpublished'
    if (changesNothing(cause)) return isBack ? republish(published) : refuse('nothing-changed')
    const reasons = isBack ? [BACK, ...cause.reasons] : cause.reasons
    return publicationOfDetails(published, wording, policy, { ...cause, reasons })
  }
  const version = nextVersion(published?.version ?? null, cause.bump)
  const { record: content, sha256Hash } = wording
  return publishedEvent({ version, sha256Hash, publishedAt, content }, policy, cause)
}

/** The days on which the wording of a version is in force, as its source states them. */
export const validityRecorded = (
  version: SemVer,
  { validFrom, validTo }: Validity,
  sourceVersion: string | null,
): ArticleEvent => ({
  type: 'ValidityRecorded',
  data: { version, validFrom, validTo, sourceVersion },
})
