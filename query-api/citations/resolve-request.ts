/**
 * Resolves citations that a caller gives, or those in a text (contracts/conventions/look-ups.md).
 */
import type { TargetResolution } from '#contracts/citation-index.ts'
import type { Citation } from '#contracts/citation.ts'
import type { ArticleHead } from '#contracts/http/article-head.ts'
import {
  RESOLVE_LIMITS,
  type ResolvedCitation,
  type ResolvedTarget,
  type ResolvedText,
  type ResolveRequest,
  type ResolveResponse,
} from '#contracts/http/resolve.ts'
import { type ArticleId, Day, type Position } from '#contracts/ids.ts'
import { namesOfTarget } from '#contracts/law/citations/names.ts'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import { textSpan } from '#contracts/text-span.ts'
import { makeWatch, type Watch } from '#contracts/toolkit/watch.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import type { ArticleHeads } from '../lookup/ports.ts'
import type { FiledText, NamedTexts } from './ports.ts'
import { namesNear } from './near-names.ts'
import { resolveCitations } from './resolve.ts'

/** What one request may cost: UTF-16 units that are read, and time. */
const RESOLVE_BUDGET = { costMax: 1024 * 1024, msMax: 15_000 } as const

const tooCostly = (path: string): RequestInvalid =>
  new RequestInvalid([
    { path, code: 'too_costly', message: 'reading it would take too long: send it in parts' },
  ])

export type ResolveDeps = {
  readonly citations: NamedTexts
  readonly heads: ArticleHeads
  readonly position: () => Promise<Position>
}
export type Resolved = { readonly response: ResolveResponse; readonly position: Position }
export type Resolve = (request: ResolveRequest, signal?: AbortSignal) => Promise<Resolved>

/** Words of the request with the citations in them; each is one result. */
type Reading = {
  readonly within: string
  readonly start: number
  readonly end: number
  readonly citations: readonly Citation[]
}

const BARE_APPEAL = /^\s*\d{2}-\d{2}\.\d{3}\s*$/u

/** Dockets of the Cour de cassation have a form of their own, so they are known without a court. */
const asWritten = (given: string): string =>
  BARE_APPEAL.test(given) ? `Cour de cassation, n° ${given.trim()}` : given

const readGiven = (given: string, options: Parameters<typeof recogniseCitations>[1]): Reading => {
  const written = asWritten(given)
  const citations = recogniseCitations(written, options)
  const [first, last] = [citations[0], citations.at(-1)]
  const isWhole = first === undefined || last === undefined || written !== given
  return {
    within: given,
    start: isWhole ? 0 : first.start,
    end: isWhole ? given.length : last.end,
    citations,
  }
}

const readText = (text: string, options: Parameters<typeof recogniseCitations>[1]): Reading[] =>
  recogniseCitations(text, options).map((citation) => ({
    within: text,
    start: citation.start,
    end: citation.end,
    citations: [citation],
  }))

const readingsOf = async (
  { citations, text, jurisdiction }: ResolveRequest,
  watch: Watch,
): Promise<Reading[]> => {
  const options = { jurisdiction }
  if (text !== undefined) {
    await watch.step(text.length)
    return readText(text, options)
  }
  const readings: Reading[] = []
  for (const given of citations ?? []) {
    await watch.step(given.length)
    readings.push(readGiven(given, options))
  }
  return readings
}

type TargetFound = {
  readonly resolution: TargetResolution
  readonly code: ResolvedTarget['code']
  readonly near: readonly FiledText[]
}

const IDLE_HINT =
  'no citation was recognised: name a court with day or number (Cass. soc., 25 nov. 2020, n° 18-13.769), an article with its work (article 1240 du code civil), or an ECLI, CELEX number or ELI'
const ECLI_HINT = 'not an ECLI: ECLI:country:court:year:ordinal'

type Wanted = {
  readonly target: Citation['targets'][number]
  readonly resolution: TargetResolution
}
type Filed = ReadonlyMap<string, readonly FiledText[]>

