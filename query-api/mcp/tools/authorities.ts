import { printPosition } from '#contracts/ids.ts'
import { ListAuthoritiesInput, ListAuthoritiesResult } from '#contracts/mcp/research.ts'
import { authoritiesOn } from '../../relations/authorities.ts'
import type { ToolParts } from '../ports.ts'
import { defineTool } from '../tool.ts'

export const listAuthorities = (parts: ToolParts) =>
  defineTool({
    name: 'list_authorities',
    title: 'Leading decisions on a question',
    description:
      'Decisions on a question or a concept, the most relevant first, weighed by court level, colour of the citator and number of citations. Use it to find what binds; use service_search for texts of every kind, and service_get_relations to see who followed a decision.',
    operation: 'search',
    scope: 'search:read',
    input: ListAuthoritiesInput,
    output: ListAuthoritiesResult,
    run: async (args) => {
      const { response, position } = await authoritiesOn(parts, args)
      return { answer: { ...response, corpusPosition: printPosition(position) } }
    },
  })
