/** The receipt of an MCP call, which stands in `_meta` of its result. */
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { citedTextsIn } from '#contracts/receipts/cited-texts.ts'
import type { CitedText } from '#contracts/receipts/receipt.ts'
import type { ReceiptFacts } from '#contracts/receipts/signing.ts'
import { SERVICE } from '#contracts/service.ts'
import { POSITION_MEMBER } from '../../mcp/resources/resource.ts'
import { isMembers } from './jsonrpc.ts'

const RECEIPT_MEMBER = `${SERVICE}/receipt`

type Result = {
  readonly content?: unknown
  readonly structuredContent?: unknown
  readonly contents?: unknown
  readonly _meta?: unknown
}

/** The members of `_meta` that a result has already. */
export const metaOf = ({ _meta: meta }: Result): object => (isMembers(meta) ? meta : {})

/** The text of the first content block; null: the result has none. */
const textIn = ({ content }: Result): string | null => {
  const first: unknown = Array.isArray(content) ? content[0] : undefined
  return isMembers(first) && typeof first['text'] === 'string' ? first['text'] : null
}

/** The result without `_meta`, as canonical JSON. */
const canonicalResult = (result: Result): string => {
  const { _meta: _, ...rest } = result
  return canonicalJson(rest)
}

/** Up to which position the answer is known: a tool says it in its answer, a resource beside it. */
const positionIn = (result: Result): string | null => {
  const { structuredContent } = result
  const position = isMembers(structuredContent)
    ? structuredContent['corpusPosition']
    : new Map(Object.entries(metaOf(result))).get(POSITION_MEMBER)
  return typeof position === 'string' ? position : null
}

/** What a resource says, as its readers parse it. */
const resourceIn = (contents: unknown): unknown => {
  if (!isMembers(contents) || contents['mimeType'] !== 'application/json') return null
  const { text } = contents
  return typeof text === 'string' ? JSON.parse(text) : null
}

const citedIn = ({ structuredContent, contents }: Result): CitedText[] =>
  citedTextsIn(Array.isArray(contents) ? contents.map(resourceIn) : structuredContent)

/**
 * What the receipt covers: of a tool the text of its first content block, which is its structured
 * answer as JSON; of other methods the result without `_meta`.
 */
export const receiptFactsOf = (
  result: Result,
): Pick<ReceiptFacts, 'position' | 'answer' | 'cites'> => ({
  position: positionIn(result),
  answer: textIn(result) ?? canonicalResult(result),
  cites: citedIn(result),
})

export const withReceipt = (result: Result, receipt: string): { readonly result: object } => ({
  result: { ...result, _meta: { ...metaOf(result), [RECEIPT_MEMBER]: receipt } },
})
