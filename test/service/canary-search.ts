/**
 * Looks for words everywhere: in what processes print, in every column of every table, and in every
 * byte of a folder.
 */
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostgresPool } from '#infra/postgres/platform/pool.ts'

const BASE64_ALIGNMENTS = [0, 1, 2] as const
const BASE64_GROUP = 3

/**
 * The word in the encodings that an engine or a log might write it in. Base64 depends on what
 * stands before it.
 */
export const formsOf = (word: string): readonly string[] => {
  const base64 = BASE64_ALIGNMENTS.map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(word)])
    const from = Math.ceil(before / BASE64_GROUP) * BASE64_GROUP
    const whole = bytes.subarray(from, bytes.length - ((bytes.length - from) % BASE64_GROUP))
    return whole.toString('base64')
  })
  return [
    word,
    word.toUpperCase(),
    Buffer.from(word).toString('hex'),
    [...word].toReversed().join(''),
    ...base64,
  ]
}

export const foundInText = (text: string, word: string): readonly string[] =>
  formsOf(word).filter((form) => text.includes(form))

/**
 * Tables with a row that holds a word in one of its forms. `bytea` prints as hex; json and arrays
 * print as they are.
 */
export const tablesWith = async (
  pool: PostgresPool,
  words: readonly string[],
): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'm', 'p') and n.nspname not in ('pg_toast', 'information_schema')
       or c.oid = 'pg_stat_activity'::regclass`,
  )
  const patterns = words.flatMap(formsOf).map((form) => `%${form}%`)
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: hits } = await pool.query(
      `select from ${name} as t where t::text like any ($1) limit 1`,
      [patterns],
    )
    if (hits.length > 0) found.push(name)
  }
  return found
}

const holds = async (file: string, forms: readonly Buffer[]): Promise<boolean> => {
  const overlap = Math.max(...forms.map(({ length }) => length)) - 1
  let tail = Buffer.alloc(0)
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    const bytes = Buffer.concat([tail, chunk as Buffer])
    if (forms.some((form) => bytes.includes(form))) return true
    tail = bytes.subarray(Math.max(0, bytes.length - overlap))
  }
  return false
}

/**
 * The server removes files as it goes; one that can't be read for any other reason was not
 * searched.
 */
const gone = (error: unknown): boolean => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
  throw error
}

/**
 * Files below the folder that hold a word in one of its forms, read byte by byte: write-ahead log,
 * heaps, logs, snapshots.
 */
export const filesWith = async (
  folder: string,
  words: readonly string[],
): Promise<{ readonly found: readonly string[]; readonly searched: number }> => {
  const forms = words.flatMap(formsOf).map((form) => Buffer.from(form))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const found: string[] = []
  for (const file of files) if (await holds(file, forms).catch(gone)) found.push(file)
  return { found, searched: files.length }
}
