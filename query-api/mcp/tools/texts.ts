import { GetArticleInput, GetDecisionInput, TextResult } from '#contracts/mcp/texts.ts'
import { textPages } from '../../http/cursors.ts'
import type { ToolParts } from '../ports.ts'
import { readDecision, readText } from '../../relations/texts.ts'
import { missingDecision, missingText } from '../refusals.ts'
import { shownText } from '../texts.ts'
import { defineTool } from '../tool.ts'

export const getArticle = (parts: ToolParts) => {
  const pages = textPages(parts.cursorSecret)
  return defineTool({
    name: 'get_article',
    title: 'Read a text',
    description:
      'Reads one published text (law, decision, doctrine) by slug or UUID: full text, headnotes, version, hash, validity, colour of the citator. Use it before you quote: `text.content` is the wording to the letter. A long text comes in stretches; `outline` says where its parts begin. For an ECLI, a docket number or a citation use service_get_decision.',
    operation: 'article',
    scope: 'articles:read',
    input: GetArticleInput,
    output: TextResult,
    check: pages.check,
    run: async (args) => {
      const read = await readText(parts, args.idOrSlug)
      return 'missing' in read
        ? { refused: missingText(read.missing) }
        : { answer: shownText(pages, read.found, args) }
    },
  })
}

export const getDecision = (parts: ToolParts) => {
  const pages = textPages(parts.cursorSecret)
  return defineTool({
    name: 'get_decision',
    title: 'Read a decision',
    description:
      'Reads a judicial decision by whatever names it: ECLI, docket number, slug, UUID, or a citation such as `Civ. 1re, 2 mai 2024, n° 22-12.345`. Use it to check that a cited decision exists and says what it is cited for. Where several fit, `candidates` names them.',
    operation: 'article',
    scope: 'articles:read',
    input: GetDecisionInput,
    output: TextResult,
    check: pages.check,
    run: async (args) => {
      const read = await readDecision(parts, args.idOrSlug)
      return 'missing' in read
        ? { refused: missingDecision(read.missing) }
        : { answer: shownText(pages, read.found, args) }
    },
  })
}
