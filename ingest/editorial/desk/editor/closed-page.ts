/** In place of the editor, where nobody may write: the text was withdrawn or deleted. */
import { html } from 'ghtml'
import type { ErrorCode } from '#contracts/errors/codes.ts'
import { hiddenCsrf, message } from '#contracts/web/parts.ts'
import { openActs } from '../../table.ts'
import type { DeskText } from '../../text-view.ts'
import { linkButton, nextOf, refusalText, textPath, textTitle } from '../pages/parts.ts'
import { type DeskPage, type DeskVisit, personOf } from '../visit.ts'
import { editorWords } from './words/words.ts'

/** Why a text takes no new wording; null: it takes one. */
export const closedBy = (text: DeskText, visit: DeskVisit): ErrorCode | null => {
  const revise = openActs(text, personOf(visit)).find(({ act }) => act === 'revise')
  return revise?.allowed === false ? revise.refused : null
}

export type ClosedState = {
  readonly text: DeskText
  readonly refused: ErrorCode
  /** Where the forms are sent. */
  readonly action: string
  /** Words that this person typed and did not save; null: there are none. */
  readonly unsaved: string | null
  /** Markup-free, after something was done. */
  readonly done: string | null
  readonly canBringBack: boolean
}

const formOf = (visit: DeskVisit, { action }: ClosedState, act: string, label: string): string =>
  html`<form method="post" action="${action}">
    !${hiddenCsrf(visit)}
    <button class="quiet" type="submit" name="act" value="${act}">${label}</button>
  </form>`

const unsavedPart = (visit: DeskVisit, state: ClosedState): string => {
  const own = editorWords(visit.language)
  if (state.unsaved === null)
    return state.canBringBack ? formOf(visit, state, 'bring-back', own.bringBack) : ''
  return html`<section aria-labelledby="unsaved">
    <h2 id="unsaved">${visit.words.inbox.unsaved}</h2>
    <p>${own.closedKept}</p>
    <div class="field">
      <label for="unsaved-text">${own.text}</label>
      <textarea id="unsaved-text" rows="12" readonly>${state.unsaved}</textarea>
    </div>
    !${formOf(visit, state, 'discard', own.discard)}
  </section>`
}

export const closedPage = (visit: DeskVisit, state: ClosedState): DeskPage => {
  const { words } = visit
  const { text, refused, done } = state
  const own = editorWords(visit.language)
  const path = textPath(text.slug)
  const mayRestore = openActs(text, personOf(visit)).some(
    ({ act, allowed }) => act === 'restore' && allowed,
  )
  const restore = mayRestore
    ? linkButton(`${path}/acts/restore`, words.acts.restore.button, 'quiet')
    : ''
  return {
    title: own.editTitle(textTitle(visit, text)),
    place: 'texts',
    content: html`
      <h1>${own.editTitle(textTitle(visit, text))}</h1>
      !${done === null ? '' : message('done', done)}
      <div class="message wrong" role="alert" tabindex="-1">
        <p>${refusalText(visit, { refused })}</p>
      </div>
      <p>${nextOf(visit, text)}</p>
      <p class="actions">!${linkButton(path, words.back)} !${restore}</p>
      !${unsavedPart(visit, state)}
    `,
  }
}
