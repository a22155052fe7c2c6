import { randomUUID } from 'node:crypto'

const TIME_DIGITS = 12

/**
 * Makes a UUID version 7 (RFC 9562): 48 bits of Unix time in milliseconds, the rest random. The
 * random part is that of a version 4, which has the same variant bits. (`crypto.randomUUIDv7` is
 * newer than the oldest supported Node.)
 */
export const uuidV7 = (now: number = Date.now()): string => {
  const time = now.toString(16).padStart(TIME_DIGITS, '0')
  const random = randomUUID()
  // The part after the version digit, which starts the third group: xxxxxxxx-xxxx-4xxx-…
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}
