import { Readable } from 'node:stream'
import {
  EXPORT_LIMITS,
  EXPORT_MEDIA_TYPES,
  ExportLine,
  ExportQuery,
  exportRequestOf,
} from '#contracts/http/export.ts'
import { printPosition } from '#contracts/ids.ts'
import { HEADERS } from '#contracts/service.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import type { Billing } from '../../billing/billing.ts'
import { billableCall } from '../../billing/charged.ts'
import type { Export, ExportPart } from '../../export/export.ts'
import { defineEndpoint, errorAnswer, IdempotencyKey } from '../../http/endpoint.ts'

type Deps = { readonly exportPart: Export; readonly billing: Billing }

export const exportEndpoint = ({ exportPart, billing }: Deps) =>
  defineEndpoint({
    operationId: 'exportTexts',
    method: 'GET',
    path: '/export',
    scope: 'articles:read',
    price: 'article',
    summary: 'Whole texts, part by part',
    description: `Every text that passes the filters, whole, by id, as it was at the position of the first part; without filters the whole corpus. A part has at most ${EXPORT_LIMITS.limitMax} texts, and each text costs as one article: \`${HEADERS.costUsd}\` has the price of the part. Its last line has counts, position, digest and \`next\`; pass that as \`after\` until it is null. A part that broke off is repeated with its \`Idempotency-Key\` at no further cost. A text that is not public any more is a line with its id alone, and costs nothing.`,
    tag: 'Articles',
    note: '?after=: every text that passes the filters, whole, part by part, as JSON Lines or ?format=parquet; each text costs as an article',
    querystring: ExportQuery,
    headers: IdempotencyKey,
    answers: {
      200: {
        description: 'A part of the export, in the form that `format` names.',
        content: {
          [EXPORT_MEDIA_TYPES.jsonl]: { schema: ExportLine },
          [EXPORT_MEDIA_TYPES.parquet]: {
            schema: ExportLine.describe('A Parquet file with a row for each text.'),
          },
        },
      },
      400: errorAnswer(
        '`validation_failed`: a filter or parameter is invalid, or `after` is no cursor of these filters (`cursor_other_query`) or of this build of the corpus (`cursor_other_generation`).',
      ),
    },
    answerHeaders: { 200: [HEADERS.corpusPosition] },
    handle: async (request, reply) => {
      const call = billableCall(billing, request)
      const wanted = exportRequestOf(request.query)
      const type = EXPORT_MEDIA_TYPES[wanted.format]
      if (request.method === 'HEAD')
        return reply.type(type).header('Cache-Control', 'private, no-store').send()
      let part: Promise<ExportPart> | undefined
      const planned = (): Promise<ExportPart> => (part ??= exportPart(wanted))
      const billed = await billing.chargeUnits(
        call,
        async () => (await planned()).units,
        async (units) => ({ value: await (await planned()).open(units), billable: true }),
      )
      if ('problem' in billed) return sendProblem(request, reply, billed.problem)
      return reply
        .type(type)
        .header(HEADERS.corpusPosition, printPosition((await planned()).position))
        .headers(billed.headers)
        .header('Cache-Control', 'private, no-store')
        .send(Readable.from(billed.value, { objectMode: false }))
    },
  })
