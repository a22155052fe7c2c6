/** Why a text is not on a page of a search (contracts/conventions/search.md). */
import {
  type Obstacle,
  WHY_NOT_STAGES,
  type WhyNotRequest,
  type WhyNotResponse,
} from '#contracts/http/why-not.ts'
import { SEARCH_LIMITS, type SearchRequest } from '#contracts/http/search.ts'
import { type Position, Slug } from '#contracts/ids.ts'
import { analyse } from '#contracts/law/analysis/analyse.ts'
import { foldTexts } from '../search/collapse.ts'
import { makeExpansion } from '../search/concepts.ts'
import { indexFilters } from '../search/filters.ts'
import { dayAsked, withInForce } from '../search/in-force.ts'
import { rank, type RankDeps } from '../search/search.ts'
import type { EntryDisplay, IndexFilters } from '../ports.ts'
import { type AskedIndex, askWithin, SPENT, WHY_NOT_BUDGET } from './budget.ts'
import { middleDay } from './days.ts'
import { entriesOf, failedValidity, firstFailedFilter } from './filters.ts'
import { afterSteps, changeOf, filterStep, type Step, withSteps } from './steps.ts'

const WHY_NOT = {
  /** Obstacles that are looked through; a text has fewer. */
  stagesMax: 24,
  /** Words of its title that are tried to make a query find a text. */
  wordsMax: 5,
  /** The last place that a page can show. */
  rankMax: SEARCH_LIMITS.offsetMax + SEARCH_LIMITS.limitMax,
} as const

type WhyNotDeps = RankDeps & { readonly index: AskedIndex }

/** Null: no such text is public. `signal` aborts when the client leaves. */
export type WhyNot = (
  asked: WhyNotRequest,
  signal?: AbortSignal,
) => Promise<{ readonly response: WhyNotResponse; readonly position: Position } | null>

/** What keeps the text out, and the changes that would pass it, the smallest first. */
type Hurdle = { readonly shown: Obstacle; readonly ways: readonly (readonly Step[])[] }

const obstacle = (shown: Pick<Obstacle, 'stage' | 'detail'> & Partial<Obstacle>): Obstacle => ({
  field: null,
  own: [],
  rank: null,
  similarity: null,
  ...shown,
})

/** The places of a text in the whole list, from 1, as far as pages reach. */
const placesOf = async (
  deps: WhyNotDeps,
  request: SearchRequest,
  slug: Slug,
): Promise<{ readonly places: readonly number[]; readonly position: Position }> => {
  const { entries, position } = await rank(deps, request)
  const slugs = request.collapse
    ? foldTexts(entries).map(({ best }) => best.slug)
    : entries.map((entry) => entry.slug)
  const places = slugs
    .slice(0, WHY_NOT.rankMax)
    .flatMap((one, at) => (one === slug ? [at + 1] : []))
  return { places, position }
}

const isOnPage = (
  { offset, limit }: Pick<SearchRequest, 'offset' | 'limit'>,
  places: readonly number[],
): boolean => places.some((place) => place > offset && place <= offset + limit)

/** Moves or lengthens the page as little as needed to show one of the places. */
const pageSteps = (
  { offset, limit }: Pick<SearchRequest, 'offset' | 'limit'>,
  places: readonly number[],
): Step[] => {
  const later = places.find((place) => place > offset)
  if (later === undefined) {
    const before = places.at(-1)
    return before === undefined ? [] : [{ kind: 'member', member: 'offset', value: before - 1 }]
  }
  if (later - offset <= SEARCH_LIMITS.limitMax)
    return [{ kind: 'member', member: 'limit', value: later - offset }]
  const moved = Math.min(later - limit, SEARCH_LIMITS.offsetMax)
  const longer = later - moved
  const move: Step = { kind: 'member', member: 'offset', value: moved }
  const lengthen: Step = { kind: 'member', member: 'limit', value: longer }
  return longer === limit ? [move] : [move, lengthen]
}

/** The words of a title, the longest first: they are the rarest. */
const wordsOf = ({ title }: EntryDisplay): string[] => [
  ...new Set(
    analyse(title)
      .map(({ start, end }) => title.slice(start, end))
      .toSorted((one, other) => other.length - one.length),
  ),
]

const fits = (text: string): boolean => [...text].length <= SEARCH_LIMITS.textCodePointsMax

/** A query with more and more words of the text. */
const wordWays = (request: SearchRequest, display: EntryDisplay): Step[][] => {
  const words = wordsOf(display).slice(0, WHY_NOT.wordsMax)
  const added = words.map((_, at) => [request.text, ...words.slice(0, at + 1)].join(' ').trim())
  // A query that is full already gives way to the words of the text.
  const texts = added.every(fits) ? added : words.filter(fits)
  return texts.map((text) => [{ kind: 'member', member: 'text', value: text }])
}

