/** Which texts match a saved search, read from the conventions and from every entry: no index. */
import type { SavedSearch } from '#contracts/http/saved-searches.ts'
import type { ArticleId } from '#contracts/ids.ts'
import { terms } from '#contracts/law/analysis/analyse.ts'
import { wordingsIn } from '#contracts/law/analysis/short-forms.ts'
import { translatedQuery } from '#contracts/law/analysis/translation.ts'
import type { SearchDocument, TagField } from '#contracts/search/document.ts'
import { citationOfQuery } from '#query-api/search/query-citations.ts'
import { queryTerms, tellingWords } from '#query-api/search/query.ts'
import { CONCEPTS, NARROWER } from './random-life.ts'

/** An entry with its words, and what its text says of days. */
export type Entry = {
  readonly document: SearchDocument
  readonly words: ReadonlySet<string>
  readonly isDated: boolean
}

export const entriesOf = (documents: readonly SearchDocument[]): Entry[] => {
  const dated = new Set(
    documents.flatMap(({ articleId, validity }) => (validity.length === 0 ? [] : [articleId])),
  )
  return documents.map((document) => ({
    document,
    words: new Set(`${document.titleTerms} ${document.bodyTerms}`.split(' ')),
    isDated: dated.has(document.articleId),
  }))
}

const below = (number: number): number[] => [number, ...(NARROWER.get(number) ?? []).flatMap(below)]
const withNarrower = (id: string): string[] => {
  const number = CONCEPTS.findIndex((one) => one === id.toLowerCase())
  return number < 0 ? [id.toLowerCase()] : below(number).map((at) => CONCEPTS[at] ?? '')
}

type Filters = SavedSearch['search']['filters']
const lower = (values: readonly string[] | undefined): string[] | undefined =>
  values?.map((value) => value.toLowerCase())

const tagsAsked = (filters: Filters): [TagField, readonly string[] | undefined][] => [
  ['jurisdictions', filters.jurisdictions],
  ['conceptIds', filters.conceptIds?.flatMap(withNarrower)],
  ['courtLevels', filters.courtLevels],
  ['statusFlags', filters.statusFlags],
  ['legalRuleTypes', filters.legalRuleTypes],
  ['doctrineSubtypes', filters.doctrineSubtypes],
  ['legalDomains', filters.legalDomains],
  ['treatmentTypes', filters.treatmentTypes],
  ['contentTypes', filters.contentTypes],
  ['courts', filters.courts],
  ['chambers', filters.chambers],
  ['solutions', filters.solutions],
  ['languages', lower(filters.languages)],
  ['cites', lower(filters.cites)],
  ['identifiers', lower(filters.identifiers)],
  ['provisions', filters.provision === undefined ? undefined : lower([filters.provision])],
]

const isWordingOf = ({ document, isDated }: Entry, asOf: string | undefined): boolean => {
  if (asOf === undefined || !isDated) return document.current
  return document.validity.some(
    ({ from, to }) => (from === null || from <= asOf) && (to === null || asOf <= to),
  )
}

/** A question whose words are asked of many entries. */
export type Asked = {
  readonly search: SavedSearch
  readonly tags: readonly (readonly [TagField, ReadonlySet<string>])[]
  readonly holds: ((words: ReadonlySet<string>) => boolean) | null
  readonly names: readonly string[]
}

/** Whether each word is held, or a short form for the wording that contains it. */
const eachOf = (asked: readonly string[]) => {
  const standing = wordingsIn(asked)
  return (words: ReadonlySet<string>): boolean =>
    asked.every(
      (word, at) =>
        words.has(word) ||
        standing.some((one) => one.at <= at && at < one.at + one.length && words.has(one.group)),
    )
}

const allOf = (text: string): ((words: ReadonlySet<string>) => boolean) => {
  const translation = translatedQuery(text)
  if (translation === null) return eachOf(tellingWords(text))
  const own = tellingWords(translation.own)
  const places = translation.places.map((wordings) =>
    wordings.map((wording) => eachOf(terms(wording))),
  )
  const isOwn = eachOf(own)
  return (words) =>
    (own.length > 0 && isOwn(words)) ||
    places.every((wordings) => wordings.some((holds) => holds(words)))
}

const anyOf = (text: string): ((words: ReadonlySet<string>) => boolean) => {
  const { alone } = citationOfQuery(text)
  const asked = queryTerms(text, alone ? null : translatedQuery(text))
  return (words) => asked.some(({ term }) => words.has(term))
}

export const askedOf = (search: SavedSearch): Asked => {
  const text = search.search.text.trim()
  return {
    search,
    tags: tagsAsked(search.search.filters).flatMap(([field, values]) =>
      values === undefined || values.length === 0 ? [] : [[field, new Set(values)] as const],
    ),
    holds: text === '' ? null : search.words === 'all' ? allOf(text) : anyOf(text),
    names: text === '' ? [] : citationOfQuery(text).identifiers,
  }
}

const isMatch = ({ search, tags, holds, names }: Asked, entry: Entry): boolean => {
  const { document, words } = entry
  const { filters, includeHeadnotes } = search.search
  const { date } = document
  return (
    (includeHeadnotes || document.kind === 'article') &&
    isWordingOf(entry, filters.asOf) &&
    (filters.dateFrom === undefined || (date !== null && date >= filters.dateFrom)) &&
    (filters.dateTo === undefined || (date !== null && date <= filters.dateTo)) &&
    tags.every(([field, values]) => document.tags[field].some((value) => values.has(value))) &&
    (holds === null || holds(words) || document.identifiers.some((name) => names.includes(name)))
  )
}

/** The texts that match: each that has an entry that does. */
export const textsMatching = (asked: Asked, entries: readonly Entry[]): Set<ArticleId> =>
  new Set(entries.flatMap((entry) => (isMatch(asked, entry) ? [entry.document.articleId] : [])))
