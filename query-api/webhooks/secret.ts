/** Secrets of endpoints, sealed with the pepper for their endpoint. */
import { makeSealer } from '#contracts/web/seal.ts'

/** `unseal` throws Fault `webhook-secret-unreadable` where the pepper is another one. */
export const { seal, unseal } = makeSealer('account, webhook', 'webhook-secret-unreadable')
