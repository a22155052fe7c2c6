import type { SearchDocument } from '#contracts/search/document.ts'

/**
 * Encodes strings as numbers that sort by code unit: the engine's own order folds letters and drops
 * punctuation.
 */
const HEX = 16
const HEX_PER_NUMBER = 13
/** The three numbers of a UUID's 32 digits. */
export const uuidNumbers = (id: string): [number, number, number] => {
  const digits = id.slice(0, id.indexOf('@')).replaceAll('-', '')
  const part = (from: number): number =>
    Number.parseInt(digits.slice(from, from + HEX_PER_NUMBER), HEX)
  return [part(0), part(HEX_PER_NUMBER), part(2 * HEX_PER_NUMBER)]
}

const SLUG_SIGNS = '-0123456789abcdefghijklmnopqrstuvwxyz'
const BASE = SLUG_SIGNS.length + 1
const FIRST_SIGNS = 9
const NEXT_SIGNS = 10

const signsNumber = (slug: string, from: number, count: number): number => {
  let value = 0
  for (let at = from; at < from + count; at += 1)
    value = value * BASE + SLUG_SIGNS.indexOf(slug[at] ?? '?') + 1
  return value
}

export const kindNumber = (kind: SearchDocument['kind']): 0 | 1 => (kind === 'article' ? 0 : 1)

/**
 * Kind and the first 19 characters of the slug as two numbers, for cutting a list at the right
 * place.
 */
export const nameNumbers = ({
  kind,
  slug,
}: Pick<SearchDocument, 'kind' | 'slug'>): [number, number] => [
  kindNumber(kind) * BASE ** FIRST_SIGNS + signsNumber(slug, 0, FIRST_SIGNS),
  signsNumber(slug, FIRST_SIGNS, NEXT_SIGNS),
]

const compareText = (first: string, second: string): number => {
  if (first === second) return 0
  return first < second ? -1 : 1
}

export type Named = Pick<SearchDocument, 'kind' | 'slug' | 'sequence'> & {
  readonly document: string
}

/**
 * Orders by kind, slug, sequence (contracts/conventions/search.md); the id breaks the last ties.
 */
export const byName = (first: Named, second: Named): number =>
  kindNumber(first.kind) - kindNumber(second.kind) ||
  compareText(first.slug, second.slug) ||
  first.sequence - second.sequence ||
  compareText(first.document, second.document)

export { compareText }
