import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { HEADERS } from '#contracts/service.ts'
import { addReceipts, type ChargedAnswer } from './issue.ts'

const COST = { [HEADERS.usageId]: 'a'.repeat(64), [HEADERS.costUsd]: '0.06' }
const CITED = [{ slug: 'texte', version: '1.0.0', sha256Hash: 'b'.repeat(64) }]

type Ahead = {
  readonly answer: string
  readonly headers?: Readonly<Record<string, string>>
  readonly position?: string
}

/** Answers `sent` after a receipt was signed ahead; records what is signed and what is kept. */
const answerAfter = async ({ answer, headers = COST, position = '7' }: Ahead, fails = false) => {
  const signed: ChargedAnswer[] = []
  const kept: ChargedAnswer[] = []
  const app = Fastify()
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    request.caller = { accountId: 'account' } as never
  })
  addReceipts(app, {
    sign: async (charged) => {
      signed.push(charged)
      if (fails && signed.length === 1) throw new Error('no salt')
      return {
        printed: `receipt ${signed.length}`,
        keep: async () => {
          kept.push(charged)
        },
      }
    },
    issue: () => expect.fail('only MCP issues by itself'),
  })
  const sent = Buffer.from('sent')
  app.get('/', { config: { price: 'article' } as object }, async (request, reply) => {
    request.cited = CITED as never
    reply.header(HEADERS.corpusPosition, '7')
    const ahead = answer === 'sent' ? sent : Buffer.from(answer)
    reply.signAhead(ahead, { ...headers, [HEADERS.corpusPosition]: position })
    // It is signed while the charge is written, and kept once it is.
    expect([signed.length, kept.length]).toEqual([1, 0])
    return reply.headers(COST).send(sent)
  })
  const { statusCode, headers: got } = await app.inject('/')
  await app.close()
  return { statusCode, receipt: got[HEADERS.receipt.toLowerCase()], signed, kept }
}

test('a receipt that was signed ahead is sent, and kept once', async () => {
  const { receipt, signed, kept } = await answerAfter({ answer: 'sent' })
  expect(receipt).toBe('receipt 1')
  expect(signed).toMatchObject([{ answer: Buffer.from('sent'), cites: CITED, costUsd: '0.06' }])
  expect(kept).toEqual(signed)
})

test.each([
  ['other bytes', { answer: 'other' }],
  ['another charge', { answer: 'sent', headers: { ...COST, [HEADERS.usageId]: 'c'.repeat(64) } }],
  ['another price', { answer: 'sent', headers: { ...COST, [HEADERS.costUsd]: '0.05' } }],
  ['another position', { answer: 'sent', position: '8' }],
])('a receipt of %s is neither sent nor kept', async (_, ahead) => {
  const { receipt, signed, kept } = await answerAfter(ahead)
  expect(receipt).toBe('receipt 2')
  expect(signed[1]).toMatchObject({
    answer: Buffer.from('sent'),
    usageId: COST[HEADERS.usageId],
    costUsd: '0.06',
    position: '7',
  })
  expect(kept).toEqual([signed[1]])
})

test('an answer whose receipt failed ahead fails, too', async () => {
  const { statusCode, kept } = await answerAfter({ answer: 'sent' }, true)
  expect(statusCode).toBe(500)
  expect(kept).toEqual([])
})
