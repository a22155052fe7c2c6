/**
 * Chooses the numbers of the ranking (BM25, FUSION, CONTEXT_SHARE) by leaving out one family of
 * sets at a time: the candidate that is best on all other families is scored on the one left out.
 * Prints, for each set, plain BM25, both branches, the fused ranking with the shipped numbers and
 * the one with the numbers chosen without the set; intervals are 95 % of a bootstrap over queries.
 * Vectors are kept under the temporary folder. Run: npm run bench:ranking
 */
import { inContext, CONTEXT_SHARE } from '#contracts/search/context.ts'
import {
  BM25,
  type Bm25Parameters,
  type Evidence,
  FUSION,
  TERM_WEIGHTS,
} from '#contracts/search/parameters.ts'
import { Slug } from '#contracts/ids.ts'
import { openEmbedder } from '#infra/processes/wiring/embedder.ts'
import { parseSettings } from '#infra/settings.ts'
import type { IndexAnswer } from '#query-api/ports.ts'
import { fuse } from '#query-api/search/fusion.ts'
import { referenceScores } from './bm25.ts'
import { featuresOf, type QueryFeatures, type SetFeatures } from './features.ts'
import { headnotesByThemes, heldOutPairs, rulingsByOwnThemes } from './issue-sets.ts'
import {
  dataProtectionQuestions,
  type JudgementSet,
  luxembourgAndEurope,
  notesByTitle,
  servicePublic,
} from './judgements.ts'
import { foreignQuestions, labourQuestions, openQuestions, rulingsInCorpus } from './law-sets.ts'
import { byMeaning } from './meaning-set.ts'
import { type Judged, ndcgAt } from './metrics.ts'

/** Sets with the same queries are one family: none of them may choose for another. */
type Family = { readonly name: string; readonly sets: readonly (() => JudgementSet)[] }
const FAMILIES: readonly Family[] = [
  { name: 'pairs', sets: [heldOutPairs] },
  { name: 'headnotes', sets: [headnotesByThemes] },
  { name: 'rulings', sets: [rulingsByOwnThemes, rulingsInCorpus] },
  { name: 'notes', sets: [() => servicePublic('id'), () => servicePublic('first-line')] },
  { name: 'acts', sets: [luxembourgAndEurope] },
  { name: 'titles', sets: [notesByTitle] },
  { name: 'labour', sets: [() => labourQuestions('short'), () => labourQuestions('long')] },
  { name: 'questions', sets: [openQuestions] },
  { name: 'meaning', sets: [byMeaning] },
  { name: 'foreign', sets: [foreignQuestions] },
]
/** Never chosen on. */
const MEASURED_ONLY: Family = { name: 'measured only', sets: [dataProtectionQuestions] }

const DEPTH = 10
const LEXICAL: readonly Bm25Parameters[] = [0.9, 1.2, 1.8].flatMap((k1) =>
  [1, 3].flatMap((titleWeight) =>
    [0, 0.4, 0.6, 0.8, 1].map((lengthPower) => ({ k1, titleWeight, lengthPower })),
  ),
)
type Fusing = Evidence & { readonly share: number }
const FUSING: readonly Fusing[] = [0, 0.3, 1.3].flatMap((share) =>
  [0.3, 0.5, 0.6].flatMap((evidentShare) =>
    [1.5, 2, 3].flatMap((evidentWords) =>
      [0, 0.6, 0.7].map((shareOfFirst) => ({
        share,
        evidentShare,
        evidentWords,
        shareOfFirst,
        rareEvidence: FUSION.rareEvidence,
      })),
    ),
  ),
)
const SHIPPED: Fusing = { ...FUSION, share: CONTEXT_SHARE }
/** What the fused ranking may lose against the better of its branches. */
const LOSS_MAX = 0.02
const RESAMPLES = 2_000

type Posting = { readonly at: number; readonly title: number; readonly body: number }
type Prepared = {
  readonly set: SetFeatures
  readonly family: string
  readonly postings: ReadonlyMap<string, readonly Posting[]>
  readonly ratios: readonly { readonly title: number; readonly body: number }[]
  readonly reference: readonly Judged[]
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0)
const mean = (values: readonly number[]): number => sum(values) / values.length

const ratioOf = (length: number, average: number): number =>
  length === 0 || average === 0 ? 1 : length / average

