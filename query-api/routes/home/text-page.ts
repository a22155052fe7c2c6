import { html } from 'ghtml'
import type { Article } from '#contracts/http/article.ts'
import { COURTS } from '#contracts/vocabulary/courts.ts'
import { printersOf, type Language } from '#contracts/web/language.ts'
import { linkTo } from '../pages/frame.ts'
import { badge, printCost } from './page.ts'
import { WORDS } from './words.ts'

export type TextState = {
  readonly language: Language
  readonly url: URL
  readonly article: Article
  readonly costUsd: string
}

const WEB = /^https?:\/\//u

const sourceOf = ({ source }: Article): string =>
  source.url !== null && WEB.test(source.url)
    ? html`<a href="${source.url}" rel="noreferrer">${source.url}</a>`
    : html`${source.id}`

type Decision = NonNullable<Article['judicialDecision']>

const courtOf = ({ courtName, courtCode }: Decision, language: Language): string | null =>
  courtName?.[language] ??
  courtName?.['fr'] ??
  COURTS.get(courtCode ?? '')?.name ??
  courtCode ??
  null

type Fact = readonly [name: string, value: string]
/** A fact that is known; the value is escaped. */
const known = (name: string, value: string | null): readonly Fact[] =>
  value === null ? [] : [[name, html`${value}`]]

const factsOf = ({ language, article }: TextState): readonly Fact[] => {
  const words = WORDS[language]
  const { judicialDecision: decision } = article
  const date = decision?.decisionDate ?? article.publishedAt
  return [
    [words.text.kind, html`${words.kinds[article.contentType]}`],
    ...known(words.text.date, date === null ? null : printersOf(language).date(date)),
    ...known(words.text.court, decision === null ? null : courtOf(decision, language)),
    [words.text.flag, badge(words, article.statusFlag)],
    [words.text.version, html`${article.version}`],
    [words.text.hash, html`<code class="long">${article.sha256Hash}</code>`],
    [words.text.licence, html`${article.licence ?? words.text.rightsReserved}`],
    [words.text.source, sourceOf(article)],
  ]
}

const headnotesOf = ({ language, article }: TextState): string => {
  if (article.headnotes.length === 0) return ''
  const words = WORDS[language]
  return html`<h2>${words.text.headnotes}</h2>
    <ol>
      !${article.headnotes.map(
        ({ summary, statusFlag }) => html`<li><p>${summary} !${badge(words, statusFlag)}</p></li>`,
      )}
    </ol>`
}

const HEADING = /^#{1,6} (.+)$/u
/** The text as it was hashed, line by line; the marks of Markdown headings become headings. */
const paragraphOf = (line: string): string => {
  const heading = HEADING.exec(line)?.[1]
  return heading === undefined ? html`<p>${line}</p>` : html`<h3>${heading}</h3>`
}
const paragraphsOf = (text: string): string =>
  html`!${text
    .split(/\n+/u)
    .filter((line) => line.trim() !== '')
    .map(paragraphOf)}`

/** The content of the page of one text. */
export const textContent = (state: TextState): string => {
  const { language, url, article, costUsd } = state
  const { text } = WORDS[language]
  return html`<p><a href="${linkTo('/', url)}">${text.back}</a></p>
    <h1>${article.title}</h1>
    !${article.abstract === null ? '' : html`<p class="lead">${article.abstract}</p>`}
    <h2>${text.facts}</h2>
    <dl>
      !${factsOf(state).map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>!${value}</dd>`,
      )}
    </dl>
    !${headnotesOf(state)}
    <h2>${text.text}</h2>
    <div class="reading" lang="${article.language}">!${paragraphsOf(article.contentClean)}</div>
    <p class="hint">${text.cost(printCost(language, costUsd))}</p>`
}
