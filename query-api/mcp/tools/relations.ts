import { Slug, printPosition } from '#contracts/ids.ts'
import type { Article } from '#contracts/http/article.ts'
import type { Relations } from '#contracts/citation-index.ts'
import { RelationsInput, RelationsResult } from '#contracts/mcp/research.ts'
import type { z } from 'zod'
import { charactersOf, fitting } from '../bounding.ts'
import { listPages } from '../../http/cursors.ts'
import type { ToolParts } from '../ports.ts'
import { articleOf, readText } from '../texts.ts'
import { defineTool } from '../tool.ts'
import { treatmentsOf } from '../treatments.ts'

type Result = z.infer<typeof RelationsResult>
type Commented = Result['commentedDecisions']

/** Maximum texts that are read to find comments on a decision. */
const COMMENTS_MAX = 30

const uniqueBySlug = (found: Commented): Commented => [
  ...new Map(found.map((one) => [one.slug, one])).values(),
]

/** Of doctrine: the decisions that it cites; of a decision: the doctrine that cites it. */
const commentedOf = async (
  { articles }: ToolParts,
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

const versionOf = (article: Article): Result['versions'][number] => ({
  version: article.version,
  sha256Hash: article.sha256Hash,
  validity: article.validity,
  publishedAt: article.publishedAt,
  current: true,
})

const notesOf = (wanted: ReadonlySet<string>, more: boolean): string[] => [
  ...(wanted.has('versions')
    ? ['versions: the current wording; an earlier one is found by service_search with `asOf`.']
    : []),
  ...(wanted.has('treatments')
    ? [
        'treatments: `decides` marks those that a colour rests on; gray means not assessed, not harmless. `given` knows the texts that this one cites.',
      ]
    : []),
  ...(more ? ['The text has more relations than are looked at or shown.'] : []),
]

/** Share of an answer for edges and treatments. */
const EDGES_SHARE = 0.7

const NONE: Relations = { citing: [], cited: [], more: false }

export const getRelations = (parts: ToolParts) => {
  const pages = listPages(parts.cursorSecret, 'get_relations')
  return defineTool({
    name: 'get_relations',
    title: 'What a text cites and what cites it',
    description:
      'Relations of one text: what it cites, what cites it, what later texts did to it and what it did to others, its colour and what that rests on, decisions that it comments on or comments on it, its versions. Use it to follow an authority forwards and backwards before you rely on it.',
    operation: 'search',
    scope: 'search:read',
    input: RelationsInput,
    output: RelationsResult,
    check: (args) => void pages.offsetOf(args),
    run: async (args) => {
      const { idOrSlug, relations, maxChars } = args
      const read = await readText(parts, idOrSlug)
      if ('refused' in read) return read
      const { article, position } = read
      const wanted = new Set<string>(relations)
      const needsEdges = ['citing', 'cited', 'treatments', 'commented_decisions'].some((one) =>
        wanted.has(one),
      )
      const edges = needsEdges ? await parts.citations.relationsOf(article.id) : NONE
      const all = [
        ...(wanted.has('citing') ? edges.citing.map((edge) => ({ to: 'citing', edge })) : []),
        ...(wanted.has('cited') ? edges.cited.map((edge) => ({ to: 'cited', edge })) : []),
      ]
      const treated = wanted.has('treatments') ? await treatmentsOf(parts, article, edges) : null
      const from = pages.offsetOf(args)
      const room = maxChars * EDGES_SHARE - charactersOf(treated)
      const shown = fitting(all.slice(from), Math.max(0, Math.floor(room)))
      const end = from + shown.length
      return {
        answer: {
          slug: article.slug,
          title: article.title,
          version: article.version,
          sha256Hash: article.sha256Hash,
          citing: shown.filter(({ to }) => to === 'citing').map(({ edge }) => edge),
          cited: shown.filter(({ to }) => to === 'cited').map(({ edge }) => edge),
          treatments: treated?.treatments ?? null,
          commentedDecisions: wanted.has('commented_decisions')
            ? await commentedOf(parts, article, edges)
            : [],
          versions: wanted.has('versions') ? [versionOf(article)] : [],
          notes: notesOf(wanted, edges.more || treated?.cut === true),
          truncated: end < all.length,
          nextCursor: end < all.length ? pages.cursorAt(args, end) : null,
          corpusPosition: printPosition(position),
        },
      }
    },
  })
}
