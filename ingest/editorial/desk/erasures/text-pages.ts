/** Pages on which an erasure of one text is asked for, looked at, confirmed and taken back. */
import { html } from 'ghtml'
import { textField } from '#contracts/web/fields.ts'
import { errorSummary, hiddenCsrf, message, titleOf } from '#contracts/web/parts.ts'
import type { ErasureWanted } from '../../../domain/article/commands.ts'
import { ERASED_COPIES } from '../../erasure/copies.ts'
import type { ErasureOutcome } from '../../erasure/erase.ts'
import type { ErasureEntry, ErasureView } from '../../erasure/overview.ts'
import type { Names } from '../names.ts'
import { emptyState, linkButton, textPath, textTitle } from '../pages/parts.ts'
import type { DeskPage, DeskVisit } from '../visit.ts'
import { formFields, hiddenWanted, isClosed, queryOf, type WrongField } from './form.ts'
import {
  askedFact,
  entriesTable,
  ERASURES_PATH,
  erasurePath,
  headedTable,
  wantedFacts,
} from './parts.ts'
import { erasureWords } from './words.ts'

const REASON_LINES = 2

const heading = (visit: DeskVisit, title: string, view: ErasureView): string => html`
  <p><a href="${textPath(view.slug)}">${visit.words.back}</a></p>
  <h1>
    ${title} <span class="of"><bdi>${textTitle(visit, view)}</bdi></span>
  </h1>
`

/** Every kind of copy and what becomes of it. */
const copiesTable = (visit: DeskVisit): string => {
  const words = erasureWords(visit)
  const rows = ERASED_COPIES.map((copy) => {
    const [where, what] = words.copyOf[copy]
    return html`<tr role="row">
      <th scope="row" role="rowheader">${where}</th>
      <td role="cell">${what}</td>
    </tr>`
  })
  return html`<div class="erased-copies">
    <h2>${words.copies}</h2>
    !${headedTable(words.copies, [words.copy, words.becomes], rows)}
  </div>`
}

const countedFact = (
  visit: DeskVisit,
  { keys, vectors, slugs, treatments }: ErasureOutcome,
): readonly [string, string] => {
  const words = erasureWords(visit)
  return [words.counted, html`${words.counts(keys, vectors, slugs, treatments)}`]
}

const doneBefore = (visit: DeskVisit, names: Names, { entries }: ErasureView): string => {
  const erased = entries.filter((entry) => entry.erased !== null)
  if (erased.length === 0) return ''
  const { recent } = erasureWords(visit)
  return html`<h2>${recent}</h2>
    !${entriesTable(visit, names, recent, erased)}`
}

export type FormState = {
  readonly view: ErasureView
  readonly names: Names
  readonly wanted: ErasureWanted
  readonly done: string | null
  readonly wrong: string | null
  readonly wrongField: WrongField | null
}

/** Which versions, why, and on whose request. */
export const formPage = (visit: DeskVisit, state: FormState): DeskPage => {
  const { view, names, wanted, done, wrong, wrongField } = state
  const words = erasureWords(visit)
  return {
    title: titleOf(visit.words, words.action, wrong),
    place: 'erasures',
    once: wrong !== null,
    query: queryOf(wanted),
    content: html`
      !${heading(visit, words.action, view)} !${errorSummary(visit, wrong)}
      !${done === null ? '' : message('done', done)}
      !${
        isClosed(view)
          ? emptyState(words.noVersions, words.noVersionsText, [
              linkButton(ERASURES_PATH, words.all, 'quiet'),
            ])
          : html`<p>${words.intro}</p>
              <form class="act-form" method="post" action="${erasurePath(view.slug)}/preview">
                !${hiddenCsrf(visit)} !${formFields(visit, view, wanted, wrongField)}
                <div class="actions">
                  <button type="submit">${words.preview}</button>
                  !${linkButton(textPath(view.slug), visit.words.cancel, 'quiet')}
                </div>
              </form>`
      }
      !${doneBefore(visit, names, view)}
    `,
  }
}

