import { LRUCache } from 'lru-cache'
import type { Article } from '#contracts/http/article.ts'
import type { ValidationDetail } from '#contracts/http/error.ts'
import type { VerifyRequest } from '#contracts/http/verify.ts'
import { type Day, type SemVer, Slug } from '#contracts/ids.ts'
import { type PreparedSource, prepareSource } from '#contracts/law/claims/sentence-check.ts'
import { isErasedContent } from '#contracts/sealing/sealed-members.ts'
import type { Interval } from '#contracts/search/document.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import type { ArticleReader, StoredArticle } from '../ports.ts'
import type { TextState } from '../projections/articles/text-state.ts'
import { type KeptWording, wordingsOf } from '../projections/articles/wording-view.ts'
import { wordingOnDay } from '../versions/history.ts'
import { unknownVersion } from '../versions/problems.ts'
import { articleOfWording, type WordingSources } from '../versions/wording-article.ts'
import type { ReadState, StateReader } from './ports.ts'

/** Limits of the cache of prepared texts. */
const PREPARED = {
  /** UTF-16 units of texts; a prepared text takes about forty bytes per unit. */
  unitsMax: 4_000_000,
} as const

/** A wording with its prepared text, computed on first use. */
export type HeldText = {
  readonly article: Article
  /** Whether another wording took its place. */
  readonly isReplaced: boolean
  readonly source: PreparedSource
}

const partsOf = (article: Article) => ({
  title: article.title,
  contentClean: article.contentClean,
  headnotes: article.headnotes,
  contentType: article.contentType,
  ownNumbers: [
    ...(article.provision?.number == null ? [] : [article.provision.number]),
    ...(article.judicialDecision?.identifiers ?? []).map(({ value }) => value),
  ],
})

/** The projector wrote the stored JSON from this type. */
const articleOf = ({ json }: StoredArticle): Article => JSON.parse(json) as Article

type Served = Pick<StoredArticle, 'sha256Hash' | 'updatedAt'>

/** A cached wording, with the state in which it was last read. */
type PreparedText = {
  /** As its text was served. */
  readonly served: Served
  readonly held: HeldText
  /** The state of the read models in which it was last read. */
  seen: ReadState
}

const heldText = (article: Article, isReplaced: boolean): HeldText => {
  let source: PreparedSource | null = null
  return {
    article,
    isReplaced,
    get source() {
      return (source ??= prepareSource(article.slug, partsOf(article)))
    },
  }
}

const isSame = (one: ReadState, other: ReadState): boolean =>
  one.position === other.position && one.generation === other.generation

/** `updatedAt` moves with every change of what is served. */
const isSameText = (one: Served, other: Served): boolean =>
  one.sha256Hash === other.sha256Hash && one.updatedAt === other.updatedAt

/** The wordings used last, by slug, or by slug and version where they are not the served ones. */
const makePreparedTexts = () =>
  new LRUCache<string, PreparedText>({
    maxSize: PREPARED.unitsMax,
    sizeCalculation: ({ held }) => Math.max(1, held.article.contentClean.length),
  })

/** There is no such version; the text has these. */
type UnknownVersion = { readonly known: readonly SemVer[] }

export type HeldTexts = {
  /** The state that the texts of one answer are to be of. */
  state(): Promise<ReadState>
  /** Null: not held, or not public. A text read in the same state comes from the cache. */
  bySlug(slug: Slug, state: ReadState): Promise<HeldText | null>
  /** The wording in force on a day; the served one where none was. */
  onDay(slug: Slug, day: Day, state: ReadState): Promise<HeldText | null>
  ofVersion(
    slug: Slug,
    version: SemVer,
    state: ReadState,
  ): Promise<HeldText | UnknownVersion | null>
}

const daysOf = ({ from, to }: Interval): Article['validity'] => ({ validFrom: from, validTo: to })

/** A text has a wording before the served one only if that one has a first day. */
const mayHaveEarlier = ({ article: { validity } }: HeldText, day: Day): boolean =>
  validity.validFrom !== null && day < validity.validFrom

/** Reads the served wordings and keeps them, prepared. */
const makeServedTexts = (
  articles: Pick<ArticleReader, 'bySlug'>,
  texts: ReturnType<typeof makePreparedTexts>,
): HeldTexts['bySlug'] => {
  return async (slug, seen) => {
    const known = texts.get(slug)
    if (known !== undefined && isSame(known.seen, seen)) return known.held
    const { article: stored, position } = await articles.bySlug(slug)
    if (stored === null) {
      texts.delete(slug)
      return null
    }
    const read = { ...seen, position }
    if (known !== undefined && isSameText(known.served, stored)) {
      known.seen = read
      return known.held
    }
    const { sha256Hash, updatedAt } = stored
    const held = heldText(articleOf(stored), false)
    texts.set(slug, { served: { sha256Hash, updatedAt }, held, seen: read })
    return held
  }
}

