import { fold } from '../analysis/fold.ts'
import { scan } from '../analysis/scan.ts'
import { stem } from '../analysis/stem.ts'
import { type NamedAuthority, type CitationRecogniser, numberedAuthorities } from './authorities.ts'
import { datesIn, type SaidDate } from './dates.ts'
import { isEmptyWord, meaningOf, MODAL, NEGATION, roleOf } from './lexicon.ts'
import { COUNTED_ONCE, FUSED, numberWord, unitOf, valueOfDigits, valueOfWords } from './numbers.ts'

/** A telling word: what it means, which way, and where it stands (UTF-16 units of the text read). */
export type Token = {
  readonly concept: string
  /** −1 where it is denied, by its own meaning or by a negation. */
  readonly sign: 1 | -1
  /** Denied by way of a modal: `ne peut X`, `n'a pas à X`. */
  readonly softly: boolean
  /** A negation stands before it, whatever the word itself says. */
  readonly denied: boolean
  /** The negation stands in a relative clause: it tells which, not whether. */
  readonly aside: boolean
  /** It is what is lacking: `sans X`, `dépourvu de X`. */
  readonly lacking: boolean
  readonly folded: string
  readonly stem: string
  readonly isName: boolean
  readonly role: number | null
  readonly start: number
  readonly end: number
}

/** `quinze jours`: a value and what is counted; null where nothing that we know is counted. */
export type Quantity = {
  readonly value: number
  readonly unit: string | null
  readonly start: number
  readonly end: number
}

/** A sentence as it is compared. */
export type Reading = {
  readonly tokens: readonly Token[]
  readonly concepts: ReadonlySet<string>
  readonly quantities: readonly Quantity[]
  readonly dates: readonly SaidDate[]
  readonly authorities: readonly NamedAuthority[]
  readonly modals: ReadonlySet<string>
}

type Word = {
  readonly folded: string
  readonly raw: string
  readonly start: number
  readonly end: number
  readonly kind: 'word' | 'number' | 'reference'
  /** A mark that ends a clause stands between this word and the next one. */
  readonly clauseEnds: boolean
  readonly commaAfter: boolean
}

