/** Beside the text: doubts, citations and claims, and what publishing would mean. */
import { html } from 'ghtml'
import type { AnnotatedCitation, AnnotatedClaim, Annotations } from '../../annotate/annotate.ts'
import type { DoubtItem } from '../../../groundedness/describe-doubt.ts'
import type { DeskText } from '../../text-view.ts'
import { placePart, textPath } from '../pages/parts.ts'
import { reasonIn } from '../reasons.ts'
import type { DeskVisit } from '../visit.ts'
import { type EditorWords, editorWords } from './words/words.ts'

export type PanelContent = {
  readonly annotations: Annotations
  /** Of the wording that is shown, not of the last saved one. */
  readonly next: DeskText['next']
  readonly isPublished: boolean
}

const WORDS_SHOWN = 240
const cut = (words: string): string =>
  words.length <= WORDS_SHOWN ? words : `${words.slice(0, WORDS_SHOWN)}…`

/** A button that selects the words in the text where there is a script. */
const jump = (
  words: EditorWords,
  member: string,
  span: { readonly start: number; readonly end: number } | null,
  shown: string,
): string =>
  span === null
    ? html`<q>${cut(shown)}</q>`
    : html`<q>${cut(shown)}</q>
        <button
          type="button"
          class="quiet small jump"
          hidden
          aria-label="${words.goToSentence}${words.colon}${cut(shown)}"
          data-member="${member}"
          data-start="${span.start}"
          data-end="${span.end}"
        >
          ${words.goToSentence}
        </button>`

const memberOf = (where: DoubtItem['where'], sequence: number | null): string => {
  if (where === 'text') return 'text'
  return where === 'abstract' ? 'abstract' : `headnote-${sequence}-summary`
}

const source = (
  words: EditorWords,
  one: { readonly slug: string; readonly title: string; readonly words: string | null },
): string => html`
  <p class="evidence">
    ${words.says} (<a href="${textPath(one.slug)}">${one.title}</a>)!${
      one.words === null ? '' : html`${words.colon}<q>${cut(one.words)}</q>`
    }
  </p>
`

const differences = (lines: readonly string[]): string =>
  lines.map((line) => html`<p class="difference">${line}</p>`).join('')

const doubtItem = (visit: DeskVisit, words: EditorWords, item: DoubtItem): string => html`
  <li>
    !${placePart(visit, item)}
    !${
      item.sentence === null
        ? ''
        : html`<p>
            !${jump(
              words,
              memberOf(item.where, item.headnoteSequence),
              item.span?.codePoint ?? null,
              item.sentence,
            )}
          </p>`
    }
    !${item.sources.map((one) => source(words, one))} !${differences(item.differences)}
  </li>
`

const SEVERITY_COLOURS = { info: 'gray', warning: 'orange', critical: 'red' } as const

const doubts = (visit: DeskVisit, own: EditorWords, { flags }: Annotations): string => html`
  <section>
    <h3>${own.doubts}</h3>
    !${
      flags.length === 0
        ? html`<p class="soft">${own.noDoubts}</p>`
        : html`<ul class="doubts">
            !${flags.map(
              ({ severity, meaning, items }) =>
                html`<li class="doubt">
                  <p>
                    <span class="flag flag-${SEVERITY_COLOURS[severity]}"
                      >${visit.words.severities[severity]}</span
                    >
                    ${meaning}
                  </p>
                  <ul class="items">
                    !${items.map((item) => doubtItem(visit, own, item))}
                  </ul>
                </li>`,
            )}
          </ul>`
    }
  </section>
`

const cited = (
  { print }: DeskVisit,
  own: EditorWords,
  text: AnnotatedCitation['texts'][number],
): string => html`
  <p class="evidence">
    <span class="flag flag-${text.colour}">${own.colours[text.colour]}</span>
    <a href="${textPath(text.slug)}">${text.title}</a>
    !${
      text.because.length === 0
        ? ''
        : html`<span class="soft"
            >${own.because(text.because.map(({ title }) => title).join(', '))}</span
          >`
    }
    !${text.validTo === null ? '' : html`<span class="soft">${own.until(print.date(text.validTo))}</span>`}
  </p>
`

