/** Pages of EUR-Lex in XHTML: articles are `eli-subdivision`s, metadata are `meta` elements. */
import type { Refusal } from '#contracts/fault.ts'
import { isDay } from '../days.ts'
import type { XmlElement, XmlNode } from '../xml/tree.ts'
import { allNamed, attribute, descendants, elementsOf, isElement } from '../xml/walk.ts'
import { type Act, type ActArticle, type Celex, parseCelex } from './act.ts'
import { classesOf, hasClass, isAside, pageLine, pageText } from './page-text.ts'

const CELEX_MISSING: Refusal = {
  refused: 'celex-missing',
  reason: 'the page does not give its CELEX number',
  hint: 'give the page with its metadata: <meta property="eli:id_local" content="32016R0679"/>',
}

const metaValues = (root: XmlElement, name: string): string[] =>
  allNamed(root, 'meta').flatMap((meta) => {
    const own = attribute(meta, 'property') ?? attribute(meta, 'name')
    const content = attribute(meta, 'content')
    return own === name && content !== null ? [content] : []
  })

const celexOf = (root: XmlElement): Celex | null =>
  ['eli:id_local', 'celex', 'DC.identifier', 'dc.identifier']
    .flatMap((name) => metaValues(root, name))
    .map((value) => parseCelex(value.replace(/^celex:/i, '')))
    .find((celex) => celex !== null) ?? null

/** The first class is that of the Official Journal, the second that of consolidated texts. */
const CONSOLIDATED = 'title-article-norm'
const NUMBERS = ['ti-art', CONSOLIDATED] as const
const HEADINGS = ['sti-art', 'stitle-article-norm'] as const
const DIVISIONS = [
  'ti-section-1',
  'ti-section-2',
  'title-division-1',
  'title-division-2',
  'eli-title',
] as const
const WORK_TITLES = ['doc-ti', 'title-doc-first', 'title-doc-last'] as const

const hasAny = (element: XmlElement, names: readonly string[]): boolean =>
  names.some((name) => hasClass(element, name))

const isNumber = (element: XmlElement): boolean => hasAny(element, NUMBERS)
const isLabel = (element: XmlElement): boolean =>
  isNumber(element) || hasAny(element, HEADINGS) || classesOf(element).includes('eli-title')

/** An article: its children, and the anchor that the page gives it. */
type Part = {
  readonly line: number
  readonly anchor: string
  readonly children: readonly XmlNode[]
}

const hasNumber = ({ children }: Part): boolean =>
  children.some((child) => isElement(child) && isNumber(child))

/** `art_4bis` of `Article 4 bis`; null: a quoted article is no article of this act. */
const anchorOf = (number: XmlElement): string | null => {
  const named = /^\p{L}+ (\d{1,4}(?: ?[a-z]{1,12})?)$/u.exec(pageLine(number))?.[1]
  return named === undefined ? null : `art_${named.replace(' ', '')}`
}

/** An article of a consolidated text may hold one that was inserted after it, without an anchor. */
const partsOf = (article: XmlElement): Part[] => {
  let part = {
    line: article.line,
    anchor: attribute(article, 'id') ?? '',
    children: [] as XmlNode[],
  }
  const parts: Part[] = [part]
  for (const child of article.children) {
    const isLater = isElement(child) && hasClass(child, CONSOLIDATED) && hasNumber(part)
    const anchor = isLater ? anchorOf(child) : null
    if (isElement(child) && anchor !== null) {
      part = { line: child.line, anchor, children: [] }
      parts.push(part)
    }
    part.children.push(child)
  }
  return parts
}

/** The number and heading that an article begins with; those further down are quoted. */
const labelsOf = (children: readonly XmlNode[]): readonly XmlElement[] => {
  const elements = children.filter(isElement).filter((one) => !isAside(one))
  const words = elements.findIndex((one) => !isLabel(one))
  return words < 0 ? elements : elements.slice(0, words)
}

const lineOf = (element: XmlElement | undefined): string | null =>
  element === undefined ? null : pageLine(element) || null

const articleOf = (
  article: XmlElement,
  { line, anchor, children }: Part,
  section: readonly string[],
): ActArticle => {
  const labels = labelsOf(children)
  const lines = labels.flatMap((one) => (one.name === 'p' ? [one] : allNamed(one, 'p')))
  const number = lines.find(isNumber)
  const body = children.filter((child) => !isElement(child) || !labels.includes(child))
  return {
    line,
    anchor,
    number: lineOf(number),
    heading: lineOf(lines.find((one) => one !== number)),
    section,
    text: pageText({ ...article, children: body }),
  }
}

/** The titles of a chapter or section are its first paragraphs. */
const titleOf = (element: XmlElement): string =>
  elementsOf(element)
    .filter((one) => hasAny(one, DIVISIONS))
    .map(pageLine)
    .join(' — ')

const isAnnex = (element: XmlElement): boolean =>
  (attribute(element, 'id') ?? '').startsWith('anx_')

/** The title of the act; those of annexes have the same class. */
const workTitleOf = (root: XmlElement): string => {
  const titles = descendants(root, isAnnex).filter((one) => hasAny(one, WORK_TITLES))
  return titles.map(pageLine).toArray().join(' ')
}

function* articlesOf(element: XmlElement, section: readonly string[]): Generator<ActArticle> {
  for (const child of elementsOf(element)) {
    const id = attribute(child, 'id') ?? ''
    if (/^art_[\w-]+$/.test(id)) {
      for (const part of partsOf(child)) yield articleOf(child, part, section)
    } else {
      const title = /^(?:prt|tis|cpt|sct|sbs)_/.test(id) ? titleOf(child) : ''
      yield* articlesOf(child, title === '' ? section : [...section, title])
    }
  }
}

const first = (values: readonly string[]): string | null => values[0] ?? null

/** The act of a page. */
export const readPage = (root: XmlElement): Act | Refusal => {
  const celex = celexOf(root)
  if (celex === null) return CELEX_MISSING
  const inForce = first(metaValues(root, 'eli:first_date_entry_in_force')) ?? celex.day
  const ends = first(metaValues(root, 'eli:date_no_longer_in_force'))
  const language = attribute(root, 'lang') ?? attribute(root, 'xml:lang')
  return {
    celex,
    title: first(metaValues(root, 'eli:title')) ?? workTitleOf(root),
    language: language?.slice(0, 2).toLowerCase() ?? null,
    validFrom: inForce !== null && isDay(inForce) ? inForce : null,
    validTo: ends !== null && isDay(ends) ? ends : null,
    articles: [...articlesOf(root, [])],
    unknown: [],
  }
}
