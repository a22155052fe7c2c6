import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Fault } from '#contracts/fault.ts'
import { KEY_PEPPER_CHARACTERS_MIN, pepperFile, type Settings } from './settings.ts'
import { createWhole } from './whole-file.ts'

const SECRET_BYTES = 32

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

const read = async (file: string): Promise<string | null> => {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (cause) {
    if (isMissing(cause)) return null
    throw new Fault('secret-unreadable', `the key pepper in ${file} can't be read`, { cause })
  }
}

const make = async (file: string): Promise<string | null> => {
  try {
    await createWhole(file, randomBytes(SECRET_BYTES).toString('hex'))
  } catch (cause) {
    throw new Fault('secret-unwritable', { cause })
  }
  return read(file)
}

/**
 * Reads a secret file or creates it once; two processes that start together get the same secret. A
 * file that is too short is left alone: a new secret would lock out every key made with the old.
 */
const readOrMake = async (file: string): Promise<string> => {
  const secret = (await read(file)) ?? (await make(file)) ?? ''
  if (secret.length >= KEY_PEPPER_CHARACTERS_MIN) return secret
  throw new Fault(
    'secret-too-short',
    `the key pepper in ${file} has ${secret.length} characters, and needs ${KEY_PEPPER_CHARACTERS_MIN}`,
    {
      hint:
        'put the file back from a copy; if no key was made with it yet, delete it and start again, ' +
        'and check that the disk is not full',
    },
  )
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
