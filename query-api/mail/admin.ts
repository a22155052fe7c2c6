/** What people choose of mail, and what the links of their mails do. */
import { isMailSecret } from './links.ts'
import type { MailChoices } from './ports.ts'

const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)

export const makeMailAdmin = ({ choices, pepper }: { choices: MailChoices; pepper: string }) => ({
  one: (...given: Parameters<MailChoices['one']>) => choices.one(...given),
  choose: (...given: Parameters<MailChoices['choose']>) => choices.choose(...given),
  remind: (...given: Parameters<MailChoices['remind']>) => choices.remind(...given),
  /** Whether a link can confirm an address now; looking does not use it up. */
  canConfirm: async (addressId: string, secret: string): Promise<boolean> => {
    const link = isId(addressId) ? await choices.link(addressId) : null
    return link !== null && isMailSecret(pepper, addressId, `confirm\n${link.number}`, secret)
  },
  /** Once for each link; returns whether it could be used. */
  confirm: async (addressId: string, secret: string): Promise<boolean> => {
    const link = isId(addressId) ? await choices.link(addressId) : null
    if (link === null) return false
    if (!isMailSecret(pepper, addressId, `confirm\n${link.number}`, secret)) return false
    return choices.confirm(addressId, link.number)
  },
  isUnsubscribe: (addressId: string, secret: string): boolean =>
    isId(addressId) && isMailSecret(pepper, addressId, 'unsubscribe', secret),
  /** Ends all mail of an address; returns whether the link is one of ours. */
  unsubscribe: async (addressId: string, secret: string): Promise<boolean> =>
    isId(addressId) &&
    isMailSecret(pepper, addressId, 'unsubscribe', secret) &&
    choices.unsubscribe(addressId),
})
export type MailAdmin = ReturnType<typeof makeMailAdmin>
