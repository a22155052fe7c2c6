/**
 * Acts of the European Union from EUR-Lex: Formex 4, and XHTML with a CELEX number in its metadata;
 * and the feed that says which were deleted.
 */
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { type DocumentContext, noteUnknown, recordItem, refusedHere } from '../document.ts'
import type { Source } from '../source.ts'
import type { SourceItem } from '../source-item.ts'
import { readXml } from '../xml/tree.ts'
import type { Act, ActArticle, Celex } from './act.ts'
import { readFormex } from './formex.ts'
import { isFeed, isNotifications, notifiedItems } from './notifications.ts'
import { readPage } from './xhtml.ts'

const LICENCE = 'Decision 2011/833/EU'
const ROOTS: readonly (string | null)[] = ['ACT', 'CONS.ACT', 'html']

const NO_ARTICLES: Refusal = {
  refused: 'article-missing',
  reason: 'the act has no article with text',
  hint: 'give the act itself: annexes and summaries are not read yet',
}

/** Content type of regulations. */
const contentTypeOf = ({ type }: Celex): string => (type === 'R' ? 'regulation' : 'legislation')

const itemOf = (act: Act, article: ActArticle, context: DocumentContext): SourceItem => {
  const { celex } = act
  const name = [article.number, article.heading].filter(Boolean).join(' ')
  return recordItem(context, article.line, {
    title: [act.title, name].filter((part) => part !== '').join(', '),
    text: article.text,
    language: act.language ?? undefined,
    jurisdiction: ['EU'],
    contentType: contentTypeOf(celex),
    validFrom: act.validFrom,
    validTo: act.validTo,
    provision: {
      work: `CELEX:${celex.act}`,
      number: article.number,
      section: article.section.length === 0 ? null : [...article.section],
      anchor: article.anchor,
    },
    source: {
      id: `eu-eurlex:${celex.act.toLowerCase()}#${article.anchor}`,
      version: celex.day ?? act.validFrom,
      url: `https://eur-lex.europa.eu/legal-content/${(act.language ?? 'fr').toUpperCase()}/TXT/?uri=CELEX:${celex.celex}`,
      licence: LICENCE,
    },
  })
}

async function* readEurLex(
  chunks: AsyncIterable<Uint8Array>,
  context: DocumentContext,
): AsyncGenerator<SourceItem> {
  const document = await readXml(chunks, { isXhtml: true })
  if (isRefusal(document)) {
    yield refusedHere(context, document.line, document)
    return
  }
  const { root } = document
  if (isFeed(root)) {
    const found = notifiedItems(root, context)
    if (isRefusal(found)) yield refusedHere(context, root.line, found)
    else yield* found
    return
  }
  const act = root.name === 'html' ? readPage(root) : readFormex(root)
  if (isRefusal(act)) {
    yield refusedHere(context, root.line, act)
    return
  }
  for (const { name, line } of act.unknown)
    noteUnknown(context, line, 'EUR-Lex', `the element ${name}`)
  const withText = act.articles.filter(({ text }) => text !== '')
  if (withText.length === 0) yield refusedHere(context, root.line, NO_ARTICLES)
  for (const article of withText) yield itemOf(act, article, context)
}

export const eurLex = {
  name: 'eur-lex',
  title: 'EUR-Lex',
  about:
    'Acts of the European Union in Formex 4 or XHTML: one record for each article. Feeds of notifications: what was deleted.',
  extensions: ['xml', 'xhtml'],
  detect: ({ xmlRoot, start }) =>
    ROOTS.includes(xmlRoot) || isNotifications(xmlRoot, start) ? 'content' : null,
  read: readEurLex,
} as const satisfies Source
