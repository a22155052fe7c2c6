import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import type { Instant, Sha256Hex } from '#contracts/ids.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import { INTEGRITY_SEVERITY } from '#contracts/vocabulary/integrity.ts'
import type { Integrity } from './commands.ts'
import type { ArticleState } from './state.ts'

/**
 * The detector that looks at one wording, named in its evidence as `assessedHash`; the number rises
 * when it judges otherwise.
 */
export const GROUNDEDNESS_DETECTOR = 'groundedness@1'
const GROUNDEDNESS = 'groundedness'

type Found = Pick<IntegrityFlag, 'code' | 'headnoteSequence'>
const keyOf = ({ code, headnoteSequence }: Found): string => `${code} ${headnoteSequence ?? ''}`
const detectorName = ({ detector }: IntegrityFlag): string => detector.split('@')[0] ?? detector

/** What a flag says; when it was first seen is no part of that. */
const sayingOf = (flag: IntegrityFlag): string => canonicalJson({ ...flag, detectedAt: null })

/**
 * What changes in a text's flags with a new wording: flags that are new, or rest on other evidence,
 * are raised; those that the same detectors raised before and no longer find are cleared; those of
 * other detectors stay.
 */
export const integrityEvents = (
  before: readonly IntegrityFlag[],
  integrity: Integrity | undefined,
): ArticleEvent[] => {
  if (integrity === undefined) return []
  const known = new Map(before.map((flag) => [keyOf(flag), sayingOf(flag)]))
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
      .filter((flag) => known.get(keyOf(flag)) !== sayingOf(flag))
      .map((flag): ArticleEvent => ({ type: 'IntegrityFlagRaised', data: { flag } })),
  ]
}

/** The flags after such events. */
export const flagsAfter = (
  before: readonly IntegrityFlag[],
  events: readonly ArticleEvent[],
): IntegrityFlag[] => {
  const flags = new Map(before.map((flag) => [keyOf(flag), flag]))
  for (const { type, data } of events) {
    if (type === 'IntegrityFlagCleared') flags.delete(keyOf(data))
    if (type === 'IntegrityFlagRaised') flags.set(keyOf(data.flag), data.flag)
  }
  return [...flags.values()]
}

/** Whether a flag is about another wording than this one, so that it says nothing of it. */
export const isOfAnotherWording = (flag: IntegrityFlag, sha256Hash: Sha256Hex): boolean =>
  detectorName(flag) === GROUNDEDNESS && flag.evidence['assessedHash'] !== sha256Hash

const staleFlag = (assessedHash: Sha256Hex, detectedAt: Instant): IntegrityFlag => ({
  code: 'groundedness_stale',
  severity: INTEGRITY_SEVERITY.groundedness_stale,
  message: 'What was assessed is an earlier wording.',
  headnoteSequence: null,
  span: null,
  detectedAt,
  detector: GROUNDEDNESS_DETECTOR,
  evidence: { assessedHash },
})

/**
 * A wording goes public that was not assessed: what was said of the one before lapses. Nothing
 * where none ever was.
 */
export const assessmentLapses = (
  { assessedHash, integrityFlags }: ArticleState,
  sha256Hash: Sha256Hex,
  time: Instant,
): ArticleEvent[] =>
  assessedHash === null || assessedHash === sha256Hash
    ? []
    : integrityEvents(integrityFlags, {
        detectors: [GROUNDEDNESS],
        flags: [staleFlag(assessedHash, time)],
      })
