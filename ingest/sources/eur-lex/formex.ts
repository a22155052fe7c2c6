/** Formex 4 (Publications Office): ACT as published, CONS.ACT as consolidated. */
import type { Refusal } from '#contracts/fault.ts'
import { isDay } from '../days.ts'
import { settled } from '../xml/block-text.ts'
import type { XmlElement, XmlNode } from '../xml/tree.ts'
import {
  attribute,
  childNamed,
  elementsOf,
  firstNamed,
  isElement,
  lineText,
  lineWithout,
} from '../xml/walk.ts'
import { type Act, type ActArticle, parseCelex } from './act.ts'
import { NOTE_CALL, withoutCalls } from './note-calls.ts'

const CELEX_MISSING: Refusal = {
  refused: 'celex-missing',
  reason: 'the act does not give its CELEX number',
  hint: 'give the file with its metadata: NO.CELEX, or CONSLEG.REF of INFO.CONSLEG',
}
const BLOCKS = new Set('LIST ITEM NP GR.SEQ CONTENTS QUOT.S CORPUS ROW DLIST DLIST.ITEM'.split(' '))
/** Blocks with a blank line around them; an act may quote whole articles and divisions. */
const PARAGRAPHS = new Set(
  'ALINEA P PARAG TBL ARTICLE TI.ART STI.ART DIVISION TITLE TI STI'.split(' '),
)
const INLINE = new Set(
  'NO.P NO.PARAG TXT HT DATE REF.DOC.OJ REF.DOC FT CELL TERM DEFINITION IE NO.DOC.C LINK'.split(
    ' ',
  ),
)
/** Notes, pages and comments of the publisher. */
const SKIPPED = new Set('NOTE PAGE MARGIN GR.NOTES INCL.ELEMENT IMG'.split(' '))

const isSkipped = ({ name }: XmlElement): boolean => SKIPPED.has(name)

const HEXADECIMAL = /^[0-9A-F]{4}$/iu
/** A quotation mark, which Formex names by its code point: `CODE="00AB"`. */
const quotationMark = (element: XmlElement): string => {
  const code = attribute(element, 'CODE') ?? ''
  return HEXADECIMAL.test(code) ? String.fromCodePoint(Number.parseInt(code, 16)) : ''
}

const textOf = (node: XmlNode, unknown: XmlElement[]): string => {
  if (!isElement(node)) return node.replaceAll(/\s+/g, ' ')
  const { name } = node
  if (name === 'NOTE') return NOTE_CALL
  if (isSkipped(node)) return ''
  if (name === 'QUOT.START' || name === 'QUOT.END') return quotationMark(node)
  const isParagraph = PARAGRAPHS.has(name)
  if (!isParagraph && !BLOCKS.has(name) && !INLINE.has(name)) unknown.push(node)
  const inner = node.children.map((child) => textOf(child, unknown)).join('')
  if (name === 'NO.P' || name === 'NO.PARAG') return `${inner.trim()} `
  if (name === 'CELL') return `${inner.replaceAll(/\s+/g, ' ').trim()} | `
  if (name === 'ROW') return `\n${inner.replace(/ \| $/, '')}`
  // The first paragraph is on the line of its number.
  if (isParagraph) return `\n\n${inner}\n\n`
  return BLOCKS.has(name) ? `\n${inner}\n` : inner
}

/** A number alone on its line is joined to the text that follows it. */
const joinedNumbers = (text: string): string =>
  text.replaceAll(/^(\(?[0-9a-z]{1,4}[.)])\s*\n+/gim, '$1 ')

const lineOf = (element: XmlElement | null): string => lineWithout(element, isSkipped)
const label = (element: XmlElement | null): string | null => lineOf(element) || null

const articleOf = (
  article: XmlElement,
  section: readonly string[],
  unknown: XmlElement[],
): ActArticle => {
  const heading = new Set(['TI.ART', 'STI.ART'])
  const body = article.children.filter((child) => !isElement(child) || !heading.has(child.name))
  const identifier = attribute(article, 'IDENTIFIER')?.replace(/^0+(?=\w)/, '') ?? null
  const number = label(childNamed(article, 'TI.ART'))
  return {
    line: article.line,
    anchor: `art_${(identifier ?? number?.replace(/^\D+/, '') ?? String(article.line)).toLowerCase()}`,
    number,
    heading: label(childNamed(article, 'STI.ART')),
    section,
    text: joinedNumbers(
      settled(withoutCalls(body.map((child) => textOf(child, unknown)).join(''))),
    ),
  }
}

const titleOf = (division: XmlElement): string => {
  const title = childNamed(division, 'TITLE')
  return [childNamed(title, 'TI'), childNamed(title, 'STI')]
    .map(lineOf)
    .filter((part) => part !== '')
    .join(' — ')
}

function* articlesOf(
  element: XmlElement,
  section: readonly string[],
  unknown: XmlElement[],
): Generator<ActArticle> {
  for (const child of elementsOf(element)) {
    if (child.name === 'ARTICLE') yield articleOf(child, section, unknown)
    else if (child.name === 'DIVISION') {
      const title = titleOf(child)
      yield* articlesOf(child, title === '' ? section : [...section, title], unknown)
    }
  }
}

/** `20160504` or `2016-05-04`. */
const dayOf = (text: string | null): string | null => {
  const day = text?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3') ?? ''
  return isDay(day) ? day : null
}

/** CONSLEG.REF writes `2016R0679`, or the whole number of the consolidated text. */
const consolidated = (reference: string | null, day: string | null): string => {
  if (reference === null || parseCelex(reference) !== null) return reference ?? ''
  return `0${reference}${day === null ? '' : `-${day.replaceAll('-', '')}`}`
}

/** The act of a Formex file. */
export const readFormex = (root: XmlElement): Act | Refusal => {
  const consleg = firstNamed(root, 'INFO.CONSLEG')
  const from = dayOf(attribute(consleg, 'START.DATE'))
  const stated = lineText(firstNamed(root, 'NO.CELEX'))
  const celex = parseCelex(stated || consolidated(attribute(consleg, 'CONSLEG.REF'), from))
  if (celex === null) return CELEX_MISSING
  const unknown: XmlElement[] = []
  const terms = firstNamed(root, 'ENACTING.TERMS')
  const title = childNamed(root, 'TITLE') ?? childNamed(firstNamed(root, 'CONS.DOC'), 'TITLE')
  return {
    celex,
    title: lineOf(title),
    language: lineText(firstNamed(root, 'LG.DOC')).toLowerCase() || null,
    validFrom: from,
    validTo: dayOf(attribute(consleg, 'END.DATE')),
    articles: terms === null ? [] : [...articlesOf(terms, [], unknown)],
    unknown,
  }
}
