/** Which filter keeps a text out, and what of its own would pass. */
import { FacetName, SearchRequest } from '#contracts/http/search.ts'
import type { Day, Slug } from '#contracts/ids.ts'
import type { TagField } from '#contracts/search/document.ts'
import type { EntryDisplay, FacetField, IndexFilters, RankedEntry, SearchIndex } from '../ports.ts'
import { dayAfter, dayBefore } from './days.ts'
import { filterStep, type Step } from './steps.ts'

/** A filter that an entry does not pass. */
export type FailedFilter = {
  readonly stage: 'filter' | 'headnotes' | 'validity'
  /** The member of the request. */
  readonly field: string
  readonly own: readonly string[]
  readonly step: Step
}

type Index = Pick<SearchIndex, 'browse' | 'displays'>

/** A number of entries above that of any text. */
const ENTRIES_MAX = 1_100
/** Wordings that are looked at for one in force. */
const WORDINGS_MAX = 50

const KINDS: IndexFilters['kinds'] = ['article', 'headnote']
const only = (slug: Slug, filters: Partial<IndexFilters> = {}): IndexFilters => ({
  kinds: KINDS,
  anyOf: {},
  dateFrom: null,
  dateTo: null,
  asOf: null,
  ...filters,
  slug,
})

/** The entries of a text that pass these filters. */
export const entriesOf = async (
  index: Index,
  slug: Slug,
  filters: Partial<IndexFilters> = {},
): Promise<readonly RankedEntry[]> =>
  (await index.browse({ filters: only(slug, filters), depth: ENTRIES_MAX })).entries

/** Filters that hold one by one; the day decides which wording is looked at. */
const singlesOf = (filters: IndexFilters): (readonly [string, Partial<IndexFilters>])[] => {
  const { asOf, anyOf, dateFrom, dateTo, kinds } = filters
  return [
    ...Object.entries(anyOf).map(
      ([field, values]) => [field, { asOf, anyOf: { [field]: values } }] as const,
    ),
    ...(dateFrom === null ? [] : [['dateFrom', { asOf, dateFrom }] as const]),
    ...(dateTo === null ? [] : [['dateTo', { asOf, dateTo }] as const]),
    ...(kinds.length === KINDS.length ? [] : [['kinds', { asOf, kinds }] as const]),
  ]
}

/** Fields whose values of one entry the index can count. */
const COUNTED: ReadonlySet<string> = new Set<FacetField>(
  FacetName.options.filter((name) => name !== 'statusFlags' && name !== 'years'),
)
const isCounted = (field: string): field is FacetField => COUNTED.has(field)

type Target = { readonly entry: RankedEntry; readonly display: EntryDisplay }

/** Values of an entry in a field of tags, as far as they are known. */
const ownValues = async (
  index: Index,
  { entry, display }: Target,
  field: string,
  asOf: Day | null,
): Promise<string[]> => {
  if (field === 'statusFlags') return [display.statusFlag]
  if (field === 'identifiers') return [...display.identifiers]
  if (field === 'legalRuleTypes' && display.headnote !== null)
    return display.headnote.legalRuleType === null ? [] : [display.headnote.legalRuleType]
  if (!isCounted(field)) return []
  const { facets } = await index.browse({
    filters: only(display.slug, { asOf, kinds: [entry.kind] }),
    depth: 1,
    facets: [field],
  })
  return (facets?.[field]?.values ?? []).map(({ value }) => value)
}

/** The member of the request that makes a filter of the index. */
const memberOf = (field: string): string => (field === 'provisions' ? 'provision' : field)

/**
 * Adds a value of the text to those asked for, or removes the filter where that is not possible.
 */
const tagStep = (request: SearchRequest, field: TagField, own: readonly string[]): Step => {
  const member = memberOf(field)
  const asked = request.filters[member as keyof SearchRequest['filters']]
  const [value] = own
  if (value === undefined || !Array.isArray(asked)) return filterStep(member, null)
  const values = [...asked, value].map(String)
  const filters = { ...request.filters, [member]: values }
  const isTaken = SearchRequest.safeParse({ ...request, filters }).success
  return filterStep(member, isTaken ? values : null)
}

