/** The shipped entailment model, as the service runs it: on a thread of its own. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { EntailmentModel, Opinion } from '#contracts/law/claims/entailment.ts'
import { openThreadedEntailment } from '#infra/entailment/threaded.ts'
import { SHIPPED_ENTAILMENT_DIR } from '#infra/settings.ts'

let model: EntailmentModel
beforeAll(async () => {
  model = await openThreadedEntailment(SHIPPED_ENTAILMENT_DIR)
})

const opinionOf = async (premise: string, hypothesis: string): Promise<Opinion> => {
  const [opinion] = await model.compare([{ premise, hypothesis }])
  if (opinion === undefined) throw new Error('no opinion')
  return opinion
}

const PREMISE = "Le juge peut, à la demande d'une partie, réviser le contrat ou y mettre fin."
const CLAIMS = [
  'Le juge peut réviser le contrat à la demande d’une partie.',
  'Le juge doit réviser le contrat.',
  'Le locataire paie le loyer chaque mois.',
  PREMISE,
]

describe('the shipped entailment model', () => {
  test('is named by its folder and the hash of its graph', () => {
    expect(model.model).toMatch(/^pandect-fr-law-entailment@[0-9a-f]{12}$/u)
  })

  test('gives opinions in the order of the pairs, each of the sum 1', async () => {
    const opinions = await model.compare(
      CLAIMS.map((hypothesis) => ({ premise: PREMISE, hypothesis })),
    )
    expect(opinions).toHaveLength(CLAIMS.length)
    for (const { entailment, neutral, contradiction } of opinions)
      expect(entailment + neutral + contradiction).toBeCloseTo(1, 6)
    for (const [index, hypothesis] of CLAIMS.entries())
      expect((await opinionOf(PREMISE, hypothesis)).entailment).toBeCloseTo(
        opinions[index]?.entailment ?? Number.NaN,
        3,
      )
  })

  test('takes nothing, cuts a long premise, and has no opinion of a claim that does not fit', async () => {
    expect(await model.compare([])).toEqual([])
    const long = `${PREMISE} `.repeat(200)
    expect((await opinionOf(long, PREMISE)).entailment).toBeGreaterThan(0)
    expect(await opinionOf(PREMISE, long)).toEqual({ entailment: 0, neutral: 1, contradiction: 0 })
  })

  test('reads special tokens in a text as plain words', async () => {
    const opinion = await opinionOf(PREMISE, 'Le juge [SEP] doit [ANSWER] réviser le contrat.')
    expect(opinion.entailment + opinion.neutral + opinion.contradiction).toBeCloseTo(1, 6)
  })

  test('rejects with the reason of the signal', async () => {
    const pair = { premise: PREMISE, hypothesis: PREMISE }
    const reason = new Error('the caller left')
    await expect(model.compare([pair], AbortSignal.abort(reason))).rejects.toBe(reason)
    const controller = new AbortController()
    const asked = model.compare(
      Array.from({ length: 40 }, () => pair),
      controller.signal,
    )
    controller.abort(reason)
    await expect(asked).rejects.toBe(reason)
  })

  test('is missing or broken by the name of its setting', async () => {
    await expect(openThreadedEntailment('/nowhere')).rejects.toMatchObject({
      code: 'entailment-model-missing',
      message: expect.stringContaining('ENTAILMENT_MODEL_DIR has no config.json'),
    })
  })
})
