/** Codes for somebody who lost the device of the second factor. Each is used once. */
import { createHmac, randomInt } from 'node:crypto'

export const RECOVERY = { codes: 10, characters: 10 } as const

// Without letters that look like digits (Crockford's base 32).
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const HALF = RECOVERY.characters / 2

const newCode = (): string => {
  const letters = Array.from(
    { length: RECOVERY.characters },
    () => ALPHABET[randomInt(ALPHABET.length)],
  ).join('')
  return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`
}

export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: RECOVERY.codes }, newCode)

/** Normalises a code as people type it: in any case, with or without the hyphen. */
const plainCode = (code: string): string =>
  code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')

/** Whether a text may be a recovery code, and not one of an app. */
export const looksLikeRecoveryCode = (text: string): boolean =>
  plainCode(text).length === RECOVERY.characters

/** What is stored of a code. */
export const recoveryHmac = (pepper: string, owner: string, code: string): Uint8Array =>
  createHmac('sha256', pepper)
    .update(`staff, recovery\n${owner}\n${plainCode(code)}`)
    .digest()
