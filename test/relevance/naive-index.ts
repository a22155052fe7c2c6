import { ArticleId, HeadnoteId, LOG_START, SemVer, Sha256Hex, Slug } from '#contracts/ids.ts'
import { indexedTerms } from '#contracts/law/analysis/short-forms.ts'
import { identifiersOf } from '#query-api/search/query-citations.ts'
import { BM25, FUSION } from '#contracts/search/parameters.ts'
import { editDistance } from '#contracts/toolkit/closest.ts'
import type { EntryDisplay, IndexQuery, RankedEntry, SearchIndex } from '#query-api/ports.ts'

/** A text as the naive index takes it. */
export type NaiveText = {
  readonly slug: string
  readonly title: string
  readonly text: string
  readonly provision?: { readonly work: string; readonly number: string }
  readonly decision?: { readonly ecli: string | null; readonly docket: string }
  readonly headnote?: string
  /** Unit vectors of its passages. */
  readonly vectors?: readonly Float32Array[]
}

type Held = {
  readonly entry: RankedEntry
  readonly title: readonly string[]
  readonly body: readonly string[]
  readonly names: ReadonlySet<string>
  readonly vectors: readonly Float32Array[]
  readonly display: EntryDisplay
}

const displayOf = ({ slug, title, headnote }: NaiveText): EntryDisplay => ({
  slug: Slug.parse(slug),
  articleId: ArticleId.parse('00000000-0000-4000-8000-000000000000'),
  title,
  abstract: null,
  language: 'fr',
  jurisdiction: ['FR'],
  contentType: 'doctrine',
  publishedAt: null,
  version: SemVer.parse('1.0.0'),
  sha256Hash: Sha256Hex.parse('0'.repeat(64)),
  statusFlag: 'gray',
  validity: [],
  date: null,
  identifiers: [],
  contentSha256: Sha256Hex.parse('b'.repeat(64)),
  passages: [],
  passage: null,
  headnote:
    headnote === undefined
      ? null
      : {
          headnoteId: HeadnoteId.parse('00000000-0000-4000-8000-000000000001'),
          sequence: 1,
          summary: headnote,
          legalRuleType: null,
          articleStatusFlag: 'gray',
        },
})

const namesOf = ({ title, provision, decision }: NaiveText): string[] =>
  identifiersOf({
    title,
    provision: provision === undefined ? null : { section: null, anchor: null, ...provision },
    judicialDecision:
      decision === undefined
        ? null
        : {
            ecli: decision.ecli,
            identifiers: [{ scheme: 'docket', value: decision.docket }],
            courtCode: null,
            type: null,
          },
  })

const hold = (text: NaiveText, entry: number): Held => ({
  entry: {
    entry,
    kind: text.headnote === undefined ? 'article' : 'headnote',
    slug: Slug.parse(text.slug),
    sequence: text.headnote === undefined ? 0 : 1,
  },
  title: indexedTerms(text.title),
  body: indexedTerms(text.headnote ?? text.text),
  names: new Set(namesOf(text)),
  vectors: text.vectors ?? [],
  display: displayOf(text),
})

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0)
const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : sum(values) / values.length

const counted = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

type Posting = { readonly held: Held; readonly frequency: number }

const norm = (length: number, usual: number): number =>
  (length === 0 || usual === 0 ? 1 : length / usual) ** BM25.lengthPower

/**
 * For each term, which texts hold it and how much it counts there: the body and title of
 * `contracts/search/parameters.ts`.
 */
const postingsOf = (all: readonly Held[]): Map<string, Posting[]> => {
  const average = {
    title: mean(all.map((one) => one.title.length)),
    body: mean(all.map((one) => one.body.length)),
  }
  const postings = new Map<string, Posting[]>()
  for (const held of all) {
    const inTitle = counted(held.title)
    const inBody = counted(held.body)
    const titleNorm = norm(held.title.length, average.title)
    const bodyNorm = norm(held.body.length, average.body)
    for (const term of new Set([...held.title, ...held.body])) {
      const frequency =
        (BM25.titleWeight * (inTitle.get(term) ?? 0)) / titleNorm +
        (inBody.get(term) ?? 0) / bodyNorm
      const list = postings.get(term)
      if (list === undefined) postings.set(term, [{ held, frequency }])
      else list.push({ held, frequency })
    }
  }
  return postings
}

