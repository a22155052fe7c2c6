/**
 * Secrets, state files and backups: a reader finds the whole content or no file, even after a full
 * disk.
 */
import { randomUUID } from 'node:crypto'
import { type FileHandle, link, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { callbackify } from 'node:util'

const OWNER_ONLY = 0o600

const isExisting = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST'

type Write<T> = (handle: FileHandle) => Promise<T>

const writeSynced = async <T>(file: string, write: Write<T>): Promise<T> => {
  const handle = await open(file, 'wx', OWNER_ONLY)
  try {
    const written = await write(handle)
    await handle.sync()
    return written
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

const DRAFT = '.draft'

const writeBeside = async <T, Placed>(
  file: string,
  write: Write<T>,
  place: (draft: string) => Promise<Placed>,
): Promise<{ readonly written: T; readonly placed: Placed }> => {
  const draft = `${file}.${randomUUID()}${DRAFT}`
  try {
    const written = await writeSynced(draft, write)
    const placed = await place(draft)
    await syncFolder(dirname(file))
    return { written, placed }
  } finally {
    await rm(draft, { force: true })
  }
}

const contentOf =
  (content: string): Write<void> =>
  (handle) =>
    handle.writeFile(content)

/** Writes or replaces a file: written beside, synced to the disk, then renamed. */
export const writeWhole = async (file: string, content: string): Promise<void> => {
  await writeBeside(file, contentOf(content), (draft) => rename(draft, file))
}

/** A stream into a file that stays open: one of `fs` closes it when it fails. */
const sinkOf = (handle: FileHandle): Writable => {
  const append = callbackify((bytes: Uint8Array) => handle.writeFile(bytes))
  return new Writable({
    write: (chunk: Uint8Array, _encoding, done) => append(chunk, done),
    writev: (chunks, done) =>
      append(Buffer.concat(chunks.map(({ chunk }) => chunk as Uint8Array)), done),
  })
}

/** The same for content that is too large to be held; answers what `write` answers. */
export const streamWhole = async <T>(
  file: string,
  write: (sink: Writable) => Promise<T>,
): Promise<T> => {
  const stream: Write<T> = (handle) => write(sinkOf(handle))
  return (await writeBeside(file, stream, (draft) => rename(draft, file))).written
}

/** Creates a file unless there is one; false: another process was first, and its content stays. */
export const createWhole = async (file: string, content: string): Promise<boolean> => {
  const linkTo = async (draft: string): Promise<boolean> => {
    try {
      await link(draft, file)
      return true
    } catch (error) {
      if (isExisting(error)) return false
      throw error
    }
  }
  return (await writeBeside(file, contentOf(content), linkTo)).placed
}

/**
 * Removes what writers of a file left when they were killed. Only for one who knows that nobody is
 * writing it.
 */
export const removeDrafts = async (file: string): Promise<void> => {
  const folder = dirname(file)
  const left = (await readdir(folder)).filter(
    (name) => name.startsWith(`${basename(file)}.`) && name.endsWith(DRAFT),
  )
  for (const name of left) await rm(join(folder, name), { force: true })
}
