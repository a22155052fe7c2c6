/**
 * The labelled sets against the rules as they are, without a model; figures and matrices are in
 * RESULTS.md. Paraphrases need the model (`claims.engine.test.ts`).
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { VerifyRequest } from '#contracts/http/verify.ts'
import { hasShared } from '../corpus/shared.ts'
import { currentTexts } from './demonstration.ts'
import { evaluate, type Judged, verifyOf } from './evaluate.ts'
import { figures } from './results.ts'
import { labelRows, SEED } from './split.ts'

const TIMEOUT_MS = 240_000

describe(`labelled claims and quotations (halves drawn with seed ${SEED})`, () => {
  let judged: readonly Judged[]
  let found: ReturnType<typeof figures>
  beforeAll(async () => {
    judged = await evaluate({ withShared: hasShared })
    found = figures(judged)
  }, TIMEOUT_MS)

  test('200 sentences, 354 claims, 70 quotations and their citations are judged', () => {
    const sets = judged.map(({ set }) => set)
    const [sentences, claims, strength, fresh, quotes, citations] = (
      ['groundedness', 'claims', 'strength', 'fresh', 'quotes', 'citations'] as const
    ).map((name) => sets.filter((set) => set === name).length)
    expect([sentences, claims, strength, fresh, quotes]).toEqual([200, 210, 84, 60, 70])
    expect(citations).toBe(hasShared ? 20 : 13)
  })

  test('altered sentences are not called supported in nine of ten cases', () =>
    expect(found.alteredNotSupported).toBeGreaterThanOrEqual(0.9))

  test('copied sentences are called supported in nine of ten cases, other true ones rarely contradicted', () => {
    expect(found.copiedSupported).toBeGreaterThanOrEqual(0.9)
    expect(found.groundedContradicted).toBeLessThanOrEqual(0.05)
    expect(found.claimsContradicted).toBeLessThanOrEqual(0.05)
    expect(found.strongContradicted).toBeLessThanOrEqual(0.05)
    expect(found.freshContradicted).toBeLessThanOrEqual(0.05)
  })

  test('one in ten at most of the false claims is called supported', () =>
    expect(found.falseNotSupported).toBeGreaterThanOrEqual(0.9))

  test('claims that say more than their text are not called supported', () =>
    expect(found.overstatedNotSupported).toBeGreaterThanOrEqual(0.9))

  test.each(['tuned', 'held-out'] as const)('the bars hold on the half %s alone', (half) => {
    const own = figures(judged.filter((one) => one.half === half))
    expect(own.alteredNotSupported).toBeGreaterThanOrEqual(0.9)
    expect(own.copiedSupported).toBeGreaterThanOrEqual(0.9)
    expect(own.claimsContradicted).toBeLessThanOrEqual(0.05)
    expect(own.groundedContradicted).toBeLessThanOrEqual(0.05)
    expect(own.overstatedNotSupported).toBeGreaterThanOrEqual(0.85)
  })

  test('each class of quotation is recognised, and no altered one is called exact', () => {
    expect(Object.keys(found.quoteClasses)).toHaveLength(6)
    for (const rate of Object.values(found.quoteClasses)) expect(rate).toBeGreaterThanOrEqual(0.85)
    expect(found.alteredCalledExact).toBe(0)
  })

  test('dead and ambiguous citations have the status and the texts of their labels', () =>
    expect(found.citationsExact).toBe(1))
})

describe('the answers of three runs', () => {
  test(
    'are equal to the byte, and every quote of evidence is its text at its span',
    async () => {
      const contents = currentTexts().map(({ content }) => content)
      const texts = new Map(
        contents.map(({ slug, contentClean }) => [slug as string, contentClean]),
      )
      const rows = labelRows('verify-claims.tsv').filter((_, at) => at % 15 === 0)
      const run = async (): Promise<string> => {
        const verify = verifyOf(contents)
        const answers = []
        for (const { text = '' } of rows) {
          const { response } = await verify(VerifyRequest.parse({ claim: text }))
          answers.push(response)
          for (const { evidence } of response.claims) {
            for (const { slug, quote, quoteSpan } of evidence) {
              const { start, end } = quoteSpan.utf16
              expect(texts.get(slug)?.slice(start, end)).toBe(quote)
            }
          }
        }
        return JSON.stringify(answers)
      }
      const first = await run()
      expect(await run()).toBe(first)
      expect(await run()).toBe(first)
    },
    TIMEOUT_MS,
  )
})
