/**
 * Akoma Ntoso 3.0, the final namespace and CSD13 (Luxembourg): one record for each article, one for
 * what stands before the articles and one for what closes the act.
 */
import { z } from 'zod'
import { isRefusal, refusalByCode } from '#contracts/fault.ts'
import { AKN_NAMESPACE } from '#contracts/law/akoma-ntoso/own-marks.ts'
import {
  type DocumentContext,
  noteHere,
  noteUnknown,
  recordItem,
  refusedHere,
} from '../document.ts'
import type { Source } from '../source.ts'
import { parseStrictJson } from '../strict-json.ts'
import type { PublisherLink, SourceItem } from '../source-item.ts'
import { readXml, type XmlElement } from '../xml/tree.ts'
import { attribute, childNamed, elementsOf } from '../xml/walk.ts'
import { articleText, labelText, referencesOf, type Walk } from './article-text.ts'
import { metadataOf, type WorkMetadata } from './metadata.ts'
import { type OwnDocument, ownDocument } from './own-document.ts'
import { conclusionsOf, type PartAround, preambleOf } from './parts-around.ts'
import { unreadPartsOf } from './unread-parts.ts'

const BODIES = ['body', 'mainBody'] as const
const Members = z.record(z.string(), z.unknown())

type Placed = { readonly article: XmlElement; readonly section: readonly string[] }

/** `CHAPITRE II — Des congés`: number and heading. */
const levelTitle = (level: XmlElement): string =>
  [labelText(childNamed(level, 'num')), labelText(childNamed(level, 'heading'))]
    .filter((part) => part !== '')
    .join(' — ')

/**
 * Articles in order, with the titles of their levels. An article quoted in another one is not an
 * article of this act.
 */
function* articlesOf(element: XmlElement, section: readonly string[]): Generator<Placed> {
  for (const child of elementsOf(element)) {
    if (child.name === 'article') yield { article: child, section }
    else if (child.uri.startsWith(AKN_NAMESPACE)) {
      const title = levelTitle(child)
      yield* articlesOf(child, title === '' ? section : [...section, title])
    }
  }
}

const httpAddress = (address: string | null): string | null =>
  address !== null && /^https?:\/\//.test(address) ? address : null

/** The address of an article, which Luxembourg gives for each wording. */
const addressOf = (article: XmlElement, work: WorkMetadata): string | null => {
  const resource = childNamed(childNamed(article, 'JOLUXWork'), 'JOLUXLegalResource')
  const stated =
    resource === null
      ? undefined
      : elementsOf(resource).find((one) => attribute(one, 'scl:name') === 'uriThis')
  const text = stated?.children.find((child) => typeof child === 'string') ?? null
  return httpAddress(typeof text === 'string' ? text.trim() : null) ?? httpAddress(work.eli)
}

const linksOf = (
  elements: readonly XmlElement[],
  anchor: string,
  work: WorkMetadata,
): PublisherLink[] => [
  ...elements.flatMap(referencesOf).map(({ text, href }): PublisherLink => ({
    type: 'ref',
    direction: 'out',
    targetId: href,
    text,
  })),
  ...work.modifications
    .filter((change) => change.anchor === anchor || change.anchor.startsWith(`${anchor}/`))
    .map(({ type, source, date, ...change }): PublisherLink => ({
      type,
      direction: 'in',
      targetId: source,
      text: source,
      date,
      isWhole: change.anchor === anchor,
    })),
]

/** One text of the act: an article, or what stands around the articles. */
type Part = {
  readonly line: number
  readonly elements: readonly XmlElement[]
  readonly anchor: string
  readonly number: string | null
  readonly heading: string
  readonly section: readonly string[] | null
  readonly text: string
  readonly address: string | null
}

const recordOf = (part: Part, work: WorkMetadata, context: DocumentContext): SourceItem => {
  const { anchor, number, heading } = part
  const links = linksOf(part.elements, anchor, work)
  const citations = links.filter((link) => link.direction === 'out').map((link) => link.text)
  return recordItem(
    context,
    part.line,
    {
      title: [work.title, [number, heading].filter(Boolean).join(' ')].filter(Boolean).join(', '),
      text: part.text,
      language: work.language ?? undefined,
      jurisdiction: work.jurisdiction === null ? undefined : [work.jurisdiction],
      contentType: 'legislation',
      validFrom: work.validFrom,
      validTo: work.validTo,
      provision: { work: work.eli, number, section: part.section, anchor },
      citations: [...new Set(citations)],
      source: {
        id: `${work.idPrefix}#${anchor}`,
        version: work.version,
        url: part.address,
        licence: work.licence,
      },
    },
    { persons: [], links, state: null },
  )
}

