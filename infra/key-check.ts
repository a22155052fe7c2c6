/** Tells whether two places use the same key pepper, without either of them giving it away. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { SecretCheck } from './postgres/backup/format.ts'
import { pepperFile, type Settings } from './settings.ts'

const derive = promisify<string, Buffer, number, Buffer>(scrypt)
const BYTES = 16

/** A slow hash with a salt: a pepper that a person chose can hardly be guessed from it. */
export const makeSecretCheck = async (secret: string): Promise<SecretCheck> => {
  const salt = randomBytes(BYTES)
  const hash = await derive(secret, salt, BYTES)
  return { salt: salt.toString('hex'), hash: hash.toString('hex') }
}

export const fitsSecretCheck = async (secret: string, check: SecretCheck): Promise<boolean> => {
  const hash = await derive(secret, Buffer.from(check.salt, 'hex'), BYTES)
  return timingSafeEqual(hash, Buffer.from(check.hash, 'hex'))
}

/** The pepper of these settings if there is one already; makes none. */
export const knownPepper = async ({
  keyPepper,
  databaseUrl,
  dataDir,
}: Settings): Promise<string | null> => {
  if (keyPepper !== null || databaseUrl !== null) return keyPepper
  const text = await readFile(pepperFile(dataDir), 'utf8').catch(() => '')
  return text.trim() === '' ? null : text.trim()
}