/** Every copy and what becomes of it, before anything is done. */
export const previewPage = (
  visit: DeskVisit,
  view: ErasureView,
  wanted: ErasureWanted,
  plan: ErasureOutcome,
): DeskPage => {
  const words = erasureWords(visit)
  const path = erasurePath(view.slug)
  return {
    title: words.previewTitle,
    place: 'erasures',
    once: true,
    content: html`
      !${heading(visit, words.previewTitle, view)} !${message('note', words.previewText)}
      !${wantedFacts(visit, { ...wanted, ...plan }, [countedFact(visit, plan)])}
      !${copiesTable(visit)}
      <form class="act-form" method="post" action="${path}/request">
        !${hiddenCsrf(visit)} !${hiddenWanted(wanted)}
        <div class="actions">
          <button type="submit">${words.ask}</button>
          !${linkButton(`${path}?${queryOf(wanted)}`, words.change, 'quiet')}
        </div>
      </form>
    `,
  }
}

export type PendingState = {
  readonly view: ErasureView
  readonly entry: ErasureEntry
  readonly names: Names
  readonly isOwn: boolean
  /** What the confirmation does; null: this person can't confirm it. */
  readonly plan: ErasureOutcome | null
  /** Why it can't be confirmed now. */
  readonly stopped: string | null
  readonly done: string | null
  readonly wrong: string | null
  readonly reason: string
}

export const wantedOf = ({
  versions,
  whole,
  thread,
  ground,
  request,
}: ErasureEntry): ErasureWanted => ({
  versions: whole ? 'all' : versions,
  thread,
  ground,
  request,
})

const confirmForm = (visit: DeskVisit, { view, entry, plan }: PendingState): string => {
  if (plan === null) return ''
  const words = erasureWords(visit)
  return html`!${copiesTable(visit)}
    <form class="act-form" method="post" action="${erasurePath(view.slug)}/confirm">
      !${hiddenCsrf(visit)} !${hiddenWanted(wantedOf(entry))}
      <div class="actions">
        <button class="danger" type="submit">${words.confirm}</button>
        !${linkButton(ERASURES_PATH, visit.words.cancel, 'quiet')}
      </div>
    </form>`
}

const cancelForm = (visit: DeskVisit, { view, wrong, reason }: PendingState): string => {
  const words = erasureWords(visit)
  return html`<section aria-labelledby="take-back">
    <h2 id="take-back">${words.cancel}</h2>
    <p>${words.cancelText}</p>
    <form class="act-form" method="post" action="${erasurePath(view.slug)}/cancel">
      !${hiddenCsrf(visit)}
      !${textField({
        name: 'reason',
        label: visit.words.forms.reason,
        value: reason,
        lines: REASON_LINES,
        required: true,
        isWrong: wrong !== null,
      })}
      <div class="actions">
        <button class="quiet" type="submit">${words.cancel}</button>
      </div>
    </form>
  </section>`
}

/** A request that waits for its second person. */
export const pendingPage = (visit: DeskVisit, state: PendingState): DeskPage => {
  const { view, entry, names, isOwn, plan, stopped, done, wrong } = state
  const words = erasureWords(visit)
  const asked = askedFact(visit, names, entry)
  const more = plan === null ? [] : [countedFact(visit, plan)]
  return {
    title: titleOf(visit.words, words.pending, wrong),
    place: 'erasures',
    once: wrong !== null,
    content: html`
      !${heading(visit, words.pending, view)} !${errorSummary(visit, wrong)}
      !${done === null ? '' : message('done', done)}
      <p>${isOwn ? words.pendingYou : words.pendingOther}</p>
      !${
        stopped === null
          ? ''
          : html`<div class="message wrong"><p>${words.cannotConfirm} ${stopped}</p></div>`
      }
      !${wantedFacts(visit, entry, [asked, ...more])} !${confirmForm(visit, state)}
      !${cancelForm(visit, state)}
    `,
  }
}
