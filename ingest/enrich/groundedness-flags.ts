import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { groundednessScore, type QuoteClass } from '#contracts/claim.ts'
import type { Validity } from '#contracts/content.ts'
import type { Instant, Sha256Hex } from '#contracts/ids.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import type { StatusFlag } from '#contracts/vocabulary/citator.ts'
import { INTEGRITY_SEVERITY, type IntegrityCode } from '#contracts/vocabulary/integrity.ts'
import { GROUNDEDNESS_DETECTOR } from '../domain/article/integrity-events.ts'
import {
  type Assessment,
  GROUNDEDNESS,
  type JudgedSentence,
  type ResolvedCitation,
} from './groundedness.ts'

/** The state of a source without its text. */
export type SourceState = {
  readonly key: string
  readonly sha256Hash: Sha256Hex
  readonly statusFlag: StatusFlag
  /** Keys of the texts whose treatments gave it a red or orange status. */
  readonly stoppedBy: readonly string[]
  readonly isNorm: boolean
  readonly validity: Validity
}

/** Inputs of the flags besides the assessment. */
export type FlagRound = {
  /** Key of the assessed text. */
  readonly key: string
  readonly contentClean: string
  readonly citations: readonly ResolvedCitation[]
  readonly sourceStates: readonly SourceState[]
  readonly assessedHash: Sha256Hex
  /** Time of publication; null: unknown. */
  readonly publishedAt: Instant | null
  readonly detectedAt: Instant
  /** Whether the read models were current, so that a text not found does not exist. */
  readonly isComplete: boolean
  /** Items that a person dismissed. */
  readonly dismissed: ReadonlySet<string>
}

/**
 * An evidence item. `id` is derived from its words and from the wordings they were compared with.
 */
type Item = { readonly id: string } & Readonly<Record<string, unknown>>
type Doubt = {
  readonly code: IntegrityCode
  readonly message: (count: number) => string
  readonly member: 'sentences' | 'citations' | 'authorities'
  readonly items: readonly Item[]
}

const ID_DIGITS = 16
const idOf = (...parts: readonly unknown[]): string =>
  sha256Hex(canonicalJson(parts)).slice(0, ID_DIGITS)

const hashesOf = ({ sourceStates }: FlagRound, keys: readonly string[]): (readonly string[])[] =>
  sourceStates
    .filter(({ key }) => keys.includes(key))
    .map(({ key, sha256Hash }) => [key, sha256Hash])
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))

const sentenceItem = (
  code: IntegrityCode,
  { where, headnoteSequence, span, sources, cited, sha256, conflicts }: JudgedSentence,
  round: FlagRound,
): Item => ({
  id: idOf(code, sha256, hashesOf(round, [...sources, ...cited])),
  where,
  headnoteSequence,
  ...span,
  sources: sources.length === 0 ? cited : sources,
  ...(conflicts.length === 0 ? {} : { conflicts }),
})

const quoting =
  (classes: readonly QuoteClass[]) =>
  (sentence: JudgedSentence): boolean =>
    sentence.quotes.some(({ finding }) => classes.includes(finding.class))

const sentenceDoubts = ({ sentences }: Assessment, round: FlagRound): Doubt[] => {
  const doubt = (
    code: IntegrityCode,
    message: Doubt['message'],
    among: (sentence: JudgedSentence) => boolean,
  ): Doubt => ({
    code,
    message,
    member: 'sentences',
    items: sentences.filter(among).map((sentence) => sentenceItem(code, sentence, round)),
  })
  const isLost = quoting(['not_found'])
  return [
    doubt(
      'claim_contradicted',
      (count) => `${count} of its sentences say otherwise than the sources they rest on.`,
      ({ verdict }) => verdict === 'contradicted',
    ),
    doubt(
      'quote_altered',
      (count) => `${count} of its quotations are not as their source has them.`,
      quoting(['altered', 'misattributed', 'frankenquote']),
    ),
    doubt(
      'quote_not_found',
      (count) => `${count} of its quotations stand in no source that it cites.`,
      (sentence) => round.isComplete && sentence.citesHeld && isLost(sentence),
    ),
  ]
}

const citationDoubts = (round: FlagRound): Doubt[] => {
  const doubt = (
    code: IntegrityCode,
    message: Doubt['message'],
    among: (citation: ResolvedCitation) => boolean,
  ): Doubt => ({
    code,
    message,
    member: 'citations',
    items: round.citations.filter(among).map(({ start, end, keys }) => {
      const candidates = keys.length === 0 ? {} : { candidates: keys }
      return {
        id: idOf(code, round.contentClean.slice(start, end), keys),
        start,
        end,
        ...candidates,
      }
    }),
  })
  return [
    doubt(
      'citation_unresolved',
      (count) => `${count} of the texts that it cites were not found among those held.`,
      ({ dead }) => dead && round.isComplete,
    ),
    doubt(
      'citation_ambiguous',
      (count) => `${count} of its citations fit several texts.`,
      ({ ambiguous }) => ambiguous,
    ),
  ]
}

