import { isTelling, type Word } from './words.ts'

/**
 * Words that express a lack: `sans préavis`, `faute de recherche et de consultation`, `prive de sa
 * substance`.
 */

/** With `de` or `d'` right after them. */
const ADJECTIVES = new Set(
  'depourvu depourvue depourvus depourvues denue denuee absence defaut prive privee prives privees'.split(
    ' ',
  ),
)
/** With `de` or `d'` after their object, too. */
const VERBS = new Set('prive prives privent vide vident'.split(' '))
/** The largest number of words in a verb's object. */
const OBJECT_WITHIN = 5
/** `sans effet` and `sans doute` refer to the words before them. */
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

/** Index at which the search for the lacking thing starts; null if the word expresses no lack. */
const lackingFrom = (words: readonly Word[], at: number): number | null => {
  const folded = words[at]?.folded ?? ''
  if (WITHOUT.has(folded)) return IDLE.has(words[at + 1]?.folded ?? '') ? null : at + 1
  if (folded === 'faute') return isOf(words[at + 1]) && !isFault(words, at) ? at + 1 : null
  if (ADJECTIVES.has(folded) && isOf(words[at + 1])) return at + 1
  return VERBS.has(folded) ? afterVerb(words, at) : null
}

/** Whether a word is `sans` or its equivalent in another language. */
const isWithout = (folded: string): boolean => WITHOUT.has(folded)

/** `… de A et de B`: index of B, from that of A; null where nothing is joined to it. */
const joinedTo = (words: readonly Word[], at: number): number | null => {
  const joins = words[at + 1]?.folded === 'et' || words[at + 1]?.folded === 'ou'
  if (!joins || !isOf(words[at + 2])) return null
  for (let next = at + 2; next < Math.min(words.length, at + 2 + OBJECT_WITHIN); next += 1) {
    const word = words[next]
    if (word !== undefined && isTelling(word)) return next
  }
  return null
}

/** Words that start a negation, by how they work. */
const NEGATION = {
  /** Need a second word, or a modal. */
  ne: new Set(['ne']),
  second: new Set(
    'pas plus jamais aucun aucune rien point ni guere nul nulle personne nullement'.split(' '),
  ),
  /** These negate the next meaningful word. */
  alone: new Set('pas ni non jamais sans not nor never neither without cannot sense'.split(' ')),
  /** Catalan and English `no`. */
  no: 'no',
  /** With `que` or `than` after them. */
  rather: new Set(['plutot', 'rather']),
  subject: new Set('aucun aucune nul nulle ni personne rien'.split(' ')),
} as const

/** The largest distance in words between `ne` and its second word. */
const SECOND_WITHIN = 6
const MODAL_WORDS = new Set(
  'peut peuvent pouvait pouvaient pourra pourrait pourraient saurait sauraient doit doivent cesse'.split(
    ' ',
  ),
)
const AUXILIARIES = new Set(
  'a ai ont avait avaient aura auront est sont etait etaient sera seront fut ete etre avoir ayant etant se s y en le la les l lui leur m te d de au que qu encore pas plus'.split(
    ' ',
  ),
)

/** How a negation affects the words after it. */
type Turn = {
  readonly from: number
  readonly softly: boolean
  readonly aside: boolean
  readonly lacking: boolean
}

const RELATIVE = new Set(['qui', 'dont', 'que', 'qu', 'who', 'which', 'that'])
const plainTurn = (at: number): Turn => ({
  from: at + 1,
  softly: false,
  aside: false,
  lacking: false,
})

/** The largest distance in words between a denying subject and its `ne`. */
const SUBJECT_WITHIN = { near: 6, sameClause: 25 } as const

/** Whether a word such as `aucun` or `ni` begins the subject of the `ne` at `at`. */
const hasDenyingSubject = (words: readonly Word[], at: number): boolean => {
  let isOtherClause = false
  for (let back = at - 1; back >= Math.max(0, at - SUBJECT_WITHIN.sameClause); back -= 1) {
    const word = words[back]
    if (word === undefined) return false
    isOtherClause ||= word.clauseEnds || NEGATION.ne.has(word.folded)
    if (isOtherClause && back < at - SUBJECT_WITHIN.near) return false
    if (NEGATION.subject.has(word.folded)) return true
  }
  return false
}

