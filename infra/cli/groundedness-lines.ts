/** How the commands show what was found: for people in lines, for programs as objects. */
import type { GroundednessOutcome } from '#ingest/handlers/groundedness.ts'
import type { ImpactedText } from '#ingest/groundedness/impact.ts'
import type { WalkCounts } from '#ingest/groundedness/walk.ts'

export const outcomeObject = ({
  slug,
  result,
  assessedHash,
  position,
  assessment,
  flags,
}: GroundednessOutcome) => ({
  slug,
  result,
  groundednessScore: assessment.score,
  groundedness: { ...assessment.counts, method: assessment.method, assessedHash },
  integrityFlags: flags,
  position,
})

export const outcomeLines = ({
  slug,
  result,
  assessment,
  flags,
}: GroundednessOutcome): string[] => {
  const { supported, checkable } = assessment.counts
  return [
    `${slug}  ${assessment.score ?? '–'}  ${supported}/${checkable} supported  ${result}`,
    ...flags.map(({ severity, code, message }) => `    ${severity}  ${code}  ${message}`),
  ]
}

export const countsLine = (counts: WalkCounts, dryRun: boolean): string => {
  const { read, recorded, unchanged, norms, refused, flagged } = counts
  const done = `${dryRun ? 'would record' : 'recorded'} ${recorded}, unchanged ${unchanged}`
  return `read ${read}, ${done}, norms ${norms}, refused ${refused}; with doubts ${flagged}`
}

/** A sentence on one line. */
const oneLine = (words: string): string => words.replaceAll(/\s+/gu, ' ')

export const impactLines = ({ id, title, sentences, words }: ImpactedText): string[] => [
  `${id}  ${title}`,
  ...sentences.map(
    ({ start, end }, index) => `    ${start}–${end}  ${oneLine(words[index] ?? '')}`,
  ),
]
