import type { ImportRecord } from '#contracts/import-record.ts'
import type { Refusal } from '#contracts/fault.ts'

/** Limits of what is read from one file. Bytes are of the file as it lies on the disk. */
export const SOURCE_LIMITS = {
  /** The largest text is 4 MiB, and JSON may write two bytes of UTF-8 as six (`\u00e9`). */
  lineBytesMax: 32 * 1024 * 1024,
  markdownBytesMax: 8 * 1024 * 1024,
  frontMatterCharactersMax: 256 * 1024,
  nestingMax: 32,
  /** How much of a file is looked at to tell its format. */
  headBytes: 8 * 1024,
} as const

export type SourceFormat = 'jsonl' | 'markdown'

/** Where something was read. Lines count from 1. */
export type SourcePlace = { readonly file: string; readonly line: number }

export type SourceRecord = SourcePlace & {
  readonly record: ImportRecord
  /** Markdown: the line of each member (`judicialDecision.courtCode`), for a refusal that comes later. */
  readonly memberLines?: Readonly<Record<string, number>>
}

/** What could not be read, and what would mend it. */
export type SourceRefusal = SourcePlace & Refusal

export type SourceItem = SourceRecord | SourceRefusal

/** A refusal of one member: `path` is empty where the whole record is meant. */
export type RecordRefusal = Refusal & { readonly path: string }

/** `FILE:LINE: code: reason and mend`, on one line whatever the parts hold. */
export const refusalLine = ({ file, line, refused, reason, mend }: SourceRefusal): string =>
  `${file}:${line}: ${refused}: ${reason}; ${mend}`.replaceAll(/\p{Cc}+/gu, ' ')

/** The line of a member, or of the nearest member around it; else the line of the record. */
export const lineOf = (source: SourceRecord, path: string): number => {
  const lines = source.memberLines ?? {}
  for (let part = path; part !== ''; part = part.slice(0, Math.max(0, part.lastIndexOf('.')))) {
    const line = Object.hasOwn(lines, part) ? lines[part] : undefined
    if (line !== undefined) return line
  }
  return source.line
}

/** The refusal of a record that was read, at the line of the member it speaks of. */
export const refusedAt = (source: SourceRecord, refusal: RecordRefusal): SourceRefusal => ({
  file: source.file,
  line: lineOf(source, refusal.path),
  refused: refusal.refused,
  reason: refusal.reason,
  mend: refusal.mend,
})
