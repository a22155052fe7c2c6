/** The content of the search page. `${…}` is escaped; `!${…}` is markup and is not. */
import { html } from 'ghtml'
import type { ValidationDetail } from '#contracts/http/error.ts'
import {
  type Facet,
  type FacetName,
  type SearchHit,
  SEARCH_LIMITS,
  type SearchResponse,
  SearchSort,
} from '#contracts/http/search.ts'
import type { Day, Slug } from '#contracts/ids.ts'
import { type Language, printersOf } from '#contracts/web/language.ts'
import { linkTo, textFragment, textPath } from './addresses.ts'
import { DAYS, fieldLabel, isDay, named, valueLabel } from './filter-labels.ts'
import { type MissingText, missingContent } from './missing-content.ts'
import { flagBadge, forceBadge } from './marks.ts'
import { namesInWords } from './names-in-words.ts'
import { isOpenLicence } from './open-licence.ts'
import type { TextCard } from './ports.ts'
import {
  HITS_PER_PAGE,
  PAGES_MAX,
  printAddress,
  saveSearchPath,
  type SearchAddress,
  toggled,
  withFilter,
  withoutFilters,
} from './search-address.ts'
import { wordsOfLine } from '#contracts/law/reading/runs.ts'
import { meantWord } from '#contracts/toolkit/closest.ts'
import { LABELS } from '#contracts/vocabulary/labels.ts'
import { WORDS } from './words/words.ts'

/** How many results the same search has without one of its filters. */
export type Relaxed = { readonly field: string; readonly total: number }

export type SearchState = {
  readonly language: Language
  readonly url: URL
  readonly today: Day
  readonly address: SearchAddress
  /** Labels of the concepts that the page names, by id. */
  readonly concepts: ReadonlyMap<string, string>
  /** The texts of the page as they are served now. */
  readonly cards: ReadonlyMap<Slug, Pick<TextCard, 'version' | 'licence'>>
  /** Whether this reader may read every text whole. */
  readonly readsAll: boolean
  readonly result:
    | { readonly kind: 'found'; readonly response: SearchResponse }
    | { readonly kind: 'wrong'; readonly details: readonly ValidationDetail[] }
    | null
  /** Of an empty result with filters: how many there are without them. */
  readonly withoutFilters: number | null
  /** Whether the reader has an account to keep the search. */
  readonly canSave: boolean
  /** The text that the reader misses; null: none. */
  readonly missing: MissingText | null
  /** Of an empty result: the filters that keep results out by themselves. */
  readonly relaxed: readonly Relaxed[]
}

/** Facets in the order of the page. */
export const FACETS = [
  'contentTypes',
  'jurisdictions',
  'courts',
  'chambers',
  'solutions',
  'legalDomains',
  'statusFlags',
  'doctrineSubtypes',
  'languages',
  'conceptIds',
  'years',
] as const satisfies readonly FacetName[]

const PLACES: ReadonlySet<string> = new Set(['contentTypes', 'jurisdictions', 'courts'])
const hiddenFields = ({ filters, sort, language }: SearchAddress, except: ReadonlySet<string>) =>
  html`!${[...filters].flatMap(([name, values]) =>
    except.has(name)
      ? []
      : values.map((value) => html`<input type="hidden" name="${name}" value="${value}" />`),
  )}
  !${sort === null || except.has('sort') ? '' : html`<input type="hidden" name="sort" value="${sort}" />`}
  !${language === null ? '' : html`<input type="hidden" name="lang" value="${language}" />`}`

/** The field of the search; a new search keeps the filters. */
export const searchBox = (
  language: Language,
  address: SearchAddress,
  { isStart = false }: { readonly isStart?: boolean } = {},
): string => {
  const { search } = WORDS[language]
  return html`<form class="search" role="search" method="get" action="/search">
    !${hiddenFields(address, new Set())}
    <label for="q">${search.label}</label>
    <div class="searching">
      <input
        id="q"
        name="q"
        type="search"
        maxlength="${SEARCH_LIMITS.textCodePointsMax}"
        placeholder="${search.placeholder}"
        value="${address.words}"
        enterkeyhint="search"
        autocomplete="off"
        !${isStart ? 'aria-describedby="q-hint"' : ''}
      />
      <button type="submit">${search.submit}</button>
    </div>
    !${isStart ? html`<p class="hint" id="q-hint">${search.hint}</p>` : ''}
  </form>`
}

