/** How a text is cited, on its page. `${…}` is escaped; `!${…}` is markup and is not. */
import { html } from 'ghtml'
import type { CitationOptions, CitedText } from '#contracts/law/citation-styles/cited-text.ts'
import { type CitationStyle, cite, STYLE_FILES } from '#contracts/law/citation-styles/styles.ts'
import type { Language } from '#contracts/web/language.ts'
import { citePath, textPath } from './addresses.ts'
import { WORDS } from './words/words.ts'

export type CiteState = {
  readonly language: Language
  /** Such as `https://example.org`. */
  readonly origin: string
  readonly cited: CitedText
}

/** What people paste into their text, and what reference managers read. */
const STRINGS = ['fr', 'eu', 'link', 'proof'] as const satisfies readonly CitationStyle[]
const RECORDS = ['ris', 'bibtex', 'csl-json'] as const satisfies readonly CitationStyle[]

const optionsOf = ({ language, origin, cited }: CiteState): CitationOptions => ({
  language,
  address: `${origin}${textPath(cited.slug, cited.version)}`,
})

const copyButton = ({ language }: CiteState, style: CitationStyle): string => {
  const { copy, copied } = WORDS[language].text
  return html`<span class="status" id="cite-${style}-status" role="status"></span>
    <button
      type="button"
      class="quiet"
      hidden
      data-copies="cite-${style}"
      data-status="cite-${style}-status"
      data-copied="${copied}"
      aria-describedby="cite-${style}-name"
    >
      ${copy}
    </button>`
}

/** French practice is written in French on every page. */
const languageOf = (state: CiteState, style: CitationStyle): Language =>
  style === 'fr' ? 'fr' : state.language

const stringOf = (state: CiteState, style: (typeof STRINGS)[number]): string => {
  const { styles } = WORDS[state.language].text
  const text = cite(style, state.cited, optionsOf(state))
  return html`<div class="copied">
      <h3 id="cite-${style}-name">${styles[style]}</h3>
      !${copyButton(state, style)}
    </div>
    <p class="citation" id="cite-${style}" lang="${languageOf(state, style)}">${text}</p>`
}

const recordOf = (state: CiteState, style: (typeof RECORDS)[number]): string => {
  const { text: words } = WORDS[state.language]
  const { slug, version } = state.cited
  const record = cite(style, state.cited, optionsOf(state))
  const address = citePath(slug, version, STYLE_FILES[style].ending)
  return html`<details class="record">
    <summary id="cite-${style}-name">${words.styles[style]}</summary>
    <pre class="example" id="cite-${style}" tabindex="0">${record}</pre>
    <div class="copied">
      <a href="${address}" aria-describedby="cite-${style}-name">${words.download}</a>
      !${copyButton(state, style)}
    </div>
  </details>`
}

export const citeSection = (state: CiteState): string => {
  const { text } = WORDS[state.language]
  return html`<section aria-labelledby="cite">
    <h2 id="cite">${text.cite}</h2>
    !${STRINGS.map((style) => stringOf(state, style))}
    <h3>${text.records}</h3>
    !${RECORDS.map((style) => recordOf(state, style))}
  </section>`
}