const failure = async (
  index: Index,
  request: SearchRequest,
  target: Target,
  field: string,
  asOf: Day | null,
): Promise<FailedFilter> => {
  if (field === 'kinds')
    return {
      stage: 'headnotes',
      field: 'includeHeadnotes',
      own: ['headnote'],
      step: { kind: 'member', member: 'includeHeadnotes', value: true },
    }
  const member = `filters.${memberOf(field)}`
  if (field === 'dateFrom' || field === 'dateTo') {
    const { date } = target.display
    return {
      stage: 'filter',
      field: member,
      own: date === null ? [] : [date],
      step: filterStep(field, date),
    }
  }
  const own = await ownValues(index, target, field, asOf)
  return { stage: 'filter', field: member, own, step: tagStep(request, field as TagField, own) }
}

const targetOf = async (index: Index, entry: RankedEntry): Promise<Target[]> => {
  const [display] = await index.displays([entry.entry])
  return display === undefined ? [] : [{ entry, display }]
}

/**
 * The first filter that the entry fails which fails the fewest; null: an entry passes all. The text
 * has an entry on the day asked for.
 */
export const firstFailedFilter = async (
  index: Index,
  request: SearchRequest,
  slug: Slug,
  filters: IndexFilters,
): Promise<FailedFilter | null> => {
  const { asOf } = filters
  const entries = await entriesOf(index, slug, { asOf })
  const failed = new Map<number, string[]>(entries.map(({ entry }) => [entry, []]))
  for (const [field, single] of singlesOf(filters)) {
    const passing = new Set((await entriesOf(index, slug, single)).map(({ entry }) => entry))
    for (const [entry, fields] of failed) if (!passing.has(entry)) fields.push(field)
  }
  const fewest = Math.min(...[...failed.values()].map(({ length }) => length))
  const best = entries.find(({ entry }) => failed.get(entry)?.length === fewest)
  const field = best === undefined ? undefined : failed.get(best.entry)?.[0]
  if (best === undefined || field === undefined) return null
  const [target] = await targetOf(index, best)
  return target === undefined ? null : failure(index, request, target, field, asOf)
}

/** The day in force that is nearest to the one asked for, from one wording to the next. */
const nearestDay = async (index: Index, slug: Slug, asked: Day): Promise<Day | null> => {
  let near: Day | null = null
  let entries = await entriesOf(index, slug)
  for (let wordings = 0; wordings < WORDINGS_MAX; wordings += 1) {
    const [entry] = entries
    const [target] = entry === undefined ? [] : await targetOf(index, entry)
    const ends = (target?.display.validity ?? []).flatMap(({ from, to }) => [
      ...(from !== null && from > asked ? [from] : []),
      ...(to !== null && to < asked ? [to] : []),
    ])
    const best = ends.toSorted((a, b) => distance(a, asked) - distance(b, asked))[0]
    if (best === undefined) return near
    near = best
    const nearer = best > asked ? dayBefore(best) : dayAfter(best)
    entries = nearer === null ? [] : await entriesOf(index, slug, { asOf: nearer })
    if (entries.length === 0) return near
  }
  return near
}
const distance = (one: Day, other: Day): number => Math.abs(Date.parse(one) - Date.parse(other))

/** What keeps a text out that is not in force on the day asked for. */
export const failedValidity = async (
  index: Index,
  request: SearchRequest,
  slug: Slug,
  day: Day,
): Promise<FailedFilter> => {
  const near = await nearestDay(index, slug, day)
  const own = near === null ? [] : [near]
  const { asOf } = request.filters
  return asOf === undefined
    ? { stage: 'validity', field: 'filters.inForce', own, step: filterStep('inForce', null) }
    : { stage: 'validity', field: 'filters.asOf', own, step: filterStep('asOf', near) }
}