const NOFOLLOW = 'rel="nofollow"'

const chipsOf = (state: SearchState): string => {
  const { language, address } = state
  const { search } = WORDS[language]
  const chips = [...address.filters].flatMap(([field, values]) =>
    values.map((value) => {
      const name = fieldLabel(language, field)
      const label = valueLabel(state, field, value)
      const href = printAddress(
        withFilter(
          address,
          field,
          values.filter((one) => one !== value),
        ),
      )
      return html`<li>
        <a class="chip" href="${href}" !${NOFOLLOW}
          ><span class="vh">${search.remove} </span><span class="chip-field">${name}</span> ${label}
          <span class="chip-sign" aria-hidden="true">×</span></a
        >
      </li>`
    }),
  )
  if (chips.length === 0) return ''
  return html`<div class="chips" role="group" aria-label="${search.filtersActive}">
    <ul>
      !${chips}
      !${
        chips.length > 1
          ? html`<li>
              <a href="${printAddress(withoutFilters(address))}" !${NOFOLLOW}
                >${search.removeAll}</a
              >
            </li>`
          : ''
      }
    </ul>
  </div>`
}

const YEAR_FIRST = '-01-01'
const YEAR_LAST = '-12-31'

const isActive = ({ address }: SearchState, field: string, value: string): boolean =>
  field === 'years'
    ? address.filters.get('dateFrom')?.[0] === `${value}${YEAR_FIRST}` &&
      address.filters.get('dateTo')?.[0] === `${value}${YEAR_LAST}`
    : (address.filters.get(field) ?? []).includes(value)

const facetHref = (state: SearchState, field: string, value: string): string => {
  const { address } = state
  if (field !== 'years') return printAddress(toggled(address, field, value))
  const active = isActive(state, field, value)
  const since = withFilter(address, 'dateFrom', active ? [] : [`${value}${YEAR_FIRST}`])
  return printAddress(withFilter(since, 'dateTo', active ? [] : [`${value}${YEAR_LAST}`]))
}

/** A value that a filter names and no hit has is shown too, so that it can be removed. */
const withChosen = (state: SearchState, field: string, { values }: Facet) => [
  ...values,
  ...(state.address.filters.get(field) ?? [])
    .filter((value) => !values.some((one) => one.value === value))
    .map((value) => ({ value, count: 0 })),
]

const facetOf = (state: SearchState, field: string, facet: Facet): string => {
  const { language } = state
  const { search } = WORDS[language]
  const { count } = printersOf(language)
  const values = withChosen(state, field, facet)
  if (values.length === 0) return ''
  const isOpen = PLACES.has(field) || values.some(({ value }) => isActive(state, field, value))
  return html`<details class="facet" !${isOpen ? 'open' : ''}>
    <summary>${fieldLabel(language, field)}</summary>
    <ul>
      !${values.map(({ value, count: hits }) => {
        const active = isActive(state, field, value)
        return html`<li>
          <a
            href="${facetHref(state, field, value)}"
            !${NOFOLLOW}
            class="facet-value${active ? ' active' : ''}"
            ><span class="box" aria-hidden="true">${active ? '✓' : ''}</span
            ><span class="facet-label"
              >!${active ? html`<span class="vh">${search.remove} </span>` : ''}${valueLabel(
                state,
                field,
                value,
              )}</span
            >
            <span class="facet-count"
              >${count(hits)}<span class="vh"> ${search.results(hits)}</span></span
            ></a
          >
        </li>`
      })}
    </ul>
    !${facet.others > 0 ? html`<p class="hint">${search.others(facet.others)}</p>` : ''}
  </details>`
}

const dateForm = ({ language, address }: SearchState): string => {
  const { search } = WORDS[language]
  const value = (name: string): string => address.filters.get(name)?.[0] ?? ''
  const field = (name: string, label: string): string =>
    html`<label for="f-${name}">${label}</label>
      <input id="f-${name}" name="${name}" type="date" value="${value(name)}" />`
  const isOpen = [...DAYS].some((name) => address.filters.has(name))
  return html`<details class="facet" !${isOpen ? 'open' : ''}>
    <summary>${search.period}</summary>
    <form method="get" action="/search" class="period">
      !${address.words === '' ? '' : html`<input type="hidden" name="q" value="${address.words}" />`}
      !${hiddenFields(address, DAYS)} !${field('dateFrom', search.from)}
      !${field('dateTo', search.to)} !${field('asOf', search.asOf)}
      <button type="submit" class="quiet">${search.apply}</button>
    </form>
  </details>`
}

