/** What a text cites and what cites it, and everything else that ties it to other texts. */
import type { z } from 'zod'
import type { Relation, Relations } from '#contracts/citation-index.ts'
import type { Article } from '#contracts/http/article.ts'
import { Slug } from '#contracts/ids.ts'
import type { RELATION_KINDS, RelationsResult } from '#contracts/mcp/research.ts'
import type { ResearchParts } from './ports.ts'
import { similarTo } from './similar.ts'
import { articleOf } from './texts.ts'
import { treatmentsOf } from './treatments.ts'
import { wordingsOf } from './wordings.ts'

export type RelationKind = (typeof RELATION_KINDS)[number]

type Result = z.infer<typeof RelationsResult>
type Commented = Result['commentedDecisions']

/** Maximum texts that are read to find comments on a decision. */
const COMMENTS_MAX = 30

const uniqueBySlug = (found: Commented): Commented => [
  ...new Map(found.map((one) => [one.slug, one])).values(),
]

/** Of doctrine: the decisions that it cites; of a decision: the doctrine that cites it. */
const commentedOf = async (
  { articles }: Pick<ResearchParts, 'articles'>,
  article: Article,
  { citing, cited }: Relations,
): Promise<Commented> => {
  if (article.contentType === 'doctrine')
    return uniqueBySlug(
      citing.flatMap(({ kind, targetSlug, normal }) =>
        kind === 'decision' && targetSlug !== null
          ? [{ slug: targetSlug, normal, relation: 'comments_on' as const }]
          : [],
      ),
    ).slice(0, COMMENTS_MAX)
  if (article.judicialDecision === null) return []
  const sources = [...new Map(cited.map((one) => [one.sourceSlug, one])).values()]
  const read = await Promise.all(
    sources.slice(0, COMMENTS_MAX).map(async ({ sourceSlug, normal }) => {
      const { article: stored } = await articles.bySlug(Slug.parse(sourceSlug))
      const isDoctrine = stored !== null && articleOf(stored).contentType === 'doctrine'
      return isDoctrine ? [{ slug: sourceSlug, normal, relation: 'commented_by' as const }] : []
    }),
  )
  return read.flat()
}

const notesOf = (wanted: ReadonlySet<RelationKind>, more: boolean): string[] => [
  ...(wanted.has('versions')
    ? ['versions: an earlier wording is read by its version, or by a day in `asOf`.']
    : []),
  ...(wanted.has('treatments')
    ? [
        'treatments: `decides` marks those that a colour rests on; gray means not assessed, not harmless. `given` knows the texts that this one cites.',
      ]
    : []),
  ...(wanted.has('similar')
    ? ['similar: texts whose passages are near in meaning; likeness is no authority.']
    : []),
  ...(more ? ['The text has more relations than are looked at or shown.'] : []),
]

const NONE: Relations = { citing: [], cited: [], more: false }
const OF_EDGES: readonly RelationKind[] = ['citing', 'cited', 'treatments', 'commented_decisions']
const SIMILAR_MAX = 10

/** One citation, from the text or to it. */
type Edge = { readonly to: 'citing' | 'cited'; readonly edge: Relation }

/** The relations of a text; its edges in one list, so that a page is a part of it. */
export type TextRelations = Omit<
  Result,
  'citing' | 'cited' | 'truncated' | 'nextCursor' | 'corpusPosition'
> & { readonly edges: readonly Edge[] }

/** The relations of a text of these kinds. Throws the Faults of the ports. */
export const relationsOf = async (
  parts: ResearchParts,
  article: Article,
  kinds: readonly RelationKind[],
): Promise<TextRelations> => {
  const wanted = new Set(kinds)
  const relations = OF_EDGES.some((kind) => wanted.has(kind))
    ? await parts.citations.relationsOf(article.id)
    : NONE
  const [treated, commentedDecisions, versions, similar] = await Promise.all([
    wanted.has('treatments') ? treatmentsOf(parts, article, relations) : null,
    wanted.has('commented_decisions') ? commentedOf(parts, article, relations) : [],
    wanted.has('versions') ? wordingsOf(parts, article) : [],
    wanted.has('similar') ? similarTo(parts.nearest, article, SIMILAR_MAX) : [],
  ])
  return {
    slug: article.slug,
    title: article.title,
    version: article.version,
    sha256Hash: article.sha256Hash,
    edges: (['citing', 'cited'] as const).flatMap((to) =>
      wanted.has(to) ? relations[to].map((edge) => ({ to, edge })) : [],
    ),
    treatments: treated?.treatments ?? null,
    commentedDecisions,
    versions,
    similar,
    notes: notesOf(wanted, relations.more || treated?.cut === true),
  }
}

/** A stretch of the edges in two lists. */
export const withEdges = (
  all: TextRelations,
  shown: readonly Edge[],
): Omit<Result, 'truncated' | 'nextCursor' | 'corpusPosition'> => {
  const { edges: _, ...others } = all
  return {
    ...others,
    citing: shown.filter(({ to }) => to === 'citing').map(({ edge }) => edge),
    cited: shown.filter(({ to }) => to === 'cited').map(({ edge }) => edge),
  }
}
