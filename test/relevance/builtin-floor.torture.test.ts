import { describe, expect, test } from 'vitest'
import { BUILTIN, builtinVector } from '#infra/embeddings/builtin.ts'
import { embeddedPassage, passagesOf } from '#ingest/enrich/passages.ts'
import { hasShared, NEEDS_SHARED } from '../corpus/shared.ts'
import { luxembourgAndEurope } from './judgements.ts'

const PASSAGES = 3_000
const QUERIES = 100
const CONSONANTS = 'bcdfghjklmnpqrstvwxz'
const SEED = 20_260_101

/** Words that no text has, of 4 to 8 letters, the same at every run. */
const makeNonsense = (): (() => string) => {
  let state = SEED
  const draw = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const word = (): string =>
    Array.from({ length: 4 + draw(5) }, () => CONSONANTS[draw(CONSONANTS.length)]).join('')
  return () => Array.from({ length: 1 + draw(4) }, word).join(' ')
}

const dot = (a: Float32Array, b: Float32Array): number => {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

describe.skipIf(!hasShared)(`the floor of the built-in embedder ${NEEDS_SHARED}`, () => {
  test('chance stays far below it: nonsense would find nothing among 200,000 passages', () => {
    const passages = luxembourgAndEurope()
      .texts.flatMap(({ title, text }) =>
        passagesOf(text).map((span) => embeddedPassage(title, text, span)),
      )
      .filter((_, at) => at % 4 === 0)
      .slice(0, PASSAGES)
      .map(builtinVector)
    const nonsense = makeNonsense()
    const cosines = Array.from({ length: QUERIES }, nonsense).flatMap((query) => {
      const vector = builtinVector(query)
      return passages.map((passage) => dot(vector, passage))
    })
    const deviation = Math.sqrt(
      cosines.reduce((sum, cosine) => sum + cosine ** 2, 0) / cosines.length,
    )
    const highest = cosines.reduce((high, cosine) => Math.max(high, cosine), 0)
    console.log(
      `${cosines.length} cosines by chance: deviation ${deviation.toFixed(4)}, highest ${highest.toFixed(3)} ` +
        `(${(highest / deviation).toFixed(1)} deviations); the floor ${BUILTIN.similarityFloor} is ` +
        `${(BUILTIN.similarityFloor / deviation).toFixed(1)} deviations up`,
    )
    expect(deviation).toBeCloseTo(1 / Math.sqrt(BUILTIN.dimensions), 2)
    expect(BUILTIN.similarityFloor / deviation).toBeGreaterThan(6)
    expect(highest).toBeLessThan(0.8 * BUILTIN.similarityFloor)
  })
})
