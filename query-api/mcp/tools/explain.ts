import { printPosition } from '#contracts/ids.ts'
import { ExplainTermInput, ExplainTermResult } from '#contracts/mcp/research.ts'
import { termExplained } from '../../relations/terms.ts'
import type { ToolParts } from '../ports.ts'
import { defineTool } from '../tool.ts'

export const explainLegalTerm = (parts: ToolParts) =>
  defineTool({
    name: 'explain_legal_term',
    title: 'What a legal term means',
    description:
      'Definition of a legal term from the controlled vocabularies, and the passages of the corpus that define or use it, verbatim with slug, version and hash. Use it for one term; use service_rag_query for a question.',
    operation: 'search',
    scope: 'search:read',
    input: ExplainTermInput,
    output: ExplainTermResult,
    run: async (args) => {
      const { response, position } = await termExplained(parts, args)
      return { answer: { ...response, corpusPosition: printPosition(position) } }
    },
  })
