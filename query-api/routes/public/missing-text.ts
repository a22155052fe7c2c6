/** Finds out which text a reader misses among the results, and why it is not there. */
import { RESOLVE_LIMITS, ResolveRequest } from '#contracts/http/resolve.ts'
import { Slug } from '#contracts/ids.ts'
import type { Resolve } from '../../citations/resolve-request.ts'
import type { ArticleReader } from '../../ports.ts'
import type { MissingText, NamedText } from '../../public/missing-content.ts'
import { requestOf, type SearchAddress } from '../../public/search-address.ts'
import { textNamed } from '../../relations/texts.ts'
import type { WhyNot } from '../../why-not/why-not.ts'

export type MissingTextDeps = {
  readonly articles: ArticleReader
  readonly resolve: Resolve
  readonly whyNot: WhyNot
}

/** Texts that are offered where a citation names several. */
const SEVERAL_MAX = 10
/** The address of a text, whole or from its path on, as people copy it. */
const TEXT_ADDRESS = /\/t\/([^/?#@\s]+)/u

/** The name that a reader asks about; null: none. */
export const missingIn = ({ searchParams }: URL): string | null => {
  const name = (searchParams.get('missing') ?? '').trim()
  const { citationCodePointsMax } = RESOLVE_LIMITS
  return name === '' ? null : [...name].slice(0, citationCodePointsMax).join('')
}

/** A percent sign that begins no character leaves the words as they are. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The texts that an address, an id or a citation names, each once. */
const textsNamed = async (
  { articles, resolve }: MissingTextDeps,
  name: string,
): Promise<NamedText[]> => {
  const address = TEXT_ADDRESS.exec(name)?.[1]
  const direct = await textNamed({ articles }, address === undefined ? name : decoded(address))
  if (direct !== null) return [{ slug: direct.article.slug, title: direct.article.title }]
  const asked = ResolveRequest.safeParse({ citations: [name] })
  if (address !== undefined || !asked.success) return []
  const { response } = await resolve(asked.data)
  const found = response.citations.flatMap(({ targets }) =>
    targets.flatMap(({ articles: texts }) => texts),
  )
  return [...new Map(found.map(({ slug, title }) => [slug, { slug, title }])).values()]
}

/**
 * Answers a reader who expected a text among the results of an address: which text it is, what
 * keeps it out, and the smallest change. `signal` aborts when the reader leaves. Throws the faults
 * of the ports, and `aborted`.
 */
export const missingText = async (
  deps: MissingTextDeps,
  address: SearchAddress,
  name: string,
  signal: AbortSignal,
): Promise<MissingText> => {
  const texts = await textsNamed(deps, name)
  const [text] = texts
  if (text === undefined) return { name, kind: 'unknown' }
  if (texts.length > 1) return { name, kind: 'several', texts: texts.slice(0, SEVERAL_MAX) }
  const request = requestOf(address, { collapse: true })
  if ('wrong' in request) return { name, kind: 'unknown' }
  const why = await deps.whyNot({ request, slug: Slug.parse(text.slug) }, signal)
  return why === null
    ? { name, kind: 'unknown' }
    : { name, kind: 'explained', text, why: why.response }
}
