import { FOREIGN_WORDS, TRANSLATIONS } from '../../vocabulary/translations.ts'
import { fold } from './fold.ts'
import { scan } from './scan.ts'

/** Function words that French has as well say nothing about the language. */
const FRENCH_TOO = new Set('on an or i a des les o no any qui per du la le par'.split(' '))
const FOREIGN: ReadonlySet<string> = new Set(
  FOREIGN_WORDS.split(' ')
    .map(fold)
    .filter((word) => !FRENCH_TOO.has(word)),
)

/** Whether a word is one of English or Catalan grammar that French does not have. */
export const isForeignFunctionWord = (word: string): boolean => FOREIGN.has(fold(word))

const wordsOf = (text: string): string[] =>
  scan(text).map((piece) => (piece.kind === 'word' ? fold(piece.text) : piece.text))

type Entry = { readonly words: readonly string[]; readonly french: string }

const ENTRIES: readonly Entry[] = TRANSLATIONS.flatMap(({ french, wordings }) =>
  wordings.map((wording) => ({ words: wordsOf(wording), french })),
)
  // A longer wording says more than the words that it is made of.
  .toSorted((a, b) => b.words.length - a.words.length)
/** `prescription`, `mandat`: what French says too does not tell the language. */
const FRENCH_WORDS: ReadonlySet<string> = new Set(
  TRANSLATIONS.flatMap(({ french }) => wordsOf(french)),
)
const BY_FIRST_WORD = Map.groupBy(ENTRIES, ({ words }) => words[0] ?? '')

/** `fixed terms` for `fixed term`: the plural of both languages. */
const isWord = (written: string | undefined, wanted: string): boolean =>
  written === wanted || written === `${wanted}s`

const entriesAt = (words: readonly string[], at: number): readonly Entry[] => {
  const first = words[at] ?? ''
  const candidates = [
    ...(BY_FIRST_WORD.get(first) ?? []),
    ...(first.endsWith('s') ? (BY_FIRST_WORD.get(first.slice(0, -1)) ?? []) : []),
  ]
  const found = candidates.filter((entry) =>
    entry.words.every((word, n) => isWord(words[at + n], word)),
  )
  const longest = Math.max(0, ...found.map((entry) => entry.words.length))
  return found.filter((entry) => entry.words.length === longest)
}

/** At least this share of the words of a query has to be English or Catalan. */
const FOREIGN_SHARE = 0.5

/** What an English or Catalan question says in French, and its own words that may tell as well. */
export type Translated = {
  readonly french: readonly string[]
  /** The same by the places of the question that they translate. */
  readonly places: readonly (readonly string[])[]
  readonly own: string
}

/**
 * The French wordings for an English or Catalan question, in its order, each once; null for a
 * French one. The language is told by function words and by words of the lexicon that French does
 * not have.
 */
export const translatedQuery = (text: string): Translated | null => {
  const words = wordsOf(text)
  const places: string[][] = []
  let foreign = words.filter((word) => FOREIGN.has(word)).length
  for (let at = 0; at < words.length;) {
    const entries = entriesAt(words, at)
    const found = words.slice(at, at + (entries[0]?.words.length ?? 0))
    if (entries.length > 0) places.push(entries.map((entry) => entry.french))
    if (found.some((word) => !FRENCH_WORDS.has(word)))
      foreign += found.filter((word) => !FOREIGN.has(word)).length
    at += Math.max(1, found.length)
  }
  if (places.length === 0 || foreign < FOREIGN_SHARE * words.length) return null
  return {
    french: [...new Set(places.flat())],
    places,
    own: words.filter((word) => !FOREIGN.has(word)).join(' '),
  }
}
