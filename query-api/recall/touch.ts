/** Which changes touch a citation. Decides on what matches alone, so it works on fingerprints. */
import type { Change, ChangeType } from '#contracts/changes/change.ts'
import type { RecallState } from '#contracts/http/recall.ts'
import { GONE_STATES } from '../receipts/check.ts'
import type { FollowedCitation, Fingerprinter } from './ports.ts'

/** Types that may touch a citation. */
export const RECALLING: readonly ChangeType[] = [
  'article.published',
  'article.updated',
  'article.unpublished',
  'article.withdrawn',
  'article.deleted',
  'article.erased',
  'headnote.flag_changed',
]

const equals = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

/**
 * The recall that a change of its text causes for a citation; null: none. A citation that was
 * superseded once is not recalled for each further version.
 */
export const touchOf = (
  { wording, version, point, superseded }: Omit<FollowedCitation, 'text' | 'followsAfter'>,
  change: Change,
  fingerprints: Fingerprinter,
): RecallState | null => {
  const { type, articleId, headnote } = change
  if (articleId === null) return null
  const gone = GONE_STATES[type]
  if (gone !== undefined) return gone
  if (type === 'article.erased')
    return change.version !== null &&
      equals(version, fingerprints.version(articleId, change.version))
      ? 'erased'
      : null
  if (headnote !== null) {
    const { sequence } = headnote
    const isMeant = point === null || sequence === null
    return isMeant || equals(point, fingerprints.point(articleId, sequence)) ? 'flag_changed' : null
  }
  if (superseded || type === 'concept.deprecated') return null
  if (change.changeClass === 'validity') return 'validity_changed'
  // A wording that was erased since has no hash: it was another one, or its erasure is told.
  const isServed =
    change.sha256Hash === null
      ? change.version !== null && equals(version, fingerprints.version(articleId, change.version))
      : equals(wording, fingerprints.wording(articleId, change.sha256Hash))
  return isServed ? null : 'superseded'
}
