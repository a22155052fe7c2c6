import { fold } from '../analysis/fold.ts'

const APOSTROPHES = /[\u2018\u02bc\uff07]/gu
const HYPHENS = /[\u2010\u2011\u2212]/gu
const SPACES = /[\s\u00a0\u2009\u202f]/gu

/**
 * A text in small letters without accents, each character of it in its place as far as that goes:
 * what patterns of citations are read from. Curly apostrophes, hard hyphens and all white space
 * become plain ones.
 */
export const plain = (text: string): string =>
  text
    .replace(APOSTROPHES, '’')
    .replace(HYPHENS, '-')
    .replace(SPACES, ' ')
    .split(/([’' ])/u)
    .map((part) => (part === '’' || part === "'" ? "'" : part === ' ' ? ' ' : fold(part)))
    .join('')
