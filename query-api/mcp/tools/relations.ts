import { printPosition } from '#contracts/ids.ts'
import { RelationsInput, RelationsResult } from '#contracts/mcp/research.ts'
import { listPages } from '../../http/cursors.ts'
import { relationsOf, withEdges } from '../../relations/relations.ts'
import { readText } from '../../relations/texts.ts'
import { charactersOf, fitting } from '../bounding.ts'
import type { ToolParts } from '../ports.ts'
import { missingText } from '../refusals.ts'
import { defineTool } from '../tool.ts'

/** Share of an answer for edges and treatments. */
const EDGES_SHARE = 0.7

export const getRelations = (parts: ToolParts) => {
  const pages = listPages(parts.cursorSecret, 'get_relations')
  return defineTool({
    name: 'get_relations',
    title: 'What a text cites and what cites it',
    description:
      'Relations of one text: what it cites, what cites it, what later texts did to it and what it did to others, its colour and what that rests on, decisions that it comments on or comments on it, its versions; `similar`: texts near to it in meaning. Use it to follow an authority forwards and backwards before you rely on it.',
    operation: 'search',
    scope: 'search:read',
    input: RelationsInput,
    output: RelationsResult,
    check: (args) => void pages.offsetOf(args),
    run: async (args) => {
      const { idOrSlug, relations, maxChars } = args
      const read = await readText(parts, idOrSlug)
      if ('missing' in read) return { refused: missingText(read.missing) }
      const { article, position } = read.found
      const all = await relationsOf(parts, article, relations)
      const from = pages.offsetOf(args)
      const room = maxChars * EDGES_SHARE - charactersOf(all.treatments) - charactersOf(all.similar)
      const shown = fitting(all.edges.slice(from), Math.max(0, Math.floor(room)))
      const end = from + shown.length
      const isCut = end < all.edges.length
      return {
        answer: {
          ...withEdges(all, shown),
          truncated: isCut,
          nextCursor: isCut ? pages.cursorAt(args, end) : null,
          corpusPosition: printPosition(position),
        },
      }
    },
  })
}
