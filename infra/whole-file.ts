/** Secrets and state files: a reader finds the whole content or no file, even after a full disk. */
import { randomUUID } from 'node:crypto'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

const OWNER_ONLY = 0o600

const isExisting = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST'

const writeSynced = async (file: string, content: string): Promise<void> => {
  const handle = await open(file, 'wx', OWNER_ONLY)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes a new name survive a power loss; Windows has no such call and needs none. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const writeBeside = async <T>(
  file: string,
  content: string,
  place: (draft: string) => Promise<T>,
): Promise<T> => {
  const draft = `${file}.${randomUUID()}.draft`
  try {
    await writeSynced(draft, content)
    const placed = await place(draft)
    await syncFolder(dirname(file))
    return placed
  } finally {
    await rm(draft, { force: true })
  }
}

/** Writes or replaces a file: written beside, synced to the disk, then renamed. */
export const writeWhole = (file: string, content: string): Promise<void> =>
  writeBeside(file, content, (draft) => rename(draft, file))

/** Creates a file unless there is one; false: another process was first, and its content stays. */
export const createWhole = (file: string, content: string): Promise<boolean> =>
  writeBeside(file, content, async (draft) => {
    try {
      await link(draft, file)
      return true
    } catch (error) {
      if (isExisting(error)) return false
      throw error
    }
  })
