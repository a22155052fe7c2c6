/**
 * A bounded tree of one XML document (XML 1.0; Namespaces in XML 1.0). Nothing is fetched, nothing
 * is expanded.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { readWhole } from '../line-reader.ts'
import { SOURCE_LIMITS } from '../source-item.ts'
import { decodeUtf8, withoutBom } from '../text-bytes.ts'

export const XML_LIMITS = {
  depthMax: 200,
  elementsMax: 1_000_000,
  /** Of one file, in bytes. */
  bytesMax: SOURCE_LIMITS.documentBytesMax,
} as const

export type XmlNode = XmlElement | string
export type XmlElement = {
  /** Local name, without its prefix. */
  readonly name: string
  /** Namespace or empty. */
  readonly uri: string
  /** By the name as it is written, prefix and all. */
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlNode[]
  /** Where its start tag ends, from 1. */
  readonly line: number
}
export type XmlDocument = {
  readonly root: XmlElement
  /** The DOCTYPE, which is ignored. */
  readonly doctype: string | null
}
/** A refusal with its line. */
export type XmlRefusal = Refusal & { readonly line: number }

const MEBIBYTE = 1024 * 1024
const ENTITY: Refusal = {
  refused: 'xml-entity',
  reason: 'the file declares or uses an entity of its own',
  hint: 'write the text out: entities are not expanded, whether inside or outside the file',
}
const CUT_OFF: Refusal = {
  refused: 'xml-cut-off',
  reason: 'the file ends before its first element does',
  hint: 'fetch it again: it was cut off',
}
const BROKEN: Refusal = refusalByCode('xml-broken')
const TOO_DEEP: Refusal = {
  refused: 'xml-too-deep',
  reason: `elements are nested more than ${XML_LIMITS.depthMax} deep`,
  hint: 'look at what wrote the file: no text of law is that deep',
}
const TOO_MANY: Refusal = {
  refused: 'xml-too-large',
  reason: `there are more than ${XML_LIMITS.elementsMax} elements`,
  hint: 'split the file by articles or chapters',
}
const TOO_LONG: Refusal = {
  refused: 'file-too-long',
  reason: `an XML file has at most ${XML_LIMITS.bytesMax / MEBIBYTE} MiB`,
  hint: 'split the file by articles or chapters',
}
const EMPTY: Refusal = {
  refused: 'file-empty',
  reason: 'there is nothing in this file',
  hint: 'leave it out, or look why nothing was written into it',
}

class Stop extends Error {
  readonly refusal: XmlRefusal
  constructor(refusal: XmlRefusal) {
    super(refusal.refused)
    this.refusal = refusal
  }
}

/** Maps an error of the parser to a refusal. */
const refusalOf = (message: string): Refusal => {
  if (/entity/i.test(message)) return ENTITY
  if (/unclosed|unexpected end|document must contain a root/i.test(message)) return CUT_OFF
  return BROKEN
}

type Open = Omit<XmlElement, 'children'> & { readonly children: XmlNode[] }

/** Joins pieces of text: the parser may give one run of text in several. */
const addText = (open: Open | undefined, text: string): void => {
  if (open === undefined) return
  const last = open.children.at(-1)
  if (typeof last === 'string') open.children[open.children.length - 1] = last + text
  else open.children.push(text)
}

const opened = (tag: SaxesTagNS, line: number): Open => ({
  name: tag.local,
  uri: tag.uri,
  attributes: Object.fromEntries(
    Object.values(tag.attributes).map(({ name, value }) => [name, value]),
  ),
  children: [],
  line,
})

/** The names of the characters from U+00A0 to U+00FF in XHTML, in order. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute ' +
  'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig ' +
  'Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash ' +
  'Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ' +
  'ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc ' +
  'uuml yacute thorn yuml'
const LATIN_FIRST = 0xa0

/** Named characters of XHTML that publishers use, for one character each. */
const XHTML_CHARACTERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    LATIN.split(' ').map((name, index) => [name, String.fromCodePoint(LATIN_FIRST + index)]),
  ),
  OElig: 'Œ',
  oelig: 'œ',
  Yuml: 'Ÿ',
  Scaron: 'Š',
  scaron: 'š',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  lsaquo: '‹',
  rsaquo: '›',
  bull: '•',
  hellip: '…',
  permil: '‰',
  prime: '′',
  euro: '€',
  trade: '™',
  minus: '−',
  le: '≤',
  ge: '≥',
  ne: '≠',
}

/**
 * The tree of a text, or a refusal: not well-formed, cut off, too deep, too many elements, or a
 * declared entity. `isXhtml` allows the named characters of XHTML pages.
 */
export const parseXml = (
  text: string,
  { isXhtml = false }: { readonly isXhtml?: boolean } = {},
): XmlDocument | XmlRefusal => {
  const parser = new SaxesParser({ xmlns: true })
  const stack: Open[] = []
  let root: XmlElement | null = null
  let doctype: string | null = null
  let count = 0
  let hasEnded = false
  const stop = (refusal: Refusal): never => {
    throw new Stop({ ...refusal, line: parser.line })
  }
  if (isXhtml) Object.assign(parser.ENTITIES, XHTML_CHARACTERS)
  parser.on('error', (error) => {
    const refusal = refusalOf(error.message)
    stop(hasEnded && refusal === BROKEN ? CUT_OFF : refusal)
  })
  parser.on('doctype', (declared) => {
    if (/<!ENTITY/i.test(declared)) stop(ENTITY)
    doctype = declared.trim()
  })
  parser.on('opentag', (tag) => {
    count += 1
    if (count > XML_LIMITS.elementsMax) stop(TOO_MANY)
    if (stack.length >= XML_LIMITS.depthMax) stop(TOO_DEEP)
    const element = opened(tag, parser.line)
    stack.at(-1)?.children.push(element)
    stack.push(element)
    root ??= element
  })
  parser.on('closetag', () => void stack.pop())
  parser.on('text', (piece) => addText(stack.at(-1), piece))
  parser.on('cdata', (piece) => addText(stack.at(-1), piece))
  try {
    parser.write(text)
    hasEnded = true
    parser.close()
  } catch (error) {
    if (error instanceof Stop) return error.refusal
    throw error
  }
  return root === null ? { ...CUT_OFF, line: 1 } : { root, doctype }
}

/** The tree of a file. Memory: the file and its tree. */
export const readXml = async (
  chunks: AsyncIterable<Uint8Array>,
  options: { readonly isXhtml?: boolean } = {},
): Promise<XmlDocument | XmlRefusal> => {
  const bytes = await readWhole(chunks, XML_LIMITS.bytesMax)
  if (bytes === null) return { ...TOO_LONG, line: 1 }
  const decoded = decodeUtf8(withoutBom(bytes))
  if (isRefusal(decoded)) return { ...decoded, line: 1 }
  return decoded.text.trim() === '' ? { ...EMPTY, line: 1 } : parseXml(decoded.text, options)
}
