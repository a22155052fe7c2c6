/** The tools that call the functions behind REST operations. */
import type { z } from 'zod'
import { requireAffordable } from '../../verify/budget.ts'
import { SearchFilters, SearchRequest } from '#contracts/http/search.ts'
import type { VerifyResponse } from '#contracts/http/verify.ts'
import { printPosition } from '#contracts/ids.ts'
import {
  RagInput,
  RagResult,
  SearchInput,
  SearchResult,
  VerifyInput,
  VerifyResult,
} from '#contracts/mcp/research.ts'
import { BESIDE, charactersOf, entriesOf, fitting, listsWith } from '../bounding.ts'
import { listPages } from '../../http/cursors.ts'
import { refusalOfModel } from '../../rag/model-faults.ts'
import { withFields } from '../../search/fields.ts'
import { besideArguments } from '../../search/warnings.ts'
import type { ToolParts } from '../ports.ts'
import { defineTool } from '../tool.ts'

/** Depth that pages reach. */
const OFFSET_MAX = 1_000

const searchRequestOf = (args: z.output<typeof SearchInput>, offset: number): SearchRequest => {
  const members = Object.entries(args)
  const filters = Object.fromEntries(members.filter(([name]) => name in SearchFilters.shape))
  const others = Object.fromEntries(members.filter(([name]) => name in SearchRequest.shape))
  return SearchRequest.parse({ ...others, filters, offset })
}

export const search = (parts: ToolParts) => {
  const pages = listPages(parts.cursorSecret, 'search')
  return defineTool({
    name: 'search',
    title: 'Search the corpus',
    description:
      'Finds texts and headnotes by words and by meaning: law, decisions and doctrine of FR, EU, LU, MC, AD. Start here. `text` takes words, a question or a citation; filters narrow it (`asOf`: the wording in force on a day), `fields` keeps hits short. A hit gives slug, version and hash; read the text with service_get_article before you quote it.',
    operation: 'search',
    scope: 'search:read',
    input: SearchInput,
    output: SearchResult,
    check: (args) => void pages.offsetOf(args),
    run: async (args) => {
      const offset = Math.min(pages.offsetOf(args), OFFSET_MAX)
      const request = searchRequestOf(args, offset)
      const { response: whole, position } = await parts.search(request)
      const warnings = besideArguments(whole.warnings)
      const response = withFields({ ...whole, warnings }, request.fields)
      const about = charactersOf({ ...response, hits: [] })
      const hits = fitting(response.hits, args.maxChars - about - BESIDE)
      const next = response.offset + hits.length
      const more = hits.length > 0 && next < response.total && next <= OFFSET_MAX
      return {
        answer: {
          ...response,
          hits,
          truncated: hits.length < response.hits.length,
          nextCursor: more ? pages.cursorAt(args, next) : null,
          corpusPosition: printPosition(position),
        },
      }
    },
  })
}

export const ragQuery = (parts: ToolParts) =>
  defineTool({
    name: 'rag_query',
    title: 'Ask a question of law',
    description:
      'Answers a question from the corpus with verbatim quotes, each with slug, version, hash and exact span, or says why it abstains, with the passages nearest to the question. Use it for a question that wants an answer; use service_search to look around, and service_verify_claim for a sentence that you have already. Pass `asOf` for the law of a day.',
    operation: 'rag',
    scope: 'rag:invoke',
    input: RagInput,
    output: RagResult,
    run: async (args, { leaving }) => {
      const { question, language, maxSources, minGroundedness, mode, enableVector, ...filters } =
        args
      const asked = { question, language, maxSources, minGroundedness, mode, enableVector, filters }
      try {
        const { response, position } = await parts.answer(asked, leaving)
        return { answer: { ...response, corpusPosition: printPosition(position) } }
      } catch (error) {
        const refused = refusalOfModel(error)
        if (refused === null) throw error
        return { refused }
      }
    },
  })

/** The lists of a verification, in the order in which pages go through them. */
const findingsIn = ({ claims, quotes, citations, integrity }: VerifyResponse) => ({
  claims,
  quotes,
  citations,
  integrity,
})

export const verifyClaim = (parts: ToolParts) => {
  const pages = listPages(parts.cursorSecret, 'verify_claim')
  return defineTool({
    name: 'verify_claim',
    title: 'Verify a claim or a draft',
    description:
      'Holds a claim (`claim`) or a whole draft (`text`, up to 20,000 characters) against the corpus: verdict of each sentence with evidence and with what differs (evidence with the stance `near` is only the closest passage), quotations that were altered, citations that do not exist, law that is no longer in force. Use it on what you have written before you hand it over. `unverifiable` is not the same as false.',
    operation: 'verify',
    scope: 'verify:invoke',
    input: VerifyInput,
    output: VerifyResult,
    check: (args) => {
      pages.offsetOf(args)
      requireAffordable(args)
    },
    run: async (args, { leaving }) => {
      const { maxChars, cursor: _, ...request } = args
      const { response, position } = await parts.verify(request, leaving)
      const from = pages.offsetOf(args)
      const findings = findingsIn(response)
      const about = charactersOf({ ...response, ...listsWith(findings, []) })
      const left = entriesOf(findings).slice(from)
      const shown = fitting(left, maxChars - about - BESIDE)
      const isCut = shown.length < left.length
      return {
        answer: {
          ...response,
          ...listsWith(findings, shown),
          truncated: isCut,
          nextCursor: isCut ? pages.cursorAt(args, from + shown.length) : null,
          corpusPosition: printPosition(position),
        },
      }
    },
  })
}
