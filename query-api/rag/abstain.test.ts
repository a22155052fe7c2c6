/** Why an answer abstains. */
import { expect, test } from 'vitest'
import { RagRequest } from '#contracts/http/rag.ts'
import { toolParts } from '../../test/mcp/harness.ts'
import { makeAnswering } from './answer.ts'

const answer = makeAnswering({ ...toolParts(), now: () => 0, clock: () => 0 })
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
