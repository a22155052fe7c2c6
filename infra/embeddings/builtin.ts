import { terms } from '#contracts/law/analysis/analyse.ts'
import type { Embedder } from '#ingest/ports.ts'
import type { QueryEmbedder } from '#query-api/ports.ts'
import { RARE_STEM_WEIGHT, stemWeight } from './common-stems.ts'

/** Printed when the service starts with this embedder. */
export const BUILTIN_NOTICE = [
  'The built-in embedder is at work: it compares WORDS, it does not understand MEANING.',
  'Two texts are near if they share stems; synonyms, paraphrases and other languages are not found.',
  'It is there for tests. For meaning, unset EMBEDDINGS_MODEL_DIR, or set it to the folder of an ONNX model.',
].join('\n')

/**
 * Parameters of the built-in model. Changing any of them, or the analysis, makes another model:
 * raise its version.
 */
export const BUILTIN = {
  model: 'builtin-hash-384@1',
  dimensions: 384,
  /** Weight of a pair of neighbouring words, relative to a rare word alone. */
  pairShare: 0.4,
  /**
   * Unrelated texts have a cosine of 0 with a deviation of 1/√384 = 0.051. This floor is 6.4
   * deviations: one passage in ten thousand million exceeds it by chance, so nonsense finds nothing
   * (test/relevance/builtin-floor.torture.test.ts measures it).
   */
  similarityFloor: 0.33,
} as const

const BITS = 32
const WORDS = BUILTIN.dimensions / BITS
const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/**
 * FNV-1a over UTF-16 units, then the finaliser of MurmurHash3, which separates similar words. Never
 * 0.
 */
const seedOf = (feature: string): number => {
  let hash = FNV_OFFSET
  for (let at = 0; at < feature.length; at++)
    hash = Math.imul(hash ^ feature.charCodeAt(at), FNV_PRIME)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0 || 1
}

/** The next number of Marsaglia's 32-bit xorshift. */
const xorshift = (state: number): number => {
  let next = state
  next ^= next << 13
  next ^= next >>> 17
  next ^= next << 5
  return next
}

/**
 * Adds `weight` with the feature's own sign in each dimension: 384 signs drawn from its spelling.
 */
const addFeature = (sum: Float64Array, feature: string, weight: number): void => {
  let state = seedOf(feature)
  for (let word = 0; word < WORDS; word++) {
    state = xorshift(state)
    const from = word * BITS
    for (let bit = 0; bit < BITS; bit++) {
      const sign = ((state >>> bit) & 1) * 2 - 1
      sum[from + bit] = (sum[from + bit] ?? 0) + sign * weight
    }
  }
}

/** Counts each word and each pair of neighbours in a text. */
const countFeatures = (
  text: string,
): { words: Map<string, number>; pairs: Map<string, number> } => {
  const words = new Map<string, number>()
  const pairs = new Map<string, number>()
  let before: string | null = null
  for (const term of terms(text)) {
    words.set(term, (words.get(term) ?? 0) + 1)
    if (before !== null) {
      const pair = `${before} ${term}`
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
    }
    before = term
  }
  return { words, pairs }
}

/** Each repetition counts less. */
const sublinear = (count: number): number => 1 + Math.log(count)

const unitOf = (sum: Float64Array): Float32Array => {
  const length = Math.sqrt(sum.reduce((squares, x) => squares + x * x, 0))
  return length === 0 ? new Float32Array(sum.length) : Float32Array.from(sum, (x) => x / length)
}

/**
 * Embeds a text: a sum over its stems and pairs of stems, each a fixed row of 384 signs times its
 * weight, scaled to unit length. The same on every machine; the zero vector for a text without
 * words.
 */
export const builtinVector = (text: string): Float32Array => {
  const sum = new Float64Array(BUILTIN.dimensions)
  const { words, pairs } = countFeatures(text)
  for (const [word, count] of words) addFeature(sum, word, stemWeight(word) * sublinear(count))
  const pairWeight = BUILTIN.pairShare * RARE_STEM_WEIGHT
  for (const [pair, count] of pairs) addFeature(sum, pair, pairWeight * sublinear(count))
  return unitOf(sum)
}

/** A deterministic embedder without a model: it compares words, not meaning (`BUILTIN_NOTICE`). */
export const makeBuiltinEmbedder = (): Embedder & QueryEmbedder => ({
  model: BUILTIN.model,
  dimensions: BUILTIN.dimensions,
  similarityFloor: BUILTIN.similarityFloor,
  costUsdPerQuery: 0,
  embedPassages: async (texts) => texts.map(builtinVector),
  embedQuery: async (text) => builtinVector(text),
})
