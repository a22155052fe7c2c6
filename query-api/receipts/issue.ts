/** Gives each charged answer its receipt (contracts/conventions/receipts.md). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Instant, Sha256Hex } from '#contracts/ids.ts'
import { citedTextsIn } from '#contracts/receipts/cited-texts.ts'
import type { CitedText } from '#contracts/receipts/receipt.ts'
import type { AskedRequest } from '#contracts/receipts/format.ts'
import type { ReceiptFacts, ReceiptSigner } from '#contracts/receipts/signing.ts'
import { HEADERS } from '#contracts/service.ts'
import { type Operation, printUsd } from '#contracts/tariff.ts'
import type { KeepReceipt } from '../recall/ports.ts'
import type { ReceiptSources } from './ports.ts'

declare module 'fastify' {
  // The names and parameters are those of the framework.
  interface FastifyRequest {
    /** The body as it was sent, before defaults are filled in. */
    askedBody: unknown
    /** What the answer cites; null: nothing is known of it. */
    cited: readonly CitedText[] | null
  }
}

/** An answer that was charged. */
export type ChargedAnswer = Pick<ReceiptFacts, 'position' | 'answer' | 'cites'> & {
  readonly usageId: string
  readonly accountId: string
  readonly request: AskedRequest
  readonly operation: Operation
  readonly costUsd: string
}
export type IssueReceipt = (charged: ChargedAnswer) => Promise<string>

type Deps = {
  readonly signer: ReceiptSigner
  readonly sources: ReceiptSources
  /** The sandbox prints prices and charges none of them. */
  readonly charges: boolean
  /** Keeps receipts of accounts that ask for it; null: none are kept. */
  readonly keep: KeepReceipt | null
  readonly clock: () => number
}

export const makeReceiptIssuer =
  ({ signer, sources, charges, keep, clock }: Deps): IssueReceipt =>
  async ({ usageId: id, accountId, costUsd, operation, ...about }) => {
    const usageId = Sha256Hex.parse(id)
    const priceUsd = charges ? costUsd : printUsd(0)
    const printed = signer.issue({
      ...about,
      usageId,
      operation,
      priceUsd,
      time: Instant.parse(new Date(clock()).toISOString()),
      generation: await sources.generation(),
      models: [...sources.models[operation]],
    })
    const cites = about.cites ?? []
    await keep?.(accountId, {
      usageId,
      operation,
      priceUsd,
      position: about.position,
      // Without its salt it says nothing of what was asked.
      receipt: printed.split('~')[0] ?? null,
      citationCount: cites.length,
      citations: cites.map((one) => ({ ...one, erased: false })),
    })
    return printed
  }

const textOf = (header: number | string | string[] | undefined): string | null =>
  typeof header === 'string' ? header : null

/** The charge of an answer, from its headers; null: it has none. */
const chargeOf = (request: FastifyRequest, reply: FastifyReply) => {
  const operation = request.routeOptions.config.price ?? null
  const usageId = textOf(reply.getHeader(HEADERS.usageId))
  const costUsd = textOf(reply.getHeader(HEADERS.costUsd))
  if (operation === null || usageId === null || costUsd === null) return null
  return { operation, usageId, costUsd, position: textOf(reply.getHeader(HEADERS.corpusPosition)) }
}

const OK = 200

/**
 * Adds the receipt to every answer that names a charge, so no route can leave it out. Runs before
 * an answer is compressed: it covers the bytes that a client reads.
 */
export const addReceipts = (app: FastifyInstance, issue: IssueReceipt): void => {
  app.decorateRequest('askedBody', undefined)
  app.decorateRequest('cited', null)
  app.addHook('preValidation', async (request) => {
    request.askedBody = request.body
  })
  app.addHook('preSerialization', async (request, reply, answer) => {
    if (reply.hasHeader(HEADERS.usageId)) request.cited ??= citedTextsIn(answer)
    return answer
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const charge = chargeOf(request, reply)
    const { caller } = request
    if (
      charge === null ||
      caller === null ||
      reply.statusCode !== OK ||
      reply.hasHeader(HEADERS.receipt)
    )
      return payload
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    const receipt = await issue({
      ...charge,
      accountId: caller.accountId,
      request: { method: request.method, path: request.url, body: request.askedBody },
      answer: isWhole ? payload : null,
      cites: isWhole ? (request.cited ?? []) : null,
    })
    reply.header(HEADERS.receipt, receipt)
    return payload
  })
}
