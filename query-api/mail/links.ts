/** Links of mails, which work without a session. Their secrets are derived, and kept nowhere. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** The path that mail programs post to; a browser is redirected from it. */
export const UNSUBSCRIBE_PATH = '/mail/unsubscribe'
export const MAIL_PAGES_PATH = '/account/mail'

type Purpose = 'unsubscribe' | `confirm\n${number}`

export const mailSecretOf = (pepper: string, addressId: string, purpose: Purpose): string =>
  createHmac('sha256', pepper).update(`mail\n${addressId}\n${purpose}`).digest('base64url')

/** Takes the same time whatever is wrong. */
export const isMailSecret = (
  pepper: string,
  addressId: string,
  purpose: Purpose,
  given: string,
): boolean => {
  const [own, other] = [Buffer.from(mailSecretOf(pepper, addressId, purpose)), Buffer.from(given)]
  return own.length === other.length && timingSafeEqual(own, other)
}

export const unsubscribePath = (pepper: string, addressId: string): string =>
  `${UNSUBSCRIBE_PATH}/${addressId}/${mailSecretOf(pepper, addressId, 'unsubscribe')}`

/** `action`: the page of the account area that asks for a click. */
export const mailPagePath = (
  action: 'confirm' | 'unsubscribe',
  addressId: string,
  secret: string,
): string =>
  `${MAIL_PAGES_PATH}/${action}?${new URLSearchParams({ address: addressId, secret }).toString()}`
