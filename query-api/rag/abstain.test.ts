/** Why an answer abstains. */
import { expect, test } from 'vitest'
import { RagRequest } from '#contracts/http/rag.ts'
import { toolParts } from '../../test/mcp/harness.ts'
import { NO_WORDINGS } from '../versions/wording-article.testing.ts'
import { makeAnswering } from './answer.ts'

const answer = makeAnswering({ ...toolParts(), ...NO_WORDINGS, now: () => 0, clock: () => 0 })
const ask = async (question: string) =>
  (await answer(RagRequest.parse({ question }), AbortSignal.timeout(60_000))).response

test('a false premise is no matter of the day that is asked for', async () => {
  const answered = await ask('Quel est le délai de prescription des actions personnelles ?')
  expect(answered.abstained).toBe(false)
  const { abstainReason, warnings } = await ask(
    'Pourquoi le délai de prescription des actions personnelles est-il de trente ans ?',
  )
  expect(warnings.map(({ code }) => code)).toContain('premise_not_found')
  expect(abstainReason).toBe('below_groundedness')
})

test('an abstention shows the passages nearest to the question, an answer none', async () => {
  const answered = await ask('Quel est le délai de prescription des actions personnelles ?')
  expect(answered.nearest).toEqual([])
  const { abstained, citations, nearest } = await ask(
    'Quel est le délai de prescription des actions en bornage entre voisins ?',
  )
  expect([abstained, citations]).toEqual([true, []])
  expect(nearest.map(({ id }) => id)).toEqual(['n1', 'n2', 'n3'])
  expect(new Set(nearest.map(({ slug }) => slug)).size).toBe(3)
  expect(nearest.map(({ slug }) => slug)).toContain(answered.citations[0]?.slug)
  expect(nearest.every(({ statusFlag }) => statusFlag !== 'red')).toBe(true)
})

test('no more texts are near than the request takes as sources', async () => {
  const request = RagRequest.parse({
    question: 'Quel est le délai de prescription des actions en bornage entre voisins ?',
    maxSources: 1,
  })
  const { response } = await answer(request, AbortSignal.timeout(60_000))
  expect(response.nearest).toHaveLength(1)
})

test('a question beside the law has no nearest passages', async () => {
  const { abstainReason, nearest } = await ask(
    'Quel est le délai de prescription des actions personnelles en Belgique ?',
  )
  expect([abstainReason, nearest]).toEqual(['out_of_coverage', []])
})
