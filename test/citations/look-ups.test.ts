/** Every identifier that the real corpus holds leads to its text, by look-up and by resolution. */
import { describe, expect, test } from 'vitest'
import type { Article } from '#contracts/http/article.ts'
import { LookUpQuery } from '#contracts/http/lookup.ts'
import { ResolveRequest, type ResolvedCitation } from '#contracts/http/resolve.ts'
import type { ArticleId } from '#contracts/ids.ts'
import { namesOfText } from '#contracts/law/citations/names.ts'
import { COURTS } from '#contracts/vocabulary/courts.ts'
import { makeResolve, type Resolve } from '#query-api/citations/resolve-request.ts'
import type { FiledText } from '#query-api/citations/ports.ts'
import { SuggestQuery } from '#contracts/http/suggest.ts'
import { buildSuggestIndex, preparedText } from '#query-api/lookup/suggest-index.ts'
import { lookUp, type LookUpDeps } from '#query-api/lookup/look-up.ts'
import { headOf } from '../api/heads.ts'
import { articleOf, POSITION } from '../claims/held.ts'
import { measureCpuMs } from '../cpu-time.ts'
import { hasShared, NEEDS_SHARED } from '../corpus/shared.ts'
import { readCorpus } from '../rag/corpus.ts'

/** The index of citations over many texts in memory. */
const indexOf = (articles: readonly Article[]) => {
  const byId = new Map<ArticleId, Article>(articles.map((article) => [article.id, article]))
  const rows = articles.flatMap((article) =>
    namesOfText(article).map(({ name, scope }) => ({ article, name, scope })),
  )
  const byName = Map.groupBy(rows, ({ name }) => name)
  const byScope = Map.groupBy(rows, ({ scope }) => scope)
  const filed = (name: string): FiledText[] =>
    (byName.get(name) ?? []).map(({ article }) => ({
      name,
      articleId: article.id,
      slug: article.slug,
      version: article.version,
      validFrom: null,
      validTo: null,
      jurisdiction: article.jurisdiction[0] ?? null,
      day: article.judicialDecision?.decisionDate ?? null,
    }))
  const heads = {
    headsOf: async (ids: readonly ArticleId[]) =>
      ids.flatMap((id) => {
        const article = byId.get(id)
        return article === undefined ? [] : [headOf(article)]
      }),
  }
  const resolve = makeResolve({
    citations: {
      textsNamed: async (names) => names.flatMap(({ name }) => filed(name)),
      coverage: async () => new Map(),
    },
    heads,
    position: async () => POSITION,
  })
  const lookUps: LookUpDeps = {
    heads,
    articles: { byId: async () => ({ article: null, position: POSITION }) },
    names: {
      idsNamed: async (names, { scopes, numbers }) => {
        const named = names.flatMap((name) => byName.get(name) ?? [])
        const seated = scopes
          .flatMap((scope) => byScope.get(scope) ?? [])
          .filter(({ name }) => numbers.includes(name.split(':')[3] ?? ''))
        const ids = new Set([...named, ...seated].map(({ article }) => article.id))
        return { ids: [...ids], position: POSITION }
      },
    },
  }
  return { resolve, lookUps }
}

type Identified = { readonly slug: string; readonly query: Record<string, string> }

const ELI = /eli\/[^?#]+/iu
/** Every identifier of a text, as the query of a look-up. */
const identifiersOf = (article: Article): Identified[] => {
  const { judicialDecision: decision, source, slug } = article
  const eli = ELI.exec(source.url ?? '')?.[0]
  const numbered = (decision?.identifiers ?? []).flatMap(({ scheme, value }) => {
    if (scheme === 'docket' && decision?.courtCode != null)
      return [{ docket: value, court: decision.courtCode }, { docket: value }]
    return scheme === 'celex' || scheme === 'ecli' ? [{ [scheme]: value }] : []
  })
  return [
    ...(decision?.ecli == null ? [] : [{ ecli: decision.ecli }]),
    ...numbered,
    ...(eli === undefined ? [] : [{ eli }]),
  ].map((query) => ({ slug, query: query as Record<string, string> }))
}

const slugsOf = ({ targets }: ResolvedCitation): string[] =>
  targets.flatMap(({ articles }) => articles.map(({ slug }) => slug))

const written = ({ docket, court, ...others }: Record<string, string>): string =>
  docket === undefined
    ? (Object.values(others)[0] ?? '')
    : `${COURTS.get(court ?? '')?.name ?? ''}, n° ${docket}`

const CITATIONS = 250
const resolvedAll = async (resolve: Resolve, citations: readonly string[]) => {
  const answers: ResolvedCitation[] = []
  for (let at = 0; at < citations.length; at += CITATIONS) {
    const part = citations.slice(at, at + CITATIONS)
    const { response } = await resolve(ResolveRequest.parse({ citations: part }))
    answers.push(...response.citations)
  }
  return answers
}

describe.skipIf(!hasShared)(`identifiers of the real corpus ${NEEDS_SHARED}`, () => {
  const articles = [
    ...new Map(
      (hasShared ? readCorpus() : []).map(({ content }) => [content.slug, articleOf(content)]),
    ).values(),
  ]
  const { resolve, lookUps } = indexOf(articles)
  const all = articles.flatMap(identifiersOf)

  test('a look-up by ECLI, CELEX, ELI or docket finds the text', async () => {
    const lost: unknown[] = []
    for (const { slug, query } of all) {
      const { response } = await lookUp(lookUps, LookUpQuery.parse({ ...query, limit: 100 }))
      const found = response.articles.some((one) => one.slug === slug)
      if (!found && response.total <= 100) lost.push(query)
    }
    console.log(`${all.length} identifiers of ${articles.length} texts, ${lost.length} lost`)
    expect(lost).toEqual([])
  })

  test('an ECLI, CELEX number or ELI alone, and a docket with its court, resolve to the text', async () => {
    const cited = all.filter(
      ({ query }) => query['docket'] === undefined || query['court'] !== undefined,
    )
    const answers = await resolvedAll(
      resolve,
      cited.map(({ query }) => written(query)),
    )
    const lost = cited.filter(({ slug }, at) => {
      const answer = answers[at]
      return (
        answer === undefined || (!slugsOf(answer).includes(slug) && slugsOf(answer).length < 20)
      )
    })
    console.log(`${cited.length} citations, ${lost.length} lost`)
    expect(lost).toEqual([])
  })

  test('a suggestion takes 20 ms of the processor at most in 95 of 100 questions', async () => {
    const texts = articles.map((article) => ({
      slug: article.slug,
      title: article.title,
      names: namesOfText(article).map(({ name }) => name),
    }))
    const index = await buildSuggestIndex(texts.map(preparedText), [])
    const typed = texts
      .filter((_, at) => at % 50 === 0)
      .flatMap(({ title }) => [1, 4, 9, 16, 25].map((length) => title.slice(0, length).trim()))
    const spent = typed
      .map((q) => measureCpuMs(() => index.suggest(SuggestQuery.parse({ q }))))
      .toSorted((a, b) => a - b)
    console.log(`${typed.length} questions, p95 ${spent[Math.floor(spent.length * 0.95)]} ms`)
    expect(spent[Math.floor(spent.length * 0.95)]).toBeLessThan(20)
  })
})
