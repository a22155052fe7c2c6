/**
 * The words of a mail. It names texts by slug and link, and holds neither titles nor words of them:
 * a mail that was sent cannot be taken back once a text is erased. The subject holds no name of a
 * search, since servers on the way log subjects.
 */
import { html } from 'ghtml'
import type { Slug } from '#contracts/ids.ts'
import type { Language } from '#contracts/web/language.ts'
import { textPath } from '../public/addresses.ts'
import { mailPagePath, mailSecretOf, unsubscribePath } from './links.ts'
import type { DigestPart, Mail, MailContent } from './ports.ts'
import { mailWordsOf } from './words.ts'

export type ComposeDeps = {
  readonly pepper: string
  /** Public address of the service, without a slash at its end. */
  readonly publicUrl: string
}

/** A name in one line of plain text. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

type Addresses = {
  readonly text: (slug: Slug) => string
  readonly search: (searchId: string) => string
  readonly stop: string
}

const plainPart = (language: Language, part: DigestPart, addresses: Addresses): string => {
  const words = mailWordsOf(language)
  const group = (title: string, slugs: readonly Slug[]): string[] =>
    slugs.length === 0
      ? []
      : [
          `${title}${language === 'fr' ? '\u00a0' : ''}:`,
          ...slugs.map((slug) => `- ${addresses.text(slug)}`),
        ]
  return [
    oneLine(part.name),
    ...group(words.matched, part.matched),
    ...group(words.unmatched, part.unmatched),
    ...(part.more === 0 ? [] : [words.more(part.more)]),
    `${words.toSearch}${language === 'fr' ? '\u00a0' : ''}: ${addresses.search(part.searchId)}`,
  ].join('\n')
}

const htmlPart = (language: Language, part: DigestPart, addresses: Addresses): string => {
  const words = mailWordsOf(language)
  const group = (title: string, slugs: readonly Slug[]): string =>
    slugs.length === 0
      ? ''
      : html`<p>${title}</p>
          <ul>
            !${slugs.map((slug) => html`<li><a href="${addresses.text(slug)}">${slug}</a></li>`)}
          </ul>`
  return html`<h2>${oneLine(part.name)}</h2>
    !${group(words.matched, part.matched)} !${group(words.unmatched, part.unmatched)}
    !${part.more === 0 ? '' : html`<p>${words.more(part.more)}</p>`}
    <p><a href="${addresses.search(part.searchId)}">${words.toSearch}</a></p>`
}

const documentOf = (language: Language, title: string, content: string): string =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
      </head>
      <body>
        !${content}
      </body>
    </html>`

const digestOf = (
  { pepper, publicUrl }: ComposeDeps,
  messageId: string,
  content: MailContent & { readonly kind: 'digest' },
): Mail => {
  const { addressId, email, language, parts } = content
  const words = mailWordsOf(language)
  const chosen = `?lang=${language}`
  const secret = mailSecretOf(pepper, addressId, 'unsubscribe')
  const addresses: Addresses = {
    text: (slug) => `${publicUrl}${textPath(slug)}${chosen}`,
    search: (searchId) => `${publicUrl}/account/saved-searches/${searchId}${chosen}`,
    stop: `${publicUrl}${mailPagePath('unsubscribe', addressId, secret)}&lang=${language}`,
  }
  const texts = parts.reduce(
    (sum, { matched, unmatched, more }) => sum + matched.length + unmatched.length + more,
    0,
  )
  const subject = words.subject(texts)
  const foot = [words.why, words.settings]
  const colon = language === 'fr' ? '\u00a0:' : ':'
  return {
    messageId,
    to: email,
    subject,
    unsubscribe: `${publicUrl}${unsubscribePath(pepper, addressId)}`,
    text: [
      words.intro,
      ...parts.map((part) => plainPart(language, part, addresses)),
      `--\n${foot.join('\n')}\n${words.unsubscribe}${colon} ${addresses.stop}\n`,
    ].join('\n\n'),
    html: documentOf(
      language,
      subject,
      html`<p>${words.intro}</p>
        !${parts.map((part) => htmlPart(language, part, addresses))}
        <hr />
        <p>${foot.join(' ')} <a href="${addresses.stop}">${words.unsubscribe}</a></p>`,
    ),
  }
}

const confirmationOf = (
  { pepper, publicUrl }: ComposeDeps,
  messageId: string,
  { addressId, email, language, linkNumber }: MailContent & { readonly kind: 'confirmation' },
): Mail => {
  const words = mailWordsOf(language)
  const secret = mailSecretOf(pepper, addressId, `confirm\n${linkNumber}`)
  const link = `${publicUrl}${mailPagePath('confirm', addressId, secret)}&lang=${language}`
  const subject = words.confirmSubject
  return {
    messageId,
    to: email,
    subject,
    unsubscribe: null,
    text: `${words.confirmText}\n\n${link}\n\n${words.confirmIgnore}\n`,
    html: documentOf(
      language,
      subject,
      html`<p>${words.confirmText}</p>
        <p><a href="${link}">${words.confirm}</a></p>
        <p>${words.confirmIgnore}</p>`,
    ),
  }
}

export const composeMail = (deps: ComposeDeps, messageId: string, content: MailContent): Mail =>
  content.kind === 'digest'
    ? digestOf(deps, messageId, content)
    : confirmationOf(deps, messageId, content)
