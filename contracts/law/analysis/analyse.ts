import { fold } from './fold.ts'
import { type Piece, scan } from './scan.ts'
import { stem } from './stem.ts'
import { QUESTION_WORDS, STOP_WORDS } from './stop-words.ts'

/** A term and where it stands in the text that was given: UTF-16 units, `end` exclusive. */
export type AnalysedToken = {
  readonly term: string
  readonly start: number
  readonly end: number
}

/** Longest term, in UTF-16 units; longer ones are cut, in texts and queries alike. */
export const TERM_LENGTH_MAX = 64
/** Analysed words kept in memory, because stemming costs more than all else. */
const MEMORY_WORDS_MAX = 50_000

const ORDINAL = /^(\d+)(?:er|re|ere|e|eme|ieme|nd|nde)$/u
const DIGIT = /\d/u
const LONE_HIGH_SURROGATE = /[\ud800-\udbff]$/

const cut = (term: string): string =>
  term.length <= TERM_LENGTH_MAX
    ? term
    : term.slice(0, TERM_LENGTH_MAX).replace(LONE_HIGH_SURROGATE, '')

const termOfWord = (word: string): string | null => {
  const folded = fold(word)
  if (folded === '' || STOP_WORDS.has(folded)) return null
  if (DIGIT.test(folded)) return cut(folded.replace(ORDINAL, '$1'))
  return stem(cut(folded)) || null
}

let memory = new Map<string, string | null>()

const rememberedTerm = (word: string): string | null => {
  const known = memory.get(word)
  if (known !== undefined) return known
  const term = termOfWord(word)
  if (memory.size >= MEMORY_WORDS_MAX) memory = new Map()
  if (word.length <= TERM_LENGTH_MAX) memory.set(word, term)
  return term
}

const termOf = (piece: Piece): string | null =>
  piece.kind === 'word' ? rememberedTerm(piece.text) : cut(piece.text)

/**
 * The terms of a text, in order, with their places: the same for texts and for queries, so that
 * what is written one way is found in any other. Case, accents, apostrophes and elisions do not
 * count (`l'été` is `ete`), hyphens part words, French stop words are left out, words are stemmed
 * (Snowball French). Numbers stay. References are one term each: `L. 1221-1` is `l1221-1`, `n°
 * 19-60222` is `19-60.222`, an ECLI, `C-311/18`, `2020-800 DC` (and `2020-800` besides).
 */
export const analyse = (text: string): AnalysedToken[] => {
  const tokens: AnalysedToken[] = []
  for (const piece of scan(text)) {
    const term = termOf(piece)
    if (term !== null) tokens.push({ term, start: piece.start, end: piece.end })
  }
  return tokens
}

/**
 * The terms of a text alone, in order, repeated as often as they stand there; none holds white
 * space.
 */
export const terms = (text: string): string[] => {
  const found: string[] = []
  for (const piece of scan(text)) {
    const term = termOf(piece)
    if (term !== null) found.push(term)
  }
  return found
}

/**
 * The terms of words that make a question and say nothing of its subject (`Comment …`, `Que faire
 * quand …`).
 */
export const QUESTION_TERMS: ReadonlySet<string> = new Set(terms(QUESTION_WORDS))
