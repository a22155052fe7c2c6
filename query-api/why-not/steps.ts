/** Changes of a request, one member at a time. */
import { SearchRequest } from '#contracts/http/search.ts'
import type { RequestChange } from '#contracts/http/why-not.ts'

/** A member of the request with its new value. */
type MemberStep = {
  readonly [Member in ChangedMember]: {
    readonly kind: 'member'
    readonly member: Member
    readonly value: SearchRequest[Member]
  }
}[ChangedMember]
type ChangedMember = 'text' | 'limit' | 'offset' | 'includeHeadnotes' | 'enableVector'

/** A filter with its new value; null: removed. */
type FilterStep = {
  readonly kind: 'filter'
  readonly member: string
  readonly value: string | string[] | null
}
export type Step = MemberStep | FilterStep

export const filterStep = (member: string, value: FilterStep['value']): Step => ({
  kind: 'filter',
  member,
  value,
})

/** Later steps on a member replace earlier ones. */
export const withSteps = (steps: readonly Step[], more: readonly Step[]): Step[] => [
  ...steps.filter(
    (one) => !more.some(({ kind, member }) => kind === one.kind && member === one.member),
  ),
  ...more,
]

const membersOf = (steps: readonly Step[]) =>
  Object.fromEntries(
    steps.flatMap((one) => (one.kind === 'member' ? [[one.member, one.value]] : [])),
  )
const filtersOf = (steps: readonly Step[]) =>
  Object.fromEntries(
    steps.flatMap((one) => (one.kind === 'filter' ? [[one.member, one.value]] : [])),
  )

/** Steps as a merge patch (RFC 7396). */
export const changeOf = (steps: readonly Step[]): RequestChange => {
  const filters = filtersOf(steps)
  return {
    ...membersOf(steps),
    ...(Object.keys(filters).length === 0 ? {} : { filters }),
  }
}

/** The request after a change; null where it would not be valid. */
export const afterChange = (
  request: SearchRequest,
  { filters: changed = {}, ...members }: RequestChange,
): SearchRequest | null => {
  const filters = Object.entries({ ...request.filters, ...changed }).filter(
    ([, value]) => value !== null,
  )
  const all = { ...request, ...members, filters: Object.fromEntries(filters) }
  return SearchRequest.safeParse(all).data ?? null
}

export const afterSteps = (request: SearchRequest, steps: readonly Step[]): SearchRequest | null =>
  afterChange(request, changeOf(steps))
