/** The public keys of receipts, so that anybody can check one without this service. */
import type { FastifyInstance } from 'fastify'
import { RECEIPT_KEYS_PATH } from '#contracts/http/receipts.ts'
import type { ReceiptKey } from '#contracts/receipts/format.ts'

const MEDIA_TYPE = 'application/jwk-set+json; charset=utf-8'

/** A JSON Web Key Set (RFC 7517), under the anonymous limit: the key of the service first. */
export const addReceiptKeys = (
  app: FastifyInstance,
  { receiptKeys }: { readonly receiptKeys: readonly ReceiptKey[] },
): void => {
  const body = JSON.stringify({ keys: receiptKeys })
  app.get(RECEIPT_KEYS_PATH, { schema: { hide: true } }, async (_, reply) =>
    reply.type(MEDIA_TYPE).header('Cache-Control', 'no-cache').send(body),
  )
}