/** Public texts ready to be checked against. */
export const makeHeldTexts = (
  articles: Pick<ArticleReader, 'bySlug' | 'position'>,
  wordings: WordingSources,
  state?: StateReader,
): HeldTexts => {
  const texts = makePreparedTexts()
  const bySlug = makeServedTexts(articles, texts)
  const unnamed: StateReader = async () => ({
    position: await articles.position(),
    generation: null,
    builtAt: null,
  })

  /** A wording that is not served, or not with these days. */
  const derived = async (
    served: HeldText,
    textState: TextState,
    { wording: kept, days }: { readonly wording: KeptWording; readonly days: Interval | null },
    seen: ReadState,
  ): Promise<HeldText | null> => {
    const { id, slug, updatedAt, sha256Hash } = served.article
    const key = `${slug}@${kept.wording.version}/${days?.from ?? ''}`
    const known = texts.get(key)
    if (known !== undefined && isSame(known.seen, seen)) return known.held
    if (isErasedContent(kept.wording.content)) return null
    const article = await articleOfWording(wordings.blobs, id, textState, kept)
    if (article === null) return null
    const held = heldText(
      days === null ? article : { ...article, validity: daysOf(days) },
      !kept.current,
    )
    texts.set(key, { served: { sha256Hash, updatedAt }, held, seen })
    return held
  }

  return {
    state: state ?? unnamed,
    bySlug,
    onDay: async (slug, day, seen) => {
      const served = await bySlug(slug, seen)
      if (served === null || !mayHaveEarlier(served, day)) return served
      const textState = await wordings.stateOf(served.article.id)
      if (textState === null) return served
      const found = wordingOnDay(textState, day)
      return 'held' in found ? served : ((await derived(served, textState, found, seen)) ?? served)
    },
    ofVersion: async (slug, version, seen) => {
      const served = await bySlug(slug, seen)
      if (served === null || served.article.version === version) return served
      const textState = await wordings.stateOf(served.article.id)
      const all = textState === null ? [] : wordingsOf(textState)
      const wording = all.find((one) => one.wording.version === version)
      const held =
        textState === null || wording === undefined
          ? null
          : await derived(served, textState, { wording, days: null }, seen)
      const known = all
        .filter(({ wording: { content } }) => !isErasedContent(content))
        .map((one) => one.wording.version)
      return held ?? { known: known.length === 0 ? [served.article.version] : known }
    },
  }
}

/** Reads texts in order, each once in a request; those that are not held are left out. */
export const makeReader = (readOne: (slug: Slug) => Promise<HeldText | null>) => {
  const read = new Map<Slug, Promise<HeldText | null>>()
  const one = (slug: Slug): Promise<HeldText | null> => {
    const known = read.get(slug) ?? readOne(slug)
    read.set(slug, known)
    return known
  }
  return async (slugs: readonly Slug[]): Promise<HeldText[]> => {
    const texts = await Promise.all([...new Set(slugs)].map(one))
    return texts.filter((text) => text !== null)
  }
}

type Source = VerifyRequest['sources'][number]
/** Reads what a source names: in its version, else in the wording of the day. */
export type SourceReader = (
  slug: Slug,
  version: SemVer | undefined,
) => Promise<HeldText | UnknownVersion | null>

/** The text that a source names, or what is wrong with the source. */
const givenText = async (
  readSource: SourceReader,
  { slug, version, sha256Hash }: Source,
  path: string,
): Promise<{ readonly held: HeldText } | { readonly fault: ValidationDetail }> => {
  const parsed = Slug.safeParse(slug)
  const held = parsed.success ? await readSource(parsed.data, version) : null
  const faultAt = (member: keyof Source, code: string, message: string) => ({
    fault: { path: `${path}.${member}`, code, message },
  })
  if (held === null) return faultAt('slug', 'not_found', 'no public text has this slug')
  if ('known' in held)
    return { fault: { path: `${path}.version`, ...unknownVersion(version ?? '', held.known) } }
  const { article } = held
  if (sha256Hash !== undefined && sha256Hash !== article.sha256Hash)
    return faultAt(
      'sha256Hash',
      'not_current',
      `the hash of version ${article.version} is ${article.sha256Hash}`,
    )
  return { held }
}

/**
 * The texts that a request names. Throws RequestInvalid for each that is not held, or not in the
 * wording named.
 */
export const givenTexts = async (
  readSource: SourceReader,
  { sources }: VerifyRequest,
): Promise<HeldText[] | null> => {
  if (sources.length === 0) return null
  const read = await Promise.all(
    sources.map((source, index) => givenText(readSource, source, `sources.${index}`)),
  )
  const faults = read.flatMap((one) => ('fault' in one ? [one.fault] : []))
  if (faults.length > 0) throw new RequestInvalid(faults)
  const texts = read.flatMap((one) => ('held' in one ? [one.held] : []))
  return [...new Map(texts.map((text) => [text.article.slug, text])).values()]
}
