/** `/t/{slug}` and `/t/{slug}@{version}`: a text as people read it. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { html } from 'ghtml'
import type { Relations } from '#contracts/citation-index.ts'
import { canonicalArticle } from '#contracts/canonical/article.ts'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import type { Article } from '#contracts/http/article.ts'
import { Day, SemVer, Slug } from '#contracts/ids.ts'
import { explain } from '../../citator/explain.ts'
import type { ArticleReader } from '../../ports.ts'
import { linkTo, textPath } from '../../public/addresses.ts'
import type { PublicTexts } from '../../public/ports.ts'
import { isOpenLicence } from '../../public/open-licence.ts'
import { headOf, rdfaAttributes, rdfaMetadata } from '../../public/structured-data.ts'
import { type PointShown, textContent, type TextState } from '../../public/text-content.ts'
import { WORDS } from '../../public/words/words.ts'
import type { ResearchParts } from '../../relations/ports.ts'
import { sendPage } from '../pages/frame.ts'
import { originOf } from '../pages/origin.ts'
import { admit, type PageVisit, type VisitDeps } from '../pages/visit.ts'
import { todayOf } from './search-page.ts'

export type TextPageDeps = VisitDeps & {
  readonly articles: ArticleReader
  readonly clock: () => number
  readonly texts: PublicTexts
  readonly research: Pick<ResearchParts, 'citations' | 'citator'>
}

const NOT_FOUND = 404
/** Texts whose titles are read for one page, in each direction. */
const CARDS_MAX = 120

type Asked = { readonly slug: Slug; readonly version: SemVer | null }

/** `slug` or `slug@version`; null: no text has such an address. */
const askedIn = (address: string): Asked | null => {
  const [slugText = '', versionText, ...rest] = address.split('@')
  const slug = Slug.safeParse(slugText)
  if (!slug.success || rest.length > 0) return null
  if (versionText === undefined) return { slug: slug.data, version: null }
  const version = SemVer.safeParse(versionText)
  return version.success ? { slug: slug.data, version: version.data } : null
}

type Found = { readonly article: Article; readonly isCurrent: boolean }

const readText = async (
  { articles }: TextPageDeps,
  { slug, version }: Asked,
): Promise<Found | null> => {
  const { article: stored } = await articles.bySlug(slug)
  if (stored === null) return null
  const current = JSON.parse(stored.json) as Article
  if (version === null || version === current.version) return { article: current, isCurrent: true }
  return null
}

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

/** Whether this reader may read a text whole (contracts/conventions/web-pages.md). */
const mayRead = ({ reader }: PageVisit, { licence }: Article): boolean =>
  isOpenLicence(licence) || reader?.account.paid === true

const partIn = ({ searchParams }: URL): number => {
  const text = searchParams.get('part') ?? '1'
  return /^[1-9]\d{0,3}$/u.test(text) ? Number(text) : 1
}

/** Metadata are for all; what the text says is for those who may read it. */
const withoutText = (article: Article): Article => ({
  ...article,
  abstract: null,
  contentClean: '',
  headnotes: [],
})

const sendMissing = (
  reply: FastifyReply,
  visit: PageVisit,
  asked: Asked | null,
  isHeld: boolean,
): FastifyReply => {
  const { language, url } = visit
  const { text } = WORDS[language]
  const version = isHeld ? (asked?.version ?? null) : null
  const title = version === null ? text.missing : text.missingVersion
  const back = version === null || asked === null ? '/search' : textPath(asked.slug)
  return sendPage(reply.code(NOT_FOUND), {
    ...visit,
    title,
    content: html`<h1>${title}</h1>
      <p>${version === null ? text.missingText : text.missingVersionText(version)}</p>
      <p>
        <a href="${linkTo(back, url)}">${version === null ? text.back : text.toText}</a>
      </p>`,
  })
}

export const addTextPages = (app: FastifyInstance, deps: TextPageDeps): void => {
  const missing = async (reply: FastifyReply, visit: PageVisit, asked: Asked | null) => {
    const isHeld =
      asked !== null &&
      asked.version !== null &&
      (await deps.articles.bySlug(asked.slug)).article !== null
    return sendMissing(reply, visit, asked, isHeld)
  }

  app.get<{ Params: { text: string } }>('/t/:text', (request, reply) =>
    admit(deps, 'reading', { request, reply }, async (visit) => {
      const asked = askedIn(request.params.text)
      const found = asked === null ? null : await readText(deps, asked)
      if (found === null) return missing(reply, visit, asked)
      const isReadable = mayRead(visit, found.article)
      const article = isReadable ? found.article : withoutText(found.article)
      const [relations, points] = await Promise.all([
        deps.research.citations.relationsOf(article.id),
        pointsOf(deps, found.article),
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
        origin,
        today,
        article,
        isCurrent,
        isReadable,
        relations,
        points,
        cards,
        versions: [
          {
            version: article.version,
            day: article.updatedAt,
            validity: article.validity,
            isCurrent: true,
          },
        ],
        part: partIn(url),
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

  app.get<{ Params: { text: string } }>('/t/:text/canonical', (request, reply) =>
    admit(deps, 'reading', { request, reply }, async (visit) => {
      const asked = askedIn(request.params.text)
      const found = asked === null ? null : await readText(deps, asked)
      if (found === null || !mayRead(visit, found.article)) return missing(reply, visit, asked)
      return reply
        .headers({ 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' })
        .type('application/json; charset=utf-8')
        .send(canonicalJson(canonicalArticle(found.article)))
    }),
  )
}
