/**
 * Reads a file or bytes as an import does and collects refusals and notes; for tests of the
 * readers.
 */
import { readFile } from 'node:fs/promises'
import { isRefusal } from '#contracts/fault.ts'
import type { ImportRecord } from '../import-record.ts'
import { readSource, type ReadSourceOptions } from './read-source.ts'
import { readWholeDocument } from './read-whole.ts'
import type { SourceItem, SourceRecord, SourceRefusal } from '../source-item.ts'

export type Told = {
  readonly items: SourceItem[]
  readonly records: ImportRecord[]
  readonly refusals: SourceRefusal[]
  readonly notes: SourceRefusal[]
}

const CHUNK_BYTES = 4_096

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
}

/** Everything read from one source; `content` is text or bytes. */
export const readAll = async (
  content: string | Uint8Array,
  file = 'a.xml',
  options: Partial<ReadSourceOptions> = {},
): Promise<Told> => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const items: SourceItem[] = []
  const notes: SourceRefusal[] = []
  const onNote = (note: SourceRefusal): void => void notes.push(note)
  const all = { readDocument: readWholeDocument, ...options, onNote }
  for await (const item of readSource(file, pieces(bytes), all)) items.push(item)
  const sources = items.filter((item): item is SourceRecord => !isRefusal(item))
  return {
    items,
    notes,
    records: sources.map(({ record }) => record),
    refusals: items.filter((item): item is SourceRefusal => isRefusal(item)),
  }
}

export const readSample = async (folder: string, name: string): Promise<Told> =>
  readAll(await readFile(new URL(`../${folder}/samples/${name}`, import.meta.url)), name)

/** The codes of refusals or notes, in order. */
export const codes = (refusals: readonly SourceRefusal[]): string[] =>
  refusals.map(({ refused }) => refused)
