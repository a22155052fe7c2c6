/** The words that deny another word, as a sentence has them: `ne peut pas` for `peut`. */
import { isNegationWord, turnsOf } from './negation.ts'
import type { TellingWord } from './sentence-analysis.ts'
import { wordsOf } from './words.ts'

/** The second word of a negation follows its verb at once, or one word later. */
const SECOND_WITHIN = 2

const readWords = (text: string) => {
  const words = wordsOf(text)
  return { words, turns: turnsOf(words) }
}

/** Writes words of a text with what denies them; a word alone where nothing near it does. */
export const denialsIn = (text: string) => {
  let read: ReturnType<typeof readWords> | null = null
  return ({ raw, start, end }: Pick<TellingWord, 'raw' | 'start' | 'end'>): string => {
    // Few passages deny what a claim affirms.
    read ??= readWords(text)
    const { words, turns } = read
    const at = words.findIndex((word) => word.start === start && word.end === end)
    const turn = turns.get(at)
    if (turn === undefined) return raw
    const denying = turn.from - 1
    const second = words
      .slice(at + 1, at + 1 + SECOND_WITHIN)
      .findLastIndex(({ folded }) => isNegationWord(folded))
    const first = words[Math.min(at, denying)]
    const last = words[Math.max(at + 1 + second, denying)]
    return first === undefined || last === undefined ? raw : text.slice(first.start, last.end)
  }
}
