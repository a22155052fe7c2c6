/** What the words of a sentence mean, as clusters of the lexicon: single words and expressions. */
import {
  BROADER_TERMS,
  NEUTRAL_TERMS,
  OPPOSITE_GROUPS,
  type OppositeKind,
  SYNONYM_CLUSTERS,
  WORD_FAMILIES,
} from '../../lexicon/lexicon.ts'
import { keptReading } from '../../lexicon/readings.ts'
import { wordsOf } from '../words.ts'
import { baseOfTerm, keyOfTerm } from './word-forms.ts'

/** How well two words that share a cluster match. */
export const MATCH = {
  same: 1,
  family: 0.95,
  exact: 0.95,
  near: 0.75,
  broader: 0.7,
  prefix: 0.55,
} as const

/** A cluster that a word belongs to. */
export type Sense = { readonly cluster: number; readonly strength: number }

/** A side of an opposition: words on other sides of the same one exclude it. */
export type Side = {
  readonly opposition: number
  readonly side: number
  readonly kind: OppositeKind
}

type TermWord = { readonly key: string; readonly base: string }
type Phrase<T> = { readonly words: readonly TermWord[]; readonly value: T }
/** Expressions by the key of their first word, the longest first. */
type Phrases<T> = ReadonlyMap<string, readonly Phrase<T>[]>

/** Words that may come between the words of an expression. */
const SKIPPED = new Set(
  'le la les l un une de du des d au aux a son sa ses leur leurs ce cette cet ces'.split(' '),
)

/** Reads the words of a term, without articles. */
export const readWords = (term: string): TermWord[] => {
  const words = wordsOf(term)
  const kept = words.filter(({ folded }) => !SKIPPED.has(folded))
  return (kept.length === 0 ? words : kept).map(({ folded }) => ({
    key: keyOfTerm(folded),
    base: baseOfTerm(folded),
  }))
}

const termWords = (term: string): readonly TermWord[] => keptReading(term)?.words ?? readWords(term)

/** `listed` gets the base forms of single words. */
const phrasesOf = <T>(entries: Iterable<readonly [string, T]>, listed: Set<string>): Phrases<T> => {
  const phrases = new Map<string, Phrase<T>[]>()
  for (const [term, value] of entries) {
    const words = termWords(term)
    const [first] = words
    if (first === undefined) continue
    if (words.length === 1) listed.add(first.base)
    const own = phrases.get(first.key) ?? []
    own.push({ words, value })
    phrases.set(first.key, own)
  }
  for (const own of phrases.values()) own.sort((a, b) => b.words.length - a.words.length)
  return phrases
}

function* sensesListed(): Generator<readonly [string, Sense]> {
  let cluster = 0
  for (const { terms, strength } of SYNONYM_CLUSTERS) {
    cluster += 1
    for (const term of terms) yield [term, { cluster, strength: MATCH[strength] }]
  }
  for (const { words } of WORD_FAMILIES) {
    cluster += 1
    for (const term of words) yield [term, { cluster, strength: MATCH.family }]
  }
}

function* sidesListed(): Generator<readonly [string, Side]> {
  let opposition = 0
  for (const { kind, sides } of OPPOSITE_GROUPS) {
    opposition += 1
    for (const [side, terms] of sides.entries())
      for (const term of terms) yield [term, { opposition, side, kind }]
  }
}

const indexLexicon = () => {
  const listed = new Set<string>()
  return {
    senses: phrasesOf(sensesListed(), listed),
    sides: phrasesOf(sidesListed(), listed),
    /** The broader terms of each narrower one, by keys. */
    broader: phrasesOf(
      [...BROADER_TERMS].map(
        ([narrower, broader]) =>
          [
            narrower,
            broader.map((one) =>
              termWords(one)
                .map(({ base }) => base)
                .join(' '),
            ),
          ] as const,
      ),
      listed,
    ),
    neutral: phrasesOf(
      [...NEUTRAL_TERMS.values()].flat().map((term): [string, true] => [term, true]),
      listed,
    ),
    /** Base forms of single words. */
    listed,
  }
}

let indexed: ReturnType<typeof indexLexicon> | null = null
/** Made on first use: a process that looks no word up does not pay for it. */
const lexicon = (): ReturnType<typeof indexLexicon> => (indexed ??= indexLexicon())

/** Whether the lexicon lists a word itself, so that its stem lends it nothing. */
export const isListed = (base: string): boolean => lexicon().listed.has(base)

/** A word is a word of a term by its base form, or by its stem if the lexicon does not list it. */
const isSame = (word: TermWord, term: TermWord): boolean =>
  word.base === term.base || (word.key === term.key && !isListed(word.base))

export type Keyed = TermWord & { readonly folded: string }

/** Index of the last word of an expression that begins at a place; -1: it does not. */
const endOf = (words: readonly Keyed[], at: number, term: readonly TermWord[]): number => {
  let place = at
  for (const [index, part] of term.entries()) {
    if (index > 0) {
      place += 1
      for (let skipped = 0; skipped < 2 && SKIPPED.has(words[place]?.folded ?? ''); skipped += 1)
        place += 1
    }
    const word = words[place]
    if (word === undefined || !isSame(word, part)) return -1
  }
  return place
}

/** A term among words, `last` included. */
type FoundTerm<T> = { readonly first: number; readonly last: number; readonly value: T }

function* termsIn<T>(words: readonly Keyed[], phrases: Phrases<T>): Generator<FoundTerm<T>> {
  for (const [first, { key }] of words.entries()) {
    for (const { words: term, value } of phrases.get(key) ?? []) {
      const last = endOf(words, first, term)
      if (last >= 0) yield { first, last, value }
    }
  }
}

const foundIn = <T>(words: readonly Keyed[], phrases: Phrases<T>): T[][] => {
  const found: T[][] = words.map(() => [])
  for (const { first, last, value } of termsIn(words, phrases))
    for (let place = first; place <= last; place += 1) found[place]?.push(value)
  return found
}

/** The terms among words that have an opposite, with their places. */
export const sidesIn = (words: readonly Keyed[]): FoundTerm<Side>[] => [
  ...termsIn(words, lexicon().sides),
]

/** What the lexicon knows of each word of a sentence, in order. */
export type Meanings = {
  readonly senses: readonly (readonly Sense[])[]
  readonly sides: readonly (readonly Side[])[]
  /** Base forms of broader terms. */
  readonly broader: readonly ReadonlySet<string>[]
  /** Words that a claim may add without saying more. */
  readonly neutral: readonly boolean[]
}

export const meaningsOf = (words: readonly Keyed[]): Meanings => {
  const { senses, sides, broader, neutral } = lexicon()
  return {
    senses: foundIn(words, senses),
    sides: foundIn(words, sides),
    broader: foundIn(words, broader).map((lists) => new Set(lists.flat())),
    neutral: foundIn(words, neutral).map((found) => found.length > 0),
  }
}
