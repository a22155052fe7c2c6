/** `/t/{slug}@{version}/pdf`, `…/html`, `…/akn`: a text as a file, for who may read it. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { networkOf } from '#contracts/web/http/address.ts'
import { abortWhenClientLeaves } from '#contracts/web/http/connection.ts'
import { html } from 'ghtml'
import type { CallGates } from '../../billing/billing.ts'
import { ABOUT, dispositionOf, type MadeFormat } from '../../formats/formats.ts'
import { HTML_POLICY } from '../../formats/html.ts'
import type { MakeDocument } from '../../formats/ports.ts'
import { type RequestDeps, requestOf, tagOf } from '../../formats/request.ts'
import { WORDS } from '../../public/words/words.ts'
import { evaluateConditions } from '../article/conditional.ts'
import { sendPage } from '../pages/frame.ts'
import { originOf } from '../pages/origin.ts'
import { admit, type PageVisit, type VisitDeps } from '../pages/visit.ts'
import {
  askedIn,
  fileCaching,
  mayRead,
  readText,
  sendMissing,
  type TextRequest,
} from './read-text.ts'

export type FileDeps = VisitDeps &
  RequestDeps & { readonly makeDocument: MakeDocument; readonly gates: CallGates }

const BUSY = 503
const NOT_MODIFIED = 304
const PRECONDITION_FAILED = 412
const RETRY_SECONDS = 1
const FILES = ['pdf', 'html', 'akn'] as const satisfies readonly MadeFormat[]

/** Says that the file is not the one that the client began with. */
const sendChanged = (reply: FastifyReply, visit: PageVisit): FastifyReply => {
  const { problems } = WORDS[visit.language]
  return sendPage(reply.code(PRECONDITION_FAILED), {
    ...visit,
    title: problems.changed,
    content: html`<h1>${problems.changed}</h1>
      <p>${problems.changedText}</p>`,
  })
}

const addFile = (app: FastifyInstance, deps: FileDeps, format: MadeFormat): void => {
  app.get<TextRequest>(`/t/:text/${format}`, (request, reply) =>
    admit(deps, 'reading', { request, reply }, async (visit) => {
      const asked = askedIn(request.params.text)
      const found = await readText(deps, asked)
      if ('missing' in found) return sendMissing(reply, visit, asked, found)
      const { article } = found
      if (!mayRead(visit, article)) return sendMissing(reply, visit, asked, { missing: 'text' })
      const stored = { json: JSON.stringify(article) }
      const wanted = await requestOf(deps, stored, format, originOf(request))
      const etag = `"${tagOf(wanted)}"`
      const disposition = dispositionOf(format, article)
      const headers = {
        ETag: etag,
        'Cache-Control': fileCaching(visit),
        'X-Content-Type-Options': 'nosniff',
        'X-Robots-Tag': 'noindex',
        ...(disposition === null ? {} : { 'Content-Disposition': disposition }),
        ...(format === 'html' ? { 'Content-Security-Policy': HTML_POLICY } : {}),
      }
      // Links appear and go with the texts that they lead to, so no date covers the file.
      const outcome = evaluateConditions(request.headers, { etag, updatedAt: null })
      if (outcome === 'failed') return sendChanged(reply.header('ETag', etag), visit)
      if (outcome === 'unchanged') return reply.headers(headers).code(NOT_MODIFIED).send()
      const leave = await deps.gates.computing.enter(`page:${networkOf(request.ip)}`)
      if (leave === null) {
        const { problems } = WORDS[visit.language]
        return sendPage(reply.code(BUSY).header('Retry-After', RETRY_SECONDS), {
          ...visit,
          title: problems.failed,
          content: html`<h1>${problems.failed}</h1>
            <p>${problems.failedText(RETRY_SECONDS)}</p>`,
        })
      }
      try {
        const bytes = await deps.makeDocument(wanted, abortWhenClientLeaves(reply))
        return reply.headers(headers).type(ABOUT[format].contentType).send(Buffer.from(bytes))
      } finally {
        leave()
      }
    }),
  )
}

export const addFiles = (app: FastifyInstance, deps: FileDeps): void => {
  for (const format of FILES) addFile(app, deps, format)
}
