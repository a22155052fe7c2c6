/**
 * A text with its typography made equal, and where each character of it stands in the text as given
 * (UTF-16 units).
 */
export type NormalText = {
  readonly text: string
  /** One more entry than characters: the last one is the end of the text. */
  readonly at: Int32Array
}

const QUOTES = /[«»“”„‟"]/u
const APOSTROPHES = /['’‘ʼ＇]/u
const SPACE = /\s/u
/** Signs before which French sets a space and others do not. */
const SPACED = /[;:!?%"]/u
/** Marks of emphasis in Markdown: they are no words of the text. */
const MARKUP = /[*_]/u
const HYPHENS = /[‐‑]/u

const normalOf = (character: string): string => {
  if (character === '…') return '...'
  if (QUOTES.test(character)) return '"'
  if (APOSTROPHES.test(character)) return "'"
  if (HYPHENS.test(character)) return '-'
  return character
}

/**
 * What contracts/conventions/verify.md lets a quotation differ in is made equal: white space,
 * quotation marks, apostrophes, ellipses. Case stays. Linear in the text.
 */
export const normalText = (source: string): NormalText => {
  const characters: string[] = []
  const at: number[] = []
  const push = (character: string, index: number): void => {
    characters.push(character)
    at.push(index)
  }
  let spaceAt = -1
  for (let index = 0; index < source.length; index += 1) {
    const character = source[index] ?? ''
    if (MARKUP.test(character)) continue
    if (SPACE.test(character)) {
      if (spaceAt < 0) spaceAt = index
      continue
    }
    const normal = normalOf(character)
    const afterQuote = characters.at(-1) === '"'
    if (spaceAt >= 0 && characters.length > 0 && !afterQuote && !SPACED.test(normal))
      push(' ', spaceAt)
    spaceAt = -1
    for (const one of normal) push(one, index)
  }
  return { text: characters.join(''), at: Int32Array.from([...at, source.length]) }
}
