/** What a saved search asks, and what was told of it, on several pages. */
import { html } from 'ghtml'
import type { SavedSearch, SearchNews } from '#contracts/http/saved-searches.ts'
import type { Slug } from '#contracts/ids.ts'
import { stackedTable } from '#contracts/web/parts.ts'
import { fieldLabel, valueLabel } from '../../public/filter-labels.ts'
import { linkTo, textPath } from '../../public/addresses.ts'
import { printAddress, type SearchAddress } from '../../public/search-address.ts'
import type { TextCard } from '../../public/ports.ts'
import { WORDS } from '../../public/words/words.ts'
import { ACCOUNT_PATH, type Visit } from '../web.ts'

export const SAVED_SEARCHES_PATH = `${ACCOUNT_PATH}/saved-searches`

/** Labels of the concepts that searches name, by id. */
export type ConceptLabels = ReadonlyMap<string, string>
/** The texts that news are about, as far as they are public. */
export type Cards = ReadonlyMap<Slug, Pick<TextCard, 'title'>>

type Asked = Pick<SavedSearch, 'search' | 'words'>

const filterValues = (value: unknown): string[] => [value].flat().map(String)

/** The filters of an address, in the order of their names there. */
export const filterLabels = (
  { language }: Visit,
  concepts: ConceptLabels,
  filters: SearchAddress['filters'],
): string[] =>
  [...filters].map(([field, values]) => {
    const labels = values.map((value) => valueLabel({ language, concepts }, field, value))
    return `${fieldLabel(language, field)}${WORDS[language].colon}${labels.join(', ')}`
  })

/** The address of the public search that asks the same. */
export const addressOf = ({ search: { text, filters } }: Asked): SearchAddress => ({
  words: text,
  filters: new Map(Object.entries(filters).map(([name, value]) => [name, filterValues(value)])),
  sort: null,
  page: 1,
  language: null,
})

/** The public search that asks the same, in the language of the page. */
export const searchHref = ({ language }: Visit, address: SearchAddress): string =>
  printAddress({ ...address, language })

/** What a search asks, in one line. */
export const askedText = (visit: Visit, concepts: ConceptLabels, asked: Asked): string => {
  const { searches } = visit.words
  const { words, filters } = addressOf(asked)
  return [
    ...(words === '' ? [] : [searches.quoted(words)]),
    ...(words !== '' && asked.words === 'any' ? [searches.anyWord] : []),
    ...filterLabels(visit, concepts, filters),
    ...(asked.search.includeHeadnotes ? [] : [searches.headnotesLeftOut]),
  ].join(' · ')
}

export const searchState = (
  { words: { searches }, print }: Visit,
  { pausedAt, pausedCause }: SavedSearch,
): string =>
  pausedAt === null || pausedCause === null
    ? searches.active
    : searches.paused(print.time(pausedAt), searches.causes[pausedCause])

const textLink = (visit: Visit, cards: Cards, { slug, version }: SearchNews): string => {
  const title = cards.get(slug)?.title
  if (title === undefined)
    return html`<bdi>${slug}</bdi>
      !${version === null ? html`<span class="hint">${visit.words.searches.notServed}</span>` : ''}`
  const page = new URL('http://page.invalid')
  page.searchParams.set('lang', visit.language)
  return html`<a href="${linkTo(textPath(slug), page)}"><bdi>${title}</bdi></a>`
}

const newsRow = (visit: Visit, cards: Cards, news: SearchNews, of: SavedSearch | null): string => {
  const { searches } = visit.words
  return html`<tr role="row">
    <th scope="row" role="rowheader">!${textLink(visit, cards, news)}</th>
    <td role="cell" data-label="${searches.happened}">${searches.told[news.state]}</td>
    !${
      of === null
        ? ''
        : html`<td role="cell" data-label="${searches.search}">
            <a href="${SAVED_SEARCHES_PATH}/${of.id}"><bdi>${of.name}</bdi></a>
          </td>`
    }
    <td role="cell" data-label="${searches.when}">${visit.print.time(news.at)}</td>
  </tr>`
}

/** News, newest first; `searches` are named where news of several stand together. */
export const newsTable = (
  visit: Visit,
  cards: Cards,
  news: readonly SearchNews[],
  of: (news: SearchNews) => SavedSearch | null,
): string => {
  const { searches } = visit.words
  const isOfSeveral = news.some((one) => of(one) !== null)
  const heads = [
    searches.textTold,
    searches.happened,
    ...(isOfSeveral ? [searches.search] : []),
    searches.when,
  ]
  return stackedTable(
    searches.newsCaption,
    heads,
    news.map((one) => newsRow(visit, cards, one, of(one))),
  )
}