const DAY_DIGITS = 10
/** Repealed or amended since the text was published, which may be out of date. */
const staleness = (
  { validity: { validFrom, validTo }, isNorm }: SourceState,
  publishedAt: Instant | null,
  now: Instant,
): { readonly change: 'repealed' | 'amended'; readonly on: string } | null => {
  if (!isNorm || publishedAt === null) return null
  const [published, today] = [publishedAt.slice(0, DAY_DIGITS), now.slice(0, DAY_DIGITS)]
  if (validTo !== null && validTo >= published && validTo < today)
    return { change: 'repealed', on: validTo }
  return validFrom !== null && validFrom > published && validFrom <= today
    ? { change: 'amended', on: validFrom }
    : null
}

/**
 * Whether the text itself says what became of a source: it is the text that stopped the source, or
 * cites it. A ruling names the judgment that it quashes, and a commentary names both.
 */
const saysWhatBecameOf = (
  { stoppedBy }: SourceState,
  { key, sourceStates }: Pick<FlagRound, 'key' | 'sourceStates'>,
): boolean =>
  stoppedBy.length > 0 &&
  stoppedBy.every((one) => one === key || sourceStates.some((source) => source.key === one))

/** The sources of a colour, except those whose fate the text itself states. */
export const authoritiesOf = (
  colour: 'red' | 'orange',
  round: Pick<FlagRound, 'key' | 'sourceStates'>,
): SourceState[] =>
  round.sourceStates.filter(
    (state) => state.statusFlag === colour && !saysWhatBecameOf(state, round),
  )

const authorityDoubts = (round: FlagRound): Doubt[] => {
  const coloured = (colour: 'red' | 'orange'): Doubt => ({
    code: `cited_authority_${colour}`,
    message: (count) => `${count} of the authorities that it cites have the status ${colour}.`,
    member: 'authorities',
    items: authoritiesOf(colour, round).map(({ key }) => ({ id: idOf(colour, key), slug: key })),
  })
  const stale = round.sourceStates.flatMap((state): Item[] => {
    const found = staleness(state, round.publishedAt, round.detectedAt)
    const { key } = state
    return found === null ? [] : [{ id: idOf('stale_law', key, found), slug: key, ...found }]
  })
  return [
    coloured('red'),
    coloured('orange'),
    {
      code: 'stale_law',
      message: (count) =>
        `${count} of the provisions that it cites were changed after it appeared.`,
      member: 'authorities',
      items: stale,
    },
  ]
}

const flagOf = (
  code: IntegrityCode,
  message: string,
  evidence: Readonly<Record<string, unknown>>,
  { detectedAt, assessedHash }: FlagRound,
): IntegrityFlag => ({
  code,
  severity: INTEGRITY_SEVERITY[code],
  message,
  headnoteSequence: null,
  span: null,
  detectedAt,
  detector: GROUNDEDNESS_DETECTOR,
  evidence: { assessedHash, ...evidence },
})

/**
 * Most sentences that say it in other words are partially supported (`test/quality`), so they count
 * as support where a person is warned.
 */
const isPartLow = ({ counts: { supported, partial, checkable } }: Assessment): boolean =>
  (groundednessScore(supported + partial, checkable) ?? GROUNDEDNESS.scoreMin) <
  GROUNDEDNESS.scoreMin

/**
 * The doubts of an assessment, one flag per code, with their evidence
 * (contracts/conventions/integrity-flags.md). The evidence has places and ids, never words.
 * Deterministic.
 */
export const groundednessFlags = (assessment: Assessment, round: FlagRound): IntegrityFlag[] => {
  const doubts = [
    ...sentenceDoubts(assessment, round),
    ...citationDoubts(round),
    ...authorityDoubts(round),
  ]
  const { score } = assessment
  const isLow = score !== null && score < GROUNDEDNESS.scoreMin && isPartLow(assessment)
  return [
    ...doubts.flatMap(({ code, message, member, items }) => {
      const left = items.filter(({ id }) => !round.dismissed.has(id))
      const shown = left.slice(0, GROUNDEDNESS.evidenceMax)
      return left.length === 0
        ? []
        : [flagOf(code, message(left.length), { [member]: shown }, round)]
    }),
    ...(isLow
      ? [
          flagOf(
            'low_groundedness',
            `Only ${score} % of what can be checked is supported.`,
            { score },
            round,
          ),
        ]
      : []),
  ]
}

const MEMBERS = ['sentences', 'citations', 'authorities'] as const

/**
 * The ids of the evidence items, which a person can dismiss; empty for a doubt about the whole
 * text.
 */
export const itemsOfFlag = ({ evidence }: IntegrityFlag): string[] =>
  MEMBERS.flatMap((member) => ((evidence[member] ?? []) as readonly Item[]).map(({ id }) => id))
