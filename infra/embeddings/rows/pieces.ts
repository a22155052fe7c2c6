/** Cuts texts into the pieces of a tokenizer, and remembers those of each word. */
import type { Tokenizer } from '@huggingface/tokenizers'
import { LRUCache } from 'lru-cache'

const REMEMBERED = {
  /** Words with their signs, as they stand between two spaces: those of a large corpus repeat. */
  words: 30_000,
  /** Longer ones are seldom words. */
  charactersMax: 32,
} as const

/** Between these a tokenizer of words sees nothing of the words beside. */
const SPACE = /[ \n]+/u

export type CutText = (text: string) => readonly number[]

/**
 * Makes the cutter for tokenizers that first part a text at its spaces and mark its start alone, as
 * that of the shipped model does. It cuts at most `piecesMax` pieces, the mark included.
 */
export const makeCutter = (tokenizer: Tokenizer, piecesMax: number): CutText => {
  const start = tokenizer.encode('').ids
  const known = new LRUCache<string, readonly number[]>({ max: REMEMBERED.words })
  const piecesOf = (word: string): readonly number[] => {
    const remembered = known.get(word)
    if (remembered !== undefined) return remembered
    const pieces = tokenizer.encode(word).ids.slice(start.length)
    if (word.length <= REMEMBERED.charactersMax) known.set(word, pieces)
    return pieces
  }
  return (text) => {
    const pieces = [...start]
    for (const word of text.split(SPACE)) {
      if (pieces.length >= piecesMax) break
      if (word !== '') for (const piece of piecesOf(word)) pieces.push(piece)
    }
    return pieces.length > piecesMax ? pieces.slice(0, piecesMax) : pieces
  }
}
