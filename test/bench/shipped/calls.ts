/** The calls that are measured, each with another question at each turn. */
import { readFileSync } from 'node:fs'
import { sharedPath } from '../../corpus/shared.ts'
import { ask, type Service } from '../../service/service.ts'

export type Call = (turn: number) => Promise<number>
export type NamedCall = {
  readonly name: string
  readonly call: Call
  /** How many of a hundred calls of the mix are of this kind. */
  readonly share: number
}

/** Lengths of the sentences that are verified. */
const CLAIM = { min: 40, max: 400 } as const
const CLAIMS = 30

const questionsIn = (file: string): string[] =>
  readFileSync(sharedPath('relevance', file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { query: string }).query)

const at = <T>(list: readonly T[], turn: number): T => {
  const found = list[turn % list.length]
  if (found === undefined) throw new Error('nothing to ask')
  return found
}

/** Each returns the status of its answer. */
export const openCalls = async (service: Service): Promise<readonly NamedCall[]> => {
  const questions = questionsIn('service_public_queries.jsonl')
  const found = await ask<{ hits: { slug: string }[] }>(service, '/search', {
    body: { text: 'contrat', limit: 100 },
  })
  const slugs = [...new Set(found.body.hits.map(({ slug }) => slug))]
  const claims: string[] = []
  for (const slug of slugs.slice(0, CLAIMS)) {
    const { body } = await ask<{ contentClean: string }>(service, `/articles/${slug}`)
    const claim = body.contentClean.split(/(?<=[.;])\s/u).find(({ length }) => length > CLAIM.min)
    if (claim !== undefined) claims.push(claim.slice(0, CLAIM.max))
  }
  const post =
    (path: string, bodyOf: (turn: number) => object): Call =>
    async (turn) =>
      (await ask(service, path, { body: bodyOf(turn) })).status
  const search = (more: object): Call =>
    post('/search', (turn) => ({ text: at(questions, turn), ...more }))
  return [
    { name: 'hybrid search', share: 40, call: search({}) },
    { name: 'lexical search', share: 15, call: search({ enableVector: false }) },
    {
      name: 'hybrid search, filtered by country',
      share: 10,
      call: search({ filters: { jurisdictions: ['FR'] } }),
    },
    {
      name: 'hybrid search with three facets',
      share: 5,
      call: search({ facets: ['jurisdictions', 'contentTypes', 'courts'] }),
    },
    {
      name: 'browsing, newest first',
      share: 2,
      call: post('/search', (turn) => ({ text: '', sort: 'date', limit: 10 + (turn % 10) })),
    },
    {
      name: 'an article',
      share: 22,
      call: async (turn) => (await ask(service, `/articles/${at(slugs, turn)}`)).status,
    },
    {
      name: 'verification of a claim',
      share: 3,
      call: post('/verify', (turn) => ({ claim: at(claims, turn) })),
    },
    {
      name: 'extractive answer (RAG)',
      share: 3,
      call: post('/rag', (turn) => ({ question: at(questions, turn), mode: 'extractive' })),
    },
  ]
}

/** One call out of the mix: the kinds come in proportion to their shares, spread over the turns. */
export const mixOf = (calls: readonly NamedCall[]): Call => {
  const order = calls
    .flatMap(({ call, share }) =>
      Array.from({ length: share }, (_, one) => ({ call, place: (one + 0.5) / share })),
    )
    .toSorted((a, b) => a.place - b.place)
  return (turn) => at(order, turn).call(turn)
}
