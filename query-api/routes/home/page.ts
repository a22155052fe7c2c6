import { html } from 'ghtml'
import type { SearchHit, SearchResponse } from '#contracts/http/search.ts'
import { MICRO_PER_USD } from '#contracts/tariff.ts'
import { type Language, printersOf } from '#contracts/web/language.ts'
import { linkTo } from '../pages/frame.ts'
import type { Asked } from './ask.ts'
import { type Words, WORDS } from './words.ts'

const ABSTRACT_CHARACTERS = 320
const HASH_CHARACTERS_SHOWN = 12

export type HomeState = {
  readonly language: Language
  readonly url: URL
  readonly hasAccounts: boolean
  /** Whether there is a demonstration key to search with. */
  readonly canSearch: boolean
  readonly question: string
  /** Null without a question. */
  readonly found: Asked<SearchResponse> | null
}

export const printCost = (language: Language, usd: string): string =>
  printersOf(language).usd(Number(usd) * MICRO_PER_USD)

export const textPath = (slug: string): string => `/texts/${slug}`

const shortened = (text: string): string => {
  if (text.length <= ABSTRACT_CHARACTERS) return text
  const cut = text.slice(0, ABSTRACT_CHARACTERS)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1))}…`
}

/** A flag as a coloured word: colour alone tells nothing to many readers. */
export const badge = (words: Words, flag: SearchHit['statusFlag']): string =>
  html`<span class="flag flag-${flag}">${words.flags[flag]}</span>`

const hitOf = ({ language, url }: HomeState, hit: SearchHit): string => {
  const words = WORDS[language]
  const summary = hit.type === 'headnote' ? hit.summary : (hit.abstract ?? '')
  const kind =
    hit.type === 'headnote'
      ? `${words.search.headnote} · ${words.kinds[hit.contentType]}`
      : words.kinds[hit.contentType]
  const date = hit.publishedAt === null ? '' : ` · ${printersOf(language).date(hit.publishedAt)}`
  return html`<li>
    <h3><a href="${linkTo(textPath(hit.slug), url)}">${hit.title}</a></h3>
    <p class="soft">
      ${kind}${date} !${badge(words, hit.statusFlag)}
      !${hit.inForce ? '' : html`<span class="flag flag-red">${words.search.ended}</span>`}
    </p>
    !${summary === '' ? '' : html`<p>${shortened(summary)}</p>`}
    <p class="hint">
      ${hit.version} · sha256 <code>${hit.sha256Hash.slice(0, HASH_CHARACTERS_SHOWN)}…</code>
    </p>
  </li>`
}

const resultsOf = (state: HomeState, found: Asked<SearchResponse>): string => {
  const { search } = WORDS[state.language]
  if (found.outcome !== 'answered') {
    const text = found.outcome === 'busy' ? search.busy : search.failed
    return html`<div class="message wrong" role="alert"><p>${text}</p></div>`
  }
  const { hits, total } = found.answer
  return html`<section aria-labelledby="results">
    <h2 id="results">${search.found(total, hits.length)}</h2>
    !${
      hits.length === 0
        ? html`<p>${search.none}</p>`
        : html`<ol class="hits">
            !${hits.map((hit) => hitOf(state, hit))}
          </ol>`
    }
    <p class="hint">${search.cost(printCost(state.language, found.costUsd))}</p>
  </section>`
}

const examples = ({ language, url }: HomeState): string => {
  const { search } = WORDS[language]
  return html`<p class="examples">
    <span class="soft">${search.examplesTitle}</span>
    !${search.examples.map(
      (example) =>
        html`<a href="${linkTo(`/?q=${encodeURIComponent(example)}`, url)}">${example}</a> `,
    )}
  </p>`
}

const searchBox = (state: HomeState): string => {
  const { search } = WORDS[state.language]
  const lang = state.url.searchParams.get('lang')
  return html`<form class="search" role="search" method="get" action="/">
      !${lang === null ? '' : html`<input type="hidden" name="lang" value="${lang}" />`}
      <label for="q">${search.label}</label>
      <div class="searching">
        <input id="q" name="q" type="search" maxlength="500" value="${state.question}" />
        <button type="submit">${search.submit}</button>
      </div>
    </form>
    !${examples(state)}`
}

const listOf = (
  state: HomeState,
  links: readonly (readonly [path: string, title: string, text: string])[],
): string => {
  const { colon } = WORDS[state.language]
  return html`<ul class="links">
    !${links.map(
      ([path, title, text]) =>
        html`<li><a href="${linkTo(path, state.url)}">${title}</a>${colon}${text}</li>`,
    )}
  </ul>`
}

const introduction = (state: HomeState): string => {
  const words = WORDS[state.language]
  const starts = words.starts.filter(([path]) => path !== '/account' || state.hasAccounts)
  return html`<div class="cards">
      !${words.promises.map(
        ([title, text]) =>
          html`<section>
            <h2>${title}</h2>
            <p>${text}</p>
          </section>`,
      )}
    </div>
    <h2>${words.startTitle}</h2>
    !${listOf(state, starts)}
    <h2>${words.programsTitle}</h2>
    !${listOf(state, words.programs)}`
}

/** The content of the start page: what this is, a search, and where to go. */
export const homeContent = (state: HomeState): string => {
  const words = WORDS[state.language]
  return html`<h1>${words.title}</h1>
    !${state.found === null ? html`<p class="lead">${words.lead}</p>` : ''}
    !${state.canSearch ? searchBox(state) : html`<p>${words.search.withoutKey}</p>`}
    !${state.found === null ? introduction(state) : resultsOf(state, state.found)}`
}
