/**
 * Follows the texts that the projector writes to the live generation, and notifies of texts that
 * saved searches begin or cease to match. The matches are stored and only differences are sent, so
 * a replay, a swap and a second follower notify nobody again.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { uuidV5 } from '#contracts/canonical/hash.ts'
import { type ArticleId, Instant, type Position, Slug } from '#contracts/ids.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import type { Step } from '#contracts/toolkit/follow.ts'
import { signsIn } from './gates.ts'
import { type MatchIndex, matchesIn } from './match.ts'
import { eventOfTold } from './message.ts'
import type { Following, Standing, Told, WrittenTexts } from './ports.ts'
import { makeQuestions, type QuestionDeps, type Questions } from './questions.ts'

/** Texts that are looked at in one transaction. */
const TEXTS_PER_STEP = 50
/** Questions that are asked before other work has its turn. */
const QUESTIONS_PER_TURN = 200

/** An index of some texts alone, which says whose an entry is. */
type TextsIndex = MatchIndex & { textOf(entry: number): ArticleId }

export type FollowDeps = Omit<QuestionDeps, 'store'> & {
  readonly store: Following
  /** An index of these entries alone, by the code that ranks the whole corpus. */
  readonly indexOf: (documents: readonly SearchDocument[]) => TextsIndex
}

/** The position up to which texts were compared, and how many notices were queued. */
type FollowStep = Step<Position> & { readonly told: number }

type Entries = ReadonlyMap<ArticleId, readonly SearchDocument[]>
type Matching = ReadonlyMap<ArticleId, ReadonlySet<string>>

/** The searches that each of some texts matches now. */
const matchingNow = async (
  { indexOf }: Pick<FollowDeps, 'indexOf'>,
  questions: Questions,
  texts: Entries,
): Promise<Matching> => {
  const asked = new Set<string>()
  const documents: SearchDocument[] = []
  for (const own of texts.values()) {
    const keys = questions.candidates(signsIn(own))
    if (keys.size > 0) documents.push(...own)
    for (const key of keys) asked.add(key)
  }
  const matching = new Map<ArticleId, Set<string>>()
  if (asked.size === 0) return matching
  const index = indexOf(documents)
  let turn = 0
  for (const key of asked) {
    const question = questions.get(key)
    if (question === undefined) continue
    const { entries } = await matchesIn(index, question.plan)
    for (const text of new Set(entries.map(({ entry }) => index.textOf(entry)))) {
      const searches = matching.get(text) ?? new Set()
      for (const id of question.searches) searches.add(id)
      matching.set(text, searches)
    }
    turn += 1
    if (turn % QUESTIONS_PER_TURN === 0) await nextTurn()
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

/**
 * Follows batch by batch. A step looks at some texts of one batch; it moves past the batch with the
 * last of them. Throws the Faults of its ports.
 */
export const makeSearchFollower = (deps: FollowDeps) => {
  const { store, clock } = deps
  const questions = makeQuestions(deps)

  /** The differences between what matched texts and what matches them now. */
  const differences = async (ids: readonly ArticleId[], position: Position): Promise<Told[]> => {
    const documents = await store.documents(ids)
    const matched = await store.matched(ids)
    const texts: Entries = Map.groupBy(documents, ({ articleId }) => articleId)
    const matching = await matchingNow(deps, questions, texts)
    const at = Instant.parse(new Date(clock()).toISOString())
    const gone: ArticleId[] = []
    const changed = ids.flatMap((articleId) => {
      const now = matching.get(articleId) ?? NOTHING
      const was = matched.get(articleId) ?? NOTHING
      // A paused or deleted search gets no news.
      const ceased = [...was].filter((id) => !now.has(id) && questions.accountOf(id) !== undefined)
      const begun = [...now].filter((id) => !was.has(id))
      if (begun.length + ceased.length === 0) return []
      const served = servedOf(texts.get(articleId) ?? [])
      if (served.slug === undefined) gone.push(articleId)
      return [{ articleId, begun, ceased, served }]
    })
    const lastSlugs = gone.length === 0 ? NO_SLUGS : await store.lastSlugs(gone)
    return changed.flatMap(({ articleId, begun, ceased, served }) => {
      // A text of which nothing can be read any more has no slug but its id.
      const slug = served.slug ?? lastSlugs.get(articleId) ?? Slug.parse(articleId)
      const told = (searchId: string, state: Told['state']): Told => ({
        // A text can not begin to match twice at one position without ceasing in between.
        id: uuidV5(searchId, `${articleId}/${position}/${state}`),
        searchId,
        state,
        articleId,
        ...served,
        slug,
        position,
        at,
      })
      return [
        ...begun.map((id) => told(id, 'matched')),
        ...ceased.map((id) => told(id, 'unmatched')),
      ]
    })
  }

  /** Tells of some texts; null: something moved meanwhile, and nothing was told. */
  const look = async (
    standing: Standing,
    ids: readonly ArticleId[],
    at: Position,
    to: Position,
  ): Promise<number | null> => {
    const told = ids.length === 0 ? [] : await differences(ids, at)
    const events = told.flatMap((one) => {
      const accountId = questions.accountOf(one.searchId)
      return accountId === undefined ? [] : [eventOfTold(one, accountId)]
    })
    return (await store.tell(standing, told, events, to)) ? told.length : null
  }

  /** Looks at a batch, some texts at a time. */
  const lookAt = async (
    standing: Standing,
    from: Position,
    { head, at, ids }: WrittenTexts,
  ): Promise<FollowStep> => {
    await questions.refresh(standing.mark)
    // Without a search all that was written is passed at once.
    const texts = questions.isEmpty() ? [] : ids
    const through = at === null || texts.length === 0 ? head : at
    let told = 0
    for (let start = 0; start === 0 || start < texts.length; start += TEXTS_PER_STEP) {
      const some = texts.slice(start, start + TEXTS_PER_STEP)
      const isLast = start + TEXTS_PER_STEP >= texts.length
      const count = await look(standing, some, at ?? head, isLast ? through : from)
      // Another follower or an owner was here: the next step begins with what they left.
      if (count === null) {
        questions.forget()
        return { place: from, isCaughtUp: false, told }
      }
      told += count
    }
    return { place: through, isCaughtUp: through >= head, told }
  }

  return {
    /** Looks at the next batch. A service that never followed begins with those to come. */
    step: async (): Promise<FollowStep> => {
      const standing = await store.standing()
      const { position } = standing
      const written = await store.writtenAfter(position ?? NOWHERE)
      const { head } = written
      if (position === null) {
        await store.begin(head)
        return { place: head, isCaughtUp: true, told: 0 }
      }
      if (head <= position) return { place: position, isCaughtUp: true, told: 0 }
      return lookAt(standing, position, written)
    },
  }
}
export type SearchFollower = ReturnType<typeof makeSearchFollower>

const NOWHERE = Number.MAX_SAFE_INTEGER as Position
const NOTHING: ReadonlySet<string> = new Set()
const NO_SLUGS: ReadonlyMap<ArticleId, Slug> = new Map()
