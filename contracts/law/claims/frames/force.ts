/** What a verb obliges to, permits or forbids. */
import type { TaggedWord } from './tagging.ts'

/**
 * `must`: it has to be; `may`: it can be; `not`: it can't or must not be; `free`: it need not be;
 * `is`: it is so, which in a rule mostly means that it has to be.
 */
export type Force = 'must' | 'may' | 'not' | 'free' | 'is'

const CAN =
  /^(?:peu(?:t|vent)|pou(?:vait|vaient|voir)|pour(?:ra|ront|rait|raient)|puisse(?:nt)?|sau(?:rait|raient)|may|can|might|could)$/u
const HAS_TO =
  /^(?:doi(?:t|vent)|dev(?:ait|aient|ra|ront|rait|raient|oir)|fau(?:t|dra|drait)|must|shall)$/u
/** Words that oblige with the verb after them: `tenu de`, `obligation de`. */
const OBLIGES =
  /^(?:tenue?s?|oblig\w*|impos\w*|incomb\w*|appartien\w*|appartenait|contrain\w*|astrein\w*|exig\w*|obligation|charge|necessaire\w*|obligatoire\w*|requi\w*|imperati\w*|devoir|impératif)$/u
const PERMITS = /^(?:autoris\w*|perme\w*|permis\w*|facult\w*|libre\w*|possib\w*|loisible|droit)$/u
const FORBIDS = /^(?:interdi\w*|prohib\w*|defend\w*|interdiction)$/u
const EXEMPTS = /^(?:dispens\w*|exempt\w*|facultati\w*)$/u
const DENIES = new Set('pas jamais aucun aucune nul nulle ni point plus rien'.split(' '))

/** Words before the verb that may govern it. */
const WITHIN = 9

const denied = (words: readonly TaggedWord[], at: number): boolean => {
  const before = words.slice(Math.max(0, at - 4), at)
  const ne = before.findLastIndex(({ folded }) => folded === 'ne')
  const after = words.slice(at, at + 4).some(({ folded }) => DENIES.has(folded))
  const subject = words
    .slice(Math.max(0, at - 8), at)
    .some(({ folded }) => ['aucun', 'aucune', 'nul', 'nulle', 'ni'].includes(folded))
  // `ne peut` alone denies; so does `ne … pas`. `ne peut … que` does not.
  const only = words
    .slice(at, at + 8)
    .some((word) => word.folded === 'que' || word.elision === 'qu')
  if (ne < 0) return words[at + 1]?.folded === 'pas' || words[at - 1]?.folded === 'pas'
  return after || subject || !only
}

/** The force of the verb at a place. */
export const forceAt = (words: readonly TaggedWord[], at: number): Force => {
  for (let back = at - 1; back >= Math.max(0, at - WITHIN); back -= 1) {
    const word = words[back]
    if (word === undefined || word.clauseEnds) break
    if (CAN.test(word.folded)) return denied(words, back) ? 'not' : 'may'
    if (HAS_TO.test(word.folded) && word.pos === 'verb') return denied(words, back) ? 'not' : 'must'
    if (FORBIDS.test(word.folded)) return denied(words, back) ? 'may' : 'not'
    if (EXEMPTS.test(word.folded)) return 'free'
    if (OBLIGES.test(word.folded) && word.pos !== 'function')
      return denied(words, back) ? 'free' : 'must'
    if (PERMITS.test(word.folded)) return denied(words, back) ? 'not' : 'may'
    // Another finite verb governs what comes before it.
    if (word.form === 'finite' && words[at]?.form === 'finite') break
  }
  const own = words[at]
  if (own !== undefined) {
    if (FORBIDS.test(own.folded)) return denied(words, at) ? 'may' : 'not'
    if (EXEMPTS.test(own.folded)) return 'free'
  }
  return denied(words, at) ? 'not' : 'is'
}
