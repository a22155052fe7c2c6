/**
 * Files that somebody sent for an import, kept for an hour: first they are checked, then imported.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { StaffId } from '#contracts/staff.ts'

export const UPLOAD_LIMITS = {
  filesMax: 50,
  bytesMax: 64 * 1024 * 1024,
  keptMs: 3_600_000,
} as const

export type SentFile = { readonly name: string; readonly bytes: Uint8Array }

/** A folder of kept files, named by who sent them and by a number that nobody guesses. */
export type Uploads = {
  keep(person: StaffId, files: readonly SentFile[]): Promise<string>
  /** Null: there is no such upload of this person any more. */
  folderOf(person: StaffId, id: string): Promise<string | null>
  remove(person: StaffId, id: string): Promise<void>
  /** Removes the files of an upload and keeps what came of them. */
  finish(person: StaffId, id: string, report: string): Promise<void>
  /** What came of an upload; null: it is not finished, or not kept any more. */
  reportOf(person: StaffId, id: string): Promise<string | null>
}

const ID = /^[0-9a-f-]{36}$/
const NAME_CHARACTERS_MAX = 120

/** A name that stays in its folder; the importer shows it in its report. */
export const safeName = (name: string, index: number): string => {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = last.replaceAll(/[^\p{L}\p{N}. _()-]/gu, '_').replace(/^\.+/, '')
  const extension = extname(clean).slice(0, 12)
  const stem = clean.slice(0, clean.length - extname(clean).length).slice(0, NAME_CHARACTERS_MAX)
  return `${stem === '' ? `file-${index + 1}` : stem}${extension}`
}

/** Two files of one name are told apart by a number. */
const namesOf = (files: readonly SentFile[]): string[] => {
  const taken = new Set<string>()
  return files.map(({ name }, index) => {
    const safe = safeName(name, index)
    const free = taken.has(safe) ? `${index + 1}-${safe}` : safe
    taken.add(free)
    return free
  })
}

export const makeUploads = (root: string, clock: () => number): Uploads => {
  const folder = (person: StaffId, id: string): string => join(root, person, id)
  const reportPath = (person: StaffId, id: string): string => join(root, person, `${id}.json`)
  const isKept = async (path: string): Promise<boolean> => {
    const found = await stat(path).catch(() => null)
    return found !== null && found.mtimeMs > clock() - UPLOAD_LIMITS.keptMs
  }
  const sweep = async (person: StaffId): Promise<void> => {
    const ids = await readdir(join(root, person)).catch(() => [])
    for (const id of ids)
      if (!(await isKept(folder(person, id))))
        await rm(folder(person, id), { recursive: true, force: true })
  }
  return {
    keep: async (person, files) => {
      await sweep(person)
      const id = randomUUID()
      await mkdir(folder(person, id), { recursive: true, mode: 0o700 })
      const names = namesOf(files)
      for (const [index, { bytes }] of files.entries())
        await writeFile(join(folder(person, id), names[index] ?? ''), bytes, { mode: 0o600 })
      return id
    },
    folderOf: async (person, id) =>
      ID.test(id) && (await isKept(folder(person, id))) ? folder(person, id) : null,
    remove: async (person, id) => {
      if (ID.test(id)) await rm(folder(person, id), { recursive: true, force: true })
    },
    finish: async (person, id, report) => {
      if (!ID.test(id)) return
      await writeFile(reportPath(person, id), report, { mode: 0o600 })
      await rm(folder(person, id), { recursive: true, force: true })
    },
    reportOf: async (person, id) =>
      ID.test(id) && (await isKept(reportPath(person, id)))
        ? readFile(reportPath(person, id), 'utf8')
        : null,
  }
}
