/** Pages of EUR-Lex in XHTML: articles are `eli-subdivision`s, metadata are `meta` elements. */
import type { Refusal } from '#contracts/fault.ts'
import { isDay } from '../days.ts'
import type { XmlElement } from '../xml/tree.ts'
import { allNamed, attribute, descendants, elementsOf, isElement } from '../xml/walk.ts'
import { type Act, type ActArticle, type Celex, parseCelex } from './act.ts'
import { classesOf, hasClass, pageLine, pageText } from './page-text.ts'

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
const NUMBERS = ['ti-art', 'title-article-norm'] as const
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

const isHeading = (element: XmlElement): boolean =>
  hasAny(element, NUMBERS) || hasAny(element, HEADINGS) || classesOf(element).includes('eli-title')

const labelOf = (article: XmlElement, names: readonly string[]): string | null => {
  const found = allNamed(article, 'p').find((one) => hasAny(one, names))
  return found === undefined ? null : pageLine(found) || null
}

const articleOf = (article: XmlElement, section: readonly string[]): ActArticle => {
  const body = article.children.filter((child) => !isElement(child) || !isHeading(child))
  return {
    line: article.line,
    anchor: attribute(article, 'id') ?? '',
    number: labelOf(article, NUMBERS),
    heading: labelOf(article, HEADINGS),
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
    if (/^art_[\w-]+$/.test(id)) yield articleOf(child, section)
    else {
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
