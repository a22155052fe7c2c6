/**
 * What a publisher's lists name: the document of a statement, its place in the publisher's base,
 * and the publisher's time of a file (contracts/conventions/deletions.md).
 */
import type { StatedDocument } from '../ports.ts'
import { DELETIONS } from '../sources/dila/deletions.ts'
import { WORDING_ID } from '../sources/dila/elements.ts'
import type { SourceRecord } from '../sources/source-item.ts'
import type { Statement } from './activities.ts'

/** `20260609-212725` in the names of archives and folders of the DILA. */
const STAMP = /(?<!\d)(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})(?!\d)/gu
const DILA_ID = /^([A-Z]{8})\d{12}$/u
/** `…/cass/global/JURI/TEXT/…`: the base, and the place in it. */
const PLACE = /(?<![a-z])([a-z]+)\/global\/(.*)$/isu
const BASE_NAME_MAX = 200

/** The publisher's time of a file, as its name or that of its archive tells; null: it does not. */
export const timeOfFile = (file: string): string | null => {
  const [, year, month, day, hour, minute, second] = [...file.matchAll(STAMP)].at(-1) ?? []
  return year === undefined ? null : `${year}-${month}-${day}T${hour}:${minute}:${second}`
}

/**
 * Whether a time is before another, as far as both are known: `2026-06-09` is not before
 * `2026-06-09T21:00`.
 */
export const isBefore = (one: string | null, other: string | null): boolean => {
  if (one === null || other === null) return false
  const length = Math.min(one.length, other.length)
  return one.slice(0, length) < other.slice(0, length)
}

const withoutSlashes = (path: string): string => path.replaceAll('/', '').replace(/\.xml$/iu, '')

/** `cass` and the slashless path from there on; null: the file lies in no base. */
const placeOf = (file: string): { readonly base: string; readonly key: string } | null => {
  const [, base, rest] = PLACE.exec(file) ?? []
  if (base === undefined || rest === undefined) return null
  return { base: base.toLowerCase(), key: withoutSlashes(`${base}global${rest}`).toLowerCase() }
}

/**
 * The slashless path of a line of a list, since slashes may be missing; null: it names no base. It
 * may begin before the base (`juri/cass/global`), so it is compared by its end.
 */
const keyOfLine = (path: string): string | null => {
  const key = withoutSlashes(path).toLowerCase()
  return key.includes('global') ? key : null
}

/** Whether a list means the place where a document is; true where either is not known. */
export const isSamePlace = (pathKey: string | null, path: string | null): boolean => {
  const key = path === null ? null : keyOfLine(path)
  return pathKey === null || key === null || key.endsWith(pathKey)
}

/** Names of the bases that are read, the last one before `global` in a path. */
const BASES = ['legi', 'cass', 'inca', 'capp', 'jade', 'constit', 'jorf', 'kali', 'cnil'] as const

/**
 * The common beginning of the places of all documents of a folder; null: the line names no base.
 */
export const keyOfFolder = (path: string): string | null => {
  const key = keyOfLine(path)
  if (key === null) return null
  const at = key.indexOf('global')
  const base = BASES.find((one) => key.slice(0, at).endsWith(one))
  return base === undefined ? null : `${base}${key.slice(at)}`
}

const seriesOf = (document: string, file: string, isJudilibre: boolean): string => {
  const base = placeOf(file)?.base
  if (base !== undefined) return base
  const letters = DILA_ID.exec(document)?.[1]
  if (letters !== undefined) return letters.toLowerCase()
  if (isJudilibre) return 'judilibre'
  return /^([a-z][a-z-]*):/u.exec(document)?.[1] ?? 'other'
}

/** The document of a record: of an article of LEGI its wording, else the text. */
export const documentIdOf = ({ id, version }: SourceRecord['record']['source']): string =>
  typeof version === 'string' && WORDING_ID.test(version) ? version : id

/** What a statement of an official source states; null: nobody publishes it. */
export const statedDocument = (statement: Statement): StatedDocument | null => {
  const { official, content, place, streamId } = statement
  const publisher = official?.publisher ?? null
  if (publisher === null) return null
  const { source, judicialDecision } = content
  const isJudilibre =
    judicialDecision?.identifiers.some(({ scheme }) => scheme === 'judilibre') === true
  const document = documentIdOf(source)
  return {
    publisher,
    document,
    streamId,
    series: seriesOf(document, place.file, isJudilibre),
    pathKey: placeOf(place.file)?.key ?? null,
    file: place.file,
    statedAt: timeOfFile(place.file) ?? (isJudilibre ? source.version : null),
  }
}

/** The series of a document that is not here, for its row. */
export const seriesOfUnknown = (document: string, path: string | null): string =>
  seriesOf(document, path ?? '', false)

/** A list by the names of archive and entry, without the folder on this machine. */
export const listNameOf = (file: string): string =>
  file.replace(/^[^!]*[/\\](?=[^/\\!]+(?:!|$))/u, '').slice(-BASE_NAME_MAX)

/**
 * The common beginning of the files of one increment: the archive, or the folder of the list; null:
 * the order within the file already says what comes later.
 */
export const incrementOf = (file: string): string | null => {
  if (!DELETIONS.test(file)) return null
  if (file.includes('!')) return file.slice(0, file.indexOf('!') + 1)
  return file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
}
