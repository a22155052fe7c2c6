import { printPosition } from '#contracts/ids.ts'
import { ChronologyInput, ChronologyResult } from '#contracts/mcp/research.ts'
import { chronologyOf } from '../../relations/chronology.ts'
import { readText } from '../../relations/texts.ts'
import type { ToolParts } from '../ports.ts'
import { missingText } from '../refusals.ts'
import { defineTool } from '../tool.ts'

export const getChronology = (parts: ToolParts) =>
  defineTool({
    name: 'get_chronology',
    title: 'History of a case or a provision',
    description:
      'Of a decision: the chain of its procedure (appeal, cassation, remand) and what later texts did to it (quashed, overruled, followed). Of a provision: the days on which its wording is in force. Use it to see whether a decision was quashed and what the law was on a day.',
    operation: 'search',
    scope: 'search:read',
    input: ChronologyInput,
    output: ChronologyResult,
    run: async ({ idOrSlug }) => {
      const read = await readText(parts, idOrSlug)
      if ('missing' in read) return { refused: missingText(read.missing) }
      const { article, position } = read.found
      const history = await chronologyOf(parts, article)
      return { answer: { ...history, corpusPosition: printPosition(position) } }
    },
  })
