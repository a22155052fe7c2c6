import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { Fault } from '#contracts/fault.ts'
import { pepperFile, type Settings } from './settings.ts'

const SECRET_BYTES = 32
const OWNER_ONLY = 0o600

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

/**
 * Reads a secret file or creates it once; two processes that start together get the same secret.
 */
const readOrMake = async (file: string): Promise<string> => {
  try {
    await writeFile(file, randomBytes(SECRET_BYTES).toString('hex'), {
      flag: 'wx',
      mode: OWNER_ONLY,
    })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') {
      throw new Fault('secret-unwritable', { cause: error })
    }
  }
  return (await readFile(file, 'utf8')).trim()
}

/**
 * Returns the pepper that keys are hashed with (contracts/conventions/keys.md): KEY_PEPPER, or one
 * generated once in the data folder. Throws a Fault if DATABASE_URL is set without a pepper, since
 * another machine could not check the keys.
 */
export const keyPepper = (settings: Settings): Promise<string> => {
  if (settings.keyPepper !== null) return Promise.resolve(settings.keyPepper)
  if (settings.databaseUrl !== null) {
    throw new Fault('settings-invalid', 'KEY_PEPPER is required with DATABASE_URL', {
      hint: 'set KEY_PEPPER to a secret of at least 32 characters, the same in every process',
    })
  }
  return readOrMake(pepperFile(settings.dataDir))
}
