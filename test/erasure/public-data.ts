/** All that a customer can read of some texts and about some words, by every way that there is. */
import { ask, type Service } from '../service/service.ts'

const MCP_CALLS: readonly (readonly [
  tool: string,
  args: (slug: string, word: string) => object,
])[] = [
  ['service_search', (_, word) => ({ text: word, limit: 5 })],
  ['service_get_article', (slug) => ({ idOrSlug: slug })],
  ['service_rag_query', (_, word) => ({ question: `Que dit la cour de ${word} ?` })],
  ['service_get_relations', (slug) => ({ idOrSlug: slug })],
  ['service_explain_legal_term', (_, word) => ({ text: word })],
  ['service_list_authorities', (_, word) => ({ text: word, limit: 5 })],
]

const PAGES = (slug: string): string[] => [
  `/articles/${slug}`,
  `/articles/${slug}/versions`,
  `/articles/${slug}/versions/1.0.0`,
  `/articles/${slug}/versions/2.0.0`,
  `/articles/${slug}/timemap`,
  `/articles/${slug}/diff?from=1.0.0&to=2.0.0`,
  `/articles/${slug}/chronology`,
  `/articles/${slug}/citations`,
  `/articles/${slug}/relations`,
  `/articles/${slug}/similar`,
]
/** At the root of the service, for people and for feed readers. */
const SITE = (slug: string): string[] => [
  `/texts/${slug}`,
  `/texts/${slug}/history`,
  '/feeds/articles.atom',
  '/feeds/articles/1.atom',
  '/sitemap.xml',
]
const ANY = '000000000000001'

const callTool = async (service: Service, name: string, args: object): Promise<string> => {
  const answer = await ask(service, '/mcp', {
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
  })
  return answer.text
}

/** About one text; `hash` is what a customer may have kept of its first version. */
export const publicDataOf = async (
  service: Service,
  slug: string,
  hash: string,
): Promise<string> => {
  const read: string[] = []
  for (const path of PAGES(slug)) read.push((await ask(service, path)).text)
  for (const path of SITE(slug)) read.push(await (await fetch(`${service.origin}${path}`)).text())
  const citation = {
    slug,
    version: '1.0.0',
    sha256Hash: hash,
    position: ANY,
    headnoteSequence: null,
  }
  const checked = await ask(service, '/receipts/check', { body: { citations: [citation] } })
  read.push(checked.text.replaceAll(hash, ''))
  return read.join('\n')
}

/** All changes, the export and a scan. */
export const publicLists = async (service: Service): Promise<string> => {
  const read: string[] = []
  for (const path of ['/changes?limit=500', '/export', '/scan?limit=100', '/coverage']) {
    const headers = { authorization: `Bearer ${service.key}` }
    read.push(await (await fetch(`${service.baseUrl}${path}`, { headers })).text())
  }
  return read.join('\n')
}

/** What searches and tools answer to a word; some of it repeats the word. */
export const answersTo = async (service: Service, slug: string, word: string): Promise<string> => {
  const read: string[] = []
  for (const [path, body] of [
    ['/search', { text: word }],
    ['/search/why-not', { request: { text: word }, slug }],
    ['/rag', { question: `Que dit la cour de ${word} ?` }],
  ] as const)
    read.push((await ask(service, path, { body })).text)
  read.push((await ask(service, `/suggest?q=${word.slice(0, 5)}`)).text)
  for (const [tool, args] of MCP_CALLS) read.push(await callTool(service, tool, args(slug, word)))
  return read.join('\n')
}
