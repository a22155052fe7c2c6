import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { SlugParams, type Article } from '#contracts/http/article.ts'
import {
  type CitedStyles,
  CitedStyles as CitedStylesSchema,
  CiteQuery,
} from '#contracts/http/cite.ts'
import { Day, printPosition, SemVer, Slug } from '#contracts/ids.ts'
import type { CitationOptions, CitedText } from '#contracts/law/citation-styles/cited-text.ts'
import { cslItem, CslItem } from '#contracts/law/citation-styles/csl.ts'
import { cite, STYLE_FILES } from '#contracts/law/citation-styles/styles.ts'
import { HEADERS } from '#contracts/service.ts'
import { articleNotFound } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import { citedText } from '../../cite/cited-text.ts'
import { defineEndpoint, errorAnswer } from '../../http/endpoint.ts'
import type { ArticleReader } from '../../ports.ts'
import { textPath } from '../../public/addresses.ts'
import type { VersionSources } from '../../versions/ports.ts'
import { noWordingProblem } from '../../versions/problems.ts'
import { isNoWording, readOnDay, readVersion, type ReadWording } from '../../versions/versions.ts'
import { originOf } from '../pages/origin.ts'

type Deps = { readonly articles: ArticleReader; readonly versions: VersionSources }

/** Reads the wording to cite; an invalid slug is not looked up. */
const read = async (deps: Deps, text: string, query: CiteQuery): Promise<ReadWording> => {
  const slug = Slug.safeParse(text)
  if (!slug.success) return { text: null, position: await deps.articles.position() }
  if (query.version !== undefined) return readVersion(deps, slug.data, SemVer.parse(query.version))
  if (query.asOf !== undefined) return readOnDay(deps, slug.data, Day.parse(query.asOf))
  const { article, position } = await deps.articles.bySlug(slug.data)
  return { text: article, position }
}

const optionsOf = (
  request: FastifyRequest,
  { slug, version }: CitedText,
  { language, paragraph, asOf }: CiteQuery,
): CitationOptions => ({
  language,
  address: `${originOf(request)}${textPath(slug, version)}`,
  paragraph: paragraph ?? null,
  day: asOf ?? null,
})

const allStyles = (text: CitedText, options: CitationOptions): CitedStyles => ({
  slug: Slug.parse(text.slug),
  version: SemVer.parse(text.version),
  styles: {
    fr: cite('fr', text, options),
    eu: cite('eu', text, options),
    'csl-json': [cslItem(text, options)],
    ris: cite('ris', text, options),
    bibtex: cite('bibtex', text, options),
    link: cite('link', text, options),
    proof: cite('proof', text, options),
  },
})

const described = (schema: z.ZodType) => ({ schema })
const TEXT = z.string()

export const citeEndpoint = (deps: Deps) =>
  defineEndpoint({
    operationId: 'citeArticle',
    method: 'GET',
    path: '/articles/:slug/cite',
    scope: 'articles:read',
    price: null,
    summary: 'Cite an article in every style',
    description:
      'The citation of one version: as French lawyers write it (`fr`), as the courts and institutions of the Union do (`eu`), for reference managers (`csl-json`, `ris`, `bibtex`), as its permanent address (`link`), and with version, address and hash (`proof`). A part that is not known is left out; a text that no court, day or number names is cited by its title. Free; counts against the limit.',
    tag: 'Articles',
    note: ': its citation in French and European practice, CSL-JSON, RIS, BibTeX (free)',
    params: SlugParams,
    querystring: CiteQuery,
    answers: {
      200: {
        description: 'All styles as JSON; with `style` the one, in its media type.',
        content: {
          'application/json': described(CitedStylesSchema),
          'text/plain': described(TEXT.describe('`fr`, `eu`, `link`, `proof`.')),
          [STYLE_FILES['csl-json'].mediaType]: described(z.array(CslItem)),
          [STYLE_FILES.ris.mediaType]: described(TEXT),
          [STYLE_FILES.bibtex.mediaType]: described(TEXT),
        },
      },
      404: errorAnswer(
        '`not_found`: there is no such public article. With reason `version_unknown` or `no_wording_on_day`: it has no such wording; `details` or `held` list those it has. With reason `version_erased`: its words were erased.',
      ),
    },
    answerHeaders: {
      200: [HEADERS.corpusPosition, HEADERS.articleHash],
      404: [HEADERS.corpusPosition],
    },
    handle: async (request, reply): Promise<FastifyReply> => {
      const { query } = request
      const { text, position } = await read(deps, request.params.slug, query)
      reply.header(HEADERS.corpusPosition, printPosition(position))
      if (text === null) return sendProblem(request, reply, articleNotFound)
      if (isNoWording(text)) return sendProblem(request, reply, noWordingProblem(text))
      // The JSON was typed when we wrote it.
      const cited = await citedText(deps.versions, JSON.parse(text.json) as Article)
      const options = optionsOf(request, cited, query)
      reply.headers({
        'Cache-Control': 'private, must-revalidate',
        [HEADERS.articleHash]: text.sha256Hash,
      })
      if (query.style === undefined) return reply.send(allStyles(cited, options))
      const { mediaType } = STYLE_FILES[query.style]
      return reply.type(`${mediaType}; charset=utf-8`).send(cite(query.style, cited, options))
    },
  })
