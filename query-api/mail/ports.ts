/** Ports of mail: addresses of people, which searches they want mailed, and what sends it. */
import type { EmailAddress } from '#contracts/account.ts'
import type { Actor } from '#contracts/audit.ts'
import type { Refusal } from '#contracts/fault.ts'
import type { DisabledCause } from '#contracts/http/webhooks.ts'
import type { Instant, Slug } from '#contracts/ids.ts'
import type { QueuedMail, Rhythm } from '#contracts/mail.ts'
import type { Language } from '#contracts/web/language.ts'
import type { Posted } from '../webhooks/ports.ts'

/** Whose mail, and of which account. */
export type MailReader = {
  readonly userId: string
  readonly accountId: string
  readonly actor: Actor
}

/** What a person chose for one search, and the state of their address. */
export type MailChoice = {
  /** null: no mail. */
  readonly rhythm: Rhythm | null
  readonly language: Language | null
  readonly confirmed: boolean
  /** Why and since when nothing is sent to the address; null: it is. */
  readonly stopped: { readonly at: Instant; readonly cause: DisabledCause } | null
}

/** Refuses `saved-search-unknown` for a search that the account does not have. */
export type MailChoices = {
  one(
    reader: Pick<MailReader, 'userId' | 'accountId'>,
    searchId: string,
  ): Promise<MailChoice | Refusal>
  /**
   * Mails the news from now on, or no more. An address that is not confirmed is sent a link; one
   * that was stopped is sent mail again.
   */
  choose(
    reader: MailReader,
    searchId: string,
    wanted: { readonly rhythm: Rhythm | null; readonly language: Language },
  ): Promise<MailChoice | Refusal>
  /** Sends the link once more, at most once in `MAIL.linkPauseSeconds`. */
  remind(reader: MailReader): Promise<void>
  /** Language of an address, and the number of its link; null: it has none that may be used. */
  link(addressId: string): Promise<{ readonly number: number; readonly language: Language } | null>
  /** Uses a link up; returns whether it could be used. */
  confirm(addressId: string, linkNumber: number): Promise<boolean>
  /** Ends all mail of an address. Idempotent; returns whether there is such an address. */
  unsubscribe(addressId: string): Promise<boolean>
}

/** The news of one search, as a mail says them. */
export type DigestPart = {
  readonly searchId: string
  readonly name: string
  readonly matched: readonly Slug[]
  readonly unmatched: readonly Slug[]
  /** Those that the mail leaves out. */
  readonly more: number
}

/** The subject of a queued mail at the moment of sending, and its recipient. */
export type MailContent = {
  readonly addressId: string
  readonly email: EmailAddress
  readonly language: Language
} & (
  | { readonly kind: 'digest'; readonly parts: readonly DigestPart[] }
  | { readonly kind: 'confirmation'; readonly linkNumber: number }
)

export type MailQueue = {
  /**
   * Queues a mail for each person and rhythm that is due, and moves what was mailed on, all or
   * nothing. Returns how many.
   */
  gather(limit: number): Promise<number>
  /** null: nothing of it is left to be sent. */
  content(addressId: string, queued: QueuedMail): Promise<MailContent | null>
}

/** A mail as it is sent. */
export type Mail = {
  readonly messageId: string
  readonly to: EmailAddress
  readonly subject: string
  readonly text: string
  readonly html: string
  /** RFC 8058: the address that a mail program posts to; null: the mail belongs to no list. */
  readonly unsubscribe: string | null
}

/** Hands a mail to a server within its time limits; never throws. An abort ends it as a fault. */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<Posted>
