/** Passwords: argon2id (RFC 9106) as PHC strings, off the event loop, with bounded concurrency. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { ACCOUNT_LIMITS } from '../account.ts'
import { Fault, type Refusal } from '../fault.ts'

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, 2 passes, 1 lane. */
export const ARGON2ID = {
  memoryKib: 19_456,
  passes: 2,
  lanes: 1,
  saltBytes: 16,
  tagBytes: 32,
} as const

/** Concurrent hashes and the queue behind them; each hash takes 19 MiB. */
export const HASHING = { atOnce: 2, waitingMax: 64 } as const

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,128})$/

type Parameters = {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}
type Parsed = Parameters & { readonly nonce: Buffer; readonly tag: Buffer }

const CURRENT: Parameters = {
  memory: ARGON2ID.memoryKib,
  passes: ARGON2ID.passes,
  parallelism: ARGON2ID.lanes,
}
const plain = (bytes: Buffer): string => bytes.toString('base64').replace(/(?<!=)=+$/, '')

const parsePhc = (text: string): Parsed => {
  const [, memory, passes, lanes, nonce = '', tag = ''] = PHC.exec(text) ?? []
  if (memory === undefined) throw new Fault('password-hash-unreadable')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

const waiting: (() => void)[] = []
let running = 0

const enter = async (): Promise<void> => {
  if (running < HASHING.atOnce) {
    running += 1
    return
  }
  if (waiting.length >= HASHING.waitingMax)
    throw new Fault('sign-in-busy', 'Too many people sign in at this moment.', {
      retryAfterMs: 5_000,
    })
  await new Promise<void>((resolve) => waiting.push(resolve))
}
const leave = (): void => {
  const next = waiting.shift()
  // The next waiting check takes the slot.
  if (next === undefined) running -= 1
  else next()
}

const derive = async (
  password: string,
  parameters: Parameters,
  nonce: Buffer,
  tagLength: number,
): Promise<Buffer> => {
  await enter()
  try {
    return await new Promise((resolve, reject) => {
      const message = Buffer.from(password.normalize('NFKC'), 'utf8')
      argon2('argon2id', { message, nonce, tagLength, ...parameters }, (error, tag) =>
        error === null ? resolve(tag) : reject(error),
      )
    })
  } finally {
    leave()
  }
}

/** The PHC string of a password. Throws Fault `sign-in-busy`. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(ARGON2ID.saltBytes)
  const tag = await derive(password, CURRENT, nonce, ARGON2ID.tagBytes)
  const { memory, passes, parallelism } = CURRENT
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(nonce)}$${plain(tag)}`
}

/** Whether a password matches a hash. Throws Faults `sign-in-busy`, `password-hash-unreadable`. */
export const isPassword = async (password: string, phc: string): Promise<boolean> => {
  const { nonce, tag, ...parameters } = parsePhc(phc)
  return timingSafeEqual(await derive(password, parameters, nonce, tag.length), tag)
}

/** Whether a hash was made with other parameters than the current ones. */
export const needsRehash = (phc: string): boolean => {
  const { memory, passes, parallelism, tag } = parsePhc(phc)
  return (
    memory !== CURRENT.memory ||
    passes !== CURRENT.passes ||
    parallelism !== CURRENT.parallelism ||
    tag.length !== ARGON2ID.tagBytes
  )
}

/** A hash for unknown addresses: takes as long to check and never matches. */
export const NOBODY = `$argon2id$v=19$m=${ARGON2ID.memoryKib},t=${ARGON2ID.passes},p=${ARGON2ID.lanes}$${plain(randomBytes(ARGON2ID.saltBytes))}$${plain(randomBytes(ARGON2ID.tagBytes))}`

/**
 * Requires a length and no mixture of characters (NIST SP 800-63B, 3.1.1.2). Refuses
 * `password-invalid`.
 */
export const parsePassword = (text: string): string | Refusal => {
  const characters = [...text.normalize('NFKC')].length
  const { passwordCharactersMin, passwordCharactersMax } = ACCOUNT_LIMITS
  return characters >= passwordCharactersMin && characters <= passwordCharactersMax
    ? text
    : {
        refused: 'password-invalid',
        reason: `a password has ${passwordCharactersMin} to ${passwordCharactersMax} characters`,
        hint: 'use a sentence that is easy to remember',
      }
}
