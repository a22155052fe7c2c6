/** `/t/{slug}` and `/t/{slug}@{version}`: a text as people read it. */
import type { FastifyInstance } from 'fastify'
import type { Relations } from '#contracts/citation-index.ts'
import { canonicalArticle } from '#contracts/canonical/article.ts'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type { Article } from '#contracts/http/article.ts'
import { Day, type Slug } from '#contracts/ids.ts'
import { citedText } from '../../cite/cited-text.ts'
import { explain } from '../../citator/explain.ts'
import type { PublicTexts } from '../../public/ports.ts'
import { headOf, rdfaAttributes, rdfaMetadata } from '../../public/structured-data.ts'
import { type PointShown, textContent, type TextState } from '../../public/text-content.ts'
import type { ResearchParts } from '../../relations/ports.ts'
import { sendPage } from '../pages/frame.ts'
import { originOf } from '../pages/origin.ts'
import { admit, type VisitDeps } from '../pages/visit.ts'
import { addCiteFiles } from './cite-files.ts'
import {
  askedIn,
  fileCaching,
  mayRead,
  type ReadDeps,
  readText,
  sendMissing,
  type TextRequest,
} from './read-text.ts'
import { todayOf } from './search-page.ts'

export type TextPageDeps = VisitDeps &
  ReadDeps & {
    readonly clock: () => number
    readonly texts: PublicTexts
    readonly research: Pick<ResearchParts, 'citations' | 'citator'>
  }

/** Texts whose titles are read for one page, in each direction. */
const CARDS_MAX = 120

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

const slugsOf = ({ citing, cited }: Relations, points: readonly PointShown[]): Slug[] =>
  unique([
    ...unique(citing.flatMap(({ targetSlug }) => targetSlug ?? [])).slice(0, CARDS_MAX),
    ...unique(cited.map(({ sourceSlug }) => sourceSlug)).slice(0, CARDS_MAX),
    ...points.flatMap(({ treatments }) => treatments.flatMap(({ source }) => source.slug ?? [])),
  ])

const pointsOf = async ({ articles, research }: TextPageDeps, article: Article) => {
  const { asOf } = article.statusDerivation
  const validAt = asOf === null ? null : Day.parse(asOf)
  const citator = { articles, citator: research.citator }
  const { points } = await explain(citator, article, { validAt, knownAt: null })
  return points.map(({ point, derivation, treatments }) => ({
    sequence: point.sequence,
    derivation,
    treatments,
  }))
}

const partIn = ({ searchParams }: URL): number => {
  const text = searchParams.get('part') ?? '1'
  return /^[1-9]\d{0,3}$/u.test(text) ? Number(text) : 1
}

const SEARCH_PATH = '/search'

/** The search that a reader comes from, as their browser says; else an empty one. */
const searchBefore = (referer: string | undefined, origin: string): string => {
  const before = URL.parse(referer ?? '')
  if (before === null || before.origin !== origin || before.pathname !== SEARCH_PATH)
    return SEARCH_PATH
  // The language is that of the page.
  before.searchParams.delete('lang')
  return `${before.pathname}${before.search}`
}

/** Metadata are for all; what the text says is for those who may read it. */
const withoutText = (article: Article): Article => ({
  ...article,
  abstract: null,
  contentClean: '',
  headnotes: [],
})

const addText = (app: FastifyInstance, deps: TextPageDeps): void => {
  app.get<TextRequest>('/t/:text', (request, reply) =>
    admit(deps, 'reading', { request, reply }, async (visit) => {
      const asked = askedIn(request.params.text)
      const found = await readText(deps, asked)
      if ('missing' in found) return sendMissing(reply, visit, asked, found)
      const isReadable = mayRead(visit, found.article)
      const article = isReadable ? found.article : withoutText(found.article)
      const [relations, points, cited] = await Promise.all([
        deps.research.citations.relationsOf(article.id),
        pointsOf(deps, found.article),
        citedText(deps.versions, found.article),
      ])
      const cards = await deps.texts.cards(slugsOf(relations, points))
      const { language, url, hasAccounts } = visit
      const today = todayOf(deps.clock)
      const origin = originOf(request)
      const { isCurrent } = found
      const state: TextState = {
        language,
        url,
        hasAccounts,
        isSignedIn: visit.reader !== null,
        origin,
        today,
        article,
        cited,
        isCurrent,
        isReadable,
        relations,
        points,
        cards,
        versions: found.versions,
        part: partIn(url),
        search: searchBefore(request.headers.referer, origin),
      }
      const cites = unique(relations.citing.flatMap(({ targetSlug }) => targetSlug ?? []))
      const described = { article, origin, isCurrent, today, cites: cites.slice(0, CARDS_MAX) }
      return sendPage(reply, {
        ...visit,
        title: article.title,
        isWide: true,
        hasScript: true,
        isPrivate: visit.reader !== null,
        head: headOf(described),
        content: textContent(state, {
          attributes: rdfaAttributes(described),
          metadata: rdfaMetadata(described),
        }),
      })
    }),
  )
}

const addCanonical = (app: FastifyInstance, deps: TextPageDeps): void => {
  app.get<TextRequest>('/t/:text/canonical', (request, reply) =>
    admit(deps, 'reading', { request, reply }, async (visit) => {
      const asked = askedIn(request.params.text)
      const found = await readText(deps, asked)
      if ('missing' in found) return sendMissing(reply, visit, asked, found)
      if (!mayRead(visit, found.article))
        return sendMissing(reply, visit, asked, { missing: 'text' })
      return reply
        .headers({ 'Cache-Control': fileCaching(visit), 'X-Content-Type-Options': 'nosniff' })
        .type('application/json; charset=utf-8')
        .send(canonicalJson(canonicalArticle(found.article)))
    }),
  )
}

export const addTextPages = (app: FastifyInstance, deps: TextPageDeps): void => {
  addText(app, deps)
  addCanonical(app, deps)
  addCiteFiles(app, deps)
}