const NEAR_PER_NAME = 3

const asked = (names: readonly string[]) =>
  [...new Set(names)].map((name) => ({ name, jurisdiction: null }))
const byName = (texts: readonly FiledText[]): Filed => Map.groupBy(texts, ({ name }) => name)

/** Whether a decision of the number is held, of another day than it is cited with. */
const isMisdated = ({ code }: TargetResolution): boolean => code === 'decision_date_disagrees'

/** What is held next to targets that are not: neighbours, and the same text on other days. */
const besidesOf = async (
  index: NamedTexts,
  wanted: readonly Wanted[],
  asOf: Day | null,
): Promise<{ readonly now: Filed; readonly near: Filed }> => {
  const missing = wanted.filter(({ resolution: { status } }) => status === 400 || status === 404)
  const nearNames = missing.flatMap(({ target }) => namesNear(target))
  const own = missing
    .filter(({ resolution }) => asOf !== null || isMisdated(resolution))
    .flatMap(({ target }) => namesOfTarget(target))
  const [near, now] = await Promise.all([
    index.textsNamed(asked(nearNames), asOf, NEAR_PER_NAME),
    index.textsNamed(asked(own), null, NEAR_PER_NAME),
  ])
  return { now: byName(now), near: byName(near) }
}

const filedUnder = (filed: Filed, names: readonly string[]): FiledText[] => [
  ...new Map(
    names.flatMap((name) => filed.get(name) ?? []).map((text) => [text.articleId, text]),
  ).values(),
]

const foundOf = (
  { target, resolution }: Wanted,
  { now, near }: Awaited<ReturnType<typeof besidesOf>>,
): TargetFound => {
  if (resolution.status !== 404 && resolution.status !== 400)
    return { resolution, code: resolution.code, near: [] }
  const ofName = filedUnder(now, namesOfTarget(target)).slice(0, RESOLVE_LIMITS.nearMax)
  if (isMisdated(resolution)) return { resolution, code: resolution.code, near: ofName }
  const otherDays = resolution.status === 404 ? ofName : []
  return otherDays.length > 0
    ? { resolution, code: 'not_in_force', near: otherDays }
    : {
        resolution,
        code: resolution.code,
        near: filedUnder(near, namesNear(target)).slice(0, RESOLVE_LIMITS.nearMax),
      }
}

type Heads = ReadonlyMap<ArticleId, ArticleHead>
type Named = Pick<FiledText, 'articleId' | 'version' | 'validFrom' | 'validTo'>

const shownText = (heads: Heads, text: Named, name: string): ResolvedText[] => {
  const head = heads.get(text.articleId)
  const { version, validFrom, validTo } = text
  return head === undefined ? [] : [{ ...head, name, wording: { version, validFrom, validTo } }]
}

const shownTarget = (heads: Heads, { resolution, code, near }: TargetFound): ResolvedTarget => ({
  normal: resolution.normal,
  status: resolution.status,
  code,
  articles: resolution.candidates.flatMap((one) => shownText(heads, one, one.normal)),
  near: near.flatMap((one) => shownText(heads, one, one.name)),
  coverage: resolution.coverage,
  hint: resolution.hint,
})

const SEVERITY: readonly ResolvedTarget['status'][] = [400, 404, 300, 200]
const worstOf = (targets: readonly ResolvedTarget[]): ResolvedTarget | undefined =>
  targets.toSorted((a, b) => SEVERITY.indexOf(a.status) - SEVERITY.indexOf(b.status))[0]

const placeOf = ({ within, start, end, citations }: Reading, index: number) => ({
  index,
  text: within.slice(start, end),
  span: textSpan(within, start, end),
  kind: citations[0]?.kind ?? null,
  normal: citations[0]?.normalized[0] ?? null,
})

