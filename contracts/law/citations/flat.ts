import { fold } from '../analysis/fold.ts'
import { plainHyphens } from '../references.ts'

/**
 * A text as patterns of citations read it: small letters without accents, plain apostrophes,
 * hyphens and blanks, every character in its place, so that offsets in it are offsets in the text.
 */
export type Flat = {
  readonly original: string
  readonly text: string
}

const APOSTROPHES = '\u2018\u2019\u02bc\uff07'
const HYPHENS = '\u2010\u2011\u2212'
const ASCII_END = 128
const BLANK = ' '

const flattened = (character: string): string => {
  if (APOSTROPHES.includes(character)) return "'"
  if (HYPHENS.includes(character)) return '-'
  if (/\s/u.test(character)) return BLANK
  const [first = character] = character.normalize('NFKD').toLowerCase()
  return first.length === 1 ? first : character
}

const asciiTable = Array.from({ length: ASCII_END }, (_, code) => {
  const character = String.fromCodePoint(code)
  return character === '\n' ? '\n' : flattened(character)
})
/** Cache of characters beyond ASCII; texts use few of them. */
const otherTable = new Map<string, string>()

const flatOf = (character: string): string => {
  const code = character.charCodeAt(0)
  if (code < ASCII_END) return asciiTable[code] ?? character
  const known = otherTable.get(character)
  if (known !== undefined) return known
  const made = flattened(character)
  if (otherTable.size < OTHER_MAX) otherTable.set(character, made)
  return made
}
const OTHER_MAX = 2_048

const PIECE = 8_192
const NOT_PLAIN = /[^\n -@[-~]/u
/** A line that only wraps is a blank; an empty line ends a citation. */
const WRAP = /(?<!\n)\n(?!\n)/gu
const BLANK_LINE = /\n[ \t\r]+(?=\n)/gu

/**
 * One pass; the second one joins lines. Blank lines stay `\n`, and no pattern reads across them.
 */
export const flatten = (original: string): Flat => {
  const parts: string[] = []
  for (let at = 0; at < original.length; at += PIECE) {
    const piece = original.slice(at, at + PIECE)
    if (NOT_PLAIN.test(piece)) {
      let made = ''
      for (let index = 0; index < piece.length; index += 1) made += flatOf(piece.charAt(index))
      parts.push(made)
    } else parts.push(piece)
  }
  const joined = parts
    .join('')
    .replace(BLANK_LINE, (blanks) => '\n'.repeat(blanks.length))
    .replace(WRAP, BLANK)
  return { original, text: joined }
}

/** A pattern that is tried at one place only. */
export const sticky = (source: string): RegExp => new RegExp(source, 'uy')

/** The match of a sticky pattern at a place, or null. */
export const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/**
 * Whether a stretch is written in capitals where it has letters: distinguishes `I` from `i` and
 * `L.` from `l.`.
 */
export const isCapital = ({ original }: Flat, start: number, end: number): boolean => {
  const written = original.slice(start, end)
  return written === written.toUpperCase()
}

const CURLY_APOSTROPHES = /[\u2018\u02bc\uff07]/gu
const HARD_SPACES = /[\s\u00a0\u2009\u202f]/gu

/**
 * A text in small letters without accents, each character of it in its place as far as that goes:
 * what patterns of citations are read from. Curly apostrophes, hard hyphens and all white space
 * become plain ones.
 */
export const plain = (text: string): string =>
  plainHyphens(text)
    .replace(CURLY_APOSTROPHES, '’')
    .replace(HARD_SPACES, ' ')
    .split(/([’' ])/u)
    .map((part) => (part === '’' || part === "'" ? "'" : part === ' ' ? ' ' : fold(part)))
    .join('')
