/** Asks why a doubt is unfounded before it is dismissed. */
import { html } from 'ghtml'
import { textField } from '#contracts/web/fields.ts'
import { errorSummary, hiddenCsrf } from '#contracts/web/parts.ts'
import type { DescribedDoubt, DoubtItem } from '../../../groundedness/describe-doubt.ts'
import type { DeskText } from '../../text-view.ts'
import type { DeskPage, DeskVisit } from '../visit.ts'
import { doubtHead, doubtPath, itemOf } from './doubts.ts'
import { linkButton, textPath, textTitle } from './parts.ts'

const REASON_LINES = 3

export type DismissState = {
  readonly text: DeskText
  /** Null: the text does not have it any more. */
  readonly doubt: DescribedDoubt | null
  readonly reason: string
  /** Ids of the items that are ticked. */
  readonly chosen: readonly string[]
  readonly wrong: string | null
  /** Whether this person may dismiss it. */
  readonly isOpen: boolean
}

const itemField = (
  visit: DeskVisit,
  id: string,
  items: readonly DoubtItem[],
  { place, isChosen }: { readonly place: number; readonly isChosen: boolean },
): string =>
  html`<div class="choice">
      <input
        type="checkbox"
        name="items"
        id="item-${id}"
        value="${id}"
        !${isChosen ? 'checked' : ''}
      />
      <label for="item-${id}">${visit.words.doubt.place(place)}</label>
    </div>
    !${items.map((one) => html`<div class="doubt">!${itemOf(visit, one)}</div>`)}`

/** An authority has one item with the places that cite it, so ids repeat. */
const byId = ({ items }: DescribedDoubt): [string, DoubtItem[]][] => {
  const grouped = Map.groupBy(
    items.filter(({ id }) => id !== null),
    ({ id }) => id ?? '',
  )
  return [...grouped]
}

const form = (visit: DeskVisit, doubt: DescribedDoubt, state: DismissState): string => {
  const { text, reason, chosen, wrong } = state
  const { words } = visit
  const own = words.doubt
  return html`<form class="act-form" method="post" action="${doubtPath(text.slug, doubt.code)}">
    !${hiddenCsrf(visit)}
    <fieldset>
      <legend>${own.which}</legend>
      !${byId(doubt).map(([id, items], index) =>
        itemField(visit, id, items, { place: index + 1, isChosen: chosen.includes(id) }),
      )}
    </fieldset>
    !${textField({
      name: 'reason',
      label: own.reason,
      hint: words.forms.reasonHint,
      lines: REASON_LINES,
      required: true,
      value: reason,
      isWrong: wrong !== null,
    })}
    <div class="actions">
      <button type="submit">${own.submit}</button>
      !${linkButton(textPath(text.slug), words.cancel, 'quiet')}
    </div>
  </form>`
}

export const dismissPage = (visit: DeskVisit, state: DismissState): DeskPage => {
  const { text, doubt, wrong, isOpen } = state
  const { words } = visit
  const { title, text: says } = words.doubt
  return {
    title: wrong === null ? title : `${words.error}: ${title}`,
    place: 'texts',
    once: wrong !== null,
    content: html`
      <p><a href="${textPath(text.slug)}#doubts">${words.back}</a></p>
      <h1>
        ${title} <span class="of"><bdi>${textTitle(visit, text)}</bdi></span>
      </h1>
      !${errorSummary(visit, wrong)} !${doubt === null ? '' : doubtHead(visit, doubt)}
      !${doubt === null || !isOpen ? '' : html`<p>${says}</p>`}
      !${doubt === null || !isOpen ? '' : form(visit, doubt, state)}
    `,
  }
}