const notACitation = (reading: Reading, index: number): ResolvedCitation => {
  const isEcli = /^\s*ecli\b/iu.test(reading.within)
  return {
    ...placeOf(reading, index),
    status: 400,
    code: isEcli ? 'ecli_invalid' : 'not_a_citation',
    targets: [],
    hint: isEcli ? ECLI_HINT : IDLE_HINT,
  }
}

const tooMany = (reading: Reading, index: number): ResolvedCitation => ({
  ...placeOf(reading, index),
  status: 429,
  code: 'too_many',
  targets: [],
  hint: `at most ${RESOLVE_LIMITS.citationsMax} citations are resolved: send the rest of the text by itself`,
})

const shownCitation = (
  reading: Reading,
  index: number,
  targets: readonly ResolvedTarget[],
): ResolvedCitation => {
  const worst = worstOf(targets)
  if (worst === undefined) return notACitation(reading, index)
  const { status, code, hint } = worst
  return { ...placeOf(reading, index), status, code, targets: [...targets], hint }
}

/**
 * Resolves citations on a day: 200 one text, 300 several, 400 no citation or an impossible one, 404
 * none, with what is held near. Makes five queries, whatever the number of citations. Throws
 * RequestInvalid when its budget is spent, Fault `aborted`, and the faults of its ports.
 */
export const makeResolve =
  ({ citations: index, heads, position }: ResolveDeps): Resolve =>
  async (request, signal) => {
    const path = request.text === undefined ? 'citations' : 'text'
    const watch = makeWatch({ ...RESOLVE_BUDGET, spent: () => tooCostly(path) }, signal)
    const asOf = request.asOf === undefined ? null : Day.parse(request.asOf)
    const readings = await readingsOf(request, watch)
    const answered = readings.slice(0, RESOLVE_LIMITS.citationsMax)
    const at = await position()
    // Given one by one, so that a citation says nothing about the one after it.
    const resolutions =
      request.text === undefined
        ? await resolveEach(index, answered, asOf)
        : (
            await resolveCitations(
              index,
              answered.flatMap(({ citations }) => citations),
              asOf,
            )
          ).map((one) => [one])
    const wanted = resolutions.map((ofReading) =>
      ofReading.flatMap(({ citation, targets }) =>
        targets.flatMap((resolution, place): Wanted[] => {
          const target = citation.targets[place]
          return target === undefined ? [] : [{ target, resolution }]
        }),
      ),
    )
    const besides = await besidesOf(index, wanted.flat(), asOf)
    const found = wanted.map((targets) => targets.map((one) => foundOf(one, besides)))
    const ids = found
      .flat()
      .flatMap(({ resolution, near }) => [...resolution.candidates, ...near])
      .map(({ articleId }) => articleId)
    const byId: Heads = new Map(
      (await heads.headsOf([...new Set(ids)])).map((head) => [head.id, head]),
    )
    return {
      position: at,
      response: {
        citations: readings.map((reading, place) =>
          place < answered.length
            ? shownCitation(
                reading,
                place,
                (found[place] ?? []).map((one) => shownTarget(byId, one)),
              )
            : tooMany(reading, place),
        ),
        asOf,
      },
    }
  }

/** One call of the index for all readings; disagreements are only looked for within each. */
const resolveEach = async (
  index: NamedTexts,
  readings: readonly Reading[],
  asOf: Day | null,
): Promise<Awaited<ReturnType<typeof resolveCitations>>[]> => {
  const apart = readings.flatMap(({ citations }, place) =>
    citations.map((citation) => ({ place, citation })),
  )
  const spread = apart.map(({ place, citation }) => ({
    ...citation,
    start: citation.start + place * APART,
    end: citation.end + place * APART,
  }))
  const resolved = await resolveCitations(index, spread, asOf)
  return readings.map((_, place) =>
    resolved.flatMap((one, at) => (apart[at]?.place === place ? [one] : [])),
  )
}

/** More UTF-16 units than a citation has, so that two given ones are never beside each other. */
const APART = 100_000
