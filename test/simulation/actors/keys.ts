/** The API keys of the simulated clients. */
import type { KeyRecord } from '#query-api/auth/ports.ts'

const key = (number: number, over: Partial<KeyRecord>): KeyRecord => ({
  keyId: `00000000-0000-4000-8000-00000000000${number}`,
  accountId: `00000000-0000-4000-9000-00000000000${Math.ceil(number / 2)}`,
  plan: 'practitioner',
  scopes: [],
  capMicroUsd: null,
  capMode: 'hard',
  expiresAt: null,
  revokedAt: null,
  ...over,
})

/** With a hard cap, without one, and with one that only warns. */
export const KEYS: readonly KeyRecord[] = [
  key(1, { capMicroUsd: 190_000 }),
  key(2, {}),
  key(3, { capMicroUsd: 100_000, capMode: 'soft' }),
]
