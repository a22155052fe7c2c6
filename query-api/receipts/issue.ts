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
    /** null: no receipt was signed ahead. */
    receiptAhead: ReceiptAhead | null
  }
  interface FastifyReply {
    /**
     * Signs the receipt of an answer whose texts are known (`cited`) while its charge is written.
     * `headers` are the cost headers that it will have. A receipt of another answer than the one
     * that is sent is not used. Does not throw.
     */
    signAhead: (answer: Buffer | string, headers: Readonly<Record<string, string>>) => void
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
/** A receipt, and how to keep it for an account that asks for it. */
type SignedReceipt = { readonly printed: string; readonly keep: () => Promise<void> }

export type ReceiptIssuer = {
  /** Signs a receipt. It is kept once its answer is sure to be charged. */
  sign(charged: ChargedAnswer): Promise<SignedReceipt>
  /** Signs a receipt, keeps it, and prints it. */
  issue(charged: ChargedAnswer): Promise<string>
}

type Deps = {
  readonly signer: ReceiptSigner
  readonly sources: ReceiptSources
  /** The sandbox prints prices and charges none of them. */
  readonly charges: boolean
  /** Keeps receipts of accounts that ask for it; null: none are kept. */
  readonly keep: KeepReceipt | null
  readonly clock: () => number
}

export const makeReceiptIssuer = ({
  signer,
  sources,
  charges,
  keep,
  clock,
}: Deps): ReceiptIssuer => {
  const sign: ReceiptIssuer['sign'] = async ({
    usageId: id,
    accountId,
    costUsd,
    operation,
    ...about
  }) => {
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
    return {
      printed,
      keep: async () =>
        keep?.(accountId, {
          usageId,
          operation,
          priceUsd,
          position: about.position,
          // Without its salt it says nothing of what was asked.
          receipt: printed.split('~')[0] ?? null,
          citationCount: cites.length,
          citations: cites.map((one) => ({ ...one, erased: false })),
        }),
    }
  }
  return {
    sign,
    issue: async (charged) => {
      const receipt = await sign(charged)
      await receipt.keep()
      return receipt.printed
    },
  }
}

const textOf = (header: number | string | string[] | undefined): string | null =>
  typeof header === 'string' ? header : null

type Charged = Pick<ChargedAnswer, 'operation' | 'usageId' | 'costUsd' | 'position'>

/** The charge of an answer, from its headers; null: it has none. */
const chargeOf = (
  request: FastifyRequest,
  header: (name: string) => number | string | string[] | undefined,
): Charged | null => {
  const operation = request.routeOptions.config.price ?? null
  const usageId = textOf(header(HEADERS.usageId))
  const costUsd = textOf(header(HEADERS.costUsd))
  if (operation === null || usageId === null || costUsd === null) return null
  return { operation, usageId, costUsd, position: textOf(header(HEADERS.corpusPosition)) }
}

const isSame = (one: Charged, other: Charged): boolean =>
  one.operation === other.operation &&
  one.usageId === other.usageId &&
  one.costUsd === other.costUsd &&
  one.position === other.position

/** A receipt that is signed before its answer is sent. */
type ReceiptAhead = {
  readonly charge: Charged
  readonly answer: unknown
  readonly cites: readonly CitedText[]
  readonly receipt: Promise<SignedReceipt>
}

const OK = 200

/**
 * Adds the receipt to every answer that names a charge, so no route can leave it out. Runs before
 * an answer is compressed: it covers the bytes that a client reads.
 */
export const addReceipts = (app: FastifyInstance, issuer: ReceiptIssuer): void => {
  const signFor = async (
    request: FastifyRequest,
    accountId: string,
    charge: Charged,
    answer: unknown,
  ): Promise<SignedReceipt> => {
    const isWhole = typeof answer === 'string' || Buffer.isBuffer(answer)
    return issuer.sign({
      ...charge,
      accountId,
      request: { method: request.method, path: request.url, body: request.askedBody },
      answer: isWhole ? answer : null,
      cites: isWhole ? (request.cited ?? []) : null,
    })
  }
  app.decorateRequest('askedBody', undefined)
  app.decorateRequest('cited', null)
  app.decorateRequest('receiptAhead', null)
  app.decorateReply('signAhead', function (this: FastifyReply, answer, headers) {
    const { request } = this
    const { caller, cited } = request
    const charge = chargeOf(request, (name) => headers[name] ?? this.getHeader(name))
    if (charge === null || caller === null || cited === null) return
    const receipt = signFor(request, caller.accountId, charge, answer)
    // The answer fails by it, if it is sent at all.
    receipt.catch(() => undefined)
    request.receiptAhead = { charge, answer, cites: cited, receipt }
  })
  app.addHook('preValidation', async (request) => {
    request.askedBody = request.body
  })
  app.addHook('preSerialization', async (request, reply, answer) => {
    if (reply.hasHeader(HEADERS.usageId)) request.cited ??= citedTextsIn(answer)
    return answer
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const charge = chargeOf(request, (name) => reply.getHeader(name))
    const { caller, receiptAhead: ahead } = request
    if (
      charge === null ||
      caller === null ||
      reply.statusCode !== OK ||
      reply.hasHeader(HEADERS.receipt)
    )
      return payload
    const isOfAnswer =
      ahead !== null &&
      ahead.answer === payload &&
      ahead.cites === request.cited &&
      isSame(ahead.charge, charge)
    const receipt = await (isOfAnswer
      ? ahead.receipt
      : signFor(request, caller.accountId, charge, payload))
    await receipt.keep()
    reply.header(HEADERS.receipt, receipt.printed)
    return payload
  })
}
