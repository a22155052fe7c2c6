/** Names that no text has, and the search for them in every form that an engine may write. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stem } from '#contracts/law/analysis/stem.ts'
import { fold } from '#contracts/law/analysis/fold.ts'
import { randomOf } from '../citator/random-log.ts'

const CONSONANTS = 'bcdfghjklmnpqrtvwxz'
const VOWELS = 'aeiou'
const SYLLABLES = 4

/** Different names that begin alike, the same for the same seed; none is part of another. */
type Names = { readonly beginning: string; readonly all: readonly string[] }

/** No language has the beginning, so that one search finds all of them and nothing else. */
export const inventNames = (seed: number, count: number): Names => {
  const random = randomOf(seed)
  const pick = (letters: string): string => letters[random(letters.length)] ?? 'a'
  const syllables = (some: number): string =>
    Array.from({ length: some }, () => pick(CONSONANTS) + pick(VOWELS)).join('')
  const beginning = `Xz${syllables(SYLLABLES)}qv`
  const names = new Set<string>()
  while (names.size < count) names.add(`${beginning}${syllables(SYLLABLES)}k`)
  return { beginning, all: [...names] }
}

/** What base64 puts at both ends depends on the bytes beside the word. */
const BASE64_EDGE = 4
/** Shorter forms are found by chance. */
const FORM_BYTES_MIN = 6

const base64Forms = (word: string): string[] =>
  [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), Buffer.from(word)])
      .toString('base64')
      .slice(BASE64_EDGE, -BASE64_EDGE),
  )

/**
 * Plain in three cases, as the stem that search has, in UTF-16, in hexadecimal, and in base64 at
 * each of the three places.
 */
const formsOf = (word: string): Buffer[] => {
  const folded = fold(word)
  const written = new Set([word, word.toLowerCase(), word.toUpperCase(), folded, stem(folded)])
  return [...written]
    .flatMap((one) => [
      Buffer.from(one),
      Buffer.from(one, 'utf16le'),
      Buffer.from(one, 'utf16le').swap16(),
      Buffer.from(Buffer.from(one).toString('hex')),
      ...base64Forms(one).map((form) => Buffer.from(form)),
    ])
    .filter(({ length }) => length >= FORM_BYTES_MIN)
}

const forms = new Map<string, readonly Buffer[]>()
const knownForms = (word: string): readonly Buffer[] => {
  const known = forms.get(word) ?? formsOf(word)
  forms.set(word, known)
  return known
}
const holds = (bytes: Buffer, word: string): boolean =>
  knownForms(word).some((form) => bytes.includes(form))

/**
 * Which of the names are in the bytes, in any form. A name that is there in part only counts as its
 * beginning.
 */
export const namesIn = (bytes: Buffer, { beginning, all }: Names): string[] => {
  if (!holds(bytes, beginning)) return []
  const whole = all.filter((name) => holds(bytes, name))
  return whole.length === 0 ? [beginning] : whole
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Which names are in files of a folder, and where; a server may remove files meanwhile. */
export const namesInFolder = async (
  folder: string,
  lists: readonly Names[],
  isSearched: (file: string) => boolean = () => true,
): Promise<Record<string, string[]>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(isSearched)
  const found: Record<string, string[]> = {}
  for (const file of files) {
    const bytes = await readFile(file).catch((error: unknown) => {
      if (isMissing(error)) return Buffer.alloc(0)
      throw error
    })
    for (const names of lists)
      for (const name of namesIn(bytes, names)) (found[name] ??= []).push(file.slice(folder.length))
  }
  return found
}
