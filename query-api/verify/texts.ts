import { LRUCache } from 'lru-cache'
import type { Article } from '#contracts/http/article.ts'
import type { ValidationDetail } from '#contracts/http/error.ts'
import type { VerifyRequest } from '#contracts/http/verify.ts'
import { Slug } from '#contracts/ids.ts'
import { type PreparedSource, prepareSource } from '#contracts/law/claims/sentence-check.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import type { ArticleReader, StoredArticle } from '../ports.ts'
import type { ReadState, StateReader } from './ports.ts'

/** Limits of the cache of prepared texts. */
const PREPARED = {
  /** UTF-16 units of texts; a prepared text takes about forty bytes per unit. */
  unitsMax: 4_000_000,
} as const

/** An article with its prepared text, computed on first use. */
export type HeldText = { readonly article: Article; readonly source: PreparedSource }

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

type Wording = Pick<StoredArticle, 'sha256Hash' | 'updatedAt'>

/** A cached text as it was served, with the state in which it was last read. */
type PreparedText = {
  readonly wording: Wording
  readonly held: HeldText
  /** The state of the read models in which it was last read. */
  seen: ReadState
}

const heldText = (stored: StoredArticle): HeldText => {
  const article = articleOf(stored)
  let source: PreparedSource | null = null
  return {
    article,
    get source() {
      return (source ??= prepareSource(article.slug, partsOf(article)))
    },
  }
}

const isSame = (one: ReadState, other: ReadState): boolean =>
  one.position === other.position && one.generation === other.generation

/** `updatedAt` moves with every change of what is served. */
const isSameText = (one: Wording, other: Wording): boolean =>
  one.sha256Hash === other.sha256Hash && one.updatedAt === other.updatedAt

/** The texts used last, by their slugs. */
const makePreparedTexts = () =>
  new LRUCache<Slug, PreparedText>({
    maxSize: PREPARED.unitsMax,
    sizeCalculation: ({ held }) => Math.max(1, held.article.contentClean.length),
  })

export type HeldTexts = {
  /** The state that the texts of one answer are to be of. */
  state(): Promise<ReadState>
  /** Null: not held, or not public. A text read in the same state comes from the cache. */
  bySlug(slug: Slug, state: ReadState): Promise<HeldText | null>
}

/** Public texts ready to be checked against. */
export const makeHeldTexts = (
  articles: Pick<ArticleReader, 'bySlug' | 'position'>,
  state?: StateReader,
): HeldTexts => {
  const texts = makePreparedTexts()
  const unnamed: StateReader = async () => ({
    position: await articles.position(),
    generation: null,
    builtAt: null,
  })
  return {
    state: state ?? unnamed,
    bySlug: async (slug, seen) => {
      const known = texts.get(slug)
      if (known !== undefined && isSame(known.seen, seen)) return known.held
      const { article: stored, position } = await articles.bySlug(slug)
      if (stored === null) {
        texts.delete(slug)
        return null
      }
      const read = { ...seen, position }
      if (known !== undefined && isSameText(known.wording, stored)) {
        known.seen = read
        return known.held
      }
      const { sha256Hash, updatedAt } = stored
      const held = heldText(stored)
      texts.set(slug, { wording: { sha256Hash, updatedAt }, held, seen: read })
      return held
    },
  }
}

/**
 * Reads texts of one state, each once in a request; those that are not held are left out, the
 * others come in order.
 */
export const makeReader = (held: HeldTexts, state: ReadState) => {
  const read = new Map<Slug, Promise<HeldText | null>>()
  const one = (slug: Slug): Promise<HeldText | null> => {
    const known = read.get(slug) ?? held.bySlug(slug, state)
    read.set(slug, known)
    return known
  }
  const all = async (slugs: readonly Slug[]): Promise<HeldText[]> => {
    const texts = await Promise.all([...new Set(slugs)].map(one))
    return texts.filter((text) => text !== null)
  }
  return { one, all }
}

type Source = VerifyRequest['sources'][number]

/** The text that a source names, or what is wrong with the source. */
const givenText = async (
  bySlug: (slug: Slug) => Promise<HeldText | null>,
  { slug, version, sha256Hash }: Source,
  path: string,
): Promise<{ readonly held: HeldText } | { readonly fault: ValidationDetail }> => {
  const parsed = Slug.safeParse(slug)
  const held = parsed.success ? await bySlug(parsed.data) : null
  const faultAt = (member: keyof Source, code: string, message: string) => ({
    fault: { path: `${path}.${member}`, code, message },
  })
  if (held === null) return faultAt('slug', 'not_found', 'no public text has this slug')
  const { article } = held
  if (version !== undefined && version !== article.version)
    return faultAt('version', 'not_current', `the current version is ${article.version}`)
  if (sha256Hash !== undefined && sha256Hash !== article.sha256Hash)
    return faultAt('sha256Hash', 'not_current', `the current hash is ${article.sha256Hash}`)
  return { held }
}

/**
 * The texts that a request names. Throws RequestInvalid for each that is not held, or not in the
 * wording named.
 */
export const givenTexts = async (
  bySlug: (slug: Slug) => Promise<HeldText | null>,
  { sources }: VerifyRequest,
): Promise<HeldText[] | null> => {
  if (sources.length === 0) return null
  const read = await Promise.all(
    sources.map((source, index) => givenText(bySlug, source, `sources.${index}`)),
  )
  const faults = read.flatMap((one) => ('fault' in one ? [one.fault] : []))
  if (faults.length > 0) throw new RequestInvalid(faults)
  const texts = read.flatMap((one) => ('held' in one ? [one.held] : []))
  return [...new Map(texts.map((text) => [text.article.slug, text])).values()]
}
