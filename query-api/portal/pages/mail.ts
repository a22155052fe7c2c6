/** Mail of a saved search, and the pages that the links of mails lead to. */
import { html } from 'ghtml'
import { choiceFields, selectField } from '#contracts/web/fields.ts'
import { hiddenCsrf, message } from '#contracts/web/parts.ts'
import { MAIL_PAGES_PATH } from '../../mail/links.ts'
import type { MailChoice } from '../../mail/ports.ts'
import type { Page, Visit } from '../web.ts'
import { postButton } from './parts.ts'

/** A choice, and the address that it is about. */
export type MailState = { readonly choice: MailChoice; readonly email: string }

const stateOf = (visit: Visit, path: string, { choice, email }: MailState): string => {
  const { mail } = visit.words
  const { rhythm, confirmed, stopped } = choice
  if (rhythm === null) return html`<p>${mail.text(email)}</p>`
  if (stopped !== null)
    return message(
      'note',
      mail.stopped(email, visit.print.time(stopped.at), mail.causes[stopped.cause]),
    )
  if (!confirmed)
    return html`!${message('note', mail.unconfirmed(email))}
    !${postButton(visit, `${path}/mail/remind`, mail.remind)}`
  return html`<p>${mail.sentTo(email)}</p>`
}

/** The part of the page of a saved search that is about mail. */
export const mailPart = (visit: Visit, path: string, state: MailState): string => {
  const { mail } = visit.words
  const { choice } = state
  return html`<h2 id="mail">${mail.title}</h2>
    !${stateOf(visit, path, state)}
    <form method="post" action="${path}/mail">
      !${hiddenCsrf(visit)}
      !${choiceFields({
        name: 'rhythm',
        legend: mail.rhythm,
        type: 'radio',
        options: [
          { value: 'none', text: mail.rhythms.none },
          { value: 'soon', text: mail.rhythms.soon },
          { value: 'daily', text: mail.rhythms.daily },
        ],
        chosen: [choice.rhythm ?? 'none'],
      })}
      !${selectField(
        'language',
        mail.language,
        [
          { value: 'fr', text: 'Français' },
          { value: 'en', text: 'English' },
        ],
        choice.language ?? visit.language,
      )}
      <button type="submit">
        ${choice.stopped === null || choice.rhythm === null ? mail.submit : mail.resume}
      </button>
    </form>`
}

type Link = { readonly address: string; readonly secret: string }

/** Asks for a click: programs that look at links must neither confirm nor end anything. */
export const mailLinkPage = (
  visit: Visit,
  action: 'confirm' | 'unsubscribe',
  { address, secret }: Link,
): Page => {
  const { mail } = visit.words
  const { title, text, submit } = mail.pages[action]
  return {
    title,
    content: html`
      <h1>${title}</h1>
      <p>${text}</p>
      <form method="post" action="${MAIL_PAGES_PATH}/${action}">
        !${hiddenCsrf(visit)}
        <input type="hidden" name="address" value="${address}" />
        <input type="hidden" name="secret" value="${secret}" />
        <div class="actions"><button type="submit">${submit}</button></div>
      </form>
    `,
  }
}

/** What a link did, or that it is none any more. */
export const mailDonePage = (
  visit: Visit,
  outcome: 'confirmed' | 'unsubscribed' | 'expired',
): Page => {
  const { mail } = visit.words
  const { title, text } = mail.outcomes[outcome]
  return {
    title,
    once: true,
    content: html`
      <h1>${title}</h1>
      <p>${text}</p>
      <p><a href="/account/saved-searches">${mail.toSearches}</a></p>
    `,
  }
}
