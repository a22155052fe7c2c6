import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { Fault, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { isBesideFile } from './beside.ts'
import { ABOUT_FILES, isAboutFiles } from '../sources/not-a-text.ts'
import type { SourceRefusal } from '../sources/source-item.ts'
import { DELETIONS } from '../sources/dila/deletions.ts'
import { isSourceFile, SOURCE_EXTENSIONS } from '../sources/registry/sources.ts'

export const DISCOVERY = { filesMax: 1_000_000, depthMax: 32 } as const

/** A file to read; `path` as the caller named it or its folder. */
export type FoundFile = { readonly path: string; readonly bytes: number }

export type Discovered = {
  readonly files: readonly FoundFile[]
  readonly refusals: readonly SourceRefusal[]
  /** Files of a folder whose names fit no source. */
  readonly notes: readonly SourceRefusal[]
}

const ARCHIVE = /\.(?:tar|tgz|tar\.gz)$/i
const isTaken = (name: string): boolean => isSourceFile(name) || ARCHIVE.test(name)
const isList = ({ name }: Dirent): boolean => DELETIONS.test(name)
const isHidden = (name: string): boolean => name.startsWith('.')

type Found = {
  readonly files: FoundFile[]
  readonly refusals: SourceRefusal[]
  readonly notes: SourceRefusal[]
  readonly seen: Set<string>
  /** Files met, those named twice included. */
  met: number
}

const at = (path: string, refusal: Refusal): SourceRefusal => ({ file: path, line: 1, ...refusal })

export const unreadableFile = (path: string, error: unknown): SourceRefusal => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code === 'ENOENT'
    ? at(path, refusalByCode('path-missing'))
    : at(path, {
        refused: 'file-unreadable',
        reason: `it can't be read (${code === '' ? 'unknown cause' : code})`,
        hint: 'give yourself the right to read it, or leave it out',
      })
}

const NOT_A_FILE: Refusal = refusalByCode('not-a-file')
const FOLDER_EMPTY: Refusal = {
  refused: 'folder-empty',
  reason: 'there is nothing to import in this folder',
  hint: `give a folder that holds ${SOURCE_EXTENSIONS.map((one) => `*.${one}`).join(', ')} or *.tar.gz files`,
}
const OTHER_NAME: Refusal = {
  refused: 'file-not-imported',
  reason: `its name does not end as a source does (${SOURCE_EXTENSIONS.map((one) => `.${one}`).join(', ')}, .tar.gz)`,
  hint: 'name the file itself if it is to be imported',
}

const LINK_OUT: Refusal = {
  refused: 'file-not-imported',
  reason: 'it is a link to something outside the folder',
  hint: 'name the file itself if it is to be imported',
}

const addFile = async (path: string, bytes: number, found: Found): Promise<void> => {
  const real = await realpath(path)
  found.met += 1
  if (found.seen.has(real)) return // named twice, or inside a folder that is named too
  if (found.seen.size >= DISCOVERY.filesMax) {
    throw new Fault('import-too-large', `one import takes at most ${DISCOVERY.filesMax} files`, {
      hint: 'import the folders one after the other',
    })
  }
  found.seen.add(real)
  found.files.push({ path, bytes })
}

/** A folder that is walked: its real path, and how deep it is nested. */
type Walked = { readonly root: string; readonly depth: number }

/** Whoever names a folder did not see where a link in it leads. */
const leadsOut = async (path: string, root: string): Promise<boolean> =>
  !(await realpath(path)).startsWith(`${root}${sep}`)

const walkEntry = async (path: string, entry: Dirent, { root, depth }: Walked, found: Found) => {
  if (isHidden(entry.name)) return
  if (entry.isSymbolicLink() && (await leadsOut(path, root))) {
    found.notes.push(at(path, LINK_OUT))
    return
  }
  const status = await stat(path)
  // A link to a folder may lead back to where we are, so only links to files are followed.
  if (status.isDirectory() && !entry.isSymbolicLink())
    await walk(path, { root, depth: depth + 1 }, found)
  else if (status.isFile() && isBesideFile(entry.name)) return // read with its manuscript
  else if (status.isFile() && isAboutFiles(entry.name)) found.notes.push(at(path, ABOUT_FILES))
  else if (status.isFile() && isTaken(entry.name)) await addFile(path, status.size, found)
  else found.notes.push(at(path, OTHER_NAME))
}

const walk = async (folder: string, walked: Walked, found: Found): Promise<void> => {
  if (walked.depth > DISCOVERY.depthMax) {
    found.refusals.push(
      at(folder, {
        refused: 'folder-too-deep',
        reason: `folders are nested more than ${DISCOVERY.depthMax} deep`,
        hint: 'name this folder itself',
      }),
    )
    return
  }
  const entries = await readdir(folder, { withFileTypes: true })
  // Sorts by code unit for a fixed order: the states of a text may be in several files. Lists of
  // deletions come last: what their folder states is known by then.
  const byName = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const sorted = [...byName.filter((one) => !isList(one)), ...byName.filter(isList)]
  for (const entry of sorted) {
    const path = join(folder, entry.name)
    try {
      await walkEntry(path, entry, walked, found)
    } catch (error) {
      if (error instanceof Fault) throw error
      found.refusals.push(unreadableFile(path, error))
    }
  }
}

const addPath = async (path: string, found: Found): Promise<void> => {
  const status = await stat(path)
  if (status.isFile()) return addFile(path, status.size, found)
  if (!status.isDirectory()) {
    found.refusals.push(at(path, NOT_A_FILE))
    return
  }
  const before = found.met + found.refusals.length
  await walk(path, { root: await realpath(path), depth: 1 }, found)
  const isEmpty = found.met + found.refusals.length === before
  if (isEmpty) found.refusals.push(at(path, FOLDER_EMPTY))
}

/**
 * The files to import in a fixed order: paths as given, files of a folder by name. A file that is
 * named itself may have any name; hidden files of a folder are skipped.
 */
export const discover = async (paths: readonly string[]): Promise<Discovered> => {
  const found: Found = { files: [], refusals: [], notes: [], seen: new Set(), met: 0 }
  for (const path of paths) {
    try {
      await addPath(path, found)
    } catch (error) {
      if (error instanceof Fault) throw error
      found.refusals.push(unreadableFile(path, error))
    }
  }
  return { files: found.files, refusals: found.refusals, notes: found.notes }
}