const itemOf = (
  { article, section }: Placed,
  work: WorkMetadata,
  context: DocumentContext,
  walk: Walk,
): SourceItem | null => {
  const number = labelText(childNamed(article, 'num')) || null
  const anchor = attribute(article, 'eId') ?? attribute(article, 'id')
  if (anchor === null) {
    return refusedHere(context, article.line, {
      refused: 'article-without-anchor',
      reason: `the article ${number ?? ''} has neither eId nor id`,
      hint: 'give it one: it names the article in all wordings of the act',
    })
  }
  const text = articleText(article, walk)
  if (text === '') {
    noteHere(context, article.line, {
      refused: 'wording-empty',
      reason: 'Akoma Ntoso: an article has no text in this wording: it is struck out or repealed',
      hint: 'nothing to do: the wording before it ends by its own file',
    })
    return null
  }
  const part: Part = {
    line: article.line,
    elements: [article],
    anchor,
    number,
    heading: labelText(childNamed(article, 'heading')),
    section: section.length === 0 ? null : [...section],
    text,
    address: addressOf(article, work),
  }
  return recordOf(part, work, context)
}

const itemsAround = (
  part: PartAround | null,
  work: WorkMetadata,
  context: DocumentContext,
): SourceItem[] => {
  if (part === null) return []
  const line = part.elements.at(-1)?.line ?? 1
  const place = { line, heading: '', section: null, address: httpAddress(work.eli) }
  return [recordOf({ ...part, ...place }, work, context)]
}

/** The record of one of our own documents. */
const ownItem = ({ line, text, json }: OwnDocument, context: DocumentContext): SourceItem => {
  const parsed = parseStrictJson(json)
  if (isRefusal(parsed)) return refusedHere(context, line, parsed)
  const members = Members.safeParse(parsed.value)
  if (!members.success) return refusedHere(context, line, refusalByCode('record-not-object'))
  return recordItem(context, line, { ...members.data, text })
}

async function* readAkomaNtoso(
  chunks: AsyncIterable<Uint8Array>,
  context: DocumentContext,
): AsyncGenerator<SourceItem> {
  const document = await readXml(chunks)
  if (isRefusal(document)) {
    yield refusedHere(context, document.line, document)
    return
  }
  const { root, doctype } = document
  if (root.name !== 'akomaNtoso' || !root.uri.startsWith(AKN_NAMESPACE)) {
    yield refusedHere(context, root.line, {
      refused: 'xml-unknown',
      reason: 'this is not a document of Akoma Ntoso 3.0',
      hint: `its root is akomaNtoso in ${AKN_NAMESPACE}`,
    })
    return
  }
  if (doctype !== null) {
    noteHere(context, 1, {
      refused: 'xml-doctype',
      reason: 'Akoma Ntoso: the file names a DTD, which is not read',
      hint: 'nothing to do',
    })
  }
  const [act] = elementsOf(root)
  const own = act === undefined ? null : ownDocument(act)
  if (own !== null) {
    yield ownItem(own, context)
    return
  }
  const work = act === undefined ? null : metadataOf(act)
  if (act === undefined || work === null || work.title === '') {
    yield refusedHere(context, root.line, refusalByCode('work-unknown'))
    return
  }
  for (const doubt of work.doubts) {
    noteHere(context, 1, {
      refused: 'validity-doubt',
      reason: `Akoma Ntoso: ${doubt}`,
      hint: 'compare with the page of the publisher',
    })
  }
  const bodies = BODIES.flatMap((name) => childNamed(act, name) ?? [])
  for (const { name, line } of unreadPartsOf(act, bodies)) {
    noteUnknown(context, line, 'Akoma Ntoso', name)
  }
  const walk: Walk = {
    onUnknown: ({ name, line }) => noteUnknown(context, line, 'Akoma Ntoso', `the element ${name}`),
  }
  const articles = bodies.flatMap((body) => [...articlesOf(body, [])])
  if (articles.length > 0) {
    yield* itemsAround(preambleOf(act, work.language, walk), work, context)
    for (const placed of articles) {
      const item = itemOf(placed, work, context, walk)
      if (item !== null) yield item
    }
    yield* itemsAround(conclusionsOf(act, work.language, walk), work, context)
    return
  }
  yield refusedHere(context, root.line, {
    refused: 'article-missing',
    reason: 'the document has no article',
    hint: 'give an act with articles: other documents are not read yet',
  })
}

export const akomaNtoso = {
  name: 'akoma-ntoso',
  title: 'Akoma Ntoso',
  about:
    'Acts in Akoma Ntoso 3.0 (Luxembourg and others): one record for each article, one for the preamble, one for the closing formula.',
  extensions: ['xml'],
  detect: ({ xmlRoot }) => (xmlRoot === 'akomaNtoso' ? 'content' : null),
  read: readAkomaNtoso,
} as const satisfies Source
