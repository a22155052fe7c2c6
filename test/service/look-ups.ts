/** What a service with texts must answer to look-ups and about versions; used by its tests. */
import { expect, vi } from 'vitest'
import { recomputeFromResponse } from '#contracts/canonical/article.ts'
import type { Article } from '#contracts/http/article.ts'
import type { LookUpResponse } from '#contracts/http/lookup.ts'
import type { ResolveResponse } from '#contracts/http/resolve.ts'
import type { SuggestResponse } from '#contracts/http/suggest.ts'
import type { VersionDiff, VersionsResponse } from '#contracts/http/versions.ts'
import { ask, type Service } from './service.ts'

const found = async <T>(service: Service, path: string, body?: object): Promise<T> => {
  const { status, body: answer } = await ask<T>(service, path, body === undefined ? {} : { body })
  expect(status, path).toBe(200)
  return answer
}

/** Every version can be read with a hash that can be computed again; a text has so many. */
export const expectVersions = async (service: Service, { slug }: Article): Promise<number> => {
  const { versions, current } = await found<VersionsResponse>(service, `/articles/${slug}/versions`)
  for (const { version, sha256Hash, readable } of versions) {
    const article = await found<Article>(service, `/articles/${slug}/versions/${version}`)
    expect(recomputeFromResponse(article), slug).toMatchObject({ sha256Hash, stated: sha256Hash })
    expect(readable).toBe(true)
  }
  for (const { inForce, version } of versions)
    for (const { validFrom, validTo } of inForce) {
      const day = validFrom ?? validTo
      const on = await found<Article>(service, `/articles/${slug}?asOf=${day}`)
      expect([on.version, on.validity], slug).toEqual([version, { validFrom, validTo }])
    }
  const [first] = versions
  if (first !== undefined && first.version !== current) {
    const path = `/articles/${slug}/diff?from=${first.version}&to=${current}`
    const diff = await found<VersionDiff>(service, path)
    const { content, members, headnotes, identical } = diff
    // A text that was published again in the same words has a new version; the day of its
    // publication is no part of the hash.
    const hashed = members.filter(({ member }) => member !== 'publishedAt')
    expect(content.length + hashed.length + headnotes.length === 0, slug).toBe(identical)
  }
  return versions.length
}

/** Every identifier of a decision leads to it, alone and among others; it has so many. */
export const expectIdentifiers = async (service: Service, article: Article): Promise<number> => {
  const { slug, id, judicialDecision: decision } = article
  const queries = [
    `id=${id}`,
    ...(decision?.ecli == null ? [] : [`ecli=${encodeURIComponent(decision.ecli)}`]),
    ...(decision?.identifiers ?? []).flatMap(({ scheme, value }) =>
      scheme === 'docket' && decision?.courtCode != null
        ? [`docket=${encodeURIComponent(value)}&court=${decision.courtCode}`]
        : [],
    ),
  ]
  for (const query of queries) {
    const { articles } = await found<LookUpResponse>(service, `/articles?${query}`)
    expect(
      articles.map((one) => one.slug),
      query,
    ).toContain(slug)
  }
  return queries.length
}

/** Dockets of the Cour de cassation resolve to their texts, on the computing threads. */
export const expectResolved = async (service: Service, articles: readonly Article[]) => {
  const cited = articles.flatMap(({ slug, judicialDecision: decision }) =>
    (decision?.courtCode === 'fr.ccass' ? decision.identifiers : []).flatMap(({ scheme, value }) =>
      scheme === 'docket' ? [{ slug, citation: `Cour de cassation, n° ${value}` }] : [],
    ),
  )
  const citations = cited.map(({ citation }) => citation)
  const answer = await found<ResolveResponse>(service, '/citations/resolve', { citations })
  expect(
    answer.citations.map(({ targets }) => targets[0]?.articles.map(({ slug }) => slug)),
  ).toEqual(cited.map(({ slug }) => [slug]))
  return citations.length
}

const SUGGESTED_WITHIN_MS = 40_000

/** The whole title of a text suggests it. */
export const expectSuggested = async (service: Service, { slug, title }: Article) => {
  const q = encodeURIComponent([...title].slice(0, 80).join('').trim())
  // Suggestions come from a list that may be some seconds older than the corpus.
  await vi.waitFor(
    async () => {
      const { suggestions } = await found<SuggestResponse>(service, `/suggest?limit=20&q=${q}`)
      const slugs = suggestions.map((one) => one.slug)
      expect(slugs, title).toContain(slug)
    },
    { timeout: SUGGESTED_WITHIN_MS, interval: 500 },
  )
}
