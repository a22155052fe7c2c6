/** Reads what was published before: versions, the wording on a day, and what differs. */
import type { Article } from '#contracts/http/article.ts'
import type { HeldInterval } from '#contracts/http/error.ts'
import type { VersionsResponse } from '#contracts/http/versions.ts'
import type { ArticleId, Day, Instant, Position, SemVer, Slug } from '#contracts/ids.ts'
import { isErasedContent } from '#contracts/sealing/sealed-members.ts'
import type { Interval } from '#contracts/search/document.ts'
import type { ArticleReader, StoredArticle } from '../ports.ts'
import { articleOf } from '../projections/articles/article-document.ts'
import { type TextState, updatedAtOf } from '../projections/articles/text-state.ts'
import { type KeptWording, viewOf, wordingsOf } from '../projections/articles/wording-view.ts'
import {
  FACTS_OF_A_VERSION,
  historyOf,
  SERVING,
  stateOfVersion,
  versionServedAt,
  wordingOnDay,
} from './history.ts'
import type { VersionSources } from './ports.ts'

export type VersionDeps = {
  readonly articles: Pick<ArticleReader, 'bySlug'>
  readonly versions: VersionSources
}

/** Why there is no such wording of a public text. */
export type NoWording =
  | { readonly missing: 'version'; readonly version: string; readonly known: readonly SemVer[] }
  | { readonly missing: 'erased'; readonly version: SemVer }
  | { readonly missing: 'day'; readonly day: Day; readonly held: readonly HeldInterval[] }

/** `text` null: not public, never existing or deleted. */
export type ReadWording = {
  readonly text: StoredArticle | NoWording | null
  readonly position: Position
}

export const isNoWording = (text: StoredArticle | NoWording): text is NoWording => 'missing' in text

const numbersOf = (version: string): number[] => version.split('.').map(Number)

/** How far one version is from another: first by MAJOR, then by MINOR, then by PATCH. */
const distancesBetween = (one: string, other: string): number[] => {
  const others = numbersOf(other)
  return numbersOf(one).map((number, at) => Math.abs(number - (others[at] ?? 0)))
}

/** The known version nearest to one that does not exist; of two as near the earlier one. */
export const closestVersion = ({
  version,
  known,
}: Extract<NoWording, { missing: 'version' }>): SemVer | undefined => {
  const distances = new Map(known.map((one) => [one, distancesBetween(version, one)] as const))
  const differenceOf = (one: SemVer, other: SemVer): number => {
    const [own = [], its = []] = [distances.get(one), distances.get(other)]
    return own.map((far, at) => far - (its[at] ?? 0)).find((gap) => gap !== 0) ?? 0
  }
  return known.toSorted(differenceOf)[0]
}

const storedOf = (article: Article): StoredArticle => ({
  id: article.id,
  json: JSON.stringify(article),
  sha256Hash: article.sha256Hash,
  updatedAt: article.updatedAt,
})

/** The served article is what the projector stored; only another wording is derived. */
const isServed = ({ current, intervals }: KeptWording, days: Interval | null): boolean =>
  current && (days === null || intervals.length === 0 || intervals.at(-1) === days)

type Found = { readonly wording: KeptWording; readonly days: Interval | null }

const earlierWording = async (
  { versions }: VersionDeps,
  id: ArticleId,
  state: TextState,
  { wording: kept, days }: Found,
): Promise<StoredArticle | null> => {
  const { version, content } = kept.wording
  const facts = kept.current
    ? null
    : await versions.factsOf(id, FACTS_OF_A_VERSION, state.streamVersion)
  const then = facts === null ? state : stateOfVersion(state, facts, version)
  const texts = await versions.blobs.get([content.contentClean.sha256])
  const unlabelled = { concepts: new Map(), embeddingModel: null }
  const view = viewOf(id, then, kept, texts, unlabelled)
  const concepts = await versions.conceptsOf(view.concepts.map((one) => one.id))
  const article = articleOf(then, view, { ...unlabelled, concepts })
  if (article === null) return null
  return storedOf(
    days === null ? article : { ...article, validity: { validFrom: days.from, validTo: days.to } },
  )
}

/** A public text with its state; null: not public. */
const publicText = async ({ articles, versions }: VersionDeps, slug: Slug) => {
  const { article, position } = await articles.bySlug(slug)
  const state = article === null ? null : await versions.stateOf(article.id)
  return article === null || state?.visibility !== 'published'
    ? { public: null, position }
    : { public: { article, state }, position }
}

/** Reads a wording that `find` picks from the state of a public text. */
const readBy = async (
  deps: VersionDeps,
  slug: Slug,
  find: (state: TextState) => Found | NoWording,
): Promise<ReadWording> => {
  const { public: held, position } = await publicText(deps, slug)
  if (held === null) return { text: null, position }
  const { article, state } = held
  const found = find(state)
  if ('missing' in found) return { text: found, position }
  const { wording, days } = found
  const { version, content } = wording.wording
  if (isErasedContent(content)) return { text: { missing: 'erased', version }, position }
  const text =
    isServed(wording, days) && updatedAtOf(state) === article.updatedAt
      ? article
      : await earlierWording(deps, article.id, state, found)
  return { text, position }
}

/** Reads one version as it was served last. Throws the faults of its ports. */
export const readVersion = (deps: VersionDeps, slug: Slug, version: string): Promise<ReadWording> =>
  readBy(deps, slug, (state) => {
    const all = wordingsOf(state)
    const wording = all.find((one) => one.wording.version === version)
    return wording === undefined
      ? { missing: 'version', version, known: all.map((one) => one.wording.version) }
      : { wording, days: null }
  })

/** Reads the wording in force on a day, with the days around it. Throws the faults of its ports. */
export const readOnDay = (deps: VersionDeps, slug: Slug, day: Day): Promise<ReadWording> =>
  readBy(deps, slug, (state) => {
    const found = wordingOnDay(state, day)
    return 'held' in found ? { missing: 'day', day, held: found.held } : found
  })

/** Versions of a public text; `response` null: not public. */
export type ReadVersions = {
  readonly response: VersionsResponse | null
  readonly position: Position
}

const listOf = async (
  { versions }: VersionDeps,
  { id, slug }: { readonly id: ArticleId; readonly slug: Slug },
  state: TextState,
): Promise<VersionsResponse | null> => {
  const hashes = state.wordings.map(({ content }) => content.contentClean.sha256)
  const [facts, kept] = await Promise.all([
    versions.factsOf(id, ['VersionPublished'], state.streamVersion),
    versions.keptTexts([...new Set(hashes)]),
  ])
  const list = historyOf(state, facts, kept)
  const current = list.find((one) => one.current)
  return current === undefined ? null : { slug, current: current.version, versions: list }
}

/** Lists the versions of a public text. Throws the faults of its ports. */
export const readVersions = async (deps: VersionDeps, slug: Slug): Promise<ReadVersions> => {
  const { public: held, position } = await publicText(deps, slug)
  const response = held && (await listOf(deps, { id: held.article.id, slug }, held.state))
  return { response, position }
}

/** `version` null: the text is not public. */
export type ReadServed = { readonly version: SemVer | null; readonly position: Position }

/** Reads which version was served at a time (RFC 7089). Throws the faults of its ports. */
export const readServedAt = async (
  deps: VersionDeps,
  slug: Slug,
  time: Instant,
): Promise<ReadServed> => {
  const { public: held, position } = await publicText(deps, slug)
  if (held === null) return { version: null, position }
  const { article, state } = held
  const facts = await deps.versions.factsOf(article.id, SERVING, state.streamVersion)
  return { version: versionServedAt(facts, time), position }
}
