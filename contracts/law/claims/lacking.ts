/**
 * Words that say that something is lacking: `sans préavis`, `faute de recherche et de
 * consultation`, `prive de sa substance`.
 */
import { isTelling, type Word } from './words.ts'

/** With `de` or `d'` right after them. */
const ADJECTIVES = new Set(
  'depourvu depourvue depourvus depourvues denue denuee absence defaut prive privee prives privees'.split(
    ' ',
  ),
)
/** With `de` or `d'` after their object, too. */
const VERBS = new Set('prive prives privent vide vident'.split(' '))
/** How many words a verb's object has at most. */
const OBJECT_WITHIN = 5
/** `sans effet`, `sans doute` are said of what stands before them. */
const IDLE = new Set('effet fin suite lieu doute cesse'.split(' '))
const WITHOUT = new Set(['sans', 'without', 'sense'])
/** Before `faute` they make it a fault: `une faute de la victime`. */
const DETERMINERS = new Set(
  'la une sa leur toute cette aucune de du quelque propre seule'.split(' '),
)

const isOf = (word: Word | undefined): boolean =>
  word !== undefined && (word.folded === 'de' || word.elision === 'd')

const afterVerb = (words: readonly Word[], at: number): number | null => {
  for (let next = at + 1; next <= at + OBJECT_WITHIN; next += 1) {
    if (isOf(words[next])) return next
    if (words[next]?.clauseEnds !== false) return null
  }
  return null
}

const isFault = (words: readonly Word[], at: number): boolean =>
  words[at]?.elision !== '' || DETERMINERS.has(words[at - 1]?.folded ?? '')

/** Index from which what is lacking is looked for; null: the word says no such thing. */
export const lackingFrom = (words: readonly Word[], at: number): number | null => {
  const folded = words[at]?.folded ?? ''
  if (WITHOUT.has(folded)) return IDLE.has(words[at + 1]?.folded ?? '') ? null : at + 1
  if (folded === 'faute') return isOf(words[at + 1]) && !isFault(words, at) ? at + 1 : null
  if (ADJECTIVES.has(folded) && isOf(words[at + 1])) return at + 1
  return VERBS.has(folded) ? afterVerb(words, at) : null
}

/** Whether a word is one that only `sans` and its like deny by. */
export const isWithout = (folded: string): boolean => WITHOUT.has(folded)

/** `… de A et de B`: index of B, from that of A; null where nothing is joined to it. */
export const joinedTo = (words: readonly Word[], at: number): number | null => {
  const joins = words[at + 1]?.folded === 'et' || words[at + 1]?.folded === 'ou'
  if (!joins || !isOf(words[at + 2])) return null
  for (let next = at + 2; next < Math.min(words.length, at + 2 + OBJECT_WITHIN); next += 1) {
    const word = words[next]
    if (word !== undefined && isTelling(word)) return next
  }
  return null
}
