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
const matchFrom = (pattern: RegExp, text: string, at: number, pieces: Piece[]): number | null => {
  pattern.lastIndex = at
  const match = pattern.exec(text)
  if (match === null) return null
  const [chunk] = match
  const { index } = match
  if (match[GROUPS.words] === undefined) pieces.push(...referenceOf(match))
  else if (JOINER.test(chunk)) pieces.push(...wordsOf(chunk, index))
  else pieces.push({ kind: 'word', text: chunk, start: index, end: index + chunk.length })
  return pattern.lastIndex
}

/** What the pattern alone finds: `scan` finds the same. */
export const scanByPattern = (text: string): Piece[] => {
  const pattern = new RegExp(PATTERN)
  const pieces: Piece[] = []
  for (let at: number | null = 0; at !== null;) at = matchFrom(pattern, text, at, pieces)
  return pieces
}

/** What a character can be where a word begins or ends; all others are left to the pattern. */
const CHARACTER = { other: 0, letter: 1, between: 2 } as const
const BETWEEN = /[\p{Z}\p{P}\p{S}\s]/u
/** They join words, or a colon an ECLI, or they are part of a word. */
const SPECIAL = /[:'\-\u00ad\u00b7]/u
const CHARACTERS = Uint8Array.from({ length: 0x250 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (SPECIAL.test(character)) return CHARACTER.other
  if (/\p{L}/u.test(character)) return CHARACTER.letter
  return BETWEEN.test(character) ? CHARACTER.between : CHARACTER.other
})

const kindAt = (text: string, at: number): number | undefined => CHARACTERS[text.charCodeAt(at)]

/** Where the letters from `at` on end. */
const lettersEnd = (text: string, at: number): number => {
  let end = at
  while (end < text.length && kindAt(text, end) === CHARACTER.letter) end += 1
  return end
}
const isBetween = (text: string, at: number): boolean =>
  at < 0 || at >= text.length || kindAt(text, at) === CHARACTER.between

/** Shorter words may begin a reference: `L. 1221-1`, `R*133-1`, `LO 123`. */
const SHORT = 3
const BEGINS_NUMBER = /^(?:[dlr]|lo|lp)$/iu
/** `art`, `arts`, `article` and `articles` may be the label of one. */
const LABEL_MAX = 8
const BEGINS_LABEL = /^art/iu

/** Whether letters between spaces or signs are a word, whatever follows. */
const isPlain = (word: string, after: string): boolean =>
  word.length < SHORT
    ? (after === ' ' || after === ',') && !BEGINS_NUMBER.test(word)
    : word.length > LABEL_MAX || !BEGINS_LABEL.test(word)

/** Where the word begins that letters up to `end` are elided before (`l'employeur`); else null. */
const afterElision = (text: string, at: number, end: number): number | null => {
  const mark = text.charAt(end)
  const isElided = (mark === "'" || mark === '’') && ELIDED.has(text.slice(at, end).toLowerCase())
  return isElided ? end + 1 : null
}

/**
 * The words, numbers and references of a text, in order. Elided articles and pronouns are left out.
 *
 * Most words are letters between spaces or signs. They are found character by character; the
 * pattern, which takes twice as long, reads all else.
 */
export const scan = (text: string): Piece[] => {
  const pattern = new RegExp(PATTERN)
  const pieces: Piece[] = []
  let at = 0
  while (at < text.length) {
    while (at < text.length && kindAt(text, at) === CHARACTER.between) at += 1
    const letters = lettersEnd(text, at)
    const start = afterElision(text, at, letters) ?? at
    const end = start === at ? letters : lettersEnd(text, start)
    const isApart = end > start && isBetween(text, at - 1) && isBetween(text, end)
    const word = isApart ? text.slice(start, end) : ''
    if (isApart && isPlain(word, text.charAt(end))) {
      pieces.push({ kind: 'word', text: word, start, end })
      at = end
    } else {
      const next = matchFrom(pattern, text, at, pieces)
      if (next === null) break
      at = next
    }
  }
  return pieces
}
