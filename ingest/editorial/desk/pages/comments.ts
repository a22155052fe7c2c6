/** Comments beside a text: each with the words it is about, its answers, and what can be done. */
import { html } from 'ghtml'
import { hiddenCsrf, message } from '#contracts/web/parts.ts'
import type { Names } from '../names.ts'
import type { DeskVisit } from '../visit.ts'
import { textField } from '#contracts/web/fields.ts'
import { hiddenField, moment, textPath } from './parts.ts'
import type { DeskComment, DeskText } from '../../text-view.ts'

/** What was typed into a comment form that was refused. */
export type TypedComment = {
  readonly inReplyTo: string
  readonly body: string
  readonly quote: string
  readonly wrong: string
}

export type CommentsState = {
  readonly text: DeskText
  readonly names: Names
  readonly mayComment: boolean
  readonly typed: TypedComment | null
  /** The address of the part of the text where a comment's words are; null: not on these pages. */
  readonly placeOf: (comment: DeskComment) => string | null
}

const quoteOf = (
  { words: { text } }: DeskVisit,
  comment: DeskComment,
  place: string | null,
): string => {
  const { target, anchor } = comment
  if (target === null) return html`<p class="hint">${text.whole}</p>`
  const isGone = anchor === null
  return html`<blockquote class="quote ${isGone ? 'gone' : ''}" dir="auto">
      <p>${target.exact}</p>
    </blockquote>
    !${isGone ? html`<p class="hint">${text.quoteGone}</p>` : ''}
    !${place === null ? '' : html`<p class="hint"><a href="${place}">${text.showQuote}</a></p>`}`
}

const headOf = (visit: DeskVisit, names: Names, { by, at }: DeskComment): string =>
  html`<p class="by"><strong>${names(by)}</strong> !${moment(visit, at)}</p>`

const bodyOf = ({ body }: DeskComment): string => html`<p class="said" dir="auto">${body}</p>`

const actPath = ({ slug }: DeskText, act: string): string => `${textPath(slug)}/acts/${act}`

const replyForm = (
  visit: DeskVisit,
  { text, typed, names }: CommentsState,
  comment: DeskComment,
): string => {
  const { text: words } = visit.words
  const own = typed?.inReplyTo === comment.id ? typed : null
  const name = `body-${comment.id}`
  return html`<details !${own === null ? '' : 'open'}>
    <summary aria-label="${words.replyToOne(names(comment.by))}">${words.replyTo}</summary>
    <form method="post" action="${actPath(text, 'comment')}#comments">
      !${hiddenCsrf(visit)} !${hiddenField('inReplyTo', comment.id)}
      <div class="field">
        <label for="${name}">${words.reply}</label>
        <textarea id="${name}" name="body" rows="3" dir="auto" required>
${own?.body ?? ''}</textarea>
      </div>
      <button class="quiet" type="submit">${words.replySubmit}</button>
    </form>
  </details>`
}

const resolveForm = (
  visit: DeskVisit,
  { text, names }: CommentsState,
  comment: DeskComment,
): string =>
  html`<form method="post" action="${actPath(text, 'resolve-comment')}#comments">
    !${hiddenCsrf(visit)} !${hiddenField('id', comment.id)}
    <button
      class="quiet small"
      type="submit"
      aria-label="${visit.words.text.resolveOne(names(comment.by))}"
    >
      ${visit.words.text.resolve}
    </button>
  </form>`

const threadOf = (visit: DeskVisit, state: CommentsState, comment: DeskComment): string => {
  const { text, names, mayComment } = state
  const { text: words } = visit.words
  const replies = text.comments.filter(({ inReplyTo }) => inReplyTo === comment.id)
  const { resolved } = comment
  const controls =
    mayComment && resolved === null
      ? html`<div class="thread-acts">
          !${replyForm(visit, state, comment)} !${resolveForm(visit, state, comment)}
        </div>`
      : ''
  return html`<li class="thread" id="c-${comment.id}">
    !${headOf(visit, names, comment)} !${quoteOf(visit, comment, state.placeOf(comment))}
    !${bodyOf(comment)}
    !${
      replies.length === 0
        ? ''
        : html`<ul class="replies">
            !${replies.map((one) => html`<li>!${headOf(visit, names, one)}!${bodyOf(one)}</li>`)}
          </ul>`
    }
    !${
      resolved === null
        ? ''
        : html`<p class="hint">
            ${words.resolvedBy(names(resolved.by))} !${moment(visit, resolved.at)}
          </p>`
    }
    !${controls}
  </li>`
}

const newForm = (visit: DeskVisit, { text, typed }: CommentsState): string => {
  const { text: words, acts } = visit.words
  const own = typed?.inReplyTo === '' ? typed : null
  return html`<form
    class="comment-form"
    method="post"
    action="${actPath(text, 'comment')}#comments"
    id="comment-form"
  >
    !${hiddenCsrf(visit)} !${hiddenField('inReplyTo', '')}
    <input type="hidden" name="near" id="near" value="" />
    !${textField({
      name: 'quote',
      label: `${words.quote} (${visit.words.optional})`,
      hint: words.quoteHint,
      value: own?.quote ?? '',
      lines: 2,
    })}
    !${textField({ name: 'body', label: words.commentBody, value: own?.body ?? '', lines: 3, required: true })}
    <button type="submit">${acts.comment.submit}</button>
  </form>`
}

/** All comments of a text: the open ones, a form, and the resolved ones folded away. */
export const commentsPart = (visit: DeskVisit, state: CommentsState): string => {
  const { text: words } = visit.words
  const threads = state.text.comments.filter(({ inReplyTo }) => inReplyTo === null)
  const open = threads.filter(({ resolved }) => resolved === null)
  const resolved = threads.filter((one) => one.resolved !== null)
  return html`<section class="talk" id="comments" aria-labelledby="comments-title">
    <h2 id="comments-title">${words.comments} <span class="count">${open.length}</span></h2>
    !${state.typed === null ? '' : message('wrong', state.typed.wrong)}
    !${open.length === 0 ? html`<p class="soft">${words.commentsNone}</p>` : ''}
    <ol class="threads">
      !${open.map((one) => threadOf(visit, state, one))}
    </ol>
    !${state.mayComment ? newForm(visit, state) : ''}
    !${
      resolved.length === 0
        ? ''
        : html`<details>
            <summary>${words.resolvedOnes(resolved.length)}</summary>
            <ol class="threads">
              !${resolved.map((one) => threadOf(visit, state, one))}
            </ol>
          </details>`
    }
  </section>`
}
