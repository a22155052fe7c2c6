import {
  articleNumberForm,
  CONSTITUTIONAL_KINDS,
  constitutionalForm,
  docketForm,
  ECLI,
  europeanForm,
  HYPHEN,
  plainHyphens,
} from '../references.ts'
import type { Beginnings } from './beginnings.ts'

/** A span of text that is one word or one reference; offsets in UTF-16 units, `end` exclusive. */
export type Piece = {
  readonly kind: 'word' | 'number' | 'reference'
  /** As written for a word; in its normal form for a number or a reference. */
  readonly text: string
  readonly start: number
  readonly end: number
}

const SPACE = '[ \\u00a0\\u2009\\u202f]'
const APOSTROPHE = "['\\u2019\\u2018\\u02bc\\uff07]"
/**
 * Letters, digits, marks and invisible characters of a word: soft hyphen, zero-width joiners, the
 * dot of `col·lectiu`.
 */
const LETTER = '(?:(?!\\u02bc)[\\p{L}\\p{N}\\p{M}\\u00ad\\u200b-\\u200d\\u00b7])'
const CHAIN = `\\d{1,5}(?:${HYPHEN}\\d{1,4})*`
const LONG_CHAIN = `\\d{1,5}(?:${HYPHEN}\\d{1,4})+`
const NOT_INSIDE = '(?<![\\p{L}\\p{N}])'
const ENDS = '(?![\\p{L}\\p{N}])'

/**
 * The forms of an article number: `L. 1221-1`, `L.1221-1`, `L 1221-1`, `L1221-1`, `R*133-1`, `L.O.
 * 123`. A space alone may separate them only where the number has a hyphen, so that "à 3 ans" stays
 * three words.
 */
const ARTICLE_NUMBER = [
  `(?:l\\.?o|lp|[lrd])\\.?${SPACE}?\\*{0,2}\\.?${SPACE}{0,2}${LONG_CHAIN}`,
  `(?:l\\.?o|lp|[lrda])\\*{0,2}\\.${SPACE}{0,2}${CHAIN}`,
  `(?:lo|lp|[lrda])\\*{0,2}${CHAIN}`,
].join('|')

/** `art.`, `l'article`, `articles` before a number: adds nothing to the number. */
const LABEL =
  `(?:[ld]${APOSTROPHE})?art(?:icle)?s?\\b\\.?` +
  `(?=${SPACE}{0,2}(?:n°${SPACE}?)?(?:\\d|(?:l\\.?o|lp|[lrda])\\.?\\*{0,2}\\.?${SPACE}?\\d))`

/** Tried in this order: what reads as a reference is never taken apart as words. */
const ALTERNATIVES = [
  `(${ECLI})`,
  `(\\d{2}${HYPHEN}\\d{2}\\.?\\d{3})${ENDS}`,
  `(\\d{2,4}${HYPHEN}\\d{1,4}(?:/\\d{1,4}){0,9}${SPACE}?(?:${CONSTITUTIONAL_KINDS}))${ENDS}`,
  `([ctf]${HYPHEN}\\d{1,4}/\\d{2})${ENDS}`,
  `(${LABEL})`,
  `(${ARTICLE_NUMBER})${ENDS}`,
  `(\\d{4}${HYPHEN}\\d{2}${HYPHEN}\\d{2})${ENDS}`,
  `(${LONG_CHAIN}|\\d{1,3}(?:(?:${SPACE}|\\.)\\d{3})+|\\d+/\\d+(?!/)|\\d+,\\d+(?!,))${ENDS}`,
  `(${LETTER}+(?:(?:${APOSTROPHE}|${HYPHEN})${LETTER}+)*)`,
]
const PATTERN = new RegExp(`${NOT_INSIDE}(?:${ALTERNATIVES.join('|')})`, 'giu')
/**
 * Capture groups of the pattern, in the order of the alternatives: named ones cost a third of the
 * time.
 */
const GROUPS = {
  ecli: 1,
  docket: 2,
  constitutional: 3,
  european: 4,
  label: 5,
  article: 6,
  day: 7,
  words: 9,
} as const

