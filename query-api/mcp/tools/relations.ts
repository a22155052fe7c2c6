import { printPosition } from '#contracts/ids.ts'
import { RelationsInput, RelationsResult } from '#contracts/mcp/research.ts'
import { listPages } from '../../http/cursors.ts'
import { relationsOf, type TextRelations, withEdges } from '../../relations/relations.ts'
import { readText } from '../../relations/texts.ts'
import { BESIDE, charactersOf, entriesOf, fitting, listsWith } from '../bounding.ts'
import type { ToolParts } from '../ports.ts'
import { missingText } from '../refusals.ts'
import { defineTool } from '../tool.ts'

/** The lists of an answer, in the order in which pages go through them. */
const listsOf = ({ treatments, commentedDecisions, versions, similar, edges }: TextRelations) => ({
  received: treatments?.received ?? [],
  given: treatments?.given ?? [],
  commentedDecisions,
  versions,
  similar,
  edges,
})

/** The relations with these lists alone. */
const withLists = (
  all: TextRelations,
  { received, given, edges, ...lists }: ReturnType<typeof listsOf>,
) => {
  const treatments = all.treatments === null ? null : { ...all.treatments, received, given }
  return withEdges({ ...all, ...lists, treatments }, edges)
}

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
      const lists = listsOf(all)
      const about = charactersOf(withLists(all, listsWith(lists, [])))
      const entries = entriesOf(lists)
      const shown = fitting(entries.slice(from), maxChars - about - BESIDE)
      const end = from + shown.length
      const isCut = end < entries.length
      return {
        answer: {
          ...withLists(all, listsWith(lists, shown)),
          truncated: isCut,
          nextCursor: isCut ? pages.cursorAt(args, end) : null,
          corpusPosition: printPosition(position),
        },
      }
    },
  })
}
