import { GetArticleInput, GetDecisionInput, TextResult } from '#contracts/mcp/texts.ts'
import { textPages } from '../../http/cursors.ts'
import type { ToolParts } from '../ports.ts'
import { readDecision, readText } from '../../relations/texts.ts'
import { missingDecision, missingText } from '../refusals.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import { shownText } from '../texts.ts'
import { readWordingOf } from '../wordings.ts'
import { defineTool } from '../tool.ts'

export const getArticle = (parts: ToolParts) => {
  const pages = textPages(parts.cursorSecret)
  return defineTool({
    name: 'get_article',
    title: 'Read a text',
    description:
      'Reads one published text (law, decision, doctrine) by slug or UUID: full text, headnotes, version, hash, validity, colour of the citator. Use it before you quote: `text.content` is the wording to the letter. A long text comes in stretches; `outline` says where its parts begin. `version` or `asOf` reads an earlier wording. For an ECLI, a docket number or a citation use service_get_decision.',
    operation: 'article',
    scope: 'articles:read',
    input: GetArticleInput,
    output: TextResult,
    check: (args) => {
      pages.check(args)
      if (args.version !== undefined && args.asOf !== undefined)
        throw new RequestInvalid([
          { path: 'asOf', code: 'one_of', message: 'pass version or asOf, not both' },
        ])
    },
    run: async (args) => {
      const named = await readText(parts, args.idOrSlug)
      if ('missing' in named) return { refused: missingText(named.missing) }
      const read = await readWordingOf(parts, named.found, args)
      return 'refused' in read ? read : { answer: shownText(pages, read, args) }
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
