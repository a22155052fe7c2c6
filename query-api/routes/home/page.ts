import { html } from 'ghtml'
import type { Language } from '#contracts/web/language.ts'
import { linkTo } from '../../public/addresses.ts'
import { readAddress } from '../../public/search-address.ts'
import { searchBox } from '../../public/search-content.ts'
import { WORDS as PUBLIC_WORDS } from '../../public/words/words.ts'
import { WORDS } from './words.ts'

export type HomeState = {
  readonly language: Language
  readonly url: URL
  readonly hasAccounts: boolean
}

const examples = ({ language, url }: HomeState): string =>
  html`<p class="examples">
    <span class="soft">${PUBLIC_WORDS[language].search.examplesTitle}</span>
    !${WORDS[language].examples.map(
      (example) =>
        html`<a href="${linkTo(`/search?q=${encodeURIComponent(example)}`, url)}" rel="nofollow"
          >${example}</a
        > `,
    )}
  </p>`

const listOf = (
  state: HomeState,
  links: readonly (readonly [path: string, title: string, text: string])[],
): string => {
  const { colon } = PUBLIC_WORDS[state.language]
  return html`<ul class="links">
    !${links.map(
      ([path, title, text]) =>
        html`<li><a href="${linkTo(path, state.url)}">${title}</a>${colon}${text}</li>`,
    )}
  </ul>`
}

/** The content of the start page: what this is, a search, and where to go. */
export const homeContent = (state: HomeState): string => {
  const { language, url, hasAccounts } = state
  const words = WORDS[language]
  const starts = words.starts.filter(([path]) => path !== '/account' || hasAccounts)
  return html`<div class="front">
      <h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
      !${searchBox(language, readAddress(url), { isStart: true })} !${examples(state)}
    </div>
    <h2>${words.browseTitle}</h2>
    <ul class="browse">
      !${words.browse.map(
        ([path, title]) =>
          html`<li><a href="${linkTo(path, url)}" rel="nofollow">${title}</a></li>`,
      )}
    </ul>
    <div class="cards">
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
