import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() ?? false

/**
 * Makes a folder and those above it, where they are not there. Node's recursive `mkdir` never ends
 * in a file system that takes no new folder and says that a parent is missing, such as /proc; here
 * that is an error `ENOENT`.
 */
export const makeFolder = async (folder: string, mode?: number): Promise<void> => {
  try {
    await mkdir(folder, mode === undefined ? {} : { mode })
  } catch (error) {
    if (await isFolder(folder)) return
    const above = dirname(folder)
    if (codeOf(error) !== 'ENOENT' || above === folder || (await isFolder(above))) throw error
    await makeFolder(above, mode)
    await makeFolder(folder, mode)
  }
}
