/** `robots.txt` and the map of the site (sitemaps.org), in parts. */
import type { FastifyInstance } from 'fastify'
import { html } from 'ghtml'
import { routeNotFound } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import { textPath } from '../../public/addresses.ts'
import type { PublicTexts } from '../../public/ports.ts'
import { originOf } from '../pages/origin.ts'
import { admit, type VisitDeps } from '../pages/visit.ts'

export type SitemapDeps = VisitDeps & { readonly texts: PublicTexts }

/** The protocol allows 50,000 addresses and 50 MB; slugs of 600 characters stay below both. */
export const SITEMAP_PART = 10_000

const XML = 'application/xml; charset=utf-8'
const PLAIN = 'text/plain; charset=utf-8'
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const NUMBER = /^[1-9]\d{0,6}$/u

const entry = (element: 'url' | 'sitemap', address: string, changed: string): string =>
  `<${element}><loc>${html`${address}`}</loc><lastmod>${changed}</lastmod></${element}>\n`

/** Searches are endless, and the areas are of one person each. */
const robotsOf = (origin: string): string => `User-agent: *
Disallow: /search
Disallow: /account
Disallow: /api/
Disallow: /*/compare
Disallow: /*/canonical
Allow: /

Sitemap: ${origin}/sitemap.xml
`

export const addSitemap = (app: FastifyInstance, deps: SitemapDeps): void => {
  const { texts } = deps
  app.get('/robots.txt', (request, reply) =>
    admit(deps, 'reading', { request, reply }, () =>
      reply.type(PLAIN).send(robotsOf(originOf(request))),
    ),
  )
  app.get('/sitemap.xml', (request, reply) =>
    admit(deps, 'reading', { request, reply }, async () => {
      const origin = originOf(request)
      const parts = (await texts.parts(SITEMAP_PART)).map((changed, index) =>
        entry('sitemap', `${origin}/sitemap/${index + 1}.xml`, changed),
      )
      return reply
        .type(XML)
        .send(`${HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${parts.join('')}</sitemapindex>\n`)
    }),
  )
  app.get<{ Params: { part: string } }>('/sitemap/:part.xml', (request, reply) =>
    admit(deps, 'reading', { request, reply }, async () => {
      const { part } = request.params
      const found = NUMBER.test(part) ? await texts.part(Number(part) - 1, SITEMAP_PART) : []
      if (found.length === 0) return sendProblem(request, reply, routeNotFound)
      const origin = originOf(request)
      const urls = found.map(({ slug, updatedAt }) =>
        entry('url', `${origin}${textPath(slug)}`, updatedAt),
      )
      return reply
        .type(XML)
        .send(`${HEAD}<urlset xmlns="${NAMESPACE}">\n${urls.join('')}</urlset>\n`)
    }),
  )
}
