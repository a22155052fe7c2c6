import { canonicalJson } from '../canonical/canonical.ts'
import { sha256Hex } from '../canonical/hash.ts'
import type { Sha256Hex } from '../ids.ts'
import { CitedText } from './receipt.ts'

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The headnote that an object is about: a search hit names it as `sequence`. */
const pointOf = ({ type, sequence, headnoteSequence }: Members): unknown =>
  (type === 'headnote' ? sequence : headnoteSequence) ?? null

/** The wording that an object names, or null. */
const citedBy = (object: Members, slug: string | null): CitedText | null => {
  const { version, sha256Hash } = object
  if (slug === null || typeof version !== 'string' || typeof sha256Hash !== 'string') return null
  const headnoteSequence = pointOf(object)
  return CitedText.safeParse({ slug, version, sha256Hash, headnoteSequence }).data ?? null
}

/**
 * The texts that an answer cites, each once, in the order of its JSON: every object with `version`
 * and `sha256Hash`, under its own `slug` or that of the nearest object around it.
 */
export const citedTextsIn = (answer: unknown): CitedText[] => {
  const found = new Map<string, CitedText>()
  const visit = (value: unknown, around: string | null): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, around)
    else if (isMembers(value)) {
      const slug = typeof value['slug'] === 'string' ? value['slug'] : around
      const cited = citedBy(value, slug)
      if (cited !== null) {
        const name = Object.values(cited).join('\n')
        if (!found.has(name)) found.set(name, cited)
      }
      for (const member of Object.values(value)) visit(member, slug)
    }
  }
  visit(answer, null)
  return [...found.values()]
}

/** SHA-256 of a list as canonical JSON (RFC 8785), from the canonical JSON of its members. */
export const hashOfLines = (lines: readonly string[]): Sha256Hex =>
  sha256Hex(`[${lines.join(',')}]`)

/** SHA-256 of a list of citations as canonical JSON. */
export const hashOfCitations = (citations: readonly CitedText[]): Sha256Hex =>
  hashOfLines(citations.map(canonicalJson))
