/**
 * What a ranking is computed from, for every query and text of a set: word counts and vectors.
 * Vectors are kept on disk under the temporary folder, so that a variant costs seconds.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SearchRequest } from '#contracts/http/search.ts'
import { indexedTerms } from '#contracts/law/analysis/short-forms.ts'
import { embeddedPassage, passagesOf } from '#ingest/enrich/passages.ts'
import type { Embedder } from '#ingest/ports.ts'
import type { IndexQuery, QueryEmbedder } from '#query-api/ports.ts'
import { tellingHeadings } from '#query-api/projections/articles/headings.ts'
import { planSearch } from '#query-api/search/query.ts'
import type { JudgementSet } from './judgements.ts'

type Model = Embedder & QueryEmbedder

const CACHE = join(tmpdir(), 'pandect-relevance')

const keyOf = (model: string, texts: readonly string[]): string => {
  const hash = createHash('sha256').update(model)
  for (const text of texts) hash.update('\0').update(text)
  return hash.digest('hex')
}

/** The vectors of texts, computed once for each model and list of texts. */
const cachedVectors = async (
  { model, dimensions }: Model,
  texts: readonly string[],
  compute: () => Promise<readonly Float32Array[]>,
): Promise<Float32Array[]> => {
  const file = join(CACHE, keyOf(model, texts))
  if (!existsSync(file)) {
    const vectors = await compute()
    const all = new Float32Array(texts.length * dimensions)
    for (const [at, vector] of vectors.entries()) all.set(vector, at * dimensions)
    mkdirSync(CACHE, { recursive: true })
    writeFileSync(file, all)
  }
  const bytes = readFileSync(file)
  const all = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
  return texts.map((_, at) => all.subarray(at * dimensions, (at + 1) * dimensions))
}

export type TextFeatures = {
  readonly name: string
  readonly title: readonly string[]
  readonly body: readonly string[]
  /** Of the passages, each with its title before it. */
  readonly passages: readonly Float32Array[]
  readonly titleVector: Float32Array
}
export type QueryFeatures = {
  readonly text: string
  readonly terms: IndexQuery['terms']
  /** null: compared by words alone. */
  readonly vector: Float32Array | null
  readonly relevant: readonly string[]
}
export type SetFeatures = {
  readonly name: string
  readonly texts: readonly TextFeatures[]
  readonly queries: readonly QueryFeatures[]
}

const textsOf = async (set: JudgementSet, model: Model): Promise<TextFeatures[]> => {
  const cut = set.texts.map(({ title, text }) =>
    passagesOf(text).map((span) => embeddedPassage(title, text, span)),
  )
  const flat = cut.flat()
  const vectors = await cachedVectors(model, flat, () => model.embedPassages(flat))
  const titles = set.texts.map(({ title }) => title)
  const titleVectors = await cachedVectors(model, titles, () =>
    Promise.all(titles.map((title) => model.embedQuery(title))),
  )
  let taken = 0
  return set.texts.map(({ name, title, text, headings = [] }, at) => {
    const from = taken
    taken += cut[at]?.length ?? 0
    return {
      name,
      title: indexedTerms(title),
      body: indexedTerms([text, ...tellingHeadings(headings)].join('\n\n')),
      passages: vectors.slice(from, taken),
      titleVector: titleVectors[at] ?? new Float32Array(model.dimensions),
    }
  })
}

const queriesOf = async (set: JudgementSet, model: Model): Promise<QueryFeatures[]> => {
  const asked = set.queries.filter(({ relevant }) => relevant.length > 0)
  const plans = asked.map(({ query: text }) =>
    planSearch(SearchRequest.parse({ text, includeHeadnotes: false })),
  )
  const texts = plans.map((plan) => (plan.kind === 'search' ? (plan.textToEmbed ?? '') : ''))
  const vectors = await cachedVectors(model, texts, () =>
    Promise.all(texts.map((text) => model.embedQuery(text))),
  )
  return asked.flatMap(({ query: text, relevant }, at) => {
    const plan = plans[at]
    if (plan?.kind !== 'search') return []
    const vector = vectors[at]
    const isDirected = vector?.some((value) => value !== 0) === true
    return [
      {
        text,
        terms: plan.query.terms,
        vector: plan.textToEmbed === null || !isDirected ? null : (vector ?? null),
        relevant,
      },
    ]
  })
}

export const featuresOf = async (set: JudgementSet, model: Model): Promise<SetFeatures> => ({
  name: set.name,
  texts: await textsOf(set, model),
  queries: await queriesOf(set, model),
})
