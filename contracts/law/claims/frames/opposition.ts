/** Whether two wordings of one passage say opposite things, by the lexicon and by prefixes. */
import { fold } from '../../analysis/fold.ts'
import { type Keyed, sidesIn } from './meanings.ts'
import { baseOfTerm, keyOfTerm, WORD_MAX } from './word-forms.ts'

/** The words of a text, and which of them are of one wording: from `from` to before `to`. */
type Wording = {
  readonly words: readonly string[]
  readonly from: number
  readonly to: number
}

/** No term of the lexicon with an opposite reaches further. */
const REACH = 8

type OpposedTerm = {
  readonly from: number
  readonly to: number
  readonly opposition: number
  readonly side: number
}

const keyed = (word: string): Keyed => {
  const folded = fold(word)
  return folded.length > WORD_MAX
    ? { folded, key: folded, base: folded }
    : { folded, key: keyOfTerm(folded), base: baseOfTerm(folded) }
}

const termsNear = ({ words, from, to }: Wording): OpposedTerm[] => {
  const start = Math.max(0, from - REACH)
  return sidesIn(words.slice(start, to + REACH).map(keyed)).map(({ first, last, value }) => ({
    from: start + first,
    to: start + last + 1,
    opposition: value.opposition,
    side: value.side,
  }))
}

/** Whether a term has words of a wording; an empty one has a term that reaches over its place. */
const isIn = (term: OpposedTerm, { from, to }: { readonly from: number; readonly to: number }) =>
  from === to ? term.from < from && term.to > from : term.from < to && term.to > from

const sidesWithin = (
  terms: readonly OpposedTerm[],
  opposition: number,
  range: { readonly from: number; readonly to: number },
): Set<number> =>
  new Set(
    terms
      .filter((term) => term.opposition === opposition && isIn(term, range))
      .map(({ side }) => side),
  )

const excludes = (one: ReadonlySet<number>, other: ReadonlySet<number>): boolean =>
  [...one].some((side) => !other.has(side) && [...other].some((against) => against !== side))

/** The lexicon opposes a term of one wording to what the other has in its place. */
const areOpposites = (old: Wording, next: Wording): boolean => {
  const [before, after] = [termsNear(old), termsNear(next)]
  return [
    ...before.filter((term) => isIn(term, old)).map((term) => ({ term, own: old })),
    ...after.filter((term) => isIn(term, next)).map((term) => ({ term, own: next })),
  ].some(({ term, own }) => {
    // The words of a term beside its wording are the same in the other text.
    const left = Math.max(0, own.from - term.from)
    const right = Math.max(0, term.to - own.to)
    const was = sidesWithin(before, term.opposition, { from: old.from - left, to: old.to + right })
    const is = sidesWithin(after, term.opposition, { from: next.from - left, to: next.to + right })
    return excludes(was, is) || excludes(is, was)
  })
}

/** Prefixes that deny, in French, Catalan, English and German. */
const DENYING = ['in', 'im', 'il', 'ir', 'non', 'un'] as const
/** Shorter words are parts of others by chance. */
const DENIED_MIN = 4

const denies = (one: string, other: string): boolean =>
  other.length >= DENIED_MIN && DENYING.some((prefix) => one === `${prefix}${other}`)

const haveDenyingPrefix = (old: Wording, next: Wording): boolean => {
  const wordsOf = ({ words, from, to }: Wording): Set<string> =>
    new Set(words.slice(from, to).map(fold))
  const [before, after] = [wordsOf(old), wordsOf(next)]
  const lost = [...before.difference(after)]
  const won = [...after.difference(before)]
  return lost.some((one) => won.some((other) => denies(one, other) || denies(other, one)))
}

/** Whether one wording of a passage says the opposite of the other. */
export const areOpposed = (old: Wording, next: Wording): boolean =>
  haveDenyingPrefix(old, next) || areOpposites(old, next)
