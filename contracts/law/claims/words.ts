import { fold } from '../analysis/fold.ts'
import { type Piece, scan } from '../analysis/scan.ts'
import { isNumberWord } from './number-words.ts'

/** A word of a sentence with what the rules need to know about it; offsets in UTF-16 units. */
export type Word = {
  readonly folded: string
  readonly raw: string
  readonly start: number
  readonly end: number
  readonly kind: 'word' | 'number' | 'reference'
  /** Whether punctuation after this word ends a clause. */
  readonly clauseEnds: boolean
  readonly commaAfter: boolean
  /** The elided word before it: `d` of `d'effet`; else empty. */
  readonly elision: string
}

const DIGITS = /^\d+$/u
const GROUPED = /^\d{1,3}(?:[^\d,]\d{3})+$/u
/** `1 500,50`: the scanner ends a number at its groups of thousands. */
const withDecimals = (text: string, pieces: readonly Piece[]): Piece[] => {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const whole = joined.at(-1)
    const isDecimal =
      whole?.kind === 'number' &&
      DIGITS.test(piece.text) &&
      text.slice(whole.end, piece.start) === ',' &&
      GROUPED.test(text.slice(whole.start, whole.end))
    if (isDecimal)
      joined[joined.length - 1] = { ...whole, text: `${whole.text},${piece.text}`, end: piece.end }
    else joined.push(piece)
  }
  return joined
}

const CLAUSE_MARK = /[.;:!?()«»"“”]/u
const ELIDED_NE = /(?<![\p{L}])n['’ʼ]/giu
const ELISION = /(?<!\p{L})(\p{L}{1,2})['’ʼ]$/u
/** The words of a text, in order, with the `n'` that opens a negation. */
export const wordsOf = (text: string): Word[] => {
  const pieces = withDecimals(text, scan(text))
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
      elision:
        ELISION.exec(text.slice(Math.max(0, piece.start - 3), piece.start))?.[1]?.toLowerCase() ??
        '',
    }
  })
}

/**
 * Words without meaning of their own in French, English and Catalan, folded. Negations and modals
 * are not among them.
 */
const EMPTY = new Set(
  (
    'a au aux c d de des du j l la le les m n s t un une y ca ce ceci cela celle celles celui ces cet cette ceux chacun chacune ' +
    'dont elle elles en eux il ils je lequel laquelle lesquels lesquelles leur leurs lui ma me mes moi mon nos notre nous on ' +
    'quel quelle quelles quels qui quoi que qu sa se ses si soi son ta te tes toi ton tel telle telles tels tous tout toute ' +
    'toutes tu vos votre vous autre autres meme memes afin ainsi alors aussi car chez comme dans donc entre et lors lorsque ' +
    'mais or ou par pour puisque quand sous sur vers selon notamment tres peu plus moins ai aie ait as aura aurait auront ' +
    'avait avaient avec avoir ayant es est etaient etait etant ete etre eu eut fut furent ont sera serait seront soient soit ' +
    'sont suis deja encore cas fait faire ici la ci lui ne pas point peuvent parce ayant bien toujours seulement seule seul seuls ' +
    'toutefois cependant neanmoins ensuite enfin outre part vu voir aupres pendant durant depuis jusque contre envers ' +
    'precisement plutot notre dit dite chaque certaine quelque quelques quelconque titre effet fin lieu suite regard vertu ' +
    'the of and to in is are was were be been being by for with on at as an it its this that these those which who whom whose ' +
    'from or than then there their them they he she his her has have had do does did will would should such any each more ' +
    'most other same so into under over out up not nor no need own according one if when where while but also only ' +
    'els les dels als amb per una uns unes el la que qui es ser son sigui ha han hi ho li ser aixo aquest aquesta aquests si cada com del al i o'
  ).split(' '),
)

/** Whether a word is meaningful: neither a number nor one of the words above. */
export const isTelling = (word: Word): boolean =>
  word.kind !== 'number' && !EMPTY.has(word.folded) && !isNumberWord(word.folded)
