/** Files and lines that are not texts: noted and counted instead of refused. */
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

/** An object without any of these is not a record. */
const RECORD_MEMBERS = ['text', 'contentType', 'source'] as const
const FILE_MEMBERS = ['path', 'file', 'filename'] as const
const CHECK_MEMBERS = ['sha256', 'sha512', 'sha1', 'md5', 'bytes', 'size'] as const

const hasAny = (value: object, members: readonly string[]): boolean =>
  members.some((member) => Object.hasOwn(value, member))

/** Whether a line has a file name with checksum or size, but no member of a record. */
export const isManifestLine = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !hasAny(value, RECORD_MEMBERS) &&
  hasAny(value, FILE_MEMBERS) &&
  hasAny(value, CHECK_MEMBERS)

const ABOUT_NAMES =
  /^(?:readme|license|licence|copying|notice|changelog|contributing|authors)(?:[._-][\w.-]*)?$/i

/** `README.md`, `LICENCE_fr.pdf`: files about the texts, by name. */
export const isAboutFiles = (name: string): boolean =>
  ABOUT_NAMES.test(name.replace(/^.*[/\\!]/, ''))
