/**
 * Notifies accounts that a key reached its cap or ends soon. Each notice is recorded for its key
 * and period in the transaction that queues the message, so it is sent once.
 */
import { uuidV5 } from '#contracts/canonical/hash.ts'
import { CapNotice, ExpiryNotice } from '#contracts/http/key-notices.ts'
import { printUsd } from '#contracts/tariff.ts'
import { messageBody } from '../webhooks/message.ts'
import type { QueuedEvent } from '../webhooks/ports.ts'
import { KEY_NOTICES, type KeyNotices, type UntoldKey } from './ports.ts'

const TYPES = { cap_reached: 'usage.cap_reached', expiring: 'key.expiring' } as const

/** The event of a notice. Events of one key are sent in order. */
export const eventOfKey = (untold: UntoldKey): QueuedEvent => {
  const { keyId, accountId, noticedAt, kind, period } = untold
  const id = uuidV5(keyId, `${kind}\n${period}`)
  const type = TYPES[kind]
  const notice =
    untold.kind === 'cap_reached'
      ? CapNotice.parse({
          id,
          keyId,
          month: period,
          capUsd: untold.capMicroUsd === null ? null : printUsd(untold.capMicroUsd),
          capMode: untold.capMode,
          spentUsd: printUsd(untold.spentMicroUsd),
        })
      : ExpiryNotice.parse({ id, keyId, expiresAt: period })
  return {
    id,
    type,
    accountId,
    orderKey: keyId,
    jurisdictions: [],
    position: null,
    body: messageBody(type, noticedAt, notice),
  }
}

/** Takes steps, each at most `KEY_NOTICES.lookEveryMs` after the one before. */
export const makeKeyTeller = (notices: KeyNotices, clock: () => number) => {
  let lookedAt = Number.NEGATIVE_INFINITY
  return {
    step: async (): Promise<{ readonly isCaughtUp: boolean; readonly told: number }> => {
      const { perStep, lookEveryMs } = KEY_NOTICES
      if (clock() - lookedAt < lookEveryMs) return { isCaughtUp: true, told: 0 }
      const told = await notices.tell(perStep, eventOfKey)
      if (told === perStep) return { isCaughtUp: false, told }
      lookedAt = clock()
      return { isCaughtUp: true, told }
    },
  }
}
export type KeyTeller = ReturnType<typeof makeKeyTeller>
