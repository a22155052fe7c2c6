/** The doubts about a text, each with its sentence, the words of the source and what differs. */
import { html } from 'ghtml'
import type {
  DescribedDoubt,
  DoubtItem,
  DoubtSource,
} from '../../../groundedness/describe-doubt.ts'
import { dismissibleIn } from '../doubts.ts'
import type { DeskVisit } from '../visit.ts'
import { linkButton, placePart, textPath } from './parts.ts'

const ITEMS_MAX = 20

const sourceOf = ({ slug, title, version, article, words }: DoubtSource): string => html`
  <p class="source">
    <a href="${textPath(slug)}"><bdi>${title}</bdi></a
    >${article === null ? '' : `, ${article}`}${version === null ? '' : ` (${version})`}
  </p>
  !${words === null ? '' : html`<blockquote class="quote" dir="auto"><p>${words}</p></blockquote>`}
`

export const itemOf = (visit: Pick<DeskVisit, 'words'>, item: DoubtItem): string => {
  const { sentence, sources, differences } = item
  return html`!${placePart(visit, item)}
  !${sentence === null ? '' : html`<blockquote class="quote own" dir="auto"><p>${sentence}</p></blockquote>`}
  !${differences.map((one) => html`<p class="difference">${one}</p>`)} !${sources.map(sourceOf)}`
}

const COLOURS = { critical: 'red', warning: 'orange', info: 'gray' } as const

/** What a doubt means, and how grave it is. */
export const doubtHead = (
  { words: { severities } }: DeskVisit,
  { severity, meaning }: DescribedDoubt,
): string =>
  html`<p>
    <span class="flag flag-${COLOURS[severity]}">${severities[severity]}</span>
    <strong>${meaning}</strong>
  </p>`

export const doubtPath = (slug: string, code: string): string => `${textPath(slug)}/doubts/${code}`

/** How a doubt is dismissed, or that it cannot be where it prevents the publication. */
const dismissalPart = ({ words }: DeskVisit, doubt: DescribedDoubt, slug: string): string => {
  if (dismissibleIn(doubt).length > 0)
    return html`<p class="actions">
      !${linkButton(doubtPath(slug, doubt.code), words.doubt.dismiss, 'quiet small')}
    </p>`
  return doubt.severity === 'critical' ? html`<p class="soft">${words.doubt.correct}</p>` : ''
}

const doubtOf = (visit: DeskVisit, doubt: DescribedDoubt, { slug, mayDismiss }: About): string => {
  const { severity, items } = doubt
  return html`<li class="doubt doubt-${severity}">
    !${doubtHead(visit, doubt)}
    !${
      items.length === 0
        ? ''
        : html`<ul class="items">
            !${items.slice(0, ITEMS_MAX).map((one) => html`<li>!${itemOf(visit, one)}</li>`)}
          </ul>`
    }
    !${mayDismiss ? dismissalPart(visit, doubt, slug) : ''}
  </li>`
}

type About = {
  readonly slug: string
  /** Whether this person may dismiss doubts about the text. */
  readonly mayDismiss: boolean
  readonly compared: Compared
}

/**
 * How far a text was compared with what it cites: there may be more doubts than those that are
 * shown. A draft that nobody submitted is compared when somebody asks.
 */
export type Compared = 'wholly' | 'partly' | 'not'

export const doubtsPart = (
  visit: DeskVisit,
  doubts: readonly DescribedDoubt[],
  about: About,
): string => {
  const { text } = visit.words
  return html`<section aria-labelledby="doubts">
    <h2 id="doubts">${text.doubts} <span class="count">${doubts.length}</span></h2>
    !${about.compared === 'wholly' ? '' : html`<p class="soft">${text.doubtsCompared[about.compared]}</p>`}
    !${
      doubts.length === 0
        ? about.compared === 'wholly'
          ? html`<p class="soft">${text.noDoubts}</p>`
          : ''
        : html`<ul class="doubts">
            !${doubts.map((one) => doubtOf(visit, one, about))}
          </ul>`
    }
  </section>`
}
