/**
 * A law, article or decision that a text names. Two authorities are the same if they share one of
 * their `names`.
 */
export type NamedAuthority = {
  readonly kind: 'article' | 'number'
  readonly names: readonly string[]
  readonly text: string
  readonly start: number
  readonly end: number
}

/**
 * Recognises citations in a text. Pass the recogniser of `law/citations` to compare more than
 * numbers.
 */
export type CitationRecogniser = (text: string) => readonly NamedAuthority[]

const NUMBER =
  '(?:[LRDA]\\s?\\.?\\s?\\*{0,2})?\\d{1,5}(?:[-–‑]\\d{1,4})*(?:\\s?\\(\\d+\\))?(?:\\s(?:bis|ter|quater))?'
const ARTICLES = new RegExp(
  `(?<![\\p{L}])(?:articles?|art\\.)\\s+(${NUMBER}(?:(?:\\s*,\\s*|\\s+et\\s+|\\s+ou\\s+|\\s+à\\s+|\\s+and\\s+)${NUMBER})*)`,
  'giu',
)
const ONE = new RegExp(NUMBER, 'gu')
const DECISION =
  /(?:n°|núm\.|no\.?|loi|llei|règlement \(UE\)|regulation \(eu\)|\(EC\) No)\s*((?:[A-Z]{1,4}[ -])?\d[\d./-]*\d)|((?:[CT]|SAN|CAS|CAL|TSJC)[-‑]\d{1,5}[/-]\d{2,5})|(TS \d{4}-\d+)|(\d{4}-\d{1,4} (?:DC|QPC))/giu

const plainNumber = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[–‑]/gu, '-')
    .replaceAll(/[\s.*]/gu, '')
    .replace(/\(\d+\)$/u, '')

/**
 * Recognises articles and numbered texts by their numbers alone, which is enough to tell the
 * citations of a sentence apart.
 */
export const numberedAuthorities: CitationRecogniser = (text) => {
  const found: NamedAuthority[] = []
  for (const match of text.matchAll(ARTICLES)) {
    const list = match[1] ?? ''
    const listStart = match.index + match[0].length - list.length
    for (const one of list.matchAll(ONE)) {
      const start = listStart + one.index
      const written = one[0].trim()
      found.push({
        kind: 'article',
        names: [plainNumber(written)],
        text: written,
        start,
        end: start + written.length,
      })
    }
  }
  for (const match of text.matchAll(DECISION)) {
    const written = match.slice(1).find((part) => part !== undefined) ?? ''
    const start = match.index + match[0].length - written.length
    found.push({
      kind: 'number',
      names: [plainNumber(written)],
      text: written,
      start,
      end: start + written.length,
    })
  }
  return found.toSorted((a, b) => a.start - b.start)
}
