/** Who is signed in on the command line. */
import { readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Fault } from '#contracts/fault.ts'
import type { SignedPerson } from '#contracts/staff.ts'
import { personOfToken } from '#ingest/editorial/staff/tokens.ts'
import type { Database } from '../processes/wiring/database.ts'
import { openStaff } from '../processes/wiring/staff.ts'
import { makeFolder } from '../make-folder.ts'
import { type Settings, staffTokenFile } from '../settings.ts'
import { writeWhole } from '../whole-file.ts'

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

const readToken = async ({ dataDir }: Settings): Promise<string | null> => {
  try {
    return (await readFile(staffTokenFile(dataDir), 'utf8')).trim()
  } catch (error) {
    if (isMissing(error)) return null
    throw new Fault('not-signed-in', 'the access token of this command line cannot be read', {
      cause: error,
      hint: 'sign in again with `pandect staff sign-in`',
    })
  }
}

/** Writes the access token so that only its owner may read it. */
export const writeToken = async ({ dataDir }: Settings, token: string): Promise<void> => {
  const file = staffTokenFile(dataDir)
  await makeFolder(dirname(file))
  await writeWhole(file, `${token}\n`)
}

export const removeToken = ({ dataDir }: Settings): Promise<void> =>
  rm(staffTokenFile(dataDir), { force: true })

/** The token of PANDECT_STAFF_TOKEN, or of `pandect staff sign-in`. */
export const presentToken = (settings: Settings): Promise<string | null> =>
  settings.staffToken === null ? readToken(settings) : Promise.resolve(settings.staffToken)

/** The person who acts on this command line. Throws Fault `not-signed-in`. */
export const signedPersonOf = async (
  settings: Settings,
  database: Database,
): Promise<SignedPerson> => {
  const token = await presentToken(settings)
  if (token === null) throw new Fault('not-signed-in')
  const person = await personOfToken(await openStaff(settings, database), token)
  if (person !== null) return person
  throw new Fault('not-signed-in', 'the access token is unknown, or has ended')
}
