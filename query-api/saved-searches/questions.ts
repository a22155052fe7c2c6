/**
 * What the followed searches ask: planned once, and filed by their signs. Searches of several
 * accounts that ask the same are one question.
 */
import { sha256Hex } from '#contracts/canonical/hash.ts'
import type { SearchFilters } from '#contracts/http/search.ts'
import { makeExpansion } from '../search/concepts.ts'
import type { NarrowerConcepts } from '../search/ports.ts'
import { makeGates } from './gates.ts'
import { type MatchPlan, planMatch } from './match.ts'
import type { FollowedSearch, Following } from './ports.ts'

/** Searches that are opened and planned at once. */
const SEARCHES_PER_READ = 500
/** Narrower concepts are looked up again after this time, milliseconds. */
const CONCEPTS_KEPT_MS = 60_000

export type QuestionDeps = {
  readonly store: Pick<Following, 'revisions' | 'searches'>
  readonly concepts: NarrowerConcepts
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

type Question = { readonly plan: MatchPlan; readonly searches: Set<string> }

export const makeQuestions = ({ store, concepts, clock }: QuestionDeps) => {
  const gates = makeGates()
  const questions = new Map<string, Question>()
  const searches = new Map<string, { readonly search: FollowedSearch; readonly key: string }>()
  let known: string | null = null
  let widenedAt = Number.NEGATIVE_INFINITY
  const expansion = makeExpansion(concepts)

  const forgetOne = (id: string): void => {
    const key = searches.get(id)?.key ?? ''
    searches.delete(id)
    const question = questions.get(key)
    question?.searches.delete(id)
    if (question?.searches.size !== 0) return
    questions.delete(key)
    gates.remove(key)
  }
  const ask = (search: FollowedSearch, filters: SearchFilters): void => {
    forgetOne(search.id)
    const plan = planMatch(search.search, search.words, filters)
    const key = sha256Hex(JSON.stringify(plan))
    searches.set(search.id, { search, key })
    const question = questions.get(key)
    if (question !== undefined) {
      question.searches.add(search.id)
      return
    }
    questions.set(key, { plan, searches: new Set([search.id]) })
    gates.add(key, plan)
  }
  /** Plans searches; the same concepts are widened once. */
  const plan = async (some: readonly FollowedSearch[]): Promise<void> => {
    const widened = new Map<string, SearchFilters['conceptIds']>()
    for (const one of some) {
      const { filters } = one.search
      const asked = (filters.conceptIds ?? []).join()
      if (!widened.has(asked)) widened.set(asked, (await expansion.widened(filters)).conceptIds)
      const conceptIds = widened.get(asked)
      ask(one, conceptIds === undefined ? filters : { ...filters, conceptIds })
    }
  }
  /** Opens and plans what is new, and forgets what is no longer followed. */
  const read = async (): Promise<void> => {
    const revisions = await store.revisions()
    for (const id of searches.keys()) if (!revisions.has(id)) forgetOne(id)
    const fresh = [...revisions].flatMap(([id, revision]) =>
      searches.get(id)?.search.revision === revision ? [] : [id],
    )
    for (let at = 0; at < fresh.length; at += SEARCHES_PER_READ)
      await plan(await store.searches(fresh.slice(at, at + SEARCHES_PER_READ)))
  }
  const widenAgain = (): Promise<void> =>
    plan(
      [...searches.values()].flatMap(({ search }) =>
        (search.search.filters.conceptIds ?? []).length > 0 ? [search] : [],
      ),
    )
  return {
    /** Brings the questions to the state that a mark stands for. */
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
    get: (key: string): Question | undefined => questions.get(key),
    /** Whose a search is; undefined: it is not followed. */
    accountOf: (searchId: string): string | undefined => searches.get(searchId)?.search.accountId,
    isEmpty: (): boolean => searches.size === 0,
    candidates: gates.candidates,
  }
}
export type Questions = ReturnType<typeof makeQuestions>
