import { readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'

/**
 * Where the real texts lie, beside the checkout; tests that read them are skipped by name where it
 * is absent.
 */
export const CORPUS = join(import.meta.dirname, '..', '..', '..', 'shared', 'corpus', 'import')

/** A sentence of the corpus by its place: texts of others are read where they lie, never copied. */
export type SentencePlace = {
  readonly file: string
  readonly id: string
  readonly version: string | null
  /** `text`, or `citations.N`: the publisher's own reference. */
  readonly field: string
  /** UTF-16 units in the field. */
  readonly start: number
  readonly end: number
  /** SHA-256 of the sentence in UTF-8, lowercase hex. */
  readonly sha256: string
}

export type CorpusRecord = {
  readonly text: string
  readonly citations?: readonly string[]
  readonly headnotes?: readonly { readonly summary: string }[]
  readonly source: { readonly id: string; readonly version?: string }
}

export const sha256Of = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex')

export const recordsOf = (file: string): CorpusRecord[] =>
  readFileSync(join(CORPUS, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CorpusRecord)

/** The fields that are drawn from, by name. */
export const fieldsOf = (record: CorpusRecord): [string, string][] => [
  ['text', record.text],
  ...(record.citations ?? []).map((text, index): [string, string] => [`citations.${index}`, text]),
]

const MARK = /[.?!;]\s+(?=\p{Lu}|«|\d+[°.)])|\n+/gu
/** What a full stop does not end: `art. L. 1`, `M. Huglo`, `n. 3`. */
const ABBREVIATION = /(?:^|[\s(’'])(?:\p{L}{1,4}|[Pp]ourv|[Rr]ègl|[Cc]onst)\.\s+$/u

/** Sentences as places `[start, end)`, without the white space around them. */
export const sentencesOf = (text: string): [number, number][] => {
  const cuts = [0]
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    const after = index + mark.length
    if (mark.includes('\n') || !ABBREVIATION.test(text.slice(Math.max(0, after - 12), after)))
      cuts.push(after)
  }
  return cuts.map((start, index): [number, number] => {
    const raw = text.slice(start, cuts[index + 1] ?? text.length)
    const left = start + (raw.length - raw.trimStart().length)
    return [left, Math.max(left, start + raw.trimEnd().length)]
  })
}

/** The text of a place, from a table of records already read. */
export const textAt = (
  place: SentencePlace,
  records: ReadonlyMap<string, CorpusRecord>,
): string | null => {
  const record = records.get(`${place.file}\u0000${place.id}\u0000${place.version ?? ''}`)
  if (record === undefined) return null
  const field = fieldsOf(record).find(([name]) => name === place.field)?.[1]
  return field?.slice(place.start, place.end) ?? null
}

/** All records of some files, by file, id and version. */
export const recordTable = (files: readonly string[]): Map<string, CorpusRecord> =>
  new Map(
    files.flatMap((file) =>
      recordsOf(file).map((record): [string, CorpusRecord] => [
        `${file}\u0000${record.source.id}\u0000${record.source.version ?? ''}`,
        record,
      ]),
    ),
  )
