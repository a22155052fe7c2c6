import type { ArticleEvent } from '#contracts/events/event.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import type { Integrity } from './article-commands.ts'

type Found = Pick<IntegrityFlag, 'code' | 'headnoteSequence'>
const keyOf = ({ code, headnoteSequence }: Found): string => `${code} ${headnoteSequence ?? ''}`
const detectorName = ({ detector }: IntegrityFlag): string => detector.split('@')[0] ?? detector

/**
 * What changes in a text's flags with a new wording: flags that are new are raised; those that the same
 * detectors raised before and no longer find are cleared; those of other detectors stay.
 */
export const integrityEvents = (
  before: readonly IntegrityFlag[],
  integrity: Integrity | undefined,
): ArticleEvent[] => {
  if (integrity === undefined) return []
  const known = new Set(before.map(keyOf))
  const found = new Set(integrity.flags.map(keyOf))
  const looked = new Set(integrity.detectors)
  return [
    ...before
      .filter((flag) => looked.has(detectorName(flag)) && !found.has(keyOf(flag)))
      .map(({ code, headnoteSequence }): ArticleEvent => ({
        type: 'IntegrityFlagCleared',
        data: { code, headnoteSequence },
      })),
    ...integrity.flags
      .filter((flag) => !known.has(keyOf(flag)))
      .map((flag): ArticleEvent => ({ type: 'IntegrityFlagRaised', data: { flag } })),
  ]
}
