/** The citations of a text in its own order, with those that name nothing held. */
import type { Relation } from '#contracts/citation-index.ts'
import type { Article } from '#contracts/http/article.ts'
import type { TextCitation, TextCitationsPage } from '#contracts/http/relations.ts'
import { recogniseCitations } from '#contracts/law/citations/recognise.ts'
import { recogniseOptionsOf } from '#contracts/law/citations/names.ts'
import { textSpan } from '#contracts/text-span.ts'
import { resolveCitations } from '../citations/resolve.ts'
import type { ResearchParts } from './ports.ts'

type State = TextCitation['state']
/** The edges of one target of a citation: one for each text that is filed under its name. */
type Named = { readonly edge: Relation; readonly targets: readonly string[]; readonly state: State }

const stateOf = (targets: readonly string[], { normal }: Relation): State => {
  if (targets.length === 0) return 'unresolved'
  // A range of articles names several texts.
  return targets.length === 1 || normal.includes('..') ? 'resolved' : 'ambiguous'
}

const namedBy = (edges: readonly Relation[]): Named[] =>
  [
    ...Map.groupBy(edges, ({ span: { start, end }, normal }) => `${start}-${end} ${normal}`),
  ].flatMap(([, same]) => {
    const [edge] = same
    if (edge === undefined) return []
    const targets = [...new Set(same.flatMap(({ targetSlug }) => targetSlug ?? []))]
    return [{ edge, targets, state: stateOf(targets, edge) }]
  })

type Why = Pick<TextCitation, 'code' | 'coverage'>
const NO_REASON: Why = { code: null, coverage: null }

/** Why a citation names nothing held, as far as its own words say. */
const reasonOf = async (
  { citations }: Pick<ResearchParts, 'citations'>,
  article: Article,
  quote: string,
  normal: string,
): Promise<Why> => {
  const read = recogniseCitations(quote, recogniseOptionsOf(article))
  const resolved = await resolveCitations(citations, read, null)
  const target = resolved
    .flatMap(({ targets }) => targets)
    .find((one) => one.normal === normal && one.code !== 'resolved')
  return target === undefined ? NO_REASON : { code: target.code, coverage: target.coverage }
}

type Asked = {
  readonly state?: readonly State[] | undefined
  readonly limit: number
  readonly offset: number
}

/** A part of the citations of a text. Throws the Faults of the ports. */
export const citationsIn = async (
  parts: Pick<ResearchParts, 'citations'>,
  article: Article,
  { state: states, limit, offset }: Asked,
): Promise<TextCitationsPage> => {
  const { citing, more } = await parts.citations.relationsOf(article.id)
  const all = namedBy(citing)
  const wanted = all.filter(({ state }) => states === undefined || states.includes(state))
  const page = wanted.slice(offset, offset + limit)
  const { slug, version, sha256Hash, contentClean } = article
  return {
    slug,
    version,
    sha256Hash,
    citations: await Promise.all(
      page.map(async ({ edge, targets, state }): Promise<TextCitation> => {
        const { normal, kind, confidence } = edge
        const { start, end } = edge.span
        const quote = contentClean.slice(start, end)
        return {
          normal,
          kind,
          confidence,
          quote,
          span: textSpan(contentClean, start, end),
          state,
          ...(state === 'unresolved' ? await reasonOf(parts, article, quote, normal) : NO_REASON),
          targets: [...targets],
        }
      }),
    ),
    unresolved: all.filter(({ state }) => state === 'unresolved').length,
    more,
    total: wanted.length,
    limit,
    offset,
  }
}
