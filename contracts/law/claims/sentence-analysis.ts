import { type NamedAuthority, type CitationRecogniser, numberedAuthorities } from './authorities.ts'
import { datesIn, type MentionedDate } from './dates.ts'
import { entryOf, MODAL } from './lexicon.ts'
import { isModalWord, isNegationWord, turnsOf } from './negation.ts'
import { isWithin, type Quantity, quantitiesOf } from './quantities.ts'
import { type StrengthMark, strengthOf } from './strength.ts'
import { isTelling, type Word, wordsOf } from './words.ts'

/**
 * A meaningful word with its meaning, its sign and its place (UTF-16 units of the analysed text).
 */
export type TellingWord = {
  readonly concept: string
  /** −1 where it is denied, by its own meaning or by a negation. */
  readonly sign: 1 | -1
  /** Denied by way of a modal: `ne peut X`, `n'a pas à X`. */
  readonly softly: boolean
  /** A negation precedes it; the word itself may be negative, too. */
  readonly denied: boolean
  /**
   * The negation is in a relative clause: it describes a thing instead of denying the statement.
   */
  readonly aside: boolean
  /** It is what is lacking: `sans X`, `dépourvu de X`. */
  readonly lacking: boolean
  readonly folded: string
  /** As written. */
  readonly raw: string
  readonly stem: string
  readonly isName: boolean
  readonly role: number | null
  readonly start: number
  readonly end: number
}

/** The analysis of a sentence that comparisons use. */
export type SentenceAnalysis = {
  readonly tokens: readonly TellingWord[]
  readonly concepts: ReadonlySet<string>
  readonly quantities: readonly Quantity[]
  readonly dates: readonly MentionedDate[]
  readonly authorities: readonly NamedAuthority[]
  readonly modals: ReadonlySet<string>
  /** Words that make the rule absolute, and words that name an exception. */
  readonly strength: readonly StrengthMark[]
}

const CAPITAL = /^\p{Lu}/u
/** A capital marks a name, except at the start of a sentence. */
const isName = ({ raw }: Word, at: number): boolean => at > 0 && raw.length > 1 && CAPITAL.test(raw)

const tokensOf = (words: readonly Word[]): TellingWord[] => {
  const turned = turnsOf(words)
  return words.flatMap((word, at): TellingWord[] => {
    if (!isModalWord(word.folded) && !isTelling(word)) return []
    if (isNegationWord(word.folded)) return []
    const { concept, sign, stem, role } = entryOf(word.folded)
    const turn = turned.get(at)
    const hard = turn !== undefined && !turn.softly
    return [
      {
        concept,
        sign: hard ? (sign === 1 ? -1 : 1) : sign,
        softly: turn?.softly === true,
        denied: turn !== undefined,
        aside: turn?.aside === true,
        lacking: turn?.lacking === true,
        folded: word.folded,
        raw: word.raw,
        stem,
        isName: isName(word, at),
        role,
        start: word.start,
        end: word.end,
      },
    ]
  })
}

type SentenceFindings = Omit<SentenceAnalysis, 'concepts' | 'modals'>
const completed = (read: SentenceFindings): SentenceAnalysis => {
  const concepts = new Set(read.tokens.map(({ concept }) => concept))
  return { ...read, concepts, modals: new Set([...MODAL].filter((modal) => concepts.has(modal))) }
}

/** Analyses a sentence. Deterministic, linear in its length. */
export const analyseSentence = (
  text: string,
  recognise: CitationRecogniser = numberedAuthorities,
): SentenceAnalysis => {
  const words = wordsOf(text)
  const dates = datesIn(text)
  const authorities = recognise(text)
  const taken = [...dates, ...authorities]
  return completed({
    tokens: tokensOf(taken.length === 0 ? words : words.filter((word) => !isWithin(word, taken))),
    dates,
    authorities,
    quantities: quantitiesOf(words, taken),
    strength: strengthOf(words),
  })
}

type Placed = { readonly start: number; readonly end: number }
const moved = <T extends Placed>(items: readonly T[], by: number): readonly T[] =>
  by === 0 ? items : items.map((one) => ({ ...one, start: one.start + by, end: one.end + by }))

/** Joins the analyses of two sentences. `by` is where the second begins in the joint text. */
export const joined = (
  one: SentenceAnalysis,
  other: SentenceAnalysis,
  by: number,
): SentenceAnalysis =>
  completed({
    tokens: [...one.tokens, ...moved(other.tokens, by)],
    dates: [...one.dates, ...moved(other.dates, by)],
    authorities: [...one.authorities, ...moved(other.authorities, by)],
    quantities: [...one.quantities, ...moved(other.quantities, by)],
    strength: [...one.strength, ...moved(other.strength, by)],
  })

/** The analysis of a part of a sentence, taken from that of the whole. */
export const partOf = (whole: SentenceAnalysis, start: number, end: number): SentenceAnalysis => {
  const within = <T extends Placed>(items: readonly T[]): readonly T[] =>
    moved(
      items.filter((one) => one.start >= start && one.end <= end),
      -start,
    )
  return completed({
    tokens: within(whole.tokens),
    dates: within(whole.dates),
    authorities: within(whole.authorities),
    quantities: within(whole.quantities),
    strength: within(whole.strength),
  })
}
