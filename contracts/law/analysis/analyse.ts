import { makeBeginnings } from './beginnings.ts'
import { fold } from './fold.ts'
import { rememberWords } from './remember.ts'
import { type Piece, scan } from './scan.ts'
import { stem } from './stem.ts'

/**
 * Frequent words without a meaning of their own, folded. Negations and what limits a rule (`sans`,
 * `ni`, `sauf`, `hors`, `contre`, `avant`, `après`, `non`) are kept: in law they carry the meaning,
 * and leaving them out measured no better. `été` is kept too: it is a season before it is a
 * participle.
 */
const STOP_WORDS: ReadonlySet<string> = new Set(
  [
    // articles, contractions, single letters left by an elision
    'a au aux c d de des du j l la le les m n s t un une y',
    // pronouns and determiners
    'ca ce ceci cela celle celles celui ces cet cette ceux chacun chacune chaque dont elle elles en eux il ils je lequel',
    'laquelle lesquels lesquelles leur leurs lui ma me mes moi mon nos notre nous on quel quelle quelles quels quelqu',
    'quelque quelques quelquun qui quoi que qu sa se ses si sien sienne soi son ta te tes toi ton tel telle telles tels',
    'tous tout toute toutes tu vos votre vous aucun aucune autre autres meme memes',
    // prepositions and conjunctions
    'afin ainsi alors aussi car chez comme dans donc entre et lors lorsque mais or ou par pour puisque quand sous sur vers',
    'jusque quoique selon notamment tres peu plus',
    // auxiliaries
    'ai aie aient ait as aura aurait auraient auront avait avaient avec avez avons ayant es est etaient etait etant etes',
    'etre eu eut ont sera serait seraient seront soient sois soit sommes sont fut furent',
    'peut peuvent pourra pourront pourrait pourraient doit doivent devra devront devrait devraient',
    // negation that only frames another word
    'ne pas',
    // words around a number, and such words of other languages
    'no the of and to in is els els dels als amb per una uns unes',
    'aujourdhui cas fait faut ci',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Words that form a question and do not describe its subject (`Comment …`, `Que faire quand …`).
 * Texts keep them; a query leaves them out while it has other words.
 */
const QUESTION_WORDS = 'comment combien pourquoi quand savoir faire avoir falloir faudra existe'

/** A term and its place in the text: UTF-16 units, `end` exclusive. */
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

const rememberedTerm = rememberWords(termOfWord, {
  wordsMax: MEMORY_WORDS_MAX,
  lengthMax: TERM_LENGTH_MAX,
})

const termOf = (piece: Piece): string | null =>
  piece.kind === 'word' ? rememberedTerm(piece.text) : cut(piece.text)

/**
 * The terms of a text, in order, with their places: the same for texts and for queries, so that
 * each spelling finds all others. Case, accents, apostrophes and elisions do not count (`l'été` is
 * `ete`), hyphens part words, French stop words are left out, words are stemmed (Snowball French).
 * Numbers stay. References are one term each: `L. 1221-1` is `l1221-1`, `n° 19-60222` is
 * `19-60.222`, an ECLI, `C-311/18`, `2020-800 DC` (and `2020-800` besides).
 */
export const analyse = (text: string): AnalysedToken[] => {
  const tokens: AnalysedToken[] = []
  for (const piece of scan(text)) {
    const term = termOf(piece)
    if (term !== null) tokens.push({ term, start: piece.start, end: piece.end })
  }
  return tokens
}

/** Finds terms in a text: the tokens of `analyse` that are among them. */
export type TermFinder = (text: string) => AnalysedToken[]

/** Words that begin otherwise are skipped, which saves most of the work of `analyse`. */
export const makeTermFinder = (wanted: ReadonlySet<string>): TermFinder => {
  if (wanted.size === 0) return () => []
  const beginnings = makeBeginnings(wanted)
  return (text) => {
    const tokens: AnalysedToken[] = []
    for (const piece of scan(text, beginnings)) {
      const term = termOf(piece)
      if (term !== null && wanted.has(term))
        tokens.push({ term, start: piece.start, end: piece.end })
    }
    return tokens
  }
}

/** The terms of a text in order, with repetitions; none has white space. */
export const terms = (text: string): string[] => {
  const found: string[] = []
  for (const piece of scan(text)) {
    const term = termOf(piece)
    if (term !== null) found.push(term)
  }
  return found
}

/**
 * The terms of words that form a question and do not describe its subject (`Comment …`, `Que faire
 * quand …`).
 */
export const QUESTION_TERMS: ReadonlySet<string> = new Set(terms(QUESTION_WORDS))
