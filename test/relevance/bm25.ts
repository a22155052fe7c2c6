/** The reference: plain BM25 (k1 .9, b .4) with French stems over title and text. */
import stemmers from 'snowball-stemmers'
import type { JudgementSet } from './judgements.ts'

const K1 = 0.9
const B = 0.4
const WORD = /[\p{L}\p{N}]+/gu

const french = stemmers.newStemmer('french')
const stemsOf = (text: string): string[] =>
  (text.toLowerCase().normalize('NFC').match(WORD) ?? []).map((word) => french.stem(word))

const counted = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

type Posting = { readonly at: number; readonly count: number }

/** For each query that has a relevant text, the scores of all texts. */
export const referenceScores = ({ texts, queries }: JudgementSet): Float64Array[] => {
  const postings = new Map<string, Posting[]>()
  const lengths = texts.map(({ title, text }, at) => {
    const stems = stemsOf(`${title} ${text}`)
    for (const [stem, count] of counted(stems)) {
      const list = postings.get(stem) ?? []
      postings.set(stem, list)
      list.push({ at, count })
    }
    return stems.length
  })
  const average = lengths.reduce((sum, length) => sum + length, 0) / texts.length
  const scoresOf = (query: string): Float64Array => {
    const scores = new Float64Array(texts.length)
    for (const stem of new Set(stemsOf(query))) {
      const list = postings.get(stem) ?? []
      const idf = Math.log(1 + (texts.length - list.length + 0.5) / (list.length + 0.5))
      for (const { at, count } of list) {
        const norm = K1 * (1 - B + (B * (lengths[at] ?? 0)) / average)
        scores[at] = (scores[at] ?? 0) + (idf * count * (K1 + 1)) / (count + norm)
      }
    }
    return scores
  }
  return queries.filter(({ relevant }) => relevant.length > 0).map(({ query }) => scoresOf(query))
}
