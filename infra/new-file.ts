/**
 * A file that somebody names for what a command writes: no file is overwritten, and one that cannot
 * be written is a Fault that says so.
 */
import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Fault } from '#contracts/fault.ts'
import { createWhole } from './whole-file.ts'

const isOfSystem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error

/** The Fault `file-unwritable` for an error of the system; any other error is answered as it is. */
export const writeFault = (file: string, error: unknown): unknown =>
  isOfSystem(error)
    ? new Fault('file-unwritable', `${file} cannot be written`, { cause: error })
    : error

const existing = (file: string): Fault =>
  new Fault('file-exists', `there is a file ${file} already`)

/** Throws Faults `file-exists` and `file-unwritable`, before work that the file is for. */
export const requireNewFile = async (file: string): Promise<void> => {
  const found = await stat(file).catch(() => null)
  if (found?.isDirectory() === true)
    throw new Fault('file-unwritable', `${file} is a folder`, { hint: 'name a file in it' })
  if (found !== null) throw existing(file)
  try {
    // With the slash a file in the place of the folder is refused.
    await access(`${dirname(file)}/`, constants.W_OK)
  } catch (error) {
    throw writeFault(file, error)
  }
}

/** Writes a new file, whole. Throws as `requireNewFile`. */
export const writeNewFile = async (file: string, content: string): Promise<void> => {
  await requireNewFile(file)
  let isNew: boolean
  try {
    isNew = await createWhole(file, content)
  } catch (error) {
    throw writeFault(file, error)
  }
  if (!isNew) throw existing(file)
}
