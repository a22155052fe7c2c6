/**
 * Looks for words everywhere: in what processes print, in every column of every table, and in every
 * byte of a folder.
 */
import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import type { PostgresPool } from '#infra/postgres/platform/pool.ts'

const BASE64_ALIGNMENTS = [0, 1, 2] as const
const BASE64_GROUP = 3

/**
 * The word in the encodings in which an engine or a log might write it. Base64 depends on the bytes
 * before it.
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

/** The server removes files as it goes. A file that can't be read was not searched. */
const checkSearched = (code: number | null, complaints: string): void => {
  const other = complaints.split('\n').find((line) => !/No such file|^$/u.test(line))
  if (other !== undefined) throw new Error(`a file was not searched: ${other}`)
  // 0: found, 1: not found, 2: it complained, which is judged above.
  if (code === null || code > 2) throw new Error(`grep ended with ${code}`)
}

/** `grep` looks for all words in one pass. */
const grep = (folder: string, forms: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn('grep', ['-rlaF', '-D', 'skip', '-f', '-', folder], {
      env: { ...process.env, LC_ALL: 'C' },
    })
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      try {
        checkSearched(code, stderr)
        resolve(stdout)
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    })
    child.stdin.end(forms.join('\n'))
  })

/**
 * Files below the folder that hold a word in one of its forms, read byte by byte: write-ahead log,
 * heaps, logs, snapshots.
 */
export const filesWith = async (
  folder: string,
  words: readonly string[],
): Promise<{ readonly found: readonly string[]; readonly searched: number }> => {
  const found = await grep(folder, words.flatMap(formsOf))
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return {
    found: found.split('\n').filter((file) => file !== ''),
    searched: entries.filter((entry) => entry.isFile()).length,
  }
}