const CLAUSE_MARK = /[.;:!?()«»"“”]/u
const ELIDED_NE = /(?<![\p{L}])n['’ʼ]/giu
const DIGITS = /^\d+$/u
const CAPITAL = /^\p{Lu}/u
const inside = (
  place: { start: number; end: number },
  ranges: readonly { start: number; end: number }[],
) => ranges.some(({ start, end }) => place.start >= start && place.end <= end)

const wordsOf = (text: string): Word[] => {
  const pieces = [...scan(text)]
  // The scanner leaves `n'` out; it opens a negation.
  for (const match of text.matchAll(ELIDED_NE)) {
    pieces.push({ kind: 'word', text: 'ne', start: match.index, end: match.index + 1 })
  }
  pieces.sort((a, b) => a.start - b.start || a.end - b.end)
  return pieces.map((piece, index) => {
    const gap = text.slice(piece.end, pieces[index + 1]?.start ?? text.length)
    return {
      folded: fold(piece.text),
      raw: piece.text,
      start: piece.start,
      end: piece.end,
      // The scanner leaves a number without sign or mark among the words.
      kind: DIGITS.test(piece.text) ? 'number' : piece.kind,
      clauseEnds: CLAUSE_MARK.test(gap),
      commaAfter: gap.includes(','),
    }
  })
}

/** How many words after `ne` its second word may stand. */
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

/** What a negation does to the words after it. */
type Turn = {
  readonly from: number
  readonly softly: boolean
  readonly aside: boolean
  readonly lacking: boolean
}

const LACKING = new Set(['sans', 'without', 'sense'])
const RELATIVE = new Set(['qui', 'dont', 'que', 'qu', 'who', 'which', 'that'])
const plainTurn = (at: number, lacking = false): Turn => ({
  from: at + 1,
  softly: false,
  aside: false,
  lacking,
})

const afterNe = (words: readonly Word[], at: number): Turn | null => {
  let modal = false
  let denied = words
    .slice(Math.max(0, at - 6), at)
    .some(({ folded }) => NEGATION.subject.has(folded))
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
    if (word.folded === 'que' || word.folded === 'qu') {
      restricted = true
      break
    }
    if (word.clauseEnds) break
  }
  // `ne` alone denies only with `pouvoir`, `savoir`, `cesser`; else it is the one of `à moins que … ne`.
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
  if (NEGATION.lack.has(folded)) {
    const next = words[at + 1]
    // `l` and `d` are left out by the scanner: what follows at once is what is lacking.
    const lacks = next !== undefined && (next.folded === 'de' || next.start - word.end === 3)
    return lacks ? plainTurn(at, true) : null
  }
  return NEGATION.alone.has(folded) ? plainTurn(at, LACKING.has(folded)) : null
}

const isTelling = (word: Word): boolean =>
  word.kind !== 'number' && !isEmptyWord(word.folded) && numberWord(word.folded) === null

/** What stands between commas right after a modal is no part of what it denies: `ne peut, en principe, prolonger`. */
const afterInsertion = (words: readonly Word[], from: number): number => {
  if (words[from]?.commaAfter !== true) return from
  for (let at = from + 1; at < Math.min(words.length, from + 10); at += 1)
    if (words[at]?.commaAfter === true) return at + 1
  return from
}

/** Nothing telling follows (`n'en est pas un`): what was spoken of is denied. */
const before = (words: readonly Word[], from: number): number | null => {
  for (let at = from - 2; at >= Math.max(0, from - 8); at -= 1) {
    const word = words[at]
    if (word === undefined || word.clauseEnds) return null
    if (isTelling(word) && !AUXILIARIES.has(word.folded)) return at
  }
  return null
}

/** Index of the word that a negation turns: the first telling one of its clause. */
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

const turnsOf = (words: readonly Word[]): ReadonlyMap<number, Turn> => {
  const turned = new Map<number, Turn>()
  for (let at = 0; at < words.length; at += 1) {
    const turn = turnAt(words, at)
    if (turn === null) continue
    const target = turnedBy(words, turn)
    if (target !== null) turned.set(target, turn)
    // The modal itself is denied too: `ne peut`.
    for (let modal = turn.from; modal < Math.min(words.length, turn.from + 2); modal += 1) {
      if (MODAL_WORDS.has(words[modal]?.folded ?? '')) turned.set(modal, { ...turn, softly: false })
    }
  }
  return turned
}

const isNameAt = (words: readonly Word[], at: number, sentenceStart: boolean): boolean => {
  const word = words[at]
  return word !== undefined && CAPITAL.test(word.raw) && !sentenceStart && word.raw.length > 1
}

const tokensOf = (words: readonly Word[]): Token[] => {
  const turned = turnsOf(words)
  return words.flatMap((word, at): Token[] => {
    const modal = MODAL_WORDS.has(word.folded)
    if (!modal && !isTelling(word)) return []
    if (NEGATION.second.has(word.folded) || NEGATION.alone.has(word.folded) || word.folded === 'ne')
      return []
    const { concept, sign } = meaningOf(word.folded)
    const turn = turned.get(at)
    const hard = turn !== undefined && !turn.softly
    return [
      {
        concept,
        sign: hard ? (sign === 1 ? -1 : 1) : sign,
        softly: turn?.softly === true,
        denied: turn !== undefined,
        aside: turn?.aside === true,
        lacking: turn?.lacking === true,
        folded: word.folded,
        stem: stem(word.folded),
        isName: isNameAt(words, at, at === 0),
        role: roleOf(concept),
        start: word.start,
        end: word.end,
      },
    ]
  })
}

const quantitiesOf = (
  words: readonly Word[],
  taken: readonly { start: number; end: number }[],
): Quantity[] => {
  const found: Quantity[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]
    if (word === undefined || inside(word, taken)) continue
    const fused = FUSED[word.folded]
    if (fused !== undefined) {
      found.push({ value: fused[0], unit: fused[1], start: word.start, end: word.end })
      continue
    }
    let last = at
    let value: number | null = null
    if (word.kind === 'number') value = valueOfDigits(word.raw)
    else if (numberWord(word.folded) !== null && word.kind === 'word') {
      const run = [word.folded]
      while (last + 1 < words.length) {
        const next = words[last + 1]
        const joins =
          next !== undefined &&
          (numberWord(next.folded) !== null ||
            (next.folded === 'et' && ['un', 'une'].includes(words[last + 2]?.folded ?? '')))
        if (!joins || words[last]?.clauseEnds === true) break
        run.push(next.folded)
        last += 1
      }
      value = valueOfWords(run)
    } else if (['un', 'une', 'a', 'one'].includes(word.folded) && word.folded !== 'a') {
      const unit = unitOf(words[at + 1]?.folded ?? '')
      if (unit !== null && COUNTED_ONCE.has(unit)) value = 1
    }
    if (value === null) continue
    const nextWord = words[last + 1]
    const unit =
      nextWord === undefined
        ? null
        : (unitOf(nextWord.folded) ??
          (nextWord.folded === 'pour' && words[last + 2]?.folded === 'cent' ? '%' : null))
    const counted =
      unit ??
      (nextWord !== undefined && isTelling(nextWord) ? meaningOf(nextWord.folded).concept : null)
    found.push({ value, unit: counted, start: word.start, end: words[last]?.end ?? word.end })
    at = last
  }
  return found
}

/** Reads a sentence. Deterministic, linear in its length. */
export const readingOf = (
  text: string,
  recognise: CitationRecogniser = numberedAuthorities,
): Reading => {
  const words = wordsOf(text)
  const dates = datesIn(text)
  const authorities = recognise(text)
  const taken = [...dates, ...authorities]
  const tokens = tokensOf(
    words.filter((word) => !inside(word, taken) || (word.kind === 'word' && !inside(word, taken))),
  )
  return {
    tokens,
    concepts: new Set(tokens.map(({ concept }) => concept)),
    dates,
    authorities,
    quantities: quantitiesOf(words, taken),
    modals: new Set(
      tokens.filter(({ concept }) => MODAL.has(concept)).map(({ concept }) => concept),
    ),
  }
}
