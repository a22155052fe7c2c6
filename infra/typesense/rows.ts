import type { TextReadModel } from '#query-api/ports.ts'
import { type SearchDocument, TAG_FIELDS, type TagField } from '#contracts/search/document.ts'
import { DATES, NO_DATE, dateNumber, validityTokens } from './days.ts'
import { addTally, type Model, NO_TALLY, type Tally } from './head.ts'
import { kindNumber, nameNumbers, uuidNumbers } from './order.ts'
import { shownOf } from '#contracts/search/shown.ts'
import { BM25 } from '#contracts/search/parameters.ts'
import {
  FOREVER,
  FREQUENT,
  passageTagField,
  ROW,
  tagField,
  vectorName,
  WORDS,
  type Wording,
} from './schema.ts'
import { slugName } from './filters.ts'
import { encodeTerms, encodeToken } from './tokens.ts'

export type Row = { readonly id: string } & Readonly<Record<string, unknown>>

/** Known vectors of one document's passages, each text once. */
export type PassageVectors = {
  readonly model: Model
  readonly passages: readonly { readonly ordinal: number; readonly vector: Float32Array }[]
}

/** Encodes a UUID as one token. */
export const articleToken = (articleId: string): string => articleId.replaceAll('-', '')

/**
 * Encodes `<uuid>@<version>` as one token: `v` and `p` are no hexadecimal digits, so nothing
 * collides.
 */
const documentToken = (id: string): string =>
  id.replaceAll('-', '').replace('@', 'v').replaceAll('.', 'p')

const WHOLE_MAX = 99_999
/**
 * Prints a vector in whole numbers, which the engine reads in half the time. It compares
 * directions, so their size does not matter; the last digit changes a similarity by about 1e-6.
 */
const printVector = (vector: Float32Array): number[] => {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return Array.from(vector, (value) => Math.round((value / largest) * WHOLE_MAX))
}

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
 * How many members the counts of a row are split into: a query asks only for those that its words
 * are in.
 */
const SHARES = 32
const FNV_OFFSET = 2_166_136_261
const FNV_PRIME = 16_777_619

/** The member that counts a token: `c00` to `c31`. */
export const shareOf = (token: string): string => {
  let hash = FNV_OFFSET
  for (let at = 0; at < token.length; at += 1)
    hash = Math.imul(hash ^ token.charCodeAt(at), FNV_PRIME)
  return `c${String((hash >>> 0) % SHARES).padStart(2, '0')}`
}

/**
 * Encodes `c07: ' bail:1:3 conge:0:2 '`: each token with its counts in title and body, for ranking
 * outside the engine.
 */
const countsOf = (title: string, body: string): Record<string, string> => {
  const counts = new Map<string, [number, number]>()
  tally(split(title), counts, 0)
  tally(split(body), counts, 1)
  const shares = Map.groupBy(counts, ([token]) => shareOf(token))
  return Object.fromEntries(
    [...shares].map(([share, own]) => {
      const parts = own.map(
        ([token, [inTitle, inBody]]) =>
          `${token}:${Math.min(inTitle, COUNT_MAX.title)}:${Math.min(inBody, COUNT_MAX.body)}`,
      )
      return [share, ` ${parts.join(' ')} `]
    }),
  )
}

/** Counts of a token in title and body; null if it is absent. */
export const countIn = (counts: string, token: string): readonly [number, number] | null => {
  const start = counts.indexOf(` ${token}:`)
  if (start < 0) return null
  const from = start + token.length + 2
  const [title, body] = counts.slice(from, counts.indexOf(' ', from)).split(':')
  return [Number(title), Number(body)]
}

/** A body of usual length, in terms: how often is often depends on the length (BM25F). */
const BODY_LENGTH = 300
const OFTEN = 2.5

/** Words that the body says so often that the engine should rank it higher for them. */
const frequentIn = (body: string): string => {
  const words = split(body)
  const often = OFTEN * Math.max(1, words.length / BODY_LENGTH) ** BM25.lengthPower
  const counts = Map.groupBy(words, (word) => word)
  return [...counts].flatMap(([word, all]) => (all.length >= often ? [word] : [])).join(' ')
}

/** What breaks ties and norms lengths, in one member of a row. */
export type Rank = {
  readonly kind: SearchDocument['kind']
  readonly sequence: number
  readonly titleLength: number
  readonly bodyLength: number
  readonly slug: SearchDocument['slug']
}

const printRank = ({ kind, sequence, titleLength, bodyLength, slug }: Rank): string =>
  [kindNumber(kind), sequence, titleLength, bodyLength, slug].join(' ')

/** We wrote it from a parsed document. */
export const parseRank = (text: string): Rank => {
  const [kind, sequence, titleLength, bodyLength, slug = ''] = text.split(' ')
  return {
    kind: kind === '0' ? 'article' : 'headnote',
    sequence: Number(sequence),
    titleLength: Number(titleLength),
    bodyLength: Number(bodyLength),
    slug: slug as Rank['slug'],
  }
}

