/** How the notifier mails: it gathers what is due, and words each mail when it is sent. */
import { QueuedMail } from '#contracts/mail.ts'
import type { Places } from '../webhooks/lanes.ts'
import type { Queue, SendMessage } from '../webhooks/ports.ts'
import { composeMail, type ComposeDeps } from './compose.ts'
import type { MailQueue, SendMail } from './ports.ts'

export const MAIL_STEP = {
  perStep: 100,
  /** How often due mail is looked for, milliseconds. */
  lookEveryMs: 5_000,
} as const

/** All mail goes to one server, which takes few connections; webhooks have places of their own. */
export const MAIL_PLACES: Partial<Places> = {
  quickMax: 4,
  slowMax: 4,
  perQuickEndpoint: 1,
  perSlowEndpoint: 1,
  aheadMax: 2,
  aheadAsideMax: 2,
}

export type MailDeps = ComposeDeps & {
  /** The messages of addresses alone. */
  readonly queue: Pick<Queue, 'dueEndpoints' | 'due' | 'record'>
  readonly mails: MailQueue
  readonly send: SendMail
  readonly lookEveryMs?: number
}

/** What the lanes of mail call for one message. */
export const makeSendQueued =
  ({ mails, send, ...compose }: MailDeps): SendMessage =>
  async ({ endpointId }, { id, body }, _nowMs, signal) => {
    const content = await mails.content(endpointId, QueuedMail.parse(JSON.parse(body)))
    // Its search was deleted, or what it was about was erased: nothing is left to say.
    if (content === null) return { status: NOTHING_LEFT, retryAfter: undefined }
    const { hostname } = new URL(compose.publicUrl)
    return send(composeMail(compose, `<${id}@${hostname}>`, content), signal)
  }
/** Recorded as delivered, like the 250 of a server. */
const NOTHING_LEFT = 204

export const makeMailTeller = (
  { mails, lookEveryMs = MAIL_STEP.lookEveryMs }: MailDeps,
  clock: () => number,
) => {
  let lookedAt = Number.NEGATIVE_INFINITY
  return {
    step: async (): Promise<{ readonly isCaughtUp: boolean; readonly told: number }> => {
      if (clock() - lookedAt < lookEveryMs) return { isCaughtUp: true, told: 0 }
      const told = await mails.gather(MAIL_STEP.perStep)
      if (told === MAIL_STEP.perStep) return { isCaughtUp: false, told }
      lookedAt = clock()
      return { isCaughtUp: true, told }
    },
  }
}
