/**
 * Spaces that do not break before the marks of French, so that none of them begins a line
 * (Lexique des règles typographiques en usage à l’Imprimerie nationale).
 */

const NO_BREAK = '\u00A0'
const NARROW = '\u202F'

/** Before a colon and inside guillemets; before the other high marks; between groups of digits. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/ (?=[:»])|(?<=«) /g, NO_BREAK],
  [/ (?=[;?!%])|(?<=\d) (?=\d{3}(?!\d))/g, NARROW],
]

const spaced = (text: string): string =>
  RULES.reduce((changed, [rule, space]) => changed.replaceAll(rule, space), text)

/** Sets the spaces of a sentence outside the words that were given to it, which are a person’s. */
const spacedAround = (text: string, given: readonly string[]): string => {
  const [word, ...others] = given
  if (word === undefined) return spaced(text)
  return text
    .split(word)
    .map((part) => spacedAround(part, others))
    .join(word)
}

const givenIn = (values: readonly unknown[]): readonly string[] =>
  values
    .filter((value) => typeof value === 'string' && value !== '')
    .map(String)
    .toSorted((a, b) => b.length - a.length)

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const spacedIn = (words: unknown): unknown => {
  if (typeof words === 'string') return spaced(words)
  if (typeof words === 'function')
    return (...values: readonly unknown[]): unknown => {
      const said: unknown = Reflect.apply(words, undefined, values)
      return typeof said === 'string' ? spacedAround(said, givenIn(values)) : said
    }
  if (Array.isArray(words)) return words.map(spacedIn)
  if (!isPlainObject(words)) return words
  return Object.fromEntries(Object.entries(words).map(([name, value]) => [name, spacedIn(value)]))
}

/**
 * The French words of pages with spaces that do not break. What a sentence is given, such as a name
 * or a title, stays as it was written.
 */
export const withFrenchSpaces = <Words>(words: Words): Words =>
  // Each value is replaced by one of its own kind, which no type can say.
  spacedIn(words) as Words
