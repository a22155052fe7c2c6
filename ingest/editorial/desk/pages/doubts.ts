/** The doubts about a text, each with its sentence, the words of the source and what differs. */
import { html } from 'ghtml'
import type {
  DescribedDoubt,
  DoubtItem,
  DoubtSource,
} from '../../../groundedness/describe-doubt.ts'
import type { DeskVisit } from '../visit.ts'
import { textPath } from './parts.ts'

const ITEMS_MAX = 20

const sourceOf = ({ slug, title, version, article, words }: DoubtSource): string => html`
  <p class="source">
    <a href="${textPath(slug)}"><bdi>${title}</bdi></a
    >${article === null ? '' : `, ${article}`}${version === null ? '' : ` (${version})`}
  </p>
  !${words === null ? '' : html`<blockquote class="quote" dir="auto"><p>${words}</p></blockquote>`}
`

const itemOf = (
  { words: { text } }: DeskVisit,
  { sentence, headnoteSequence, sources, differences }: DoubtItem,
): string =>
  html`<li>
    !${headnoteSequence === null ? '' : html`<p class="hint">${text.headnote(String(headnoteSequence))}</p>`}
    !${sentence === null ? '' : html`<blockquote class="quote own" dir="auto"><p>${sentence}</p></blockquote>`}
    !${differences.map((one) => html`<p class="difference">${one}</p>`)} !${sources.map(sourceOf)}
  </li>`

const COLOURS = { critical: 'red', warning: 'orange', info: 'gray' } as const

const doubtOf = (visit: DeskVisit, { severity, meaning, items }: DescribedDoubt): string =>
  html`<li class="doubt doubt-${severity}">
    <p>
      <span class="flag flag-${COLOURS[severity]}">${visit.words.severities[severity]}</span>
      <strong>${meaning}</strong>
    </p>
    !${
      items.length === 0
        ? ''
        : html`<ul class="items">
            !${items.slice(0, ITEMS_MAX).map((one) => itemOf(visit, one))}
          </ul>`
    }
  </li>`

export const doubtsPart = (visit: DeskVisit, doubts: readonly DescribedDoubt[]): string => {
  const { text } = visit.words
  return html`<section aria-labelledby="doubts">
    <h2 id="doubts">${text.doubts} <span class="count">${doubts.length}</span></h2>
    !${
      doubts.length === 0
        ? html`<p class="soft">${text.noDoubts}</p>`
        : html`<ul class="doubts">
            !${doubts.map((one) => doubtOf(visit, one))}
          </ul>`
    }
  </section>`
}
