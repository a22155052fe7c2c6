import type { DocumentContext } from './document.ts'
import type { SourceItem } from './source-item.ts'

/** The beginning of a file, as a source looks at it to find out whether the file is its own. */
export type FileHead = {
  readonly file: string
  /** The first `SOURCE_LIMITS.headBytes`. */
  readonly bytes: Buffer
  /** The same as text, without a byte order mark and the blank space before the first character. */
  readonly start: string
  /** Name of the first element, where the text looks like XML. */
  readonly xmlRoot: string | null
}

/**
 * By what a source knows a file, the surest first: the signature of a format that is not text, what
 * the text begins with, the name of the file, or a guess.
 */
export const DETECTIONS = ['signature', 'content', 'name', 'guess'] as const
export type Detection = (typeof DETECTIONS)[number]

/**
 * A format that an import reads. Each has a folder of its own and an entry in the list of
 * `sources.ts`; detection, `import --as` and the documentation follow that list.
 */
export type Source<Name extends string = string> = {
  /** The value of `import --as`. */
  readonly name: Name
  readonly title: string
  /** What it reads, in one sentence. */
  readonly about: string
  /** Ends of file names that an import takes from a folder or an archive, without the dot. */
  readonly extensions: readonly string[]
  /** Each line is a record of its own, so that a file can be read from the middle. */
  readonly isReadByLine?: true
  /** Null: the file belongs to another source. */
  detect(head: FileHead): Detection | null
  /**
   * The records of a file, in order, and a refusal wherever one can't be read. Memory is bounded by
   * one line or one file.
   */
  read(chunks: AsyncIterable<Uint8Array>, context: DocumentContext): AsyncIterable<SourceItem>
}

/** Whether the name of the file ends so. */
export const hasExtension = ({ file }: FileHead, extensions: readonly string[]): boolean =>
  extensions.some((extension) => file.toLowerCase().endsWith(`.${extension}`))
