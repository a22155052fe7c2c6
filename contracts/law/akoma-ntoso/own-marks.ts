/**
 * What our documents of Akoma Ntoso say beside the standard, so that a text comes back exactly as
 * it was (contracts/conventions/formats.md). Both the writer and the reader use it.
 */

/** Akoma Ntoso 3.0, final namespace (OASIS LegalDocML, 2018). */
export const AKN_NAMESPACE = 'http://docs.oasis-open.org/legaldocml/ns/akn/3.0'
/** Of our elements in `proprietary` and of our attributes. */
export const OWN_NAMESPACE = 'urn:pandect:article:1'
export const OWN_PREFIX = 'pandect'

/** The element whose text is JSON: the members of an import record but the text itself. */
export const RECORD_ELEMENT = 'record'

/** Names of our attributes. */
export const OWN_ATTRIBUTES = {
  /** The blanks before a line, where they are not one empty line. */
  before: `${OWN_PREFIX}:before`,
  /** The blanks after the last line. */
  after: `${OWN_PREFIX}:after`,
  /** Signs of Markdown before a heading, or around words and cells. */
  marks: `${OWN_PREFIX}:marks`,
  /** The rule of Markdown below the head of a table, with the blanks before it. */
  rule: `${OWN_PREFIX}:rule`,
} as const

/** Blanks before a line that names none. */
export const USUAL_GAP = '\n\n'

/** An attribute can't hold a line end as it is: `\n` is written in two signs. */
export const gapWritten = (gap: string): string => gap.replaceAll('\n', String.raw`\n`)
export const gapRead = (written: string): string => written.replaceAll(String.raw`\n`, '\n')
