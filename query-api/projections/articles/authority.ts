/**
 * How much weight a text has, for sorting (contracts/conventions/search.md). A function of the
 * text, its colour and how many texts cite it; it says nothing about a single question of law.
 */
import type { JudicialDecision } from '#contracts/decision.ts'
import type { StatusFlag } from '#contracts/vocabulary/citator.ts'
import type { CourtLevel } from '#contracts/vocabulary/courts.ts'
import type { ContentType } from '#contracts/vocabulary/texts.ts'

/** What a text is worth for its kind; a decision for its court. */
const OF_KIND: Readonly<Record<ContentType, number>> = {
  legislation: 40,
  regulation: 36,
  convention_collective: 24,
  jurisprudence: 8,
  soft_law: 12,
  custom: 12,
  doctrine: 4,
}
const OF_COURT: Readonly<Record<CourtLevel, number>> = {
  constitutional: 40,
  supranational: 40,
  supreme: 36,
  appeal: 20,
  specialised: 14,
  first_instance: 12,
  authority: 12,
}

/** The whole court or several chambers sat: above every ruling of one chamber. */
const OF_CHAMBER: Readonly<Partial<Record<NonNullable<JudicialDecision['chamber']>, number>>> = {
  pl: 12,
  creun: 12,
  mi: 10,
}
const OF_FORMATION: Readonly<Partial<Record<NonNullable<JudicialDecision['formation']>, number>>> =
  {
    fp: 6,
    fm: 6,
    fs: 3,
  }
/** How widely the court itself published it: the annual report, the official collection. */
const OF_PUBLICATION: Readonly<Partial<Record<JudicialDecision['publication'][number], number>>> = {
  r: 6,
  R: 6,
  A: 6,
  b: 4,
  B: 3,
  l: 1,
}

/** Each doubling of the texts that cite it. */
const OF_DOUBLING = 4
const DOUBLINGS_MAX = 16

const OF_COLOUR: Readonly<Record<StatusFlag, number>> = {
  green: 6,
  gray: 0,
  yellow: -6,
  orange: -20,
  /** Quashed, annulled, repealed: after every other text, whoever cites it. */
  red: -1_000,
}

/**
 * How often a text is cited, as doublings: 0 for no citing text, 1 for one or two, 2 for three to
 * six. So a text changes a few times in its life and not with each text that cites it.
 */
export const doublingsOf = (citing: number): number =>
  Math.min(DOUBLINGS_MAX, Math.floor(Math.log2(citing + 1)))

type Weighed = {
  readonly contentType: ContentType
  readonly judicialDecision: Pick<
    JudicialDecision,
    'courtLevel' | 'chamber' | 'formation' | 'publication'
  > | null
}

const decisionWeight = ({
  courtLevel,
  chamber,
  formation,
  publication,
}: NonNullable<Weighed['judicialDecision']>): number =>
  (courtLevel === null ? OF_KIND.jurisprudence : OF_COURT[courtLevel]) +
  (chamber === null ? 0 : (OF_CHAMBER[chamber] ?? 0)) +
  (formation === null ? 0 : (OF_FORMATION[formation] ?? 0)) +
  Math.max(0, ...publication.map((one) => OF_PUBLICATION[one] ?? 0))

/**
 * The authority of a text, a whole number from 0. `doublings`: `doublingsOf` the texts that cite
 * it.
 */
export const authorityOf = (
  { contentType, judicialDecision }: Weighed,
  colour: StatusFlag,
  doublings: number,
): number => {
  const own = judicialDecision === null ? OF_KIND[contentType] : decisionWeight(judicialDecision)
  return Math.max(0, own + OF_DOUBLING * doublings + OF_COLOUR[colour])
}
