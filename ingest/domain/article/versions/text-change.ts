import { areOpposed } from '#contracts/law/claims/frames/opposition.ts'
import {
  differInAccents,
  differInEnding,
  mayBeRespelt,
  protectedKind,
} from '#contracts/law/protected-words.ts'
import { type Hunk, hunksBetween } from '#contracts/toolkit/sequence-diff.ts'
import { anonymisationOf } from './anonymisation.ts'
import {
  allAre,
  indexes,
  isEmpty,
  isName,
  isTitled,
  rawOf,
  type Side,
  type Tokens,
  tokensOf,
} from './tokens.ts'

/** The share of a text's characters that a PATCH may change (contracts/conventions/versions.md). */
const SHARE_MAX = 0.005

/**
 * How two wordings of one text compare. `why` completes a sentence that begins with the member's
 * name. It never quotes the text: a reason is recorded for ever, a text may have to be erased.
 */
type TextChange = {
  readonly kind: 'patch' | 'beyond'
  readonly changeClass: 'anonymisation' | null
  /** Whether only typography differs. */
  readonly typographic: boolean
  readonly why: string
}

/** `1 place`, `2 places`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`

type HunkVerdict =
  | { readonly kind: 'correction'; readonly characters: number }
  | { readonly kind: 'anonymisation' }
  | { readonly kind: 'beyond'; readonly why: string }

const joined = ({ tokens, from, to }: Side): string => tokens.keys.slice(from, to).join('')

const MARK = /^(?:\p{L}|[ivxlcdm]{1,5})$/iu
/** A letter or Roman number that names a point: `a)`, `iv)`, `b.`. */
const isMark = (tokens: Tokens, index: number): boolean =>
  MARK.test(rawOf(tokens, index)) && ').°'.includes(tokens.text[tokens.ends[index] ?? -1] ?? ' ')

/** The entry of the table of protected words for a token; a capital `I` is no conjunction. */
const protectedWord = (tokens: Tokens, index: number): string | null => {
  if (tokens.kinds[index] !== 'word') return null
  const kind = protectedKind(tokens.keys, index)
  const isOther = isMark(tokens, index) || rawOf(tokens, index) === 'I'
  return kind === 'a conjunction' && isOther ? null : kind
}

/** The difference between two spellings of the same word; null: they are different words. */
type Spelling = 'accents' | 'ending' | 'misspelling' | null

/** Most letters that a misspelling has wrong. */
const MISSPELT_MAX = 2

const spellingOf = (before: string, after: string): Spelling => {
  if (differInAccents(before, after)) return 'accents'
  if (differInEnding(before, after)) return 'ending'
  return editedCharacters(before, after) <= MISSPELT_MAX ? 'misspelling' : null
}

/** `où` for `ou` is the same word, and so is a party in the plural or without its error. */
const isSameWord = (kind: string, spelling: Spelling): boolean =>
  spelling === 'accents' || (spelling !== null && mayBeRespelt(kind))

/**
 * The kind of a token that no correction may change, such as `a negation`; null for an ordinary
 * word.
 */
const carried = (tokens: Tokens, index: number, spelling: Spelling): string | null => {
  const kind = tokens.kinds[index]
  if (kind === 'number') return 'a number'
  if (kind === 'placeholder') return 'a name that was taken out'
  const word = protectedWord(tokens, index)
  if (word !== null && !isSameWord(word, spelling)) return word
  if (isMark(tokens, index)) return 'the number of a point'
  return isName(tokens, index) || isTitled(tokens, index) ? 'a proper name' : null
}

/** A number's neighbour names what is counted or cited: `30 jours`, `L. 122-1`, `5 %`. */
const besideNumber = ({ tokens, from, to }: Side): boolean =>
  tokens.kinds[from - 1] === 'number' || tokens.kinds[to] === 'number'

const touched = (side: Side, spelling: Spelling): string | null => {
  for (const index of indexes(side)) {
    const what = carried(side.tokens, index, spelling)
    if (what !== null) return what
  }
  return besideNumber(side) ? 'what a number counts or cites' : null
}

/** Whether a side is whole paragraphs: nothing else on its first and on its last line. */
const isWholeParagraphs = ({ tokens, from, to }: Side): boolean => {
  if (from === to) return false
  const before = tokens.text.slice(tokens.ends[from - 1] ?? 0, tokens.starts[from])
  const after = tokens.text.slice(tokens.ends[to - 1], tokens.starts[to] ?? tokens.text.length)
  return (
    (from === 0 || before.includes('\n')) && (to === tokens.keys.length || after.includes('\n'))
  )
}

const editedCharacters = (old: string, next: string): number => {
  const max = Math.min(old.length, next.length)
  let prefix = 0
  while (prefix < max && old[prefix] === next[prefix]) prefix += 1
  let suffix = 0
  while (suffix < max - prefix && old.at(-1 - suffix) === next.at(-1 - suffix)) suffix += 1
  return Math.max(old.length, next.length) - prefix - suffix
}

