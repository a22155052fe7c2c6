/** The bytes that words may be stored as, and where they are in a stream of bytes. */
import { z } from 'zod'

/** Limits of what is looked for. */
export const WORDS = { wordsMax: 100, charactersMin: 3, charactersMax: 200 } as const
/** Shorter forms in base64 are found by chance. */
const FORM_BYTES_MIN = 6
const BASE64_BYTES = 3
const BASE64_EDGE = 4

/** A word or phrase a line; blank lines count for nothing. */
export const Words = z
  .string()
  .transform((text) => [
    ...new Set(
      text
        .split(/\r?\n/)
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ),
  ])
  .pipe(
    z
      .array(z.string().min(WORDS.charactersMin).max(WORDS.charactersMax))
      .min(1)
      .max(WORDS.wordsMax),
  )

const MARKS = /\p{M}/gu

/**
 * The spellings of a word: as written, in small and in capital letters, each also without accents.
 */
const spellingsOf = (word: string): string[] =>
  [word, word.normalize('NFD').replaceAll(MARKS, '')].flatMap((one) =>
    [one, one.toLowerCase(), one.toUpperCase()].flatMap((cased) => [cased, cased.normalize('NFD')]),
  )

/** In base64 the middle of a word depends only on where it begins, modulo three. */
const base64Of = (bytes: Buffer): string[] =>
  Array.from({ length: BASE64_BYTES }, (_, shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(shift === 0 ? 0 : BASE64_EDGE, -BASE64_EDGE),
  ).filter(({ length }) => length >= FORM_BYTES_MIN)

/**
 * Every form of a word: plain, in hexadecimal, in base64 (also of URLs) and in UTF-16. A database
 * prints bytes in hexadecimal, so base64 is looked for in that, too.
 */
export const formsOf = (word: string): Buffer[] => {
  const forms = new Set<string>()
  for (const spelling of spellingsOf(word)) {
    const encoded = [Buffer.from(spelling), Buffer.from(spelling, 'utf16le')]
    const [, little = Buffer.alloc(0)] = encoded
    encoded.push(Buffer.from(little).swap16())
    for (const bytes of encoded) {
      forms.add(bytes.toString('latin1'))
      forms.add(bytes.toString('hex')).add(bytes.toString('hex').toUpperCase())
      for (const text of base64Of(bytes)) {
        forms.add(text).add(text.replaceAll('+', '-').replaceAll('/', '_'))
        forms.add(Buffer.from(text).toString('hex'))
      }
    }
  }
  return [...forms].map((form) => Buffer.from(form, 'latin1'))
}

/** Every form begins with so many bytes; the first three of them say where to look closer. */
const HEAD_BYTES = 3
const HEADS = 1 << (8 * HEAD_BYTES)
const BITS = 8

type Form = { readonly bytes: Buffer; readonly word: number }

/** Counts words in streams of bytes, in any form. The words are told to nobody. */
export type WordCounter = (stream: AsyncIterable<Buffer>) => Promise<number>

/** Reads each byte once, however many words and forms there are. */
export const makeWordCounter = (words: readonly string[]): WordCounter => {
  const forms = words.flatMap((one, word) => formsOf(one).map((bytes): Form => ({ bytes, word })))
  const longest = Math.max(...forms.map(({ bytes }) => bytes.length))
  const isHead = new Uint8Array(HEADS / BITS)
  const byHead = new Map<number, Form[]>()
  for (const form of forms) {
    const head = form.bytes.readUIntBE(0, HEAD_BYTES)
    isHead[head >> 3] = (isHead[head >> 3] ?? 0) | (1 << (head & 7))
    byHead.set(head, [...(byHead.get(head) ?? []), form])
  }
  const findIn = (bytes: Buffer, found: Set<number>): void => {
    let head = 0
    for (let end = 0; end < bytes.length; end += 1) {
      head = ((head << 8) | (bytes[end] as number)) & (HEADS - 1)
      if (((isHead[head >> 3] as number) & (1 << (head & 7))) === 0) continue
      const at = end + 1 - HEAD_BYTES
      for (const form of byHead.get(head) ?? [])
        if (at >= 0 && bytes.subarray(at, at + form.bytes.length).equals(form.bytes))
          found.add(form.word)
    }
  }
  return async (stream) => {
    const found = new Set<number>()
    let before: Buffer = Buffer.alloc(0)
    // Read to its end, whatever was found: a table leaves the session only then.
    for await (const chunk of stream) {
      const bytes = Buffer.concat([before, chunk])
      findIn(bytes, found)
      before = bytes.subarray(Math.max(0, bytes.length - longest + 1))
    }
    return found.size
  }
}
