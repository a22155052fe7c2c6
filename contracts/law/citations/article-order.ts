/** The order of the articles of a work: by number, as its table of contents has them. */
import { MULTIPLICATIVES } from './multiplicatives.ts'

const PLACES = { number: 8, latin: 2 } as const

/** Parts of a work, in their order. Ordinances of a code have the number of their law. */
const PART = { before: '0', bare: '1', law: '2', decree: '3', order: '4', annex: '8', other: '9' }
const PART_OF_LETTER: Readonly<Record<string, string>> = {
  l: PART.law,
  lo: PART.law,
  r: PART.decree,
  d: PART.decree,
  a: PART.order,
}

const plain = (written: string): string =>
  written
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^ *(?:article|art)\b\.? */u, '')
    .replace(/\bpremier\b/u, '1')
    .replace(/(?<=\d)er\b/u, '')
    .trim()

const PRELIMINARY = /^(?:(?:pre)?liminaire|preamb)/u
const ANNEX = /^ann?ex/u
const LETTER = /^(l\.?o|l|r|d|a)[. *]{0,4}(?=\d)/u
const TOKEN = /\d+|[a-z]+/gu

/** Letters of one place (`39 A`) come before multiplicatives (`39 bis`), numbers before both. */
const tokenKey = (token: string): string => {
  if (/^\d/u.test(token)) return `1${token.padStart(PLACES.number, '0')}`
  const latin = MULTIPLICATIVES.indexOf(token)
  return latin < 0 ? `2${token} ` : `3${String(latin).padStart(PLACES.latin, '0')}`
}

/**
 * A key that sorts the numbers of one work by code unit: `L1234-5` before `L1234-10`, `L1234-5-1`
 * between them. Null stands for a text of the work without a number, which comes first.
 */
export const articleOrderKey = (number: string | null): string => {
  const text = plain(number ?? '')
  if (text === '' || PRELIMINARY.test(text)) return `${PART.before}${text}`
  const [head = '', letter] = LETTER.exec(text) ?? []
  const rest = text.slice(head.length)
  const isNumber = /^\d/u.test(rest)
  const part = isNumber
    ? letter === undefined
      ? PART.bare
      : (PART_OF_LETTER[letter.replace('.', '')] ?? PART.other)
    : ANNEX.test(text)
      ? PART.annex
      : PART.other
  const tokens = (rest.match(TOKEN) ?? []).map(tokenKey).join('')
  return `${part}${tokens} ${letter ?? ''}`
}
