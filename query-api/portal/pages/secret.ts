import { html } from 'ghtml'
import { copiedOnce, message } from '#contracts/web/parts.ts'
import { ACCOUNT_PATH, type Page, type Visit } from '../web.ts'

export type ShownSecret = {
  readonly key: string
  readonly keyId: string
  /** After a rotation: when the old secret expires. */
  readonly previousValidUntil: string | null
}

const shown = ({ words: { secret } }: Visit, key: string): string => html`
  !${copiedOnce('secret', key, secret)}
  <p>${secret.use}</p>
  <code class="example">Authorization: Bearer ${key}</code>
`

/** Shows a key in full, once. */
export const secretPage = (visit: Visit, { key, keyId, previousValidUntil }: ShownSecret): Page => {
  const { words, print } = visit
  const title = previousValidUntil === null ? words.secret.created : words.secret.rotated
  return {
    title,
    place: 'keys',
    once: true,
    content: html`
      <h1>${title}</h1>
      !${message('note', words.secret.once)} !${shown(visit, key)}
      !${
        previousValidUntil === null
          ? ''
          : html`<p>${words.secret.overlap(print.time(previousValidUntil))}</p>`
      }
      <div class="actions">
        <a href="${ACCOUNT_PATH}/keys">${words.back}</a>
        <a href="${ACCOUNT_PATH}/keys/${keyId}">${words.list.manage}</a>
      </div>
    `,
  }
}

/** For a form that was sent twice: the key exists and cannot be shown again. */
export const shownBeforePage = ({ words }: Visit, keyId: string): Page => ({
  title: words.secret.again,
  place: 'keys',
  once: true,
  content: html`
    <h1>${words.secret.again}</h1>
    !${message('note', words.secret.shown)}
    <p><a href="${ACCOUNT_PATH}/keys/${keyId}">${words.list.manage}</a></p>
  `,
})