const postingsOf = ({ texts }: SetFeatures): Map<string, Posting[]> => {
  const postings = new Map<string, Posting[]>()
  for (const [at, { title, body }] of texts.entries()) {
    const counts = new Map<string, { title: number; body: number }>()
    const countIn = (term: string) => counts.get(term) ?? { title: 0, body: 0 }
    for (const term of title) counts.set(term, { ...countIn(term), title: countIn(term).title + 1 })
    for (const term of body) counts.set(term, { ...countIn(term), body: countIn(term).body + 1 })
    for (const [term, count] of counts) {
      const list = postings.get(term) ?? []
      postings.set(term, list)
      list.push({ at, ...count })
    }
  }
  return postings
}

/** The places of the scores above the floor, best first. */
const rankingOf = (
  scores: ArrayLike<number>,
  { depth, floor }: { readonly depth: number; readonly floor: number },
): number[] => {
  const places: number[] = []
  for (let at = 0; at < scores.length; at++) if ((scores[at] ?? 0) > floor) places.push(at)
  return places
    .toSorted((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other)
    .slice(0, depth)
}

const judgedOf = (
  { texts }: SetFeatures,
  { relevant }: QueryFeatures,
  ranking: readonly number[],
): Judged => {
  const names = new Set<string>()
  const ranks: number[] = []
  for (const at of ranking) {
    const name = texts[at]?.name ?? ''
    if (names.has(name)) continue
    names.add(name)
    if (names.size > DEPTH) break
    if (relevant.includes(name)) ranks.push(names.size)
  }
  return { ranks, relevant: relevant.length }
}

const prepare = (set: SetFeatures, family: string, made: JudgementSet): Prepared => {
  const average = {
    title: mean(set.texts.map(({ title }) => title.length)),
    body: mean(set.texts.map(({ body }) => body.length)),
  }
  const scores = referenceScores(made)
  return {
    set,
    family,
    postings: postingsOf(set),
    ratios: set.texts.map(({ title, body }) => ({
      title: ratioOf(title.length, average.title),
      body: ratioOf(body.length, average.body),
    })),
    reference: set.queries.map((query, at) =>
      judgedOf(set, query, rankingOf(scores[at] ?? [], { depth: DEPTH * DEPTH, floor: 0 })),
    ),
  }
}

const rarityIn = ({ set, postings }: Prepared, term: string | null): number => {
  const holders = term === null ? 0 : (postings.get(term)?.length ?? 0)
  return Math.log(1 + (set.texts.length - holders + 0.5) / (holders + 0.5))
}

type Lexical = Pick<IndexAnswer, 'lexical' | 'rarity'>

const entryAt = (at: number) => ({
  entry: at,
  kind: 'article' as const,
  slug: Slug.parse(`text-${at}`),
  sequence: 0,
})

const lexicalOf = (prepared: Prepared, query: QueryFeatures, numbers: Bm25Parameters): Lexical => {
  const { k1, titleWeight, lengthPower } = numbers
  const scores = new Float64Array(prepared.set.texts.length)
  const rare = new Float64Array(prepared.set.texts.length)
  for (const { term, weight } of query.terms) {
    const idf = weight * rarityIn(prepared, term)
    for (const { at, title, body } of prepared.postings.get(term) ?? []) {
      const ratio = prepared.ratios[at] ?? { title: 1, body: 1 }
      const frequency =
        (titleWeight * title) / ratio.title ** lengthPower + body / ratio.body ** lengthPower
      scores[at] = (scores[at] ?? 0) + (idf * frequency) / (k1 + frequency)
      if (idf >= weight * FUSION.rareShare * rarityIn(prepared, null))
        rare[at] = (rare[at] ?? 0) + idf
    }
  }
  const { lexicalDepth: depth } = FUSION
  return {
    lexical: rankingOf(scores, { depth, floor: 0 }).map((at) => ({
      ...entryAt(at),
      score: scores[at] ?? 0,
      rare: rare[at] ?? 0,
    })),
    rarity: {
      asked: sum(
        query.terms
          // What only helps is left out where no text holds it (query-api/search/spelling.ts).
          .filter(({ term, weight }) => weight >= TERM_WEIGHTS.word || prepared.postings.has(term))
          .map(({ term, weight }) => weight * rarityIn(prepared, term)),
      ),
      unheld: rarityIn(prepared, null),
    },
  }
}

const dot = (one: Float32Array, other: Float32Array): number => {
  let product = 0
  for (let at = 0; at < one.length; at++) product += (one[at] ?? 0) * (other[at] ?? 0)
  return product
}

const semanticOf = (
  passages: readonly (readonly Float32Array[])[],
  { vector }: QueryFeatures,
  floor: number,
): IndexAnswer['semantic'] => {
  if (vector === null) return []
  const best = passages.map((own) => Math.max(-1, ...own.map((passage) => dot(vector, passage))))
  return rankingOf(best, { depth: FUSION.semanticDepth, floor }).map((at) => ({
    ...entryAt(at),
    similarity: best[at] ?? 0,
    matchesLexically: false,
  }))
}

const placesOf = (ranking: readonly { readonly entry: number }[]): number[] =>
  ranking.map(({ entry }) => entry)
const judge = (
  { set }: Prepared,
  rankings: readonly (readonly { readonly entry: number }[])[],
): Judged[] => set.queries.map((query, at) => judgedOf(set, query, placesOf(rankings[at] ?? [])))

/** By family: the mean of its sets. */
const familyMeans = (all: readonly Prepared[], figures: readonly number[]): number[] => {
  const families = Map.groupBy(figures.keys(), (at) => all[at]?.family ?? '')
  return [...families.values()].map((places) => mean(places.map((at) => figures[at] ?? 0)))
}

/** The candidate with the best mean over families, of those that `mayWin` on all of the sets. */
const bestOf = (
  all: readonly Prepared[],
  figures: readonly (readonly number[])[],
  {
    without,
    mayWin,
  }: {
    readonly without: string | null
    readonly mayWin: (candidate: number, at: number) => boolean
  },
): number => {
  const places = [...all.keys()].filter((at) => all[at]?.family !== without)
  const some = places.flatMap((at) => all[at] ?? [])
  const scored = figures.map((own, candidate) => ({
    candidate,
    isAllowed: places.every((at) => mayWin(candidate, at)),
    score: mean(
      familyMeans(
        some,
        places.map((at) => own[at] ?? 0),
      ),
    ),
  }))
  const allowed = scored.filter(({ isAllowed }) => isAllowed)
  const [best] = (allowed.length > 0 ? allowed : scored).toSorted((a, b) => b.score - a.score)
  return best?.candidate ?? 0
}

const model = await openEmbedder(parseSettings(process.env))
const prepareFamily = async ({ name, sets }: Family): Promise<Prepared[]> => {
  const prepared: Prepared[] = []
  for (const make of sets) {
    const made = make()
    prepared.push(prepare(await featuresOf(made, model), name, made))
  }
  return prepared
}

const all: Prepared[] = []
for (const family of [...FAMILIES, MEASURED_ONLY]) all.push(...(await prepareFamily(family)))
const chosenOn = all.filter(({ family }) => family !== MEASURED_ONLY.name)

/** Once for each way to weigh words; then, with the shipped one, once for each way to fuse. */
const lexicalWith = (numbers: Bm25Parameters): Lexical[][] =>
  all.map((prepared) => prepared.set.queries.map((query) => lexicalOf(prepared, query, numbers)))
const ndcgOfLexical = (lexical: readonly Lexical[][]): number[] =>
  all.map((prepared, at) =>
    ndcgAt(
      DEPTH,
      judge(
        prepared,
        (lexical[at] ?? []).map((one) => one.lexical),
      ),
    ),
  )
const byLexicalCandidate = LEXICAL.map((numbers) => ndcgOfLexical(lexicalWith(numbers)))
const lexical = lexicalWith(BM25)
const lexicalNdcg = ndcgOfLexical(lexical)

const semanticWith = (share: number): IndexAnswer['semantic'][][] =>
  all.map(({ set }) => {
    const passages = set.texts.map((text) => inContext(text.passages, share))
    return set.queries.map((query) => semanticOf(passages, query, model.similarityFloor))
  })
const shares = [...new Set([...FUSING, SHIPPED].map(({ share }) => share))]
const semanticBy = new Map(shares.map((share) => [share, semanticWith(share)]))
const semanticNdcgBy = new Map(
  [...semanticBy].map(([share, semantic]) => [
    share,
    all.map((prepared, at) => ndcgAt(DEPTH, judge(prepared, semantic[at] ?? []))),
  ]),
)
const fusedWith = (numbers: Fusing): Judged[][] =>
  all.map((prepared, at) =>
    judge(
      prepared,
      prepared.set.queries.map((_, query) =>
        fuse(
          {
            lexical: lexical[at]?.[query]?.lexical ?? [],
            rarity: lexical[at]?.[query]?.rarity ?? { asked: 0, unheld: 0 },
            semantic: semanticBy.get(numbers.share)?.[at]?.[query] ?? [],
            named: 0,
          },
          numbers,
        ),
      ),
    ),
  )
const byFusingCandidate = FUSING.map((numbers) =>
  fusedWith(numbers).map((judged) => ndcgAt(DEPTH, judged)),
)
const isNoLoss = (candidate: number, at: number): boolean => {
  const share = FUSING[candidate]?.share ?? 0
  const better = Math.max(lexicalNdcg[at] ?? 0, semanticNdcgBy.get(share)?.[at] ?? 0)
  return (byFusingCandidate[candidate]?.[at] ?? 0) >= (1 - LOSS_MAX) * better
}

const shipped = fusedWith(SHIPPED)
const shippedNdcg = shipped.map((judged) => ndcgAt(DEPTH, judged))
const semanticNdcg = semanticNdcgBy.get(SHIPPED.share) ?? []
const referenceNdcg = all.map(({ reference }) => ndcgAt(DEPTH, reference))
const chosenWithout = new Map(
  FAMILIES.map(({ name }) => [
    name,
    {
      lexical: bestOf(chosenOn, byLexicalCandidate, { without: name, mayWin: () => true }),
      fusing: bestOf(chosenOn, byFusingCandidate, { without: name, mayWin: isNoLoss }),
    },
  ]),
)
const unseenNdcg = all.map(
  ({ family }, at) =>
    byFusingCandidate[chosenWithout.get(family)?.fusing ?? -1]?.[at] ?? shippedNdcg[at] ?? 0,
)

/** A generator of numbers in [0, 1), the same at every run. */
const makeDraw = (): (() => number) => {
  let state = 20_260_101
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
const draw = makeDraw()
const resampled = <T>(values: readonly T[]): T[] =>
  values.map((value) => values[Math.floor(draw() * values.length)] ?? value)

const LOWER = 0.025
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.round(share * (values.length - 1))] ?? 0
const intervalOf = (figure: () => number): string => {
  const figures = Array.from({ length: RESAMPLES }, figure)
  return `${quantile(figures, LOWER).toFixed(3)} to ${quantile(figures, 1 - LOWER).toFixed(3)}`
}

const WIDTHS = [42, 6, 8, 8, 8, 8, 8, 18, 9]
const line = (...cells: readonly string[]): void =>
  console.log(
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(WIDTHS[0] ?? 0) : cell.padStart(WIDTHS[at] ?? 0)))
      .join(''),
  )
