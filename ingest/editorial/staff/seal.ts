/** Secrets of second factors, sealed with the pepper for their owner. */
import { makeSealer } from '#contracts/web/seal.ts'

/** `unseal` throws Fault `second-factor-unreadable` where the pepper is another one. */
export const { seal, unseal } = makeSealer('staff, second factor', 'second-factor-unreadable')
