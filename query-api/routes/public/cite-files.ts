/** `/t/{slug}@{version}/cite.ris` and others: a citation as a file for a reference manager. */
import type { FastifyInstance } from 'fastify'
import { type CitationStyle, cite, STYLE_FILES } from '#contracts/law/citation-styles/styles.ts'
import { citedText } from '../../cite/cited-text.ts'
import { textPath } from '../../public/addresses.ts'
import { originOf } from '../pages/origin.ts'
import { admit, type VisitDeps } from '../pages/visit.ts'
import { askedIn, type ReadDeps, readText, sendMissing } from './read-text.ts'

type CiteRequest = { Params: { text: string; ending: string } }

const FILES = ['ris', 'bibtex', 'csl-json'] as const satisfies readonly CitationStyle[]

/** Metadata are for all, so the licence of a text does not matter here. */
export const addCiteFiles = (app: FastifyInstance, deps: VisitDeps & ReadDeps): void => {
  app.get<CiteRequest>('/t/:text/cite.:ending', (request, reply) =>
    admit(deps, 'reading', { request, reply }, async (visit) => {
      const { text, ending } = request.params
      const asked = askedIn(text)
      const style = FILES.find((one) => STYLE_FILES[one].ending === ending)
      if (style === undefined) return sendMissing(reply, visit, asked, { missing: 'text' })
      const found = await readText(deps, asked)
      if ('missing' in found) return sendMissing(reply, visit, asked, found)
      const cited = await citedText(deps.versions, found.article)
      const { slug, version } = cited
      const address = `${originOf(request)}${textPath(slug, version)}`
      return reply
        .headers({
          'Content-Disposition': `attachment; filename="${slug}-${version}.${ending}"`,
          'Cache-Control': 'no-cache',
          'X-Content-Type-Options': 'nosniff',
        })
        .type(`${STYLE_FILES[style].mediaType}; charset=utf-8`)
        .send(cite(style, cited, { language: visit.language, address }))
    }),
  )
}
