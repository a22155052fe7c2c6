/** Finds what a citation names in the histories of texts, and how it is followed from there. */
import type { Change } from '#contracts/changes/change.ts'
import type { KeptCitation } from '#contracts/http/recall.ts'
import type { Position } from '#contracts/ids.ts'
import { textCited } from '../receipts/check.ts'
import type { TextHistory } from '../receipts/ports.ts'
import type { Fingerprinter, FollowedCitation } from './ports.ts'

export type Cited = Pick<KeptCitation, 'version' | 'sha256Hash' | 'headnoteSequence'>

/** A citation with the text that it names. */
export type FoundCitation = {
  readonly text: TextHistory
  readonly followed: FollowedCitation
  /** Whether the wording was erased since. */
  readonly erased: boolean
  /** What became of the text since the citation was given, in log order. */
  readonly changes: readonly Change[]
}

/** Whether another wording was served already when the citation was given. */
const isSuperseded = (
  { wordings }: TextHistory,
  { version }: Cited,
  changes: readonly Change[],
): boolean => {
  const own = wordings.findLastIndex((one) => one.version === version)
  const since = new Set(changes.map((one) => one.version))
  return wordings.slice(own + 1).some((one) => !since.has(one.version))
}

/** null: no public text ever had this version with this hash. */
export const findCited = (
  texts: readonly TextHistory[],
  cited: Cited,
  given: Position,
  followsAfter: Position,
  fingerprints: Fingerprinter,
): FoundCitation | null => {
  const { version, sha256Hash, headnoteSequence } = cited
  if (sha256Hash === null) return null
  const text = textCited(texts, { version, sha256Hash })
  if (text === undefined) return null
  const { articleId } = text
  const changes = text.changes.filter(({ position }) => Number(position) > given)
  const followed: FollowedCitation = {
    text: fingerprints.text(articleId),
    wording: fingerprints.wording(articleId, sha256Hash),
    version: fingerprints.version(articleId, version),
    point: headnoteSequence === null ? null : fingerprints.point(articleId, headnoteSequence),
    followsAfter,
    superseded: isSuperseded(text, cited, changes),
  }
  const erased = text.wordings.some((one) => one.erased && one.version === version)
  return { text, followed, erased, changes }
}
