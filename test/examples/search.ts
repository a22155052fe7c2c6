/**
 * Search, read, verify the hash, retry without paying twice, see price and limits, with the typed
 * client. PANDECT_URL: base URL with its version, as http://127.0.0.1:8080/api/v1. PANDECT_KEY: a
 * key.
 */
import { createHash, randomUUID } from 'node:crypto'
import { callFacts, makeClient } from '#query-api/client/client.ts'
import type { Article } from '#query-api/client/types.ts'

const baseUrl = process.env['PANDECT_URL'] ?? ''
const key = process.env['PANDECT_KEY'] ?? ''
const client = makeClient({ baseUrl, key })

const wanted = <T>(data: T | undefined, error: unknown): T => {
  if (data !== undefined) return data
  throw new Error(JSON.stringify(error))
}

/** RFC 8785 for what an article holds: keys sorted, no space between. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

/** SHA-256 over the members of hash profile article/1. */
const hashOf = (article: Article): string => {
  const decision = article.judicialDecision
  const hashed = {
    slug: article.slug,
    title: article.title,
    abstract: article.abstract,
    contentClean: article.contentClean,
    language: article.language,
    jurisdiction: article.jurisdiction,
    legalDomain: article.legalDomain,
    contentType: article.contentType,
    doctrineSubtype: article.doctrineSubtype,
    headnotes: article.headnotes.map(({ sequence, summary, sourceText, legalRuleType }) => {
      return { sequence, summary, sourceText, legalRuleType }
    }),
    concepts: article.concepts
      .filter(({ assignedBy }) => assignedBy !== 'machine')
      .map(({ id }) => id)
      .toSorted(),
    judicialDecision: decision && {
      ecli: decision.ecli,
      identifiers: decision.identifiers,
      courtCode: decision.courtCode,
      decisionDate: decision.decisionDate,
      solution: decision.solution,
      type: decision.type,
    },
  }
  return createHash('sha256').update(canonical(hashed)).digest('hex')
}

const search = (idempotencyKey: string) =>
  client.POST('/search', {
    body: { text: 'responsabilité contractuelle', includeHeadnotes: false, limit: 1 },
    params: { header: { 'Idempotency-Key': idempotencyKey } },
  })

const once = randomUUID()
const [first, again] = [await search(once), await search(once)]
const slug = wanted(first.data, first.error).hits[0]?.slug ?? ''
const { costUsd, rateLimit, capWarning, usageId } = callFacts(first.response)
console.log(`found ${slug} for ${costUsd} USD; limit ${rateLimit}; cap ${capWarning}`)
if (callFacts(again.response).usageId === usageId) console.log('retried: charged once')

const read = await client.GET('/articles/{slug}', { params: { path: { slug } } })
const article = wanted(read.data, read.error)
if (hashOf(article) === article.sha256Hash) console.log(`hash verified: ${article.sha256Hash}`)
const authorization = `Bearer ${key}`
const markdown = await fetch(`${baseUrl}/articles/${slug}`, {
  headers: { authorization, accept: 'text/markdown' },
})
console.log((await markdown.text()).split('\n')[0])
const coverage = await client.GET('/coverage')
const { groups } = wanted(coverage.data, coverage.error)
const held = groups.reduce((sum, { documents }) => sum + documents, 0)
console.log(`held: ${held} texts in ${groups.length} groups`)

const description = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as { paths: object }
if ('/mcp' in description.paths) {
  const answer = await fetch(`${baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'service_search',
        arguments: { text: 'responsabilité contractuelle', limit: 1 },
      },
    }),
  })
  const { result } = (await answer.json()) as {
    result: { structuredContent: { hits: { slug: string }[] } }
  }
  console.log(`mcp: ${result.structuredContent.hits[0]?.slug}`)
} else console.log('mcp: not served here')
