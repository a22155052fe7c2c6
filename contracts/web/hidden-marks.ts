/**
 * Shows controls of the direction of writing, which make a text read as another one (Unicode
 * Technical Report 36, 3.1; Boucher and Anderson 2021, “Trojan Source”).
 */
import type { WebWords } from './words.ts'

/** Each control by its number, with the name that Unicode gives it for short. */
const NAMES: Readonly<Record<string, string>> = {
  '\u061c': 'ALM',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u202a': 'LRE',
  '\u202b': 'RLE',
  '\u202c': 'PDF',
  '\u202d': 'LRO',
  '\u202e': 'RLO',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
}
const CONTROL = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u
/** Tags, what browsers read as mere text, and marks that are there already. */
const KEPT =
  /<bdi class="hidden-mark"[^<>]*>[^<>]*<\/bdi>|<(?<raw>textarea|title|option|script|style)\b[^<>]*>[^<]*<\/\k<raw>>|<[^<>]*>|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/**
 * Puts a labelled mark around each hidden control of escaped markup. The control stays in the text,
 * so that offsets and what a person copies are those of the wording; isolated, it turns nothing.
 */
export const markHidden = (markup: string, { hiddenMark }: Pick<WebWords, 'hiddenMark'>): string =>
  CONTROL.test(markup)
    ? markup.replaceAll(KEPT, (found) => {
        const name = NAMES[found]
        if (name === undefined) return found
        return `<bdi class="hidden-mark" data-mark="${name}" title="${hiddenMark(name)}">${found}</bdi>`
      })
    : markup
