import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import type { Sha256Hex } from '#contracts/ids.ts'

/**
 * Hash of an event's data as they open: what two imports have in common. Their payload hashes
 * differ, since each has keys of its own.
 */
export const wordsHashOf = ({ data }: StoredEvent): Sha256Hex => sha256Hex(canonicalJson(data))
