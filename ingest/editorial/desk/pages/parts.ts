/** Parts that several pages of the desk share. */
import { html } from 'ghtml'
import { isErrorCode } from '#contracts/errors/codes.ts'
import { refusalSentences } from '#contracts/errors/in-language.ts'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import type { Instant } from '#contracts/ids.ts'
import type { Severity } from '#contracts/vocabulary/integrity.ts'
import type { DoubtItem } from '../../../groundedness/describe-doubt.ts'
import { longTime, shortTime } from '../print.ts'
import { DESK_PATH, type DeskVisit } from '../visit.ts'
import type { DeskStatus, DeskText } from '../../text-view.ts'

/** What the page of a text is told where a draft was saved and could not be submitted. */
export const SAVED_ONLY = 'saved-only'

export const textPath = (slug: string): string => `${DESK_PATH}/texts/${slug}`

/** The title of a text in one line; an own word where it has none. */
export const textTitle = (
  { words }: Pick<DeskVisit, 'words'>,
  { title }: { readonly title: string | null },
): string => (title === null || title.trim() === '' ? words.untitled : title)

/** A moment, short; its day of the week is in the title. */
export const moment = ({ language }: DeskVisit, at: Instant): string =>
  html`<time datetime="${at}" title="${longTime(language, at)}">${shortTime(language, at)}</time>`

export const badge = ({ words }: DeskVisit, status: DeskStatus): string =>
  html`<span class="badge badge-${status}">${words.statuses[status]}</span>`

/** What comes next, or what a text that nobody works on is. */
export const nextOf = (
  { words }: Pick<DeskVisit, 'words'>,
  { status, published }: Pick<DeskText, 'status' | 'published'>,
): string =>
  status === 'deleted' && published === null ? words.neverPublished : words.next[status]

type Sign = { readonly code: string; readonly severity: Severity }

/** The version that publishing brings back, and not the draft; null: it publishes the draft. */
export const broughtBack = ({
  draft,
  published,
  publicStatus,
}: Pick<DeskText, 'draft' | 'published' | 'publicStatus'>): DeskText['published'] =>
  publicStatus === 'unpublished' && draft?.status !== 'approved' && draft?.status !== 'scheduled'
    ? published
    : null

/** How many doubts there are, and whether one of them stops the publication. */
export const doubtsOf = ({ words: { list } }: DeskVisit, flags: readonly Sign[]): string => {
  const stops = flags.filter(({ severity }) => severity === 'critical').length
  const doubts = flags.filter(({ severity }) => severity === 'warning').length
  return [
    stops === 0 ? '' : html`<span class="flag flag-red">${list.stops(stops)}</span>`,
    doubts === 0 ? '' : html`<span class="flag flag-orange">${list.doubts(doubts)}</span>`,
  ].join(' ')
}

/** A refusal of the domain, or of a form that says no act. */
export type Refused = { readonly refused: string } & Partial<Omit<Refusal, 'refused'>>

/** What a refusal means and what to do, in the reader's language. */
export const refusalText = (
  { language, words: { refusals } }: Pick<DeskVisit, 'language' | 'words'>,
  { refused, ...refusal }: Refused,
): string => {
  const own = refusals[refused]
  if (own !== undefined) return own
  if (!isErrorCode(refused)) return refusal.reason ?? refused
  return refusalSentences(language, { ...refusalByCode(refused), ...refusal })
}

/** Nothing to show, and a next step. */
export const emptyState = (title: string, text: string, links: readonly string[]): string => html`
  <div class="empty">
    <h2>${title}</h2>
    <p>${text}</p>
    !${links.length === 0 ? '' : html`<p class="actions">!${links.join(' ')}</p>`}
  </div>
`

/** Leads to the page that readers see. */
export const publicLink = (name: string, address: string): string =>
  html`<a class="public" href="${address}">${name}</a>`

/** Where a sentence is; nothing where it is in the text itself. */
export const placePart = (
  { words: { members, text } }: Pick<DeskVisit, 'words'>,
  { where, headnoteSequence }: Pick<DoubtItem, 'where' | 'headnoteSequence'>,
): string => {
  if (headnoteSequence !== null)
    return html`<p class="hint">${text.headnote(String(headnoteSequence))}</p>`
  return where === 'abstract' ? html`<p class="hint">${members['abstract'] ?? ''}</p>` : ''
}

/** What a reviewer asked to change, one point a line. */
export const reasonsList = (reasons: readonly string[]): string =>
  html`<ul class="asked" dir="auto">
    !${reasons.map((reason) => html`<li>${reason}</li>`)}
  </ul>`

export const linkButton = (href: string, text: string, kind = ''): string =>
  html`<a class="button ${kind}" href="${href}">${text}</a>`

export const hiddenField = (name: string, value: string): string =>
  html`<input type="hidden" name="${name}" value="${value}" />`

/**
 * A paragraph or heading whose white space is shown: the formatter of this code must add none
 * inside.
 */
export const exactParagraph = (attributes: string, content: string, element = 'p'): string =>
  `<${element} dir="auto" ${attributes}>${content}</${element}>`

/** A hash, shortened to what people compare; the whole one is in the title. */
export const shortHash = (hash: string): string =>
  html`<code class="hash" title="${hash}">${hash.slice(0, 12)}…</code>`

/** What was done; `more` is markup after it, such as a link. */
export const doneMessage = (text: string, more = ''): string =>
  html`<div class="message done" role="status"><p>${text} !${more}</p></div>`
