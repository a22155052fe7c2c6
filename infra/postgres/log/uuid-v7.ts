import { randomUUID } from 'node:crypto'

const TIME_DIGITS = 12

/**
 * A UUID version 7 (RFC 9562): 48 bits of Unix time in milliseconds, the rest random. Its random
 * part is that of a version 4, whose variant bits are the same. (`crypto.randomUUIDv7` is younger
 * than the oldest Node that we run on.)
 */
export const uuidV7 = (now: number = Date.now()): string => {
  const time = now.toString(16).padStart(TIME_DIGITS, '0')
  const random = randomUUID()
  // From the version digit on, which follows the third hyphen's group head: xxxxxxxx-xxxx-4xxx-…
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}