const afterNe = (words: readonly Word[], at: number): Turn | null => {
  let modal = false
  let denied = hasDenyingSubject(words, at)
  let restricted = false
  let owes = false
  for (let next = at + 1; next < Math.min(words.length, at + 1 + SECOND_WITHIN); next += 1) {
    const word = words[next]
    if (word === undefined) break
    if (next <= at + 2 && MODAL_WORDS.has(word.folded)) modal = true
    if (NEGATION.second.has(word.folded)) {
      denied = true
      const before = words[next - 1]?.folded ?? ''
      owes =
        (before === 'a' || before === 'ont' || before === 'avait') &&
        words[next + 1]?.folded === 'a'
      break
    }
    if (word.folded === 'que' || word.folded === 'qu' || word.elision === 'qu') {
      restricted = true
      break
    }
    if (word.clauseEnds) break
  }
  // `ne` alone denies only with `pouvoir`, `savoir`, `cesser`; else it is the one of `à moins que …
  // ne`.
  if (!denied && (!modal || restricted)) return null
  const aside = RELATIVE.has(words[at - 1]?.folded ?? '')
  return { from: at + 1, softly: modal || owes, aside, lacking: false }
}

const turnAt = (words: readonly Word[], at: number): Turn | null => {
  const word = words[at]
  if (word === undefined) return null
  const { folded } = word
  if (NEGATION.ne.has(folded)) return afterNe(words, at)
  const governed = words
    .slice(Math.max(0, at - SECOND_WITHIN), at)
    .some((w) => NEGATION.ne.has(w.folded))
  // `non seulement` and `ou non` deny nothing.
  const idle = words[at + 1]?.folded === 'seulement' || words[at - 1]?.folded === 'ou'
  if (folded === 'non' && idle) return null
  if (folded === 'pas' || folded === 'jamais') return governed ? null : plainTurn(at)
  if (folded === NEGATION.no) return plainTurn(at)
  if (folded === 'ni' && governed) return null
  if (NEGATION.rather.has(folded)) {
    const next = words[at + 1]?.folded ?? ''
    return next === 'than' || next === 'que' || next === 'qu' ? plainTurn(at) : null
  }
  const from = lackingFrom(words, at)
  if (from !== null) return { from, softly: false, aside: false, lacking: true }
  return NEGATION.alone.has(folded) && !isWithout(folded) ? plainTurn(at) : null
}

/** Words between commas right after a modal are not denied: `ne peut, en principe, prolonger`. */
const afterInsertion = (words: readonly Word[], from: number): number => {
  if (words[from]?.commaAfter !== true) return from
  for (let at = from + 1; at < Math.min(words.length, from + 10); at += 1)
    if (words[at]?.commaAfter === true) return at + 1
  return from
}

/** If no meaningful word follows (`n'en est pas un`), the negation applies to the word before. */
const before = (words: readonly Word[], from: number): number | null => {
  for (let at = from - 2; at >= Math.max(0, from - 8); at -= 1) {
    const word = words[at]
    if (word === undefined || word.clauseEnds) return null
    if (isTelling(word) && !AUXILIARIES.has(word.folded)) return at
  }
  return null
}

/** Index of the negated word: the first meaningful one of the clause. */
const turnedBy = (words: readonly Word[], turn: Turn): number | null => {
  const from = afterInsertion(words, turn.from)
  for (let at = from; at < Math.min(words.length, from + 7); at += 1) {
    const word = words[at]
    if (word === undefined) return null
    const passes = MODAL_WORDS.has(word.folded) || AUXILIARIES.has(word.folded)
    if (
      !passes &&
      isTelling(word) &&
      !NEGATION.second.has(word.folded) &&
      !NEGATION.alone.has(word.folded)
    )
      return at
    if (word.clauseEnds) return before(words, turn.from)
  }
  return before(words, turn.from)
}

/** The negated words by index: the first meaningful one of the clause, and the modal itself. */
export const turnsOf = (words: readonly Word[]): ReadonlyMap<number, Turn> => {
  const turned = new Map<number, Turn>()
  for (let at = 0; at < words.length; at += 1) {
    const turn = turnAt(words, at)
    if (turn === null) continue
    const target = turnedBy(words, turn)
    if (target !== null) turned.set(target, turn)
    const joined = target !== null && turn.lacking ? joinedTo(words, target) : null
    if (joined !== null) turned.set(joined, turn)
    // The modal itself is denied too: `ne peut`.
    for (let modal = turn.from; modal < Math.min(words.length, turn.from + 2); modal += 1) {
      if (MODAL_WORDS.has(words[modal]?.folded ?? '')) turned.set(modal, { ...turn, softly: false })
    }
  }
  return turned
}

/** `peut`, `doit` and their forms, which pass a negation on to the verb after them. */
export const isModalWord = (folded: string): boolean => MODAL_WORDS.has(folded)
/** Words that only deny. */
export const isNegationWord = (folded: string): boolean =>
  folded === 'ne' || NEGATION.second.has(folded) || NEGATION.alone.has(folded)