/** Filters that leave the text and few others. */
const narrowWays = (
  { filters }: SearchRequest,
  { date, contentType, jurisdiction }: EntryDisplay,
): Step[][] => {
  const day = date === null ? [] : [filterStep('dateFrom', date), filterStep('dateTo', date)]
  const kind = filters.contentTypes === undefined ? [filterStep('contentTypes', [contentType])] : []
  const [first] = jurisdiction
  const place =
    filters.jurisdictions === undefined && first !== undefined
      ? [filterStep('jurisdictions', [first])]
      : []
  return [day, kind, place, [...kind, ...place], [...day, ...kind, ...place]].filter(
    ({ length }) => length > 0,
  )
}

const WITHOUT_WORDS: Step = { kind: 'member', member: 'text', value: '' }

class Inquiry {
  readonly #deps: WhyNotDeps
  readonly #slug: Slug

  constructor(deps: WhyNotDeps, slug: Slug) {
    this.#deps = deps
    this.#slug = slug
  }

  places(request: SearchRequest) {
    return placesOf(this.#deps, request, this.#slug)
  }

  /** Of the wording that the request looks at. */
  async display(filters: Partial<IndexFilters>): Promise<EntryDisplay | null> {
    const { index } = this.#deps
    const [first] = await entriesOf(index, this.#slug, filters)
    return first === undefined ? null : ((await index.displays([first.entry]))[0] ?? null)
  }

  /** The first stage that keeps the text out of the list; null: it is on it. */
  async hurdle(asked: SearchRequest): Promise<Hurdle | null> {
    if ((await this.places(asked)).places.length > 0) return null
    const { index, concepts } = this.#deps
    const day = dayAsked(asked, this.#deps.today())
    const request = withInForce(asked, day)
    const filters = indexFilters({
      ...request,
      filters: await makeExpansion(concepts).widened(request.filters),
    })
    const { asOf } = filters
    if ((await entriesOf(index, this.#slug, { asOf })).length === 0)
      return this.#failed(await failedValidity(index, asked, this.#slug, asOf ?? day))
    const failed = await firstFailedFilter(index, asked, this.#slug, filters)
    if (failed !== null) return this.#failed(failed)
    const display = await this.display({ asOf })
    if (display === null) return null
    return asked.text.trim() === '' || (await this.#matches(asked))
      ? this.#tooDeep(asked, display)
      : this.#unmatched(asked, display)
  }

  /** Whether words, a citation or meaning find the text. */
  async #matches(request: SearchRequest): Promise<boolean> {
    return (await rank(this.#deps, request, this.#slug)).entries.length > 0
  }

  #failed(failed: Awaited<ReturnType<typeof failedValidity>>): Hurdle {
    const { stage, field, own, step } = failed
    const details = {
      validity: 'No wording of the text is in force on the day asked for.',
      filter: `The text does not pass ${field}.`,
      headnotes: 'Only headnotes of the text pass the filters, and they are left out.',
    }
    return {
      shown: obstacle({ stage, field, own: [...own], detail: details[stage] }),
      ways: [[step]],
    }
  }

  #tooDeep(request: SearchRequest, display: EntryDisplay): Hurdle {
    return {
      shown: obstacle({
        stage: 'depth',
        detail: 'More hits come before the text than are ranked: narrow the search.',
      }),
      ways: [...narrowWays(request, display), ...wordWays(request, display)],
    }
  }

  async #unmatched(request: SearchRequest, display: EntryDisplay): Promise<Hurdle> {
    const withMeaning: Step = { kind: 'member', member: 'enableVector', value: true }
    return {
      shown: obstacle({
        stage: 'match',
        field: 'text',
        similarity: await this.#similarity(request),
        detail: 'The text holds no term of the query, and meaning does not find it.',
      }),
      ways: [
        ...(request.enableVector ? [] : [[withMeaning]]),
        ...wordWays(request, display),
        // The words of a title may be too common to find it.
        [WITHOUT_WORDS],
      ],
    }
  }

  /** The cosine of its best passage, below the floor too. */
  async #similarity(request: SearchRequest): Promise<number | null> {
    const embedder = { ...this.#deps.embedder, similarityFloor: 0 }
    const { entries, shown } = await rank({ ...this.#deps, embedder }, request, this.#slug)
    const [best] = entries
    return best === undefined ? null : shown.explainer.explain(best.entry).similarity
  }
}

/** Whether a hurdle is passed: the text is on the list, or a later stage keeps it out. */
const isPassed = ({ shown }: Hurdle, next: Hurdle | null): boolean => {
  if (next === null) return true
  const { stage, field } = next.shown
  return stage === shown.stage
    ? field !== shown.field
    : WHY_NOT_STAGES.indexOf(stage) > WHY_NOT_STAGES.indexOf(shown.stage)
}

/** The first way that passes a hurdle, and the one that comes after it. */
const firstWay = async (
  inquiry: Inquiry,
  request: SearchRequest,
  steps: readonly Step[],
  hurdle: Hurdle,
): Promise<{ readonly steps: readonly Step[]; readonly next: Hurdle | null } | null> => {
  for (const way of hurdle.ways) {
    const all = withSteps(steps, way)
    const changed = afterSteps(request, all)
    if (changed === null) continue
    const next = await inquiry.hurdle(changed)
    if (isPassed(hurdle, next)) return { steps: all, next }
  }
  return null
}

/**
 * Passes one hurdle after the other until the text is on the list, and adds each to the stages;
 * null: no way leads there.
 */
const throughHurdles = async (
  inquiry: Inquiry,
  request: SearchRequest,
  stages: Obstacle[],
): Promise<readonly Step[] | null> => {
  let steps: readonly Step[] = []
  let hurdle = await inquiry.hurdle(request)
  while (hurdle !== null && stages.length < WHY_NOT.stagesMax) {
    stages.push(hurdle.shown)
    const more = await firstWay(inquiry, request, steps, hurdle)
    if (more === null) return null
    steps = more.steps
    hurdle = more.next
  }
  return hurdle === null ? steps : null
}

/** The steps without those that the text is on the list without. */
const needed = async (
  inquiry: Inquiry,
  request: SearchRequest,
  steps: readonly Step[],
): Promise<readonly Step[]> => {
  let kept = steps
  for (const step of steps) {
    const without = kept.filter((one) => one !== step)
    const changed = afterSteps(request, without)
    if (changed !== null && (await inquiry.places(changed)).places.length > 0) kept = without
  }
  return kept
}

/** The day that a request had before a step made it narrower; null: the step did not. */
const narrowedFrom = ({ filters }: SearchRequest, step: Step): string | null => {
  if (step.kind !== 'filter' || typeof step.value !== 'string') return null
  const { dateFrom, dateTo } = filters
  if (step.member === 'dateFrom' && dateFrom !== undefined && step.value > dateFrom) return dateFrom
  return step.member === 'dateTo' && dateTo !== undefined && step.value < dateTo ? dateTo : null
}

/** Widens days that were narrowed more than the page needs, by halving. */
const widened = async (
  inquiry: Inquiry,
  request: SearchRequest,
  steps: readonly Step[],
): Promise<readonly Step[]> => {
  let kept = steps
  for (const step of steps) {
    const before = narrowedFrom(request, step)
    if (before === null || step.kind !== 'filter' || typeof step.value !== 'string') continue
    let [inside, outside] = [step.value, before]
    for (let day = middleDay(inside, outside); day !== null; day = middleDay(inside, outside)) {
      const tried = withSteps(kept, [filterStep(step.member, day)])
      const changed = afterSteps(request, tried)
      const isIn = changed !== null && isOnPage(changed, (await inquiry.places(changed)).places)
      if (isIn) [inside, kept] = [day, tried]
      else outside = day
    }
  }
  return kept
}

const pageObstacle = (rankOf: number | null): Obstacle =>
  obstacle({
    stage: 'page',
    field: 'offset',
    rank: rankOf,
    detail: 'The text is ranked, and another page shows it.',
  })

/**
 * The smallest change that shows the text; null: none is known. What keeps it out is added to the
 * stages.
 */
const smallestChange = async (
  inquiry: Inquiry,
  request: SearchRequest,
  stages: Obstacle[],
): Promise<WhyNotResponse['change']> => {
  const through = await throughHurdles(inquiry, request, stages)
  if (through === null) return null
  const steps = await needed(inquiry, request, through)
  const changed = afterSteps(request, steps)
  const reached = changed === null ? [] : (await inquiry.places(changed)).places
  if (isOnPage(request, reached)) return changeOf(await widened(inquiry, request, steps))
  stages.push(pageObstacle(reached[0] ?? null))
  const toPage = [...steps, ...pageSteps(request, reached)]
  return changeOf(await widened(inquiry, request, toPage))
}

/**
 * Names what keeps a text from a page of a search, the first stage first, and the smallest change
 * of the request that lets it in: without any member of the change, or a step less of one, the text
 * stays out. Everything is asked of the index itself; where that would exceed the budget, the
 * stages found so far are named, without a change. Throws the faults of the index, and `aborted`.
 */
export const makeWhyNot =
  (deps: WhyNotDeps, budget: Parameters<typeof askWithin>[1] = WHY_NOT_BUDGET): WhyNot =>
  async ({ request, slug: text }, signal) => {
    const index = askWithin(deps.index, budget, signal)
    const slug = Slug.safeParse(text).data
    if (slug === undefined || (await entriesOf(index, slug)).length === 0) return null
    const inquiry = new Inquiry({ ...deps, index }, slug)
    const { places, position } = await inquiry.places(request)
    const isShown = isOnPage(request, places)
    const stages: Obstacle[] = []
    let change: WhyNotResponse['change'] = null
    try {
      if (!isShown) change = await smallestChange(inquiry, request, stages)
    } catch (error) {
      if (error !== SPENT) throw error
    }
    const response = { slug, isOnPage: isShown, rank: places[0] ?? null, stages, change }
    return { response, position }
  }
