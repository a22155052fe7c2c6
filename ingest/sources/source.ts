import type { DocumentContext } from './document.ts'
import type { SourceItem } from './source-item.ts'

/** The beginning of a file, for the detection of its source. */
export type FileHead = {
  readonly file: string
  /** The first `SOURCE_LIMITS.headBytes`. */
  readonly bytes: Buffer
  /** The same as text, without byte order mark and leading blanks. */
  readonly start: string
  /** Name of the first element, where the text looks like XML. */
  readonly xmlRoot: string | null
}

/**
 * How a source recognised a file, the surest first: binary signature, beginning of the text, file
 * name, guess.
 */
export const DETECTIONS = ['signature', 'content', 'name', 'guess'] as const
export type Detection = (typeof DETECTIONS)[number]

/**
 * A format that an import reads. Each has a folder and an entry in `registry/sources.ts`, from
 * which detection, `import --as` and the documentation are derived.
 */
export type Source<Name extends string = string> = {
  /** The value of `import --as`. */
  readonly name: Name
  readonly title: string
  /** One sentence about its files. */
  readonly about: string
  /** File extensions that an import takes from a folder or an archive, without the dot. */
  readonly extensions: readonly string[]
  /** Further files that it takes, by the end of their path. */
  readonly names?: RegExp
  /** Each line is a record, so that a file can be read from any line. */
  readonly isReadByLine?: true
  /** A file may unpack to much more than its size. */
  readonly isPacked?: true
  /** Null: the file belongs to another source. */
  detect(head: FileHead): Detection | null
  /** The records and refusals of a file in order. Memory: one line or one file. */
  read(chunks: AsyncIterable<Uint8Array>, context: DocumentContext): AsyncIterable<SourceItem>
}

/** Whether the name of the file ends so. */
export const hasExtension = ({ file }: FileHead, extensions: readonly string[]): boolean =>
  extensions.some((extension) => file.toLowerCase().endsWith(`.${extension}`))
