/**
 * Which texts an import publishes without a person: those of files in a configured folder of a
 * publisher (contracts/conventions/life-cycle.md). No word in a record counts.
 */
import { realpath, stat } from 'node:fs/promises'
import { sep } from 'node:path'
import {
  DEMONSTRATION_IMPORT,
  OFFICIAL_IMPORT,
  type ImportPolicy,
} from '../domain/article/commands.ts'
import type { OfficialFolder, OfficialFolders } from '../ports.ts'
import { DEMONSTRATION_FOLDER } from '../sources/demonstration/folder.ts'
import { fileOf } from '../sources/registry/read-source.ts'

/** The source of a file, and the policy under which its texts are published. */
export type OfficialSource = Pick<OfficialFolder, 'folder' | 'licence'> & {
  /** Null: nobody, for the demonstration texts. */
  readonly publisher: string | null
  /** Null: the demonstration texts, which are configured nowhere. */
  readonly id: string | null
  readonly policy: ImportPolicy
}

const DEMONSTRATION: OfficialSource = {
  id: null,
  folder: DEMONSTRATION_FOLDER,
  publisher: null,
  licence: null, // each of them states its own
  policy: DEMONSTRATION_IMPORT,
}

/** Finds the official source of a file; null: a person has to review its texts. */
export type OfficialSourceOf = (file: string) => Promise<OfficialSource | null>

const isFile = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

/** The real path of the file, or of the archive that holds it; null if there is none. */
const realFileOf = async (named: string): Promise<string | null> => {
  try {
    // A file may have the mark of archives in its name, so the whole name comes first.
    if (await isFile(named)) return await realpath(named)
    const prefixes = new Set<string>()
    fileOf(named, (path) => {
      prefixes.add(path)
      return false
    })
    for (const path of prefixes) if (await isFile(path)) return await realpath(path)
    return null
  } catch {
    return null // it went away meanwhile
  }
}

const isIn = (file: string, folder: string): boolean =>
  file.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)

/** Asks for the configured folders once, when the first file is to be found. */
export const officialSourceFinder = (folders: OfficialFolders): OfficialSourceOf => {
  let sources: Promise<OfficialSource[]> | null = null
  const load = async (): Promise<OfficialSource[]> => {
    const configured = await folders.list()
    const official = configured
      .map(({ id, folder, publisher, licence }): OfficialSource => ({
        id,
        folder,
        publisher,
        licence,
        policy: OFFICIAL_IMPORT,
      }))
      .toSorted((a, b) => b.folder.length - a.folder.length) // the innermost folder first
    const demonstration = await realpath(DEMONSTRATION.folder).catch(() => null)
    // Before all others, since nobody is the publisher of these texts.
    return demonstration === null
      ? official
      : [{ ...DEMONSTRATION, folder: demonstration }, ...official]
  }
  let last: { readonly file: string; readonly source: Promise<OfficialSource | null> } | null = null
  const find: OfficialSourceOf = async (named) => {
    sources ??= load()
    const [found, file] = await Promise.all([sources, realFileOf(named)])
    if (file === null) return null
    return found.find(({ folder }) => isIn(file, folder)) ?? null
  }
  // The records of a file follow one another.
  return (file) => {
    if (last?.file !== file) last = { file, source: find(file) }
    return last.source
  }
}