const filtersOf = (state: SearchState, response: SearchResponse | null): string => {
  const { language, address } = state
  const { search } = WORDS[language]
  const facets = response?.facets ?? {}
  const inForce = address.filters.has('inForce')
  return html`<aside class="filters" id="filters" aria-labelledby="filters-title" tabindex="-1">
    <h2 id="filters-title">${search.filtersTitle}</h2>
    <a
      href="${printAddress(withFilter(address, 'inForce', inForce ? [] : ['true']))}"
      !${NOFOLLOW}
      class="facet-value${inForce ? ' active' : ''}"
      ><span class="box" aria-hidden="true">${inForce ? '✓' : ''}</span
      ><span class="facet-label"
        >!${inForce ? html`<span class="vh">${search.remove} </span>` : ''}${search.onlyInForce}</span
      ></a
    >
    !${FACETS.map((name) => {
      const facet = facets[name]
      return facet === undefined ? '' : facetOf(state, name, facet)
    })}
    !${dateForm(state)}
    <p class="narrow-only"><a class="button quiet" href="#results">${search.toResults}</a></p>
  </aside>`
}

const sortsOf = ({ language, address }: SearchState): string => {
  const { search } = WORDS[language]
  return html`<nav class="sorts" aria-label="${search.sortTitle}">
    <span aria-hidden="true">${search.sortTitle}</span>
    <ul>
      !${SearchSort.options.map((sort) => {
        const isCurrent = (address.sort ?? 'relevance') === sort
        const href = printAddress({
          ...address,
          sort: sort === 'relevance' ? null : sort,
          page: 1,
        })
        return html`<li>
          <a href="${href}" !${NOFOLLOW} !${isCurrent ? 'aria-current="true"' : ''}
            >${search.sorts[sort]}</a
          >
        </li>`
      })}
    </ul>
  </nav>`
}

