import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { type Instant, type Sha256Hex, Slug } from '#contracts/ids.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import { INTEGRITY_SEVERITY } from '#contracts/vocabulary/integrity.ts'
import type { Integrity } from './commands.ts'
import type { ArticleState } from './state.ts'

/**
 * The detector of groundedness. Its evidence names the wording as `assessedHash`; its number rises
 * with every change of its rules.
 */
export const GROUNDEDNESS_DETECTOR = 'groundedness@1'
const GROUNDEDNESS = 'groundedness'

type Found = Pick<IntegrityFlag, 'code' | 'headnoteSequence'>
const keyOf = ({ code, headnoteSequence }: Found): string => `${code} ${headnoteSequence ?? ''}`
const detectorName = ({ detector }: IntegrityFlag): string => detector.split('@')[0] ?? detector

/** A flag without the time of its detection. */
const meaningOf = (flag: IntegrityFlag): string => canonicalJson({ ...flag, detectedAt: null })

/**
 * Changes of the flags with a new wording: new flags and those with other evidence are raised,
 * those that their detectors no longer find are cleared, those of other detectors stay.
 */
export const integrityEvents = (
  before: readonly IntegrityFlag[],
  integrity: Integrity | null,
): ArticleEvent[] => {
  if (integrity === null) return []
  const known = new Map(before.map((flag) => [keyOf(flag), meaningOf(flag)]))
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
      .filter((flag) => known.get(keyOf(flag)) !== meaningOf(flag))
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

type CitedAuthority = { readonly slug?: unknown }

/** The cited texts that an assessment found red, sorted; dismissed ones are not among them. */
export const citedRedIn = (flags: readonly IntegrityFlag[]): Slug[] =>
  flags
    .filter(({ code }) => code === 'cited_authority_red')
    .flatMap(({ evidence }) => (evidence['authorities'] ?? []) as readonly CitedAuthority[])
    .flatMap(({ slug }) => Slug.safeParse(slug).data ?? [])
    .toSorted()

/** If an unassessed wording is published, the assessment of an earlier one becomes stale. */
export const staleAssessment = (
  { assessed, integrityFlags }: ArticleState,
  sha256Hash: Sha256Hex,
  time: Instant,
): ArticleEvent[] =>
  assessed === null || assessed.groundedness.assessedHash === sha256Hash
    ? []
    : integrityEvents(integrityFlags, {
        detectors: [GROUNDEDNESS],
        flags: [staleFlag(assessed.groundedness.assessedHash, time)],
      })
