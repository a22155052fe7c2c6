/** Any wording of a public text, also one that is no longer the one served under its slug. */
import type { Blobs } from '#contracts/events/append.ts'
import type { Article } from '#contracts/http/article.ts'
import type { ArticleId, Day, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { ArticleReader, ReadModelStore, StoredArticle } from '../ports.ts'
import { articleOf } from '../projections/articles/article-document.ts'
import { trusted } from '../projections/streams.ts'
import type { TextState } from '../projections/articles/text-state.ts'
import { textsNeeded, type WordingView, wordingViews } from '../projections/articles/wording-view.ts'

/** What a hit names. */
export type WordingName = { readonly slug: Slug; readonly version: string }

/**
 * A wording as the article route would have served it, with the days on which it is in force around
 * `asOf`; its concepts are left without labels. Null: not public, or no such version. Throws the
 * faults of its ports.
 */
export type WordingReader = (name: WordingName, asOf: Day) => Promise<Article | null>

export type WordingDeps = {
  readonly articles: Pick<ArticleReader, 'bySlug'>
  /** States of texts, by the projector. Absent: served wordings only. */
  readonly states?: Pick<ReadModelStore, 'liveGeneration' | 'loadStates'>
  readonly blobs?: Pick<Blobs, 'get'>
}

const NO_LOOKUPS = { concepts: new Map(), embeddingModel: null } as const

/** The stored JSON is ours and was typed when it was written. */
const servedOf = ({ json }: StoredArticle): Article => JSON.parse(json) as Article

const daysAround = ({ intervals }: WordingView, asOf: Day): Article['validity'] => {
  const holds = intervals.find(
    ({ from, to }) => (from === null || from <= asOf) && (to === null || asOf <= to),
  )
  const days = holds ?? intervals.at(-1)
  return { validFrom: days?.from ?? null, validTo: days?.to ?? null }
}

const stateOf = async ({ states }: WordingDeps, id: ArticleId): Promise<TextState | null> => {
  if (states === undefined) return null
  const kept = (await states.loadStates(await states.liveGeneration(), [id])).get(id)
  return kept === undefined ? null : trusted(kept.state)
}

/**
 * The long text of one wording; those of the others are not read, since nothing of them is shown.
 */
const textsOf = async (
  { blobs }: WordingDeps,
  state: TextState,
  version: string,
): Promise<ReadonlyMap<Sha256Hex, string> | null> => {
  const hash = state.wordings.find((one) => one.version === version)?.content.contentClean.sha256
  if (hash === undefined || blobs === undefined) return null
  const unread = textsNeeded(state).map(({ sha256 }): [Sha256Hex, string] => [sha256, ''])
  return new Map([...unread, ...(await blobs.get([hash]))])
}

/**
 * Reads the served wording where it is the one that is named, else the wording out of the text's
 * state.
 */
export const makeWordings =
  (deps: WordingDeps): WordingReader =>
  async ({ slug, version }, asOf) => {
    const { article: stored } = await deps.articles.bySlug(slug)
    if (stored === null) return null
    const served = servedOf(stored)
    if (served.version === version) return served
    const state = await stateOf(deps, stored.id)
    const texts = state === null ? null : await textsOf(deps, state, version)
    if (state === null || texts === null) return null
    const view = wordingViews(stored.id, state, texts, NO_LOOKUPS).find(
      (one) => one.wording.version === version,
    )
    const article = view === undefined ? null : articleOf(state, view, NO_LOOKUPS)
    return article === null || view === undefined
      ? null
      : { ...article, validity: daysAround(view, asOf) }
  }
