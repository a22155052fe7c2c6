/** Gathers what a document is made from. */
import { createHash } from 'node:crypto'
import type { Article } from '#contracts/http/article.ts'
import { Slug } from '#contracts/ids.ts'
import type { CitationLink } from '#contracts/law/reading/runs.ts'
import type { CitationIndex } from '../citations/ports.ts'
import type { ArticleReader, StoredArticle } from '../ports.ts'
import { textPath } from '../public/addresses.ts'
import type { PublicTexts } from '../public/ports.ts'
import type { VersionSources } from '../versions/ports.ts'
import { readVersions } from '../versions/versions.ts'
import type { MadeFormat } from './formats.ts'
import type { MakeRequest } from './ports.ts'

export type RequestDeps = {
  readonly articles: ArticleReader
  readonly versions: VersionSources
  readonly texts: Pick<PublicTexts, 'cards'>
  readonly research: { readonly citations: Pick<CitationIndex, 'relationsOf'> }
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** The citations of this very wording that lead to public texts. */
const linksOf = async (
  { texts, research }: RequestDeps,
  { id, slug, version }: Article,
  origin: string,
): Promise<Pick<MakeRequest, 'links' | 'cites'>> => {
  const { citing } = await research.citations.relationsOf(id)
  const held = citing.filter(
    ({ targetSlug, sourceVersion }) => targetSlug !== slug && sourceVersion === version,
  )
  const cards = await texts.cards(unique(held.flatMap(({ targetSlug }) => targetSlug ?? [])))
  const links = held.flatMap(({ span, targetSlug }): CitationLink[] => {
    const card = targetSlug === null ? undefined : cards.get(targetSlug)
    if (card === undefined) return []
    return [{ ...span, href: `${origin}${textPath(card.slug)}`, title: card.title }]
  })
  return {
    links: links.toSorted((a, b) => a.start - b.start || b.end - a.end),
    cites: [...cards.keys()].toSorted(),
  }
}

/** Throws what the ports throw. */
export const requestOf = async (
  deps: RequestDeps,
  { json }: Pick<StoredArticle, 'json'>,
  format: MadeFormat,
  origin: string,
): Promise<MakeRequest> => {
  // The JSON was typed when we wrote it.
  const article = JSON.parse(json) as Article
  const [linked, { response }] = await Promise.all([
    linksOf(deps, article, origin),
    format === 'akn' ? readVersions(deps, Slug.parse(article.slug)) : { response: null },
  ])
  const version = response?.versions.find((one) => one.version === article.version) ?? null
  return { format, json, origin, version, ...linked }
}

/** Raise it when documents of the same request look different. */
const LAYOUT = 1

/**
 * A tag of a document before it is made, for conditional requests: bytes follow from the request,
 * from the layout and from the library that compresses.
 */
export const tagOf = (request: MakeRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([LAYOUT, process.versions['zlib'], request]))
    .digest('base64url')