const dot = (a: Float32Array, b: Float32Array): number => {
  let product = 0
  for (let at = 0; at < a.length; at++) product += (a[at] ?? 0) * (b[at] ?? 0)
  return product
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
type Scored = { readonly held: Held; readonly score: number }
const byScore = (a: Scored, b: Scored): number =>
  b.score - a.score ||
  compareText(a.held.entry.kind, b.held.entry.kind) ||
  compareText(a.held.entry.slug, b.held.entry.slug)

const isNamed = (query: IndexQuery, held: Held): boolean =>
  query.identifiers.some((name) => held.names.has(name))

/** The search port over a few thousand texts in arrays: no filters, no wordings, nothing clever. */
export const naiveIndex = (texts: readonly NaiveText[]): SearchIndex => {
  const all = texts.map(hold)
  const postings = postingsOf(all)

  /** null: a word that no text holds. */
  const rarityOf = (term: string | null): number => {
    const holders = term === null ? 0 : (postings.get(term)?.length ?? 0)
    return Math.log(1 + (all.length - holders + 0.5) / (holders + 0.5))
  }

  const rareIn = ({ terms: asked }: IndexQuery, { title, body }: Held): number =>
    sum(
      asked.map(({ term, weight }) =>
        rarityOf(term) >= FUSION.rareShare * rarityOf(null) &&
        (title.includes(term) || body.includes(term))
          ? weight * rarityOf(term)
          : 0,
      ),
    )

  const scoresOf = (query: IndexQuery): Map<Held, number> => {
    const scores = new Map<Held, number>()
    for (const { term, weight } of query.terms) {
      const list = postings.get(term) ?? []
      const rarity = rarityOf(term)
      for (const { held, frequency } of list) {
        if (!query.filters.kinds.includes(held.entry.kind)) continue
        const part = (weight * rarity * frequency) / (BM25.k1 + frequency)
        scores.set(held, (scores.get(held) ?? 0) + part)
      }
    }
    return scores
  }

  const lexicalOf = (query: IndexQuery): Scored[] => {
    const scores = scoresOf(query)
    const named = all
      .filter((held) => isNamed(query, held))
      .map((held) => ({ held, score: scores.get(held) ?? 0 }))
    const others = [...scores]
      .map(([held, score]) => ({ held, score }))
      .filter(({ held }) => !isNamed(query, held))
    return [...named.toSorted(byScore), ...others.toSorted(byScore)]
  }

  const semanticOf = ({ vector, similarityFloor, filters }: IndexQuery): Scored[] =>
    vector === null
      ? []
      : all
          .filter(({ entry, vectors }) => filters.kinds.includes(entry.kind) && vectors.length > 0)
          .map((held) => ({
            held,
            score: Math.max(...held.vectors.map((passage) => dot(vector, passage))),
          }))
          .filter(({ score }) => score > similarityFloor)
          .toSorted(byScore)

  return {
    search: async (query) => {
      const lexical = lexicalOf(query)
      const matching = new Set(lexical.map(({ held }) => held))
      return {
        position: LOG_START,
        lexical: lexical
          .slice(0, query.lexicalDepth)
          .map(({ held, score }) => ({ ...held.entry, score, rare: rareIn(query, held) })),
        lexicalTotal: lexical.length,
        named: lexical.filter(({ held }) => isNamed(query, held)).length,
        unheld: query.terms.flatMap(({ term }) => (postings.has(term) ? [] : [term])).toSorted(),
        rarity: {
          asked: sum(query.terms.map(({ term, weight }) => weight * rarityOf(term))),
          unheld: rarityOf(null),
        },
        semantic: semanticOf(query)
          .slice(0, query.semanticDepth)
          .map(({ held, score }) => ({
            ...held.entry,
            similarity: score,
            matchesLexically: matching.has(held),
          })),
      }
    },
    browse: async ({ depth }) => ({
      position: LOG_START,
      entries: all.map(({ entry }) => entry).slice(0, depth),
      total: all.length,
    }),
    displays: async (entries) =>
      entries.flatMap((entry) => {
        const held = all[entry]
        return held === undefined ? [] : [held.display]
      }),
    knownValues: async () => [],
    unknownValues: async () => [],
    similarTerms: async (term, edits) =>
      [...postings].flatMap(([other, list]) =>
        other[0] === term[0] && editDistance(term, other) <= edits
          ? [{ term: other, entries: list.length }]
          : [],
      ),
    position: async () => LOG_START,
    waitFor: async () => {},
    close: async () => {},
  }
}