const figure = (value: number | undefined): string => (value ?? 0).toFixed(4)

console.log(`model ${model.model}; nDCG@${DEPTH}`)
line('set', 'n', 'BM25', 'words', 'meaning', 'fused', 'unseen', 'interval (fused)', 'better')
for (const [at, { set }] of all.entries()) {
  const better = Math.max(lexicalNdcg[at] ?? 0, semanticNdcg[at] ?? 0)
  line(
    set.name,
    String(set.queries.length),
    figure(referenceNdcg[at]),
    figure(lexicalNdcg[at]),
    figure(semanticNdcg[at]),
    figure(shippedNdcg[at]),
    figure(unseenNdcg[at]),
    intervalOf(() => ndcgAt(DEPTH, resampled(shipped[at] ?? []))),
    `${(100 * ((shippedNdcg[at] ?? 0) / better - 1)).toFixed(1)} %`,
  )
}

const averageOf = (figures: readonly number[], without: readonly string[] = []): number => {
  const places = [...all.keys()].filter(
    (at) => ![MEASURED_ONLY.name, ...without].includes(all[at]?.family ?? ''),
  )
  return mean(
    familyMeans(
      places.flatMap((at) => all[at] ?? []),
      places.map((at) => figures[at] ?? 0),
    ),
  )
}
for (const without of [[], ['meaning']]) {
  line(
    `average of families${without.length === 0 ? '' : ' that share words'}`,
    '',
    ...[referenceNdcg, lexicalNdcg, semanticNdcg, shippedNdcg, unseenNdcg].map((figures) =>
      figure(averageOf(figures, without)),
    ),
  )
  const gain = (unseen: readonly number[], reference: readonly number[]): number =>
    averageOf(unseen, without) / averageOf(reference, without) - 1
  const resampledGain = (): number => {
    const places = all.map(({ set }) => resampled([...set.queries.keys()]))
    const of = (judged: readonly (readonly Judged[])[]): number[] =>
      all.map((_, at) =>
        ndcgAt(
          DEPTH,
          (places[at] ?? []).flatMap((query) => judged[at]?.[query] ?? []),
        ),
      )
    return gain(of(shipped), of(all.map(({ reference }) => reference)))
  }
  console.log(
    `  fused over BM25: ${gain(shippedNdcg, referenceNdcg).toFixed(3)} (${intervalOf(resampledGain)}), ` +
      `chosen without the set: ${gain(unseenNdcg, referenceNdcg).toFixed(3)}`,
  )
}
for (const [name, chosen] of chosenWithout)
  console.log(
    `without ${name}: ${JSON.stringify(LEXICAL[chosen.lexical])} ${JSON.stringify(FUSING[chosen.fusing])}`,
  )