const WORST_FIRST = ['red', 'orange', 'yellow', 'gray', 'green'] as const
/** The worst colour of the texts that it names. */
export const colourOfCitation = ({
  state,
  texts,
}: Pick<AnnotatedCitation, 'state' | 'texts'>): (typeof WORST_FIRST)[number] => {
  if (state === 'missing') return 'orange'
  return WORST_FIRST.find((one) => texts.some(({ colour }) => colour === one)) ?? 'gray'
}

const citation = (visit: DeskVisit, own: EditorWords, one: AnnotatedCitation): string => html`
  <li>
    <p>!${jump(own, 'text', one.span, one.words)}</p>
    !${
      one.state === 'found'
        ? ''
        : html`<p class="evidence">
            <span class="flag flag-${one.state === 'missing' ? 'orange' : 'gray'}"
              >${own.states[one.state]}</span
            >
          </p>`
    }
    !${one.texts.map((text) => cited(visit, own, text))}
  </li>
`

export const VERDICT_COLOURS = {
  supported: 'green',
  partially_supported: 'yellow',
  contradicted: 'red',
  not_supported: 'orange',
  unverifiable: 'gray',
} as const

const claim = (visit: DeskVisit, own: EditorWords, one: AnnotatedClaim): string => html`
  <li>
    !${placePart(visit, one)}
    <p>
      <span class="flag flag-${one.verdict === null ? 'gray' : VERDICT_COLOURS[one.verdict]}"
        >${one.verdict === null ? own.notYet : own.verdicts[one.verdict]}</span
      >
      !${jump(own, memberOf(one.where, one.headnoteSequence), one.span, one.sentence)}
    </p>
    !${one.evidence.map((evidence) => source(own, evidence))} !${differences(one.differences)}
  </li>
`

/** Worst first, then in the order of the text. */
const URGENCY = ['contradicted', 'not_supported', 'partially_supported', 'supported'] as const
const rank = ({ verdict }: AnnotatedClaim): number => {
  const at = URGENCY.findIndex((one) => one === verdict)
  return at === -1 ? URGENCY.length : at
}

const bump = ({ words, language }: DeskVisit, own: EditorWords, { next }: PanelContent): string =>
  next === null
    ? html`<p class="soft">${own.nextSame}</p>`
    : html`<div class="bump bump-${next.bump}">
        <p><strong>${words.bumps[next.bump]}</strong> ${words.bumpMeans[next.bump]}</p>
        <ul>
          !${next.reasons.map((reason) => html`<li>${reasonIn(words, language, reason)}</li>`)}
        </ul>
      </div>`

/** Doubts, citations and claims of a wording, with headings of the third level. */
export const annotationsPart = (visit: DeskVisit, annotations: Annotations): string => {
  const own = editorWords(visit.language)
  const { citations, claims, score, part, waiting } = annotations
  const judged = claims
    .filter(({ verdict }) => verdict !== 'unverifiable')
    .toSorted((one, other) => rank(one) - rank(other))
  return html`
    !${part === null ? '' : html`<p class="soft">${own.part}</p>`}
    !${doubts(visit, own, annotations)}
    <section>
      <h3>${own.citations}</h3>
      !${
        citations.length === 0
          ? html`<p class="soft">${own.noCitations}</p>`
          : html`<ul class="items">
              !${citations.map((one) => citation(visit, own, one))}
            </ul>`
      }
    </section>
    <section>
      <h3>${own.claims}</h3>
      !${score === null ? '' : html`<p>${own.score(score)}</p>`}
      !${waiting === 0 ? '' : html`<p class="soft">${own.waiting(waiting)}</p>`}
      !${
        judged.length === 0
          ? html`<p class="soft">${own.noClaims}</p>`
          : html`<ul class="items">
              !${judged.map((one) => claim(visit, own, one))}
            </ul>`
      }
    </section>
  `
}

/** Shown beside the form, with script or on a page of its own. */
export const panel = (visit: DeskVisit, content: PanelContent): string => {
  const own = editorWords(visit.language)
  return html`
    !${annotationsPart(visit, content.annotations)}
    <section>
      <h3>${own.next}</h3>
      !${bump(visit, own, content)}
    </section>
  `
}
