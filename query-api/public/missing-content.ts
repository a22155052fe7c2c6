/** Why a text that a reader expected is not among the results, and what would show it. */
import { html } from 'ghtml'
import type { Obstacle, WhyNotResponse } from '#contracts/http/why-not.ts'
import { RESOLVE_LIMITS } from '#contracts/http/resolve.ts'
import { type Language, printersOf } from '#contracts/web/language.ts'
import { linkTo, textPath } from './addresses.ts'
import { changedBy, printAddress, type SearchAddress } from './search-address.ts'
import { WORDS } from './words/words.ts'

/** A text that the reader's words name. */
export type NamedText = { readonly slug: string; readonly title: string }

/** What is known of a text that a reader misses. */
export type MissingText = {
  /** What the reader typed. */
  readonly name: string
} & (
  | { readonly kind: 'unknown' }
  | { readonly kind: 'several'; readonly texts: readonly NamedText[] }
  | { readonly kind: 'explained'; readonly text: NamedText; readonly why: WhyNotResponse }
)

/** Names and values as the page prints them. */
export type Printed = {
  readonly language: Language
  readonly url: URL
  readonly address: SearchAddress
  readonly fieldLabel: (field: string) => string
  readonly valueLabel: (field: string, value: string) => string
}

const OWN_MAX = 3
const NOFOLLOW = 'rel="nofollow"'
const FILTER = /^filters\./u

/** The same search with the question about a text. */
export const missingHref = (address: SearchAddress, name: string): string => {
  const printed = printAddress(address)
  return `${printed}${printed.includes('?') ? '&' : '?'}${new URLSearchParams({ missing: name }).toString()}`
}

const ownOf = ({ valueLabel }: Printed, field: string, own: readonly string[]): string =>
  own
    .slice(0, OWN_MAX)
    .map((value) => valueLabel(field, value))
    .join(', ')

const obstacleOf = (printed: Printed, { stage, field: path, own, rank }: Obstacle): string => {
  const { missing } = WORDS[printed.language]
  const field = (path ?? '').replace(FILTER, '')
  switch (stage) {
    case 'validity': {
      const [day] = own
      return missing.validity(day === undefined ? null : printersOf(printed.language).date(day))
    }
    case 'filter': {
      const label = printed.fieldLabel(field)
      return own.length === 0
        ? missing.filterWithout(label)
        : missing.filter(label, ownOf(printed, field, own))
    }
    case 'headnotes':
      return missing.headnotes
    case 'match':
      return missing.match
    case 'depth':
      return missing.depth
    case 'page':
      return missing.page(rank)
    default:
      return stage satisfies never
  }
}

/** What a change does, in words. */
const changeOf = (printed: Printed, { change, stages }: WhyNotResponse): string => {
  const { missing } = WORDS[printed.language]
  const { text, filters = {} } = change ?? {}
  const parts = [
    ...(text === undefined ? [] : [missing.withWords(text)]),
    ...Object.entries(filters).map(([field, value]) =>
      value === null
        ? missing.withoutFilter(printed.fieldLabel(field))
        : missing.withFilter(printed.fieldLabel(field), ownOf(printed, field, [value].flat())),
    ),
    ...(stages.some(({ stage }) => stage === 'page') ? [missing.otherPage] : []),
  ]
  return parts.join(', ')
}

const explained = (
  printed: Printed,
  { text, why }: Extract<MissingText, { kind: 'explained' }>,
): string => {
  const { missing } = WORDS[printed.language]
  const path = linkTo(textPath(text.slug), printed.url)
  const title = html`<a href="${path}">${text.title}</a>`
  if (why.isOnPage)
    return html`<p>!${title}</p>
      <p>${missing.isHere(why.rank)}</p>`
  const next = changedBy(printed.address, why)
  return html`<p>!${title}</p>
    <ul>
      !${why.stages.map((one) => html`<li>${obstacleOf(printed, one)}</li>`)}
    </ul>
    !${
      next === null
        ? html`<p>${missing.noChange}</p>`
        : html`<p>
            <a class="button" href="${printAddress(next)}" !${NOFOLLOW}
              >${missing.apply(changeOf(printed, why))}</a
            >
          </p>`
    }`
}

const answerOf = (printed: Printed, asked: MissingText): string => {
  const { missing, search } = WORDS[printed.language]
  switch (asked.kind) {
    case 'unknown':
      return html`<p>${missing.unknown(asked.name)}</p>
        <p class="soft">${search.coverage}</p>`
    case 'several':
      return html`<p>${missing.several(asked.name)}</p>
        <ul>
          !${asked.texts.map(
            ({ slug, title }) =>
              html`<li>
                <a href="${missingHref(printed.address, textPath(slug))}" !${NOFOLLOW}>${title}</a>
              </li>`,
          )}
        </ul>`
    case 'explained':
      return explained(printed, asked)
    default:
      return asked satisfies never
  }
}

const hidden = (address: SearchAddress): string[] =>
  [...new URL(printAddress(address), 'http://page').searchParams].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )

/** The question after a missing text, with its answer where one was asked for. */
export const missingContent = (
  printed: Printed,
  asked: MissingText | null,
  { isOpen }: { readonly isOpen: boolean },
): string => {
  const { missing } = WORDS[printed.language]
  return html`<details class="missing" id="missing" !${asked !== null || isOpen ? 'open' : ''}>
    <summary><h2>${missing.title}</h2></summary>
    <form method="get" action="/search#missing">
      !${hidden(printed.address)}
      <label for="missing-name">${missing.label}</label>
      <div class="searching">
        <input
          id="missing-name"
          name="missing"
          type="search"
          required
          maxlength="${RESOLVE_LIMITS.citationCodePointsMax}"
          value="${asked?.name ?? ''}"
          autocomplete="off"
          aria-describedby="missing-hint"
        />
        <button type="submit" class="quiet">${missing.ask}</button>
      </div>
      <p class="hint" id="missing-hint">${missing.hint}</p>
    </form>
    !${asked === null ? '' : html`<div role="status">!${answerOf(printed, asked)}</div>`}
  </details>`
}
