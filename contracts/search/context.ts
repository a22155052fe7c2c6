import type { Passage } from '../events/article.ts'
import type { Sha256Hex } from '../ids.ts'

/**
 * Weight of the vector of the whole text in the vector of a passage. Cross-validation over the sets
 * of `test/relevance/RESULTS.md` chose none for this model: it makes all passages of a long ruling
 * alike, so that short texts come before them. `npm run bench:ranking` tries it with every model.
 */
export const CONTEXT_SHARE = 0

const lengthOf = (vector: Float64Array): number =>
  Math.sqrt(vector.reduce((squares, value) => squares + value * value, 0))

/** The vector scaled to unit length; null for a vector without direction. */
const directionOf = (vector: ArrayLike<number>): Float64Array | null => {
  const direction = Float64Array.from(vector)
  const length = lengthOf(direction)
  return length === 0 ? null : direction.map((value) => value / length)
}

const add = (sum: Float64Array, vector: Float64Array, share: number): void => {
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + share * (vector[at] ?? 0)
}

/**
 * Each passage of a text as the index compares it: its direction and a share of the direction of
 * all of them, of unit length. A passage of a long text says on its own less than what it is about.
 * A text of one passage, and a vector without direction, stay as they are, and all do without a
 * share: an index scales what it compares. All vectors are of one model.
 */
export const inContext = (
  vectors: readonly Float32Array[],
  share: number = CONTEXT_SHARE,
): Float32Array[] => {
  if (share === 0) return [...vectors]
  const directions = vectors.map(directionOf)
  const sum = new Float64Array(vectors[0]?.length ?? 0)
  for (const direction of directions) if (direction !== null) add(sum, direction, 1)
  const whole = directionOf(sum)
  return vectors.map((vector, at) => {
    const direction = directions[at]
    if (vectors.length === 1 || direction == null || whole === null) return vector
    add(direction, whole, share)
    return Float32Array.from(directionOf(direction) ?? vector)
  })
}

/** Vectors of passages, with the ordinals of these in the same order. */
export type PassageVectors = {
  readonly vectors: readonly Float32Array[]
  readonly ordinals: readonly number[]
}

/**
 * The vectors of a document's passages in their context, as far as they are known, each text once:
 * of equal passages the first.
 */
export const vectorsInContext = (
  passages: readonly Pick<Passage, 'ordinal' | 'textSha256'>[],
  known: ReadonlyMap<Sha256Hex, Float32Array>,
): PassageVectors => {
  const first = new Map<Sha256Hex, number>()
  for (const { textSha256, ordinal } of passages)
    if (!first.has(textSha256)) first.set(textSha256, ordinal)
  const found = [...first].flatMap(([hash, ordinal]) => {
    const vector = known.get(hash)
    return vector === undefined ? [] : [{ ordinal, vector }]
  })
  return {
    vectors: inContext(found.map(({ vector }) => vector)),
    ordinals: found.map(({ ordinal }) => ordinal),
  }
}
