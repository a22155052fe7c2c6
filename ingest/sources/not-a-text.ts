/** Files and lines beside texts: noted and counted, not refused as broken records. */
import type { Refusal } from '#contracts/fault.ts'

const notAText = (what: string, hint: string): Refusal => ({
  refused: 'not-a-text',
  reason: `not a text: ${what}`,
  hint,
})

export const MANIFEST = notAText(
  'manifest',
  'nothing to do: it lists files, which are read themselves',
)
export const ABOUT_FILES = notAText(
  'about the files beside it',
  'nothing to do; name the file itself if it is a text after all',
)

/** Without any of these an object is not a record, whatever was misspelt. */
const RECORD_MEMBERS = ['text', 'contentType', 'source'] as const
const FILE_MEMBERS = ['path', 'file', 'filename'] as const
const CHECK_MEMBERS = ['sha256', 'sha512', 'sha1', 'md5', 'bytes', 'size'] as const

const hasAny = (value: object, members: readonly string[]): boolean =>
  members.some((member) => Object.hasOwn(value, member))

/** A line that names a file with its checksum or size, and has nothing that a record must have. */
export const isManifestLine = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !hasAny(value, RECORD_MEMBERS) &&
  hasAny(value, FILE_MEMBERS) &&
  hasAny(value, CHECK_MEMBERS)

const ABOUT_NAMES =
  /^(?:readme|license|licence|copying|notice|changelog|contributing|authors)(?:[._-][\w-]+)*$/i

/** `README.md`, `LICENCE_fr.pdf`: what publishers put beside their texts, by the name alone. */
export const isAboutFiles = (name: string): boolean =>
  ABOUT_NAMES.test(name.replace(/^.*[/\\!]/, ''))