const wordingOf = ({ tokens, from, to }: Side) => ({ words: tokens.keys, from, to })

const judge = (old: Side, next: Side): HunkVerdict => {
  const [before, after] = [joined(old), joined(next)]
  const sameLink = allAre(old, 'link') && allAre(next, 'link')
  if (before === after || sameLink) return { kind: 'correction', characters: 0 }
  const anonymisation = anonymisationOf(old, next)
  if (anonymisation !== null) {
    const { hides } = anonymisation
    return hides === null
      ? { kind: 'anonymisation' }
      : { kind: 'beyond', why: `${hides} is touched` }
  }
  if (isEmpty(next) && isWholeParagraphs(old))
    return { kind: 'beyond', why: 'a paragraph was removed' }
  if (isEmpty(old) && isWholeParagraphs(next))
    return { kind: 'beyond', why: 'a paragraph was added' }
  const spelling = spellingOf(before, after)
  // A token that was correct before is another word now, not a corrected error.
  const what = touched(old, spelling === 'misspelling' ? null : spelling) ?? touched(next, spelling)
  if (what !== null) return { kind: 'beyond', why: `${what} is touched` }
  if (areOpposed(wordingOf(old), wordingOf(next)))
    return { kind: 'beyond', why: 'a word was replaced by its opposite' }
  return { kind: 'correction', characters: editedCharacters(before, after) }
}

const beyond = (why: string): TextChange => ({
  kind: 'beyond',
  changeClass: null,
  typographic: false,
  why: `changed beyond a PATCH: ${why}`,
})

const PERCENT = 100
const LIMIT_TEXT = `${SHARE_MAX * PERCENT} % of its characters`

const summary = (verdicts: readonly HunkVerdict[], oldLength: number): TextChange => {
  const first = verdicts.find((verdict) => verdict.kind === 'beyond')
  if (first !== undefined) return beyond(first.why)
  const corrections = verdicts.filter((verdict) => verdict.kind === 'correction')
  const characters = corrections.reduce((sum, one) => sum + one.characters, 0)
  if (characters > oldLength * SHARE_MAX) return beyond(`more than ${LIMIT_TEXT} changed`)
  const hidden = verdicts.length - corrections.length
  if (hidden > 0) {
    const why = `was anonymised: names gave way to placeholders in ${counted(hidden, 'place')}`
    return { kind: 'patch', changeClass: 'anonymisation', typographic: false, why }
  }
  const share = `${characters} of ${oldLength} characters in ${counted(corrections.length, 'place')}`
  const why = `was corrected in ${share}; no number, negation, date or name is touched`
  return { kind: 'patch', changeClass: null, typographic: false, why }
}

/** The part of two texts that differs, widened to whole lines and one line of context before. */
export const differingLines = (old: string, next: string): [string, string] => {
  const max = Math.min(old.length, next.length)
  let prefix = 0
  while (prefix < max && old.charCodeAt(prefix) === next.charCodeAt(prefix)) prefix += 1
  const line = old.lastIndexOf('\n', prefix - 1)
  const from = line <= 0 ? 0 : old.lastIndexOf('\n', line - 1) + 1
  let suffix = 0
  while (
    suffix < max - prefix &&
    old.charCodeAt(old.length - 1 - suffix) === next.charCodeAt(next.length - 1 - suffix)
  ) {
    suffix += 1
  }
  const end = old.indexOf('\n', old.length - suffix)
  const kept = end < 0 ? 0 : old.length - end
  return [old.slice(from, old.length - kept), next.slice(from, next.length - kept)]
}

/**
 * Compares two different wordings (contracts/conventions/versions.md, PATCH): equal in all but
 * typography; a correction of at most 0.5 % of the characters that touches no digit, negation,
 * date, article number, court, party or proper name and says nothing opposite; a link;
 * anonymisation. Anything else is `beyond`. Time is linear in the texts plus bounded edit work.
 */
export const compareTexts = (old: string, next: string): TextChange => {
  const [oldTokens, nextTokens] = differingLines(old, next).map(tokensOf) as [Tokens, Tokens]
  if (oldTokens.keys.join('') === nextTokens.keys.join('')) {
    const why = 'differs in typography, white space or punctuation only'
    return { kind: 'patch', changeClass: null, typographic: true, why }
  }
  const hunks = hunksBetween(oldTokens.keys, nextTokens.keys)
  if (hunks === null) return beyond('it was rewritten in too many places')
  const verdicts = hunks.map((hunk: Hunk) =>
    judge(
      { tokens: oldTokens, from: hunk.oldFrom, to: hunk.oldTo },
      { tokens: nextTokens, from: hunk.nextFrom, to: hunk.nextTo },
    ),
  )
  return summary(verdicts, old.length)
}
