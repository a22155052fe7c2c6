/**
 * Follows the texts that the projector writes to the live generation, and tells which saved
 * searches they begin or cease to match. What matched is kept, so a replay, a swap and a second
 * follower tell nothing again: only a difference is told.
 */
import { uuidV5 } from '#contracts/canonical/hash.ts'
import type { SearchFilters } from '#contracts/http/search.ts'
import { type ArticleId, Instant, type Position } from '#contracts/ids.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import type { Step } from '#contracts/toolkit/follow.ts'
import { makeExpansion } from '../search/concepts.ts'
import type { NarrowerConcepts } from '../search/ports.ts'
import { makeGates, signsIn, signsOf } from './gates.ts'
import { type MatchIndex, type MatchPlan, matchesIn, planMatch } from './match.ts'
import { eventOfTold } from './message.ts'
import type {
  FollowedSearch,
  Following,
  KnownMatch,
  Standing,
  Told,
  WrittenTexts,
} from './ports.ts'

/** Texts that are looked at in one transaction. */
const TEXTS_PER_STEP = 50
/** Searches that are opened and planned at once. */
const SEARCHES_PER_READ = 500
/** Narrower concepts are looked up again after this time, milliseconds. */
const CONCEPTS_KEPT_MS = 60_000

export type FollowDeps = {
  readonly store: Following
  readonly concepts: NarrowerConcepts
  /** An index of these entries alone, by the code that ranks the whole corpus. */
  readonly indexOf: (documents: readonly SearchDocument[]) => MatchIndex
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** A followed search as it is asked. */
type Planned = {
  readonly search: FollowedSearch
  readonly plan: MatchPlan
}

/** The searches that are followed, planned and filed by their signs. */
const makePlans = ({ store, concepts, clock }: Omit<FollowDeps, 'indexOf'>) => {
  const gates = makeGates()
  const plans = new Map<string, Planned>()
  let known: string | null = null
  let widenedAt = Number.NEGATIVE_INFINITY
  const expansion = makeExpansion(concepts)

  const plan = async (search: FollowedSearch): Promise<void> => {
    const filters: SearchFilters = await expansion.widened(search.search.filters)
    const planned = planMatch(search.search, search.words, filters)
    plans.set(search.id, { search, plan: planned })
    gates.add(search.id, signsOf(planned))
  }
  /** Opens and plans what is new, and forgets what is no longer followed. */
  const read = async (): Promise<void> => {
    const revisions = await store.revisions()
    for (const id of plans.keys()) {
      if (revisions.has(id)) continue
      plans.delete(id)
      gates.remove(id)
    }
    const fresh = [...revisions].flatMap(([id, revision]) =>
      plans.get(id)?.search.revision === revision ? [] : [id],
    )
    for (let at = 0; at < fresh.length; at += SEARCHES_PER_READ)
      for (const one of await store.searches(fresh.slice(at, at + SEARCHES_PER_READ)))
        await plan(one)
  }
  const widenAgain = async (): Promise<void> => {
    for (const { search } of plans.values())
      if ((search.search.filters.conceptIds ?? []).length > 0) await plan(search)
  }
  return {
    /** Brings the plans to the state that a mark stands for. */
    refresh: async (mark: string): Promise<void> => {
      if (clock() - widenedAt > CONCEPTS_KEPT_MS) {
        await widenAgain()
        widenedAt = clock()
      }
      if (known === mark) return
      await read()
      known = mark
    },
    forget: (): void => {
      known = null
    },
    get: (id: string): Planned | undefined => plans.get(id),
    count: (): number => plans.size,
    candidates: gates.candidates,
  }
}
type Plans = ReturnType<typeof makePlans>

/** Up to where texts were looked at, and how much was told. */
type FollowStep = Step<Position> & { readonly told: number }

/** One text as the index has it now, and what matched it before. */
type LookedAt = {
  readonly articleId: ArticleId
  readonly documents: readonly SearchDocument[]
  readonly before: readonly KnownMatch[]
}

/** The searches that a text matches now, out of those that it may match or matched. */
const matchingNow = async (
  { indexOf }: Pick<FollowDeps, 'indexOf'>,
  plans: Plans,
  { documents, before }: LookedAt,
): Promise<Set<string>> => {
  const matching = new Set<string>()
  if (documents.length === 0) return matching
  const ids = plans.candidates(signsIn(documents))
  for (const { searchId } of before) ids.add(searchId)
  if (ids.size === 0) return matching
  const index = indexOf(documents)
  for (const id of ids) {
    const planned = plans.get(id)
    if (planned === undefined) continue
    if ((await matchesIn(index, planned.plan)).entries.length > 0) matching.add(id)
  }
  return matching
}

/** What is served of a text now. */
const servedOf = (documents: readonly SearchDocument[]) => {
  const served = documents.find(({ kind, current }) => kind === 'article' && current)
  return served === undefined
    ? { slug: documents[0]?.slug, version: null, sha256Hash: null }
    : { slug: served.slug, version: served.version, sha256Hash: served.display.sha256Hash }
}

/** The differences between what matched a text and what matches it now. */
const differences = async (
  deps: Pick<FollowDeps, 'indexOf' | 'clock'>,
  plans: Plans,
  text: LookedAt,
  position: Position,
): Promise<Told[]> => {
  const { articleId, documents, before } = text
  const now = await matchingNow(deps, plans, text)
  const was = new Map(before.map((one) => [one.searchId, one]))
  const { slug, version, sha256Hash } = servedOf(documents)
  const at = Instant.parse(new Date(deps.clock()).toISOString())
  const told = (searchId: string, state: Told['state'], lastSlug: Told['slug']): Told => ({
    // A text can not begin to match twice at one position without ceasing in between.
    id: uuidV5(searchId, `${articleId}/${position}/${state}`),
    searchId,
    state,
    articleId,
    slug: slug ?? lastSlug,
    version,
    sha256Hash,
    position,
    at,
  })
  const begun = [...now]
    .filter((id) => !was.has(id))
    .flatMap((id) => (slug === undefined ? [] : [told(id, 'matched', slug)]))
  // A search that is paused or gone is told nothing.
  const ceased = before
    .filter(({ searchId }) => !now.has(searchId) && plans.get(searchId) !== undefined)
    .map((one) => told(one.searchId, 'unmatched', one.slug))
  return [...begun, ...ceased]
}

/**
 * Follows batch by batch. A step looks at some texts of one batch; it moves past the batch with the
 * last of them. Throws the Faults of its ports.
 */
export const makeSearchFollower = (deps: FollowDeps) => {
  const { store } = deps
  const plans = makePlans(deps)

  /** Tells of some texts; null: something moved meanwhile, and nothing was told. */
  const look = async (
    standing: Standing,
    ids: readonly ArticleId[],
    at: Position,
    to: Position,
  ): Promise<number | null> => {
    if (ids.length === 0) return (await store.tell(standing, [], [], to)) ? 0 : null
    const [documents, matched] = [await store.documents(ids), await store.matched(ids)]
    const told: Told[] = []
    for (const articleId of ids) {
      const text = {
        articleId,
        documents: documents.filter((one) => one.articleId === articleId),
        before: matched.filter((one) => one.articleId === articleId),
      }
      told.push(...(await differences(deps, plans, text, at)))
    }
    const events = told.flatMap((one) => {
      const planned = plans.get(one.searchId)
      return planned === undefined ? [] : [eventOfTold(one, planned.search.accountId)]
    })
    return (await store.tell(standing, told, events, to)) ? told.length : null
  }

  /** Looks at a batch, some texts at a time. */
  const lookAt = async (
    standing: Standing,
    from: Position,
    { head, at, ids }: WrittenTexts,
  ): Promise<FollowStep> => {
    await plans.refresh(standing.mark)
    // Without a search all that was written is passed at once.
    const texts = plans.count() === 0 ? [] : ids
    const through = at === null || texts.length === 0 ? head : at
    let told = 0
    for (let start = 0; start === 0 || start < texts.length; start += TEXTS_PER_STEP) {
      const some = texts.slice(start, start + TEXTS_PER_STEP)
      const isLast = start + TEXTS_PER_STEP >= texts.length
      const count = await look(standing, some, at ?? head, isLast ? through : from)
      // Another follower or an owner was here: the next step begins with what they left.
      if (count === null) {
        plans.forget()
        return { place: from, isCaughtUp: false, told }
      }
      told += count
    }
    return { place: through, isCaughtUp: through >= head, told }
  }

  return {
    /** Looks at the next batch. A service that never followed begins with those to come. */
    step: async (): Promise<FollowStep> => {
      const position = await store.position()
      const written = await store.writtenAfter(position ?? NOWHERE)
      const { head } = written
      if (position === null) {
        await store.begin(head)
        return { place: head, isCaughtUp: true, told: 0 }
      }
      if (head <= position) return { place: position, isCaughtUp: true, told: 0 }
      const standing = await store.standing()
      return standing.position === position
        ? lookAt(standing, position, written)
        : { place: position, isCaughtUp: false, told: 0 }
    },
  }
}
export type SearchFollower = ReturnType<typeof makeSearchFollower>

const NOWHERE = Number.MAX_SAFE_INTEGER as Position
