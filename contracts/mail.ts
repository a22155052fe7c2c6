/** Mail of saved searches, as both sides of the queue name it. */
import { z } from 'zod'

export const MAIL = {
  /** News of a search that wants them soon are gathered for this long. */
  bundleMinutes: 5,
  /** The hour of the day (UTC) after which the mail of a day is made. */
  dailyHourUtc: 5,
  /** How long a link that confirms an address may be used. */
  linkDays: 7,
  /** Between two confirmations of one address. */
  linkPauseSeconds: 60,
  /** Texts that a mail names for one search; it says how many more there are. */
  textsShown: 50,
} as const

/** How often a search is mailed: gathered over minutes, or once a day. */
export const Rhythm = z.enum(['soon', 'daily'])
export type Rhythm = z.infer<typeof Rhythm>

export const MailLanguage = z.enum(['fr', 'en'])

/**
 * What the queue keeps of a mail: which news it is about, and no word of a search or text. The mail
 * is worded when it is sent, of what is there at that moment.
 */
export const QueuedMail = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('digest'),
    parts: z.array(
      z.strictObject({ searchId: z.uuid(), after: z.int().nonnegative(), to: z.int().positive() }),
    ),
  }),
  z.strictObject({ kind: z.literal('confirmation'), linkNumber: z.int().positive() }),
])
export type QueuedMail = z.infer<typeof QueuedMail>
