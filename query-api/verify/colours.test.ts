/** Whose day the colours of a verification are. */
import { expect, test } from 'vitest'
import { VerifyRequest } from '#contracts/http/verify.ts'
import { ARTICLES, toolParts } from '../../test/mcp/harness.ts'

test('evidence says up to which day its colour counts facts, whatever day is asked for', async () => {
  const [article] = ARTICLES
  if (article === undefined) throw new Error('no text')
  const claim = 'Le mandat peut être révoqué par le mandant à tout moment et sans motif.'
  for (const asOf of ['2025-05-02', null]) {
    const text = {
      ...article,
      contentClean: claim,
      headnotes: [],
      statusFlag: 'yellow' as const,
      statusDerivation: { ...article.statusDerivation, asOf },
    }
    const request = VerifyRequest.parse({ claim, asOf: '2024-12-01' })
    const { response } = await toolParts([text]).verify(request)
    expect(response.claims[0]?.evidence[0]).toMatchObject({
      statusFlag: 'yellow',
      statusAsOf: asOf,
    })
  }
})