const JOINER = /['\u2019\u2018\u02bc\uff07\-\u2010\u2011\u2212]/u
const JOINERS = new RegExp(JOINER, 'gu')
const ELISION_MARK = /['\u2019\u2018\u02bc\uff07]/u
const ELIDED = new Set('l d qu j n s t m c jusqu lorsqu puisqu quoiqu'.split(' '))

/** Groups of thousands close up (`15 000`, `1.565`); a decimal comma stays. */
const numberForm = (written: string): string =>
  plainHyphens(written).replace(/(?<=\d)[\s\u202f.](?=\d{3})/gu, '')

function* wordsOf(chunk: string, at: number): Generator<Piece> {
  let start = 0
  let mayElide = true
  for (const joiner of chunk.matchAll(JOINERS)) {
    const end = joiner.index
    const isElision = ELISION_MARK.test(joiner[0])
    if (isElision && !(mayElide && ELIDED.has(chunk.slice(start, end).toLowerCase()))) {
      mayElide = false // the apostrophe of `prud'homme` belongs to the word
      continue
    }
    if (!isElision)
      yield { kind: 'word', text: chunk.slice(start, end), start: at + start, end: at + end }
    start = end + joiner[0].length
    mayElide = true
  }
  yield { kind: 'word', text: chunk.slice(start), start: at + start, end: at + chunk.length }
}

function* partsOf(written: string, at: number): Generator<Piece> {
  for (const part of written.matchAll(/\d+/gu))
    yield {
      kind: 'number',
      text: part[0],
      start: at + part.index,
      end: at + part.index + part[0].length,
    }
}

/**
 * Article numbers of two digits and less (`16-1`) look like ranges (`10-15 jours`): indexed as a
 * whole and in parts.
 */
const isShortChain = (form: string): boolean => /^\d{1,2}(?:-\d{1,2})+$/u.test(form)

function* referenceOf(match: RegExpExecArray): Generator<Piece> {
  const [written] = match
  const start = match.index
  const end = start + written.length
  const has = (group: keyof typeof GROUPS): boolean => match[GROUPS[group]] !== undefined
  const reference = (text: string): Piece => ({ kind: 'reference', text, start, end })
  if (has('label')) return
  if (has('ecli')) yield reference(written.toLowerCase())
  else if (has('docket')) yield reference(docketForm(written))
  else if (has('constitutional')) {
    const form = constitutionalForm(written)
    yield reference(form)
    yield reference(form.replace(/(?<![a-z])[a-z]+$/u, ''))
  } else if (has('european')) yield reference(europeanForm(written))
  else if (has('article')) yield reference(articleNumberForm(written))
  else if (has('day')) yield* partsOf(written, start)
  else {
    const text = numberForm(written)
    yield { kind: 'number', text, start, end }
    if (isShortChain(text)) yield* partsOf(written, start)
  }
}

/**
 * Adds to `pieces` those of the next match from `at` on. Returns where it ends, null if there is
 * none.
 */
const matchFrom = (text: string, at: number, pieces: Piece[]): number | null => {
  PATTERN.lastIndex = at
  const match = PATTERN.exec(text)
  if (match === null) return null
  const [chunk] = match
  const { index } = match
  if (match[GROUPS.words] === undefined) pieces.push(...referenceOf(match))
  else if (JOINER.test(chunk)) pieces.push(...wordsOf(chunk, index))
  else pieces.push({ kind: 'word', text: chunk, start: index, end: index + chunk.length })
  return PATTERN.lastIndex
}

/** What the pattern alone finds: `scan` finds the same. */
export const scanByPattern = (text: string): Piece[] => {
  const pieces: Piece[] = []
  for (let at: number | null = 0; at !== null;) at = matchFrom(text, at, pieces)
  return pieces
}

/** What a character can be where a word begins or ends; all others are left to the pattern. */
const CHARACTER = { other: 0, letter: 1, between: 2, digit: 3 } as const
const BETWEEN = /[\p{Z}\p{P}\p{S}\s]/u
/** They join words, or a colon an ECLI, or they are part of a word. */
const SPECIAL = /[:'\-\u00ad\u00b7\u2010\u2011\u2018\u2019]/u
/** Latin letters and their signs; punctuation and currencies. */
const KNOWN: readonly (readonly [from: number, to: number])[] = [
  [0, 0x250],
  [0x2000, 0x20c0],
]
const kindOf = (character: string): number => {
  if (SPECIAL.test(character)) return CHARACTER.other
  if (/\p{L}/u.test(character)) return CHARACTER.letter
  if (/\d/u.test(character)) return CHARACTER.digit
  return BETWEEN.test(character) ? CHARACTER.between : CHARACTER.other
}
/** By code; the last one is for what is beyond the table. */
const CHARACTERS = new Uint8Array(0x20c1)
for (const [from, to] of KNOWN)
  for (let code = from; code < to; code += 1) CHARACTERS[code] = kindOf(String.fromCharCode(code))

/** The end of a text counts as a space. */
const kindAt = (text: string, at: number): number =>
  at >= 0 && at < text.length
    ? (CHARACTERS[Math.min(text.charCodeAt(at), CHARACTERS.length - 1)] ?? CHARACTER.other)
    : CHARACTER.between

/** Where the characters of a kind from `at` on end. */
const endOf = (kind: number, text: string, at: number): number => {
  let end = at
  while (end < text.length && kindAt(text, end) === kind) end += 1
  return end
}

/** Shorter words may begin a reference: `L. 1221-1`, `R*133-1`, `LO 123`. */
const SHORT = 3
const BEGINS_NUMBER = /^(?:[dlr]|lo|lp)$/iu
/** `a.5` and `a*.5` are numbers, `a 5` is not. */
const BEGINS_NEAR_NUMBER = /^a[.*]$/iu
/** `art`, `arts`, `article` and `articles` may be the label of one. */
const LABEL_MAX = 8
const BEGINS_LABEL = /^art/iu
const SMALL_A = 0x61
const CAPITAL_A = 0x41
const ELISION_MARKS = { straight: 0x27, curly: 0x2019 } as const

/** A word between spaces or signs: letters alone or digits alone. */
type Lone = { readonly start: number; readonly end: number }

/** Where the word begins that letters up to `end` are elided before (`l'employeur`); else `at`. */
const afterElision = (text: string, at: number, end: number): number => {
  const mark = text.charCodeAt(end)
  if (mark !== ELISION_MARKS.straight && mark !== ELISION_MARKS.curly) return at
  return ELIDED.has(text.slice(at, end).toLowerCase()) ? end + 1 : at
}

const loneLetters = (text: string, at: number): Lone | null => {
  const letters = endOf(CHARACTER.letter, text, at)
  const start = afterElision(text, at, letters)
  const end = start === at ? letters : endOf(CHARACTER.letter, text, start)
  return end > start && kindAt(text, end) === CHARACTER.between ? { start, end } : null
}

/** Other digits may belong to those before a sign: `15 000`, `2,5`. */
const loneDigits = (text: string, at: number): Lone | null => {
  const end = endOf(CHARACTER.digit, text, at)
  const isAlone =
    kindAt(text, end) === CHARACTER.between && kindAt(text, end + 1) !== CHARACTER.digit
  return isAlone ? { start: at, end } : null
}

const loneAt = (text: string, at: number): Lone | null => {
  if (kindAt(text, at - 1) !== CHARACTER.between) return null
  const kind = kindAt(text, at)
  if (kind === CHARACTER.letter) return loneLetters(text, at)
  return kind === CHARACTER.digit ? loneDigits(text, at) : null
}

/** Whether nothing that follows can make another piece of it. */
const isPlain = (text: string, { start, end }: Lone): boolean => {
  const length = end - start
  if (length < SHORT) {
    const word = text.slice(start, end)
    return !BEGINS_NUMBER.test(word) && !BEGINS_NEAR_NUMBER.test(word + text.charAt(end))
  }
  const first = text.charCodeAt(start)
  const mayBeLabel = length <= LABEL_MAX && (first === SMALL_A || first === CAPITAL_A)
  return !mayBeLabel || !BEGINS_LABEL.test(text.slice(start, end))
}

/**
 * The words, numbers and references of a text, in order. Elided articles and pronouns are left out.
 *
 * Most words are letters between spaces or signs. They are found character by character; the
 * pattern reads all else. Words that have none of the `wanted` beginnings may be left out.
 */
export const scan = (text: string, wanted: Beginnings | null = null): Piece[] => {
  const pieces: Piece[] = []
  let at = endOf(CHARACTER.between, text, 0)
  while (at < text.length) {
    const lone = loneAt(text, at)
    if (lone === null || !isPlain(text, lone)) {
      const next = matchFrom(text, at, pieces)
      if (next === null) break
      at = next
    } else {
      const { start, end } = lone
      if (wanted === null || wanted(text, start))
        pieces.push({ kind: 'word', text: text.slice(start, end), start, end })
      at = end
    }
    at = endOf(CHARACTER.between, text, at)
  }
  return pieces
}
