import { fold } from './fold.ts'

/** Letters up to here have a folded form of their own in the table. */
const TABLE_SIZE = 0x250
const LETTERS = 26
/** A character that stands for no letter from a to z, or for several of them. */
const UNKNOWN = 255
const PLAIN_LETTER = /^[a-z]$/u
const CODE_OF_A = 97

/** The letter, 0 for a, that each character is folded to. */
const LETTER_OF = Uint8Array.from({ length: TABLE_SIZE }, (_, code) => {
  const folded = fold(String.fromCharCode(code))
  return PLAIN_LETTER.test(folded) ? folded.charCodeAt(0) - CODE_OF_A : UNKNOWN
})

const letterAt = (text: string, at: number): number => LETTER_OF[text.charCodeAt(at)] ?? UNKNOWN

/** Whether the word of at least two characters that begins at `at` may have a wanted term. */
export type Beginnings = (text: string, at: number) => boolean

/**
 * Tells by the first two letters of a word whether its term may be among `wanted`: folding and
 * stemming keep them. Words with other characters at their beginning always may.
 */
export const makeBeginnings = (wanted: ReadonlySet<string>): Beginnings => {
  const pairs = new Uint8Array(LETTERS * LETTERS)
  for (const term of wanted) {
    const first = letterAt(term, 0)
    const second = letterAt(term, 1)
    if (first === UNKNOWN) continue
    if (second === UNKNOWN) pairs.fill(1, first * LETTERS, (first + 1) * LETTERS)
    else pairs[first * LETTERS + second] = 1
  }
  return (text, at) => {
    const first = letterAt(text, at)
    const second = letterAt(text, at + 1)
    return first === UNKNOWN || second === UNKNOWN || pairs[first * LETTERS + second] === 1
  }
}
