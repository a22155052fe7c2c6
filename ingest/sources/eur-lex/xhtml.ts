/** Pages of EUR-Lex in XHTML: articles are `eli-subdivision`s, metadata are `meta` elements. */
import type { Refusal } from '#contracts/fault.ts'
import { isDay } from '../days.ts'
import { blockText } from '../xml/block-text.ts'
import type { XmlElement } from '../xml/tree.ts'
import { allNamed, attribute, elementsOf, isElement, lineText } from '../xml/walk.ts'
import { type Act, type ActArticle, type Celex, parseCelex } from './act.ts'

const CELEX_MISSING: Refusal = {
  refused: 'celex-missing',
  reason: 'the page does not give its CELEX number',
  hint: 'give the page with its metadata: <meta property="eli:id_local" content="32016R0679"/>',
}

const classesOf = (element: XmlElement): string[] =>
  (attribute(element, 'class') ?? '').split(/\s+/)
/** Pages before 2022 have the same classes without `oj-`. */
const hasClass = (element: XmlElement, name: string): boolean =>
  classesOf(element).some((one) => one === name || one === `oj-${name}`)

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

const isHeading = (element: XmlElement): boolean =>
  hasClass(element, 'ti-art') ||
  hasClass(element, 'sti-art') ||
  classesOf(element).includes('eli-title')

const labelOf = (article: XmlElement, name: string): string | null => {
  const found = allNamed(article, 'p').find((one) => hasClass(one, name))
  return lineText(found ?? null) || null
}

const articleOf = (article: XmlElement, section: readonly string[]): ActArticle => {
  const body = article.children.filter((child) => !isElement(child) || !isHeading(child))
  return {
    line: article.line,
    anchor: attribute(article, 'id') ?? '',
    number: labelOf(article, 'ti-art'),
    heading: labelOf(article, 'sti-art'),
    section,
    text: blockText({ ...article, children: body }),
  }
}

/** The titles of a chapter or section are its first paragraphs. */
const titleOf = (element: XmlElement): string =>
  elementsOf(element)
    .filter(
      (one) =>
        hasClass(one, 'ti-section-1') ||
        hasClass(one, 'ti-section-2') ||
        classesOf(one).includes('eli-title'),
    )
    .map(lineText)
    .join(' — ')

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
  const titles = allNamed(root, 'p').filter((one) => hasClass(one, 'doc-ti'))
  const language = attribute(root, 'lang') ?? attribute(root, 'xml:lang')
  return {
    celex,
    title: first(metaValues(root, 'eli:title')) ?? titles.map(lineText).join(' '),
    language: language?.slice(0, 2).toLowerCase() ?? null,
    validFrom: inForce !== null && isDay(inForce) ? inForce : null,
    validTo: ends !== null && isDay(ends) ? ends : null,
    articles: [...articlesOf(root, [])],
    unknown: [],
  }
}
