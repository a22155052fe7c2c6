/**
 * How the terms of the lexicon are read, kept beside it: reading thousands of terms takes longer
 * than all else that a process does before its first claim. `readings.test.ts` compares what is
 * kept with what the terms are read as.
 */
import kept from './readings.json' with { type: 'json' }

export type TermReading = {
  /** The key and the base form of each word, without articles. */
  readonly words: readonly { readonly key: string; readonly base: string }[]
  /** The terms that search finds it by. */
  readonly stems: readonly string[]
}

const KEPT = new Map<string, readonly string[]>(Object.entries(kept))

const partsOf = (joined: string | undefined): string[] =>
  joined === undefined || joined === '' ? [] : joined.split(' ')

/** The kept reading of a term as the lexicon writes it; null for any other. */
export const keptReading = (term: string): TermReading | null => {
  const reading = KEPT.get(term)
  if (reading === undefined) return null
  const [keys, stems = keys, bases = keys] = reading
  const ofWords = partsOf(bases)
  return {
    words: partsOf(keys).map((key, at) => ({ key, base: ofWords[at] ?? '' })),
    stems: partsOf(stems),
  }
}

/**
 * The form in which a reading is kept: keys, search terms and base forms, each joined by spaces.
 * What is the same as the keys is left out at the end.
 */
export const printReading = ({ words, stems }: TermReading): string[] => {
  const keys = words.map(({ key }) => key).join(' ')
  const bases = words.map(({ base }) => base).join(' ')
  if (bases !== keys) return [keys, stems.join(' '), bases]
  return stems.join(' ') === keys ? [keys] : [keys, stems.join(' ')]
}
