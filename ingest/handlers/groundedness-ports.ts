import type { HeadnoteContent } from '#contracts/content.ts'
import type { Sha256Hex, Slug } from '#contracts/ids.ts'

/** A text that another one cites, in its current public wording. */
export type CitedText = {
  readonly slug: Slug
  readonly sha256Hash: Sha256Hex
  readonly title: string
  readonly contentClean: string
  readonly headnotes: readonly HeadnoteContent[]
  /** Article number and docket numbers. */
  readonly ownNumbers: readonly string[]
}

/** A citation as it was resolved; offsets in UTF-16 units of the text that was given. */
export type CitationFound = {
  readonly start: number
  readonly end: number
  readonly slugs: readonly Slug[]
  /** Looked for inside the coverage, and not there. */
  readonly dead: boolean
}

/** Resolves what a text cites and reads it: the read side as the write side needs it. */
export type CitedTexts = {
  /** Citations of a text, in order. */
  citationsOf(contentClean: string): Promise<readonly CitationFound[]>
  /** Public texts by slug, in the order asked; those that are not public are left out. */
  read(slugs: readonly Slug[]): Promise<readonly CitedText[]>
}
