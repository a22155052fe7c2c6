/**
 * Looks for words in every table and in the files of the data folder. They never leave this
 * process: rows and files are read, and nothing is asked of the database that has a word.
 */
import { createReadStream } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { COPY_SESSION } from '../../postgres/backup/backup.ts'
import { quoted, tableNames } from '../../postgres/backup/tables.ts'
import { storeFault } from '../../postgres/platform/faults.ts'
import { sessionSettings } from '../../postgres/platform/pool.ts'
import { makeWordCounter, type WordCounter } from './word-forms.ts'

/** Each of a thousand small files gets a buffer of this size. */
const CHUNK_BYTES = 64 * 1024

/** Where words were found, and how many of them. */
export type FoundWords = { readonly place: string; readonly words: number }

export type ScannedWords = {
  readonly tables: number
  readonly files: number
  readonly found: readonly FoundWords[]
}

type OnStep = (place: string, done: number, all: number) => void

const scanTables = async (
  connectionString: string,
  countIn: WordCounter,
  onStep: OnStep,
): Promise<{ readonly count: number; readonly found: FoundWords[] }> => {
  const client = new Client(sessionSettings(connectionString, 'pandect erasure'))
  client.on('error', () => undefined) // the statement under way fails, too
  const found: FoundWords[] = []
  try {
    await client.connect()
    await client.query(COPY_SESSION)
    const names = await tableNames(client)
    for (const [done, name] of names.entries()) {
      onStep(`table ${name}`, done, names.length)
      const rows = client.query(copyTo(`copy (select * from ${quoted(name)}) to stdout`))
      const count = await countIn(rows)
      await client.query('select')
      if (count > 0) found.push({ place: `table ${name}`, words: count })
    }
    return { count: names.length, found }
  } catch (error) {
    throw storeFault(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** A file that the server removes meanwhile has no words any more. */
const countInFile = async (path: string, countIn: WordCounter): Promise<number> => {
  try {
    return await countIn(createReadStream(path, { highWaterMark: CHUNK_BYTES }))
  } catch (error) {
    if (isGone(error)) return 0
    throw error
  }
}

const scanFiles = async (
  dataDir: string,
  except: string | null,
  countIn: WordCounter,
  onStep: OnStep,
): Promise<{ readonly count: number; readonly found: FoundWords[] }> => {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true }).catch(
    (error: unknown) => {
      if (isGone(error)) return []
      throw error
    },
  )
  const own = except === null ? null : await realpath(except)
  const root = await realpath(dataDir).catch(() => dataDir)
  const files = entries
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(root, relative(dataDir, parentPath), name))
    .filter((path) => path !== own)
  const found: FoundWords[] = []
  for (const [done, path] of files.entries()) {
    const place = `file ${relative(root, path)}`
    onStep(place, done, files.length)
    const count = await countInFile(path, countIn)
    if (count > 0) found.push({ place, words: count })
  }
  return { count: files.length, found }
}

/** `except`: the file with the words, which may be in the data folder itself. */
export const scanWords = async (
  { connectionString, dataDir }: { readonly connectionString: string; readonly dataDir: string },
  words: readonly string[],
  except: string | null,
  onStep: OnStep,
): Promise<ScannedWords> => {
  const countIn = makeWordCounter(words)
  const tables = await scanTables(connectionString, countIn, onStep)
  const files = await scanFiles(dataDir, except, countIn, onStep)
  return {
    tables: tables.count,
    files: files.count,
    found: [...tables.found, ...files.found],
  }
}
