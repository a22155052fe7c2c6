/** Lines of an export that was written before. */
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { Fault } from '#contracts/fault.ts'
import { ExportLine, type ExportManifest } from '#contracts/http/export.ts'
import { type ExportedLine, removedLine } from './lines.ts'

/** What a line of an export holds: a text, or the end. */
export type ReadLine = ExportedLine | { readonly manifest: ExportManifest }

/** Reads a line of JSON Lines, without its line feed. Throws Fault `export-damaged`. */
export const readLine = (line: string, number: number): ReadLine => {
  const damaged = (cause?: unknown): Fault =>
    new Fault('export-damaged', `line ${number} is no line of an export`, { cause })
  try {
    const parsed = ExportLine.parse(JSON.parse(line))
    // Only the canonical form has the digest.
    if (canonicalJson(parsed) !== line) throw damaged()
    if ('export' in parsed) return { manifest: parsed.export }
    if ('removed' in parsed) return removedLine(parsed.id)
    return { removed: false, id: parsed.id, text: parsed, line }
  } catch (cause) {
    throw cause instanceof Fault ? cause : damaged(cause)
  }
}