const lengthOf = (terms: string): number => split(terms).filter((term) => term !== '').length

/** Lists as members; an empty one is left out, since the engine would index nothing of it. */
const lists = (given: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, values]) =>
      values.length === 0 ? [] : [[name, [...new Set(values)]]],
    ),
  )

/** Days have eight digits. */
const DAY_RANGE = 100_000_000

/** What lists are sorted by; a text without a date comes last in both orders by date. */
const orderMembers = ({ date, authority }: SearchDocument) => {
  const day = date === null ? null : dateNumber(date)
  return {
    date: day ?? NO_DATE,
    day_asc: day ?? DATES.last,
    weight: authority * DAY_RANGE + (day ?? 0),
  }
}

/** Members of hits and passages that filters and ranking need. */
const sharedMembers = (
  document: SearchDocument,
  textIsDated: boolean,
  tagName: (field: TagField) => string,
) => ({
  kind: kindNumber(document.kind),
  ...orderMembers(document),
  text: articleToken(document.articleId),
  ...lists({
    validity: validityTokens(document, textIsDated),
    ...Object.fromEntries(
      TAG_FIELDS.map((field) => [tagName(field), document.tags[field].map(encodeToken)]),
    ),
    [tagName('identifiers')]: [
      ...document.tags.identifiers.map(encodeToken),
      slugName(document.slug),
    ],
  }),
})

type Span = { readonly from: number; readonly to: number }

const documentRow = (document: SearchDocument, span: Span): Row => {
  const [order1, order2, order3] = uuidNumbers(document.id)
  return {
    id: documentRowId(document.id, span.from),
    row: ROW.document,
    ...span,
    order1,
    order2,
    order3,
    verbatim: JSON.stringify(document),
    display: JSON.stringify(shownOf(document)),
  }
}

/** Id of the row that shows a hit, from the hit's document and the change that wrote it. */
export const documentRowId = (document: string, change: number): string =>
  `d${change}_${documentToken(document)}`

/** Whether a row holds a document, by its id. */
export const isDocumentRow = (rowId: string): boolean => rowId.startsWith('d')

/** The hit that a document row shows, as its passages name it. */
export const hitOfDocumentRow = (rowId: string): string => rowId.slice(rowId.indexOf('_') + 1)

/** The document row of a passage and the ordinal of the passage, from its row's id. */
export const placeOfPassage = (
  rowId: string,
): { readonly documentRow: string; readonly ordinal: number } => {
  const end = rowId.lastIndexOf('_')
  return { documentRow: `d${rowId.slice(1, end)}`, ordinal: Number(rowId.slice(end + 1)) }
}

const rowPattern =
  /^[hp](\d+)_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})v([0-9p]+)/

/** The document of a hit or passage, and the change that wrote it, from the row's id. */
export const placeOf = (rowId: string): { document: string; change: number } => {
  const [, change, ...parts] = rowPattern.exec(rowId) ?? []
  const version = parts.pop() ?? ''
  return {
    document: `${parts.join('-')}@${version.replaceAll('p', '.')}`,
    change: Number(change),
  }
}

/** All rows of one document. */
const rowsOf = (
  document: SearchDocument,
  textIsDated: boolean,
  passages: PassageVectors | undefined,
  span: Span,
): Row[] => {
  const title = encodeTerms(document.titleTerms)
  const body = encodeTerms(document.bodyTerms)
  const counts = countsOf(title, body)
  const token = documentToken(document.id)
  const [name1, name2] = nameNumbers(document)
  const wording: Wording = document.current ? 'current' : 'former'
  const [titleField, bodyField] = WORDS[wording]
  const { kind, sequence, slug } = document
  const lengths = { titleLength: lengthOf(title), bodyLength: lengthOf(body) }
  const ranked = { rank: printRank({ kind, sequence, slug, ...lengths }), ...counts }
  const names = document.identifiers.map(encodeToken)
  const hit: Row = {
    id: `h${span.from}_${token}`,
    row: ROW.hit,
    ...span,
    ...sharedMembers(document, textIsDated, tagField),
    ...lists({ names }),
    current: document.current ? 1 : 0,
    name1,
    name2,
    [titleField]: title,
    [bodyField]: body,
    [FREQUENT[wording]]: frequentIn(body),
    ...ranked,
  }
  const vectors = (passages?.passages ?? []).map(({ vector, ordinal }) => ({
    id: `p${span.from}_${token}_${ordinal}`,
    row: ROW.passage,
    ...span,
    ...sharedMembers(document, textIsDated, passageTagField),
    ...lists({ named: names }),
    hit: token,
    ...ranked,
    [vectorName(passages?.model ?? { field: '' }, wording)]: printVector(vector),
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