const ABSTRACT_CHARACTERS = 320
const shortened = (text: string): string => {
  if (text.length <= ABSTRACT_CHARACTERS) return text
  const cut = text.slice(0, ABSTRACT_CHARACTERS)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))}…`
}

const TAGS = /<\/?mark>/gu
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}
const ENTITY = /&(?:amp|lt|gt|quot|#39);/gu
const CELL_BORDER = ' | '
const CUT = /^…\s*|\s*…$/gu
/** Signs of emphasis whose other half the snippet leaves out. */
const HALVES = /\*\*|(?<![\p{L}\p{N}_])_(?=[^\s_])|(?<=[^\s_])_(?![\p{L}\p{N}_])/gu
/** The rule below the head of a table, and the borders of its lines. */
const RULE = /^\|[|\s:-]+$/u

/** The cells of a line of a table, without the border on either side. */
const withoutBorders = (line: string): string => {
  const from = line.startsWith('|') ? 1 : 0
  const to = line.length > from && line.endsWith('|') ? line.length - 1 : line.length
  return line.slice(from, to).trim()
}

/** The words of a line as the page of the text shows them; it may hold tags of `mark`. */
const shown = (line: string): string =>
  RULE.test(line) ? '' : wordsOfLine(withoutBorders(line)).replaceAll(HALVES, '')

const linesOf = (snippet: string): string[] =>
  snippet
    .split('\n')
    .map((line) => shown(line.trim()))
    .filter((line) => line !== '')

const shownLines = (text: string): string => linesOf(text).join(' ')

/** The words of a line of a snippet, without its marks. */
const wordsOf = (line: string): string =>
  line
    .replaceAll(TAGS, '')
    .replaceAll(ENTITY, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(CUT, '')

/** A link to the first line of a snippet that holds a word of the search. */
const passageFragment = (snippet: string): string => {
  const lines = linesOf(snippet)
  const line = lines.find((one) => one.includes('<mark>')) ?? lines[0] ?? ''
  // The cells of a table are apart on the page.
  const cells = line.split(CELL_BORDER)
  return textFragment(wordsOf(cells.find((one) => one.includes('<mark>')) ?? line))
}

/** Where a reader finds the wording that a hit shows, also when another one is served. */
const pathOf = ({ cards }: SearchState, { slug, version }: SearchHit): string => {
  const served = cards.get(slug as Slug)
  return textPath(slug, served === undefined || served.version === version ? null : version)
}

/** Whether the page of a hit shows this reader its words; true where the text is gone since. */
const isShownWhole = ({ cards, readsAll }: SearchState, { slug }: SearchHit): boolean => {
  const served = cards.get(slug as Slug)
  return readsAll || served === undefined || isOpenLicence(served.licence)
}

/** The language of a hit's own words, where the page has another (WCAG 2.2, 3.1.2). */
const langOfWords = ({ language }: SearchState, hit: SearchHit): string =>
  hit.language === language ? '' : html`lang="${hit.language}"`

/** The language of the page again, within words of a hit. */
const langOfPage = ({ language }: SearchState, hit: SearchHit): string =>
  hit.language === language ? '' : html`lang="${language}"`

const headnotesOf = (state: SearchState, hit: SearchHit): string => {
  const { language, url } = state
  const headnotes = hit.type === 'article' ? (hit.headnotes ?? []) : []
  if (headnotes.length === 0) return ''
  const { search } = WORDS[language]
  const isWhole = isShownWhole(state, hit)
  return html`<details class="folded">
    <summary>${search.headnotes(headnotes.length)}</summary>
    <ol>
      !${headnotes.map(
        ({ sequence, snippet, statusFlag }) =>
          html`<li value="${sequence}">
            <p !${langOfWords(state, hit)}>!${shownLines(snippet)}</p>
            <p class="soft">
              !${flagBadge(language, statusFlag)}
              !${
                isWhole
                  ? html`<a href="${linkTo(`${pathOf(state, hit)}#h${sequence}`, url)}"
                      >${search.headnote} ${sequence}</a
                    >`
                  : html`${search.headnote} ${sequence}`
              }
            </p>
          </li>`,
      )}
    </ol>
  </details>`
}

const excerptOf = (state: SearchState, hit: SearchHit): string => {
  const { language, url } = state
  const { search } = WORDS[language]
  const lang = langOfWords(state, hit)
  if (hit.type === 'headnote')
    return html`<p class="excerpt" !${lang}>!${shownLines(hit.snippet)}</p>`
  const { snippet, passageHeading, abstract } = hit
  if (snippet === null)
    return abstract === null
      ? ''
      : html`<p class="excerpt" !${lang}>${shortened(shownLines(abstract))}</p>`
  const passage = `${linkTo(pathOf(state, hit), url)}${passageFragment(snippet)}`
  return html`<p class="excerpt" !${lang}>
    !${passageHeading === null ? '' : html`<span class="passage-heading">${shownLines(passageHeading)}</span>`}
    … !${shownLines(snippet)} …
    !${
      isShownWhole(state, hit)
        ? html`<a class="passage" href="${passage}" !${langOfPage(state, hit)}
            >${search.passage}</a
          >`
        : ''
    }
  </p>`
}

const hitOf = (state: SearchState, hit: SearchHit): string => {
  const { language, url, today } = state
  const { search } = WORDS[language]
  const { contentTypes, jurisdictions } = LABELS[language]
  const matchedIdentifiers = hit.type === 'article' ? hit.matchedIdentifiers : []
  const day = state.address.filters.get('asOf')?.[0]
  const facts = [
    hit.type === 'headnote' ? `${search.headnote} ${hit.sequence}` : null,
    contentTypes[hit.contentType],
    ...hit.jurisdiction.map((one) => named(jurisdictions, one)),
    hit.publishedAt === null ? null : printersOf(language).date(hit.publishedAt),
  ].filter((fact) => fact !== null)
  const path = pathOf(state, hit)
  const target = hit.type === 'headnote' ? `${path}#h${hit.sequence}` : path
  return html`<li>
    <h2><a href="${linkTo(target, url)}" !${langOfWords(state, hit)}>${hit.title}</a></h2>
    <p class="soft">
      ${facts.join(' · ')} !${flagBadge(language, hit.statusFlag)}
      !${forceBadge(language, hit.validity, day !== undefined && isDay(day) ? (day as Day) : today)}
    </p>
    !${
      matchedIdentifiers.length === 0
        ? ''
        : html`<p class="matched">
            ${search.matched}
            <strong>${namesInWords(language, matchedIdentifiers).join(', ')}</strong>
          </p>`
    }
    !${excerptOf(state, hit)} !${headnotesOf(state, hit)}
  </li>`
}

const PAGES_AROUND = 2

