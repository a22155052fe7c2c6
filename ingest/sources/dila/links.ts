/** The links of a text of the DILA: what it cites, what it changes, and what changes it. */
import { isDay } from '../days.ts'
import type { PublisherLink } from '../source-item.ts'
import type { XmlElement } from '../xml/tree.ts'
import { at, attribute, childrenNamed, lineText, rawText } from '../xml/walk.ts'

/** The publisher cuts a citation after so many characters and puts the rest into another link. */
const CUT_AT = 256
/** Both pieces of a cut citation name the point of the ruling that it is about. */
const POINT = /^Sur le n(?:uméro|°) ?\d{1,3} ?: ?/iu
/** What begins with one of these is a citation of its own, and never the rest of one. */
const OPENS_CITATION =
  /^(?:l['’])?(?:articles?|art\.|lois?|décrets?|ordonnances?|directives?|règlements?|conventions?|codes?|arrêtés?|accords?|principes?)(?!\p{L})/iu
const GOES_ON = /^[\s\p{Ll}\d,;)]/u
/** The stop of `art. L.` ends no sentence. */
const ENDS = /(?<!(?<!\p{L})\p{L})[.;]\s*$/u

type Piece = {
  readonly link: XmlElement
  /** The text of the link as it is, without the line ends of the file around it. */
  readonly raw: string
  /** The citation on one line, as far as it is known. */
  readonly text: string
}

const pieceOf = (link: XmlElement): Piece => ({
  link,
  raw: rawText(link).replaceAll(/^[\r\n]+|(?<![\r\n])[\r\n]+$/g, ''),
  text: lineText(link),
})

/** A blank at the cut may be lost, so a piece may have one character less. */
const isCut = ({ link, raw }: Piece): boolean =>
  (raw.length === CUT_AT || raw.length === CUT_AT - 1) &&
  !ENDS.test(raw) &&
  attribute(link, 'id') === null &&
  attribute(link, 'cidtexte') === null

const isAlike = ({ attributes: a }: XmlElement, { attributes: b }: XmlElement): boolean =>
  Object.keys({ ...a, ...b }).every((name) => a[name] === b[name])

/** What another link would add to a cut one; null: it is no rest. */
const restFor = (cut: Piece, other: Piece | undefined, pattern: RegExp): string | null => {
  if (other === undefined || !isAlike(cut.link, other.link)) return null
  const [point = ''] = POINT.exec(cut.text) ?? []
  const rest = other.raw.startsWith(point) ? other.raw.slice(point.length) : other.raw
  return pattern.test(rest) && !OPENS_CITATION.test(rest.trimStart()) ? rest : null
}

/** The piece has the raw text of its end, so that a citation of three pieces goes on. */
const extended = (cut: Piece, rest: string): Piece => {
  const gap = /\s$/.test(cut.raw) || cut.raw.length < CUT_AT ? ' ' : ''
  const text = `${cut.text}${gap}${rest}`.replaceAll(/\s+/g, ' ').trim()
  return { link: cut.link, raw: rest, text }
}

/**
 * Cut citations become one again. The rest is in the link that follows or, since their order is not
 * that of the words, in the one before.
 */
const withoutCuts = (links: readonly XmlElement[]): Piece[] => {
  const whole: Piece[] = []
  const pieces = links.map(pieceOf)
  let next = 0
  for (const [index, read] of pieces.entries()) {
    if (index < next) continue
    next = index + 1
    let piece = read
    while (isCut(piece)) {
      const after = restFor(piece, pieces[next], GOES_ON)
      const before = after === null ? restFor(piece, whole.at(-1), GOES_ON) : null
      const rest = after ?? before ?? restFor(piece, pieces[next], /^/)
      if (rest === null) break
      if (before === null) next += 1
      else whole.pop()
      piece = extended(piece, rest)
    }
    whole.push(piece)
  }
  return whole
}

/** The publisher's value for "no day". */
const signedOf = (link: XmlElement): Pick<PublisherLink, 'signed'> => {
  const day = attribute(link, 'datesignatexte') ?? ''
  return isDay(day) && day < '2999' ? { signed: day } : {}
}

export const linksOf = (root: XmlElement): PublisherLink[] =>
  withoutCuts(childrenNamed(at(root, 'LIENS') ?? at(root, 'TEXTE', 'LIENS'), 'LIEN'))
    .filter(({ text }) => text !== '')
    .map(({ link, text }) => ({
      type: attribute(link, 'typelien') ?? 'LIEN',
      direction: attribute(link, 'sens') === 'cible' ? 'in' : 'out',
      targetId: attribute(link, 'id') ?? attribute(link, 'cidtexte'),
      text,
      ...signedOf(link),
    }))
