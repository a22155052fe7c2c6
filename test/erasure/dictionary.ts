/**
 * Somebody who knows what a text says today, and guesses the name that it had: for each name of a
 * dictionary the wording is put together, hashed in every way that is known here, and looked for in
 * what is public.
 */
import { createHash } from 'node:crypto'
import { articleHash } from '#contracts/canonical/article.ts'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { slugFor } from '#contracts/canonical/identity.ts'
import type { ArticleContent } from '#contracts/content.ts'

/** The wording of today with a name where it has none. */
type Guess = (name: string) => ArticleContent

const ALGORITHMS = ['sha256', 'sha1', 'md5', 'sha512'] as const
const ENCODINGS = ['hex', 'base64', 'base64url'] as const

const digestsOf = (text: string): string[] =>
  ALGORITHMS.flatMap((algorithm) => {
    const digest = createHash(algorithm).update(text).digest()
    return ENCODINGS.map((encoding) => digest.toString(encoding))
  })
const encodingsOf = (hex: string): string[] =>
  ENCODINGS.map((encoding) => Buffer.from(hex, 'hex').toString(encoding))

/** Everything that would confirm the name if it were public. */
const tracesOf = (name: string, content: ArticleContent): string[] => {
  const { title, contentClean, headnotes, source } = content
  const words = [
    name,
    name.toLowerCase(),
    title,
    contentClean,
    ...headnotes.map(({ summary }) => summary),
    canonicalJson(content),
  ]
  return [
    name,
    name.toLowerCase(),
    slugFor(title, source?.id ?? ''),
    ...encodingsOf(articleHash(content)),
    ...words.flatMap(digestsOf),
  ]
}

/** Runs of what names, numbers, hashes and base64 are made of, in any case of letters. */
const TOKENS = /[\p{L}\p{N}+/=_-]+/gu
const tokensIn = (publicData: string): ReadonlySet<string> =>
  new Set([
    ...(publicData.match(TOKENS) ?? []),
    // A hash that is written together with something else.
    ...(publicData.match(/[0-9a-f]{32,}/g) ?? []),
  ])

/** The names of the dictionary that public data confirm. */
export const confirmedNames = (
  publicData: string,
  dictionary: readonly string[],
  guess: Guess,
): string[] => {
  const tokens = tokensIn(publicData)
  return dictionary.filter((name) => tracesOf(name, guess(name)).some((one) => tokens.has(one)))
}

/** Bytes of a vector as COPY and dumps print them. */
const printedVector = (vector: Float32Array): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('hex')

/** Embeds texts with the model of the service, which everybody has. */
type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>

/**
 * The names that the vectors of a file confirm: the model gives the same vector for the same text.
 */
export const namesConfirmedByVectors = async (
  file: string,
  dictionary: readonly string[],
  textOf: (name: string) => string,
  embed: Embed,
): Promise<string[]> => {
  const vectors = await embed(dictionary.map(textOf))
  const kept = new Set(file.match(/[0-9a-f]{64,}/g))
  return dictionary.filter((_, at) => {
    const vector = vectors[at]
    return vector !== undefined && kept.has(printedVector(vector))
  })
}