const pagesOf = ({ language, address }: SearchState, total: number): string => {
  const last = lastPageOf(total)
  if (last < 2) return ''
  const { search } = WORDS[language]
  const { page } = address
  const to = (number: number): string => printAddress({ ...address, page: number })
  const near = Array.from({ length: last }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === last || Math.abs(number - page) <= PAGES_AROUND,
  )
  return html`<nav class="pages" aria-label="${search.pages}">
      <ul>
        !${page > 1 ? html`<li><a href="${to(page - 1)}" rel="prev nofollow">${search.previous}</a></li>` : ''}
        !${near.map((number, index) => {
          const gap =
            number - (near[index - 1] ?? number - 1) > 1 ? html`<li aria-hidden="true">…</li>` : ''
          return html`!${gap}
            <li>
              <a
                href="${to(number)}"
                !${NOFOLLOW}
                aria-label="${search.page(number)}"
                !${number === page ? 'aria-current="page"' : ''}
                >${number}</a
              >
            </li>`
        })}
        !${page < last ? html`<li><a href="${to(page + 1)}" rel="next nofollow">${search.next}</a></li>` : ''}
      </ul>
    </nav>
    !${
      total > PAGES_MAX * HITS_PER_PAGE && page === last
        ? html`<p class="soft">${search.lastPage(PAGES_MAX * HITS_PER_PAGE)}</p>`
        : ''
    }`
}

const lastPageOf = (total: number): number => Math.min(Math.ceil(total / HITS_PER_PAGE), PAGES_MAX)

/** There are results, but not on this page. */
const noPageOf = ({ language, address }: SearchState, total: number): string => {
  const { search } = WORDS[language]
  const last = lastPageOf(total)
  return html`<div class="empty">
    <p>${search.noPage}</p>
    <p>
      <a href="${printAddress({ ...address, page: last })}" !${NOFOLLOW}
        >${search.toLastPage(last)}</a
      >
    </p>
  </div>`
}

const emptyOf = (state: SearchState): string => {
  const { language, address, withoutFilters: total, relaxed } = state
  const { search } = WORDS[language]
  return html`<div class="empty">
    <p>${search.none}</p>
    !${
      total === null || total === 0
        ? ''
        : html`<p>
            ${search.noneFiltered(total)}
            <a href="${printAddress(withoutFilters(address))}" !${NOFOLLOW}>${search.removeAll}</a>
          </p>`
    }
    !${
      relaxed.length === 0
        ? ''
        : html`<p>${search.relaxedTitle}</p>
            <ul>
              !${relaxed.map(
                ({ field, total: found }) =>
                  html`<li>
                    <a href="${printAddress(withFilter(address, field, []))}" !${NOFOLLOW}
                      >${search.relaxed(fieldLabel(language, field), found)}</a
                    >
                  </li>`,
              )}
            </ul>`
    }
    <p>${search.adviceTitle}</p>
    <ul>
      !${search.noneAdvice.map((advice) => html`<li>${advice}</li>`)}
    </ul>
    <p class="soft">${search.coverage}</p>
  </div>`
}

const noticesOf = ({ language, concepts }: SearchState, response: SearchResponse): string => {
  const { search } = WORDS[language]
  const notices = [
    ...response.warnings.map(({ value }) => search.unknownConcept(concepts.get(value) ?? value)),
    ...(response.degraded === undefined ? [] : [search.degraded]),
  ]
  return html`!${notices.map(
    (notice) => html`<div class="message note" role="status"><p>${notice}</p></div>`,
  )}`
}

/** Everything is listed without words and filters, so nothing is missing. */
const missingOf = (state: SearchState, total: number): string => {
  const { language, url, address } = state
  if (address.words === '' && address.filters.size === 0 && state.missing === null) return ''
  return missingContent(
    {
      language,
      url,
      address,
      fieldLabel: (field) => fieldLabel(language, field),
      valueLabel: (field, value) => valueLabel(state, field, value),
    },
    state.missing,
    { isOpen: total === 0 },
  )
}

/** A search that asks for nothing lets everything through, and cannot be kept. */
const saveLink = ({ language, address, canSave, url }: SearchState): string => {
  if (!canSave || (address.words === '' && address.filters.size === 0)) return ''
  return html`<a class="save-search" href="${linkTo(saveSearchPath(address), url)}" !${NOFOLLOW}
    >${WORDS[language].search.save}</a
  >`
}

