import type { TextReadModel } from '#query-api/ports.ts'
import { type SearchDocument, TAG_FIELDS } from '#contracts/search/document.ts'
import { NO_DATE, dateNumber, validityTokens } from './days.ts'
import { addTally, type Model, NO_TALLY, type Tally } from './head.ts'
import { kindNumber, nameNumbers, uuidNumbers } from './order.ts'
import { FOREVER, ROW, tagField } from './schema.ts'
import { encodeTerms, encodeToken } from './tokens.ts'

export type Row = { readonly id: string } & Readonly<Record<string, unknown>>

/** Known vectors of one document's passages, each text once. */
export type PassageVectors = { readonly model: Model; readonly vectors: readonly Float32Array[] }

/** Encodes a UUID as one token. */
export const articleToken = (articleId: string): string => articleId.replaceAll('-', '')

/**
 * Encodes `<uuid>@<version>` as one token: `v` and `p` are no hexadecimal digits, so nothing
 * collides.
 */
const documentToken = (id: string): string =>
  id.replaceAll('-', '').replace('@', 'v').replaceAll('.', 'p')

const FLOAT_DIGITS = 9
/** Rounds to the few digits that restore the same 32-bit number. */
const printFloat = (value: number): number => Number(value.toPrecision(FLOAT_DIGITS))

/** Higher counts are capped (as in the embedded index). */
const COUNT_MAX = { title: 0x7fff, body: 0xffff } as const

const split = (terms: string): string[] => (terms === '' ? [] : terms.split(' '))

const tally = (
  tokens: readonly string[],
  counts: Map<string, [number, number]>,
  at: 0 | 1,
): void => {
  for (const token of tokens) {
    const count = counts.get(token) ?? [0, 0]
    count[at] += 1
    counts.set(token, count)
  }
}

/**
 * Encodes ` bail:1:3 conge:0:2 `: each token with its counts in title and body, for ranking outside
 * the engine.
 */
const countsOf = (title: string, body: string): string => {
  const counts = new Map<string, [number, number]>()
  tally(split(title), counts, 0)
  tally(split(body), counts, 1)
  const parts = [...counts].map(
    ([token, [inTitle, inBody]]) =>
      `${token}:${Math.min(inTitle, COUNT_MAX.title)}:${Math.min(inBody, COUNT_MAX.body)}`,
  )
  return ` ${parts.join(' ')} `
}

/** Counts of a token in title and body; null if it is absent. */
export const countIn = (counts: string, token: string): readonly [number, number] | null => {
  const start = counts.indexOf(` ${token}:`)
  if (start < 0) return null
  const from = start + token.length + 2
  const [title, body] = counts.slice(from, counts.indexOf(' ', from)).split(':')
  return [Number(title), Number(body)]
}

/** The tokens that are counted. */
export const tokensIn = (counts: string): string[] =>
  split(counts.trim()).map((part) => part.slice(0, part.indexOf(':')))

const lengthOf = (terms: string): number => split(terms).filter((term) => term !== '').length

/** Members of hits and passages that filters and ranking need. */
const sharedMembers = (document: SearchDocument, textIsDated: boolean) => ({
  article: articleToken(document.articleId),
  document: document.id,
  slug: document.slug,
  sequence: document.sequence,
  kind: kindNumber(document.kind),
  current: document.current ? 1 : 0,
  date: document.date === null ? NO_DATE : dateNumber(document.date),
  validity: validityTokens(document, textIsDated),
  names: [...new Set(document.identifiers)].map(encodeToken),
  ...Object.fromEntries(
    TAG_FIELDS.map((field) => [
      tagField(field),
      [...new Set(document.tags[field])].map(encodeToken),
    ]),
  ),
})

type Span = { readonly from: number; readonly to: number }

const documentRow = (document: SearchDocument, span: Span): Row => {
  const [order1, order2, order3] = uuidNumbers(document.id)
  const { display, slug, articleId, validity } = document
  return {
    id: documentRowId(document.id, span.from),
    row: ROW.document,
    ...span,
    article: articleToken(articleId),
    order1,
    order2,
    order3,
    verbatim: JSON.stringify(document),
    display: JSON.stringify({ ...display, slug, articleId, validity }),
  }
}

/** Id of the row that shows a hit, from the hit's document and the change that wrote it. */
export const documentRowId = (document: string, change: number): string =>
  `d${change}_${documentToken(document)}`

/** All rows of one document. */
const rowsOf = (
  document: SearchDocument,
  textIsDated: boolean,
  passages: PassageVectors | undefined,
  span: Span,
): Row[] => {
  const shared = sharedMembers(document, textIsDated)
  const title = encodeTerms(document.titleTerms)
  const body = encodeTerms(document.bodyTerms)
  const counts = countsOf(title, body)
  const token = documentToken(document.id)
  const [name1, name2] = nameNumbers(document)
  const hit: Row = {
    id: `h${span.from}_${token}`,
    row: ROW.hit,
    ...span,
    ...shared,
    name1,
    name2,
    title,
    body,
    counts,
    titleLength: lengthOf(title),
    bodyLength: lengthOf(body),
  }
  const vectors = (passages?.vectors ?? []).map((vector, n) => ({
    id: `p${span.from}_${token}_${n}`,
    row: ROW.passage,
    ...span,
    ...shared,
    hit: token,
    counts,
    [passages?.model.field ?? '']: Array.from(vector, printFloat),
  }))
  return [documentRow(document, span), hit, ...vectors]
}

const tallyOf = (documents: readonly SearchDocument[]): Tally =>
  documents
    .filter(({ current }) => current)
    .reduce<Tally>((sum, { kind, titleTerms, bodyTerms }) => {
      const own = { entries: 1, title: lengthOf(titleTerms), body: lengthOf(bodyTerms) }
      return addTally(sum, { ...NO_TALLY, [kind]: own }, 1)
    }, NO_TALLY)

/** Data of an applied text: its guard, its tally, and the ids of its rows. */
export type StoredText = {
  readonly streamVersion: number
  readonly tally: Tally
  readonly rows: readonly string[]
}

/**
 * All rows of a text at a change. The guard comes first and names the others, so that a later
 * change can replace them.
 */
export const textRows = (
  { articleId, streamVersion, documents }: TextReadModel,
  vectorsOf: (document: SearchDocument) => PassageVectors | undefined,
  change: number,
): { readonly rows: Row[]; readonly tally: Tally } => {
  const span = { from: change, to: FOREVER }
  const textIsDated = documents.some(({ validity }) => validity.length > 0)
  const rows = documents.flatMap((document) =>
    rowsOf(document, textIsDated, vectorsOf(document), span),
  )
  const own = tallyOf(documents)
  const article = articleToken(articleId)
  const id = `t${change}_${article}`
  const stored: StoredText = {
    streamVersion,
    tally: own,
    rows: [id, ...rows.map((row) => row.id)],
  }
  const guard: Row = { id, row: ROW.text, ...span, article, state: JSON.stringify(stored) }
  return { rows: [guard, ...rows], tally: own }
}
