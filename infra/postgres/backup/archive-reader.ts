import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import {
  BACKUP_FORMAT,
  BACKUP_FORMAT_1,
  BackupHeader,
  BackupHeader1,
  BackupManifest,
  ENTRY,
  PART,
  partName,
} from './format.ts'

const decompress = promisify(zstdDecompress)

export type ArchivePart = { readonly table: string; readonly rows: Buffer }

export type ArchiveReader = {
  readonly header: BackupHeader
  /** The parts in the order of the tables. After the last one, every checksum was compared. */
  parts(): AsyncIterable<ArchivePart>
  /** How many rows each table has; known after the parts. */
  manifest(): BackupManifest
}

const damaged = (reason: string, cause?: unknown): Fault =>
  new Fault('backup-damaged', `this is not a whole backup: ${reason}`, { cause })

type Entry = { readonly name: string; readonly data: Buffer }

const bodyOf = async (
  entry: AsyncIterable<Buffer>,
  name: string,
  size: number | undefined,
): Promise<Buffer> => {
  if ((size ?? 0) > PART.entryBytesMax) throw damaged(`${name.slice(0, 100)} is too large`)
  const chunks: Buffer[] = []
  for await (const chunk of entry) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Entries of a tar archive, one at a time. */
async function* entriesOf(source: Readable): AsyncGenerator<Entry> {
  const tar = extract()
  // The loop below throws it; while the other archive is read, nobody is in the loop.
  tar.on('error', () => undefined)
  const broken: { error?: Error } = {}
  source.once('error', (error: Error) => {
    broken.error = error
    tar.destroy(error)
  })
  // The second file of a backup may have failed while the first one was opened.
  if (source.errored !== null) throw new Fault('backup-unreadable', { cause: source.errored })
  source.pipe(tar)
  try {
    for await (const entry of tar) {
      const { name, size } = entry.header
      yield { name, data: await bodyOf(entry as AsyncIterable<Buffer>, name, size) }
    }
  } catch (error) {
    if (broken.error !== undefined) throw new Fault('backup-unreadable', { cause: broken.error })
    if (error instanceof Fault) throw error
    throw damaged('it cannot be read to its end', error)
  } finally {
    source.destroy()
  }
}

const parseJson = <S extends z.ZodType>(schema: S, { name, data }: Entry): z.output<S> => {
  try {
    return schema.parse(JSON.parse(data.toString('utf8')))
  } catch (cause) {
    throw damaged(`${name} cannot be read`, cause)
  }
}

/** A format of the future is no damage: it is named. */
const Format = z.looseObject({ format: z.string().startsWith('pandect-backup/') })

const readHeader = (entry: Entry | undefined): BackupHeader => {
  if (entry?.name !== ENTRY.header) throw damaged('it does not begin as one')
  const { format } = parseJson(Format, entry)
  if (format === BACKUP_FORMAT) return parseJson(BackupHeader, entry)
  if (format === BACKUP_FORMAT_1) return parseJson(BackupHeader1, entry)
  throw new Fault('backup-newer', `a newer Pandect made this backup: its format is ${format}`)
}

const unpack = async ({ name, data }: Entry): Promise<Buffer> => {
  try {
    return await decompress(data, { maxOutputLength: PART.rawBytesMax })
  } catch (cause) {
    throw damaged(`${name} cannot be unpacked`, cause)
  }
}

const LINE_END = 0x0a
/** Rows that end in this part: COPY writes a line end after each and nowhere else. */
const lineEndsIn = (rows: Buffer): number => {
  let count = 0
  for (let at = rows.indexOf(LINE_END); at >= 0; at = rows.indexOf(LINE_END, at + 1)) count += 1
  return count
}

/**
 * Reads an archive from its beginning. Throws Faults `backup-damaged`, `backup-newer` and
 * `backup-unreadable`.
 */
export const readArchive = async (source: Readable): Promise<ArchiveReader> => {
  const entries = entriesOf(source)
  const next = async (): Promise<Entry | undefined> => {
    const { value, done } = await entries.next()
    return done === true ? undefined : value
  }
  const first = await next()
  const header = readHeader(first)
  const sums: string[] = []
  const note = ({ name, data }: Entry): void =>
    void sums.push(`${createHash('sha256').update(data).digest('hex')}  ${name}`)
  if (first !== undefined) note(first)
  let manifest: BackupManifest | null = null
  const rowsOf = new Map(header.tables.map(({ name }) => [name, 0]))

  const checkRows = ({ rows }: BackupManifest): BackupManifest => {
    for (const [name, count] of rowsOf)
      if (rows[name] !== count)
        throw damaged(`${name} has ${count} rows instead of ${rows[name] ?? 'any'}`)
    return { rows }
  }
  const checkSums = (entry: Entry | undefined): void => {
    if (entry?.name !== ENTRY.sums) throw damaged('it ends too early')
    const told = entry.data.toString('utf8').trimEnd().split('\n')
    const wrong = sums.findIndex((line, index) => line !== told[index])
    if (wrong >= 0) throw damaged(`the checksum of ${sums[wrong]?.slice(66)} differs`)
    if (told.length !== sums.length) throw damaged('an entry is missing')
  }

  const parts = async function* (): AsyncGenerator<ArchivePart> {
    let table = 0
    let part = 0
    for (;;) {
      const entry = await next()
      if (entry === undefined) throw damaged('it ends too early')
      note(entry)
      if (entry.name === ENTRY.manifest) {
        checkSums(await next())
        manifest = checkRows(parseJson(BackupManifest, entry))
        return
      }
      part += 1
      while (table < header.tables.length) {
        if (entry.name === partName(header.tables[table]?.name ?? '', part)) break
        table += 1
        part = 1
      }
      const found = header.tables[table]
      if (found === undefined) throw damaged(`${entry.name.slice(0, 100)} is out of place`)
      const rows = await unpack(entry)
      rowsOf.set(found.name, (rowsOf.get(found.name) ?? 0) + lineEndsIn(rows))
      yield { table: found.name, rows }
    }
  }
  return {
    header,
    parts,
    manifest: () => {
      if (manifest === null) throw damaged('it ends too early')
      return manifest
    },
  }
}