const foundOf = (state: SearchState, response: SearchResponse): string => {
  const { language, address } = state
  const { search } = WORDS[language]
  const { total, offset, hits } = response
  const about = address.words === '' ? '' : search.foundFor(address.words)
  return html`<div class="results-head">
      <h1 id="results">${search.found(total)} <span class="soft">${about}</span></h1>
      !${total > HITS_PER_PAGE && hits.length > 0 ? html`<p class="soft">${search.showing(offset + 1, offset + hits.length)}</p>` : ''}
      <a class="narrow-only" href="#filters">${search.filtersTitle}</a>
      !${total > 1 ? sortsOf(state) : ''} !${saveLink(state)}
    </div>
    !${noticesOf(state, response)}
    !${
      hits.length === 0
        ? address.page > lastPageOf(total) && total > 0
          ? noPageOf(state, total)
          : emptyOf(state)
        : html`<ol class="hits" start="${offset + 1}" aria-labelledby="results">
            !${hits.map((hit) => hitOf(state, hit))}
          </ol>`
    }
    !${pagesOf(state, total)} !${missingOf(state, total)}`
}

const FILTER_PATH = /^filters\.([A-Za-z]+)(?:\.(\d+))?$/u

const mend = (to: SearchAddress, text: string): string =>
  html`<a href="${printAddress(to)}" !${NOFOLLOW}>${text}</a>`

/** One fault in the reader's language, with the address that mends it. */
const faultOf = (state: SearchState, detail: ValidationDetail): string => {
  const { language, address } = state
  const { search } = WORDS[language]
  const [, field, index] = FILTER_PATH.exec(detail.path) ?? []
  if (detail.path === 'text')
    return html`<p>
      ${detail.code === 'too_big' ? search.tooLong(SEARCH_LIMITS.textCodePointsMax) : search.unreadable}
    </p>`
  if (field === undefined)
    return html`<p>
      ${search.unreadable} !${mend({ ...address, sort: null, page: 1 }, search.without)}
    </p>`
  const name = fieldLabel(language, field)
  const values = address.filters.get(field) ?? []
  const value = values[index === undefined ? values.length - 1 : Number(index)] ?? ''
  const without = mend(
    withFilter(
      address,
      field,
      values.filter((one) => one !== value),
    ),
    search.without,
  )
  if (detail.code === 'unknown_member') {
    const { closest } = detail
    const instead =
      closest === undefined || meantWord(field, [closest]) === null
        ? ''
        : mend(
            withFilter(withFilter(address, field, []), closest, values),
            search.insteadFilter(fieldLabel(language, closest)),
          )
    return html`<p>
      ${search.unknownFilter(field)} !${instead}
      !${mend(withFilter(address, field, []), search.without)}
    </p>`
  }
  if (detail.code === 'dates_reversed') return html`<p>${search.reversed} !${without}</p>`
  if (detail.code === 'too_big' && index === undefined)
    return html`<p>
      ${search.tooMany(name)} !${mend(withFilter(address, field, []), search.without)}
    </p>`
  if (DAYS.has(field)) return html`<p>${search.noDay(value)} !${without}</p>`
  const { closest } = detail
  const instead =
    closest === undefined
      ? ''
      : mend(
          withFilter(
            address,
            field,
            values.map((one) => (one === value ? closest : one)),
          ),
          search.instead(valueLabel(state, field, closest)),
        )
  return html`<p>${search.unknownValue(value, name)} !${instead} !${without}</p>`
}

const wrongOf = (state: SearchState, details: readonly ValidationDetail[]): string => {
  const { search } = WORDS[state.language]
  return html`<h1>${search.wrongTitle}</h1>
    <div class="message wrong" role="alert">!${details.map((one) => faultOf(state, one))}</div>`
}

/** The whole content of the search page. */
export const searchContent = (state: SearchState): string => {
  const { language, address, result } = state
  const { search } = WORDS[language]
  const response = result?.kind === 'found' ? result.response : null
  return html`!${searchBox(language, address)} !${chipsOf(state)}
    <div class="search-layout">
      <div class="search-main">
        !${
          result === null
            ? html`<h1>${search.title}</h1>`
            : result.kind === 'wrong'
              ? wrongOf(state, result.details)
              : foundOf(state, result.response)
        }
      </div>
      !${result?.kind === 'wrong' ? '' : filtersOf(state, response)}
    </div>`
}
