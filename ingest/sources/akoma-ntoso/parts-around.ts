/** What stands before and after the articles of an act: each of the two is a text of its own. */
import { settled } from '../xml/block-text.ts'
import type { XmlElement, XmlNode } from '../xml/tree.ts'
import { childNamed, descendants, elementsOf, isElement } from '../xml/walk.ts'
import { articleText, type Walk } from './article-text.ts'

export type PartAround = {
  /** The name that Akoma Ntoso's naming convention gives the part: one act has one of each. */
  readonly anchor: 'preamble' | 'conclusions'
  readonly elements: readonly XmlElement[]
  readonly number: string
  readonly text: string
}

/** What names the document in its preface is the title of the work, or its metadata. */
const NAMING = new Set(
  (
    'longTitle shortTitle docTitle docNumber docType docDate docProponent docStage docStatus docPurpose ' +
    'docCommittee docIntroducer docJurisdiction docketNumber legislature session toc'
  ).split(' '),
)
const CONTAINERS = new Set(['preface', 'container', 'div'])

const names = (element: XmlElement): boolean =>
  NAMING.has(element.name) || descendants(element).some((one) => NAMING.has(one.name))

/** A preface without what names the document. */
const contentOf = (element: XmlElement): XmlElement => ({
  ...element,
  children: element.children.flatMap((child): XmlNode[] => {
    if (!isElement(child)) return [child]
    if (CONTAINERS.has(child.name)) return [contentOf(child)]
    return names(child) ? [] : [child]
  }),
})

const lineEnd = ({ uri, line }: XmlElement): XmlElement => ({
  name: 'eol',
  uri,
  attributes: {},
  children: [],
  line,
})

const mapped = (
  element: XmlElement,
  change: (child: XmlElement, parent: XmlElement) => readonly XmlNode[],
): XmlElement => ({
  ...element,
  children: element.children.flatMap((child) =>
    isElement(child) ? change(mapped(child, change), element) : [child],
  ),
})

/** A heading over recitals is one in the text; that of a numbered recital follows its number. */
const withHeadings = (preamble: XmlElement): XmlElement =>
  mapped(preamble, (child, parent) =>
    child.name === 'heading' && childNamed(parent, 'num') === null
      ? [{ ...child, children: ['## ', ...child.children] }]
      : [child],
  )

const hasOwnWords = ({ children }: XmlElement): boolean =>
  children.some((child) => !isElement(child) && child.trim() !== '')

/** Each signature begins a line; place and date, office and name stand on lines of their own. */
const withSignatures = (conclusions: XmlElement): XmlElement =>
  mapped(conclusions, (child) => {
    if (child.name !== 'signature') return [child]
    if (hasOwnWords(child)) return [lineEnd(child), child, ' ']
    return elementsOf(child).flatMap((one) => [lineEnd(one), one])
  })

type Names = Readonly<Record<PartAround['anchor'], string>>
const FRENCH: Names = { preamble: 'Préambule', conclusions: 'Formule finale' }
const NAMES: Readonly<Record<string, Names>> = {
  fr: FRENCH,
  de: { preamble: 'Präambel', conclusions: 'Schlussformel' },
  lb: { preamble: 'Präambel', conclusions: 'Schlussformel' },
  en: { preamble: 'Preamble', conclusions: 'Closing formula' },
  ca: { preamble: 'Preàmbul', conclusions: 'Fórmula final' },
}

/** The part of these elements; null where they have no words. */
const partOf = (
  anchor: PartAround['anchor'],
  elements: readonly XmlElement[],
  language: string | null,
  walk: Walk,
): PartAround | null => {
  const text = settled(elements.map((element) => articleText(element, walk)).join('\n\n'))
  const number = (NAMES[language ?? ''] ?? FRENCH)[anchor]
  return text === '' ? null : { anchor, elements, number, text }
}

/** What a preface says beside the title, then citations, recitals and the enacting formula. */
export const preambleOf = (
  act: XmlElement,
  language: string | null,
  walk: Walk,
): PartAround | null => {
  const preface = childNamed(act, 'preface')
  const preamble = childNamed(act, 'preamble')
  const elements = [
    ...(preface === null ? [] : [contentOf(preface)]),
    ...(preamble === null ? [] : [withHeadings(preamble)]),
  ]
  return partOf('preamble', elements, language, walk)
}

/** The closing formula, place and date, and signatures. */
export const conclusionsOf = (
  act: XmlElement,
  language: string | null,
  walk: Walk,
): PartAround | null => {
  const conclusions = childNamed(act, 'conclusions')
  const elements = conclusions === null ? [] : [withSignatures(conclusions)]
  return partOf('conclusions', elements, language, walk)
}
