import type { NamedAuthority } from './authorities.ts'

const FROM =
  /^\s*(?:selon|d['’]après|aux termes (?:de|du|des)|en vertu (?:de|du|des)|en application (?:de|du|des)|conformément (?:à|au|aux))\s*(?:(?:l['’]|la |le |les )\s*)?(?:(?:article|articles|loi|décret|arrêt|décision)\s*)?$/iu
const AFTER_FROM = /^[^,;:]{0,80},\s+/u
const SUBJECT =
  /^\s*(?:(?:l['’]|la |le |les )\s*)?(?:(?:article|articles|loi|décret|arrêt|décision)\s*)?$/iu
const SAYS =
  /^[^,;:]{0,80}?\s(?:énonce|dispose|prévoit|précise|indique|rappelle|affirme|prescrit|ajoute|décide|juge|retient|stipule)(?:nt)?\s+qu(?:e\s+|['’])/iu
const MARKS = /^[\s«"“]+|(?<![\s»"”])[\s»"”]+(?=[.\s]{0,20}$)/gu

/**
 * What a sentence attributes to the text that it names first: `Selon l'article 5 du code, X`,
 * `L'article 5 énonce que « X »` give `X`. The sentence itself where it attributes nothing.
 */
export const withoutAttribution = (text: string, [first]: readonly NamedAuthority[]): string => {
  if (first === undefined) return text
  const before = text.slice(0, first.start)
  const rest = text.slice(first.end)
  const lead =
    (FROM.test(before) ? AFTER_FROM.exec(rest) : null) ??
    (SUBJECT.test(before) ? SAYS.exec(rest) : null)
  return lead === null ? text : rest.slice(lead[0].length).replaceAll(MARKS, '')
}
