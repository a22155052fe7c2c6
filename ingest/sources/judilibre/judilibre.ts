/**
 * Judilibre, the API of the Cour de cassation: a decision, a list of them (`results`), or the
 * history of their publication (`transactions`).
 */
import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { type DocumentContext, refusedHere } from '../document.ts'
import { readWhole } from '../line-reader.ts'
import type { Source } from '../source.ts'
import { SOURCE_LIMITS, type SourceItem } from '../source-item.ts'
import { parseStrictJson } from '../strict-json.ts'
import { decodeUtf8, withoutBom } from '../text-bytes.ts'
import { decisionItem } from './decision.ts'
import { isObject, type Members } from './members.ts'
import { historyItems, isHistory } from './transactions.ts'

const MEBIBYTE = 1024 * 1024
/** Decisions of one list; the API gives at most 1,000 at a time. */
export const LIST_MAX = 10_000

const TOO_LONG: Refusal = {
  refused: 'file-too-long',
  reason: `a file of Judilibre has at most ${SOURCE_LIMITS.documentBytesMax / MEBIBYTE} MiB`,
  hint: 'ask the API for fewer decisions at a time',
}
const OTHER_SHAPE: Refusal = refusalByCode('judilibre-shape')
const TOO_MANY: Refusal = {
  refused: 'judilibre-list-too-long',
  reason: `the list has more than ${LIST_MAX} decisions`,
  hint: 'ask the API for fewer decisions at a time',
}
/** An import record has an object in `source`, and a `contentType`. */
const looksLikeJudilibre = (start: string): boolean =>
  /^[{[]/.test(start) &&
  /"(?:source|decision_date|displayText)"\s*:\s*"|"(?:results|transactions)"\s*:\s*\[/.test(
    start,
  ) &&
  !/"contentType"\s*:/.test(start)

const decisionsOf = (value: unknown): readonly Members[] | Refusal => {
  const list = Array.isArray(value) ? value : isObject(value) ? value['results'] : null
  if (Array.isArray(list)) {
    return list.length > LIST_MAX ? TOO_MANY : list.every(isObject) ? list : OTHER_SHAPE
  }
  return isObject(value) && typeof value['id'] === 'string' ? [value] : OTHER_SHAPE
}

const itemsOf = (text: string, context: DocumentContext): readonly SourceItem[] | Refusal => {
  const json = parseStrictJson(text)
  if (isRefusal(json)) return json
  const { value } = json
  if (isObject(value) && isHistory(value)) return historyItems(value, context)
  const decisions = decisionsOf(value)
  if (isRefusal(decisions)) return decisions
  return decisions.map((decision) => decisionItem(decision, context))
}

async function* readJudilibre(
  chunks: AsyncIterable<Uint8Array>,
  context: DocumentContext,
): AsyncGenerator<SourceItem> {
  const bytes = await readWhole(chunks, SOURCE_LIMITS.documentBytesMax)
  const decoded = bytes === null ? TOO_LONG : decodeUtf8(withoutBom(bytes))
  const items = isRefusal(decoded) ? decoded : itemsOf(decoded.text, context)
  if (isRefusal(items)) yield refusedHere(context, 1, items)
  else yield* items
}

export const judilibre = {
  name: 'judilibre',
  title: 'Judilibre',
  about:
    'Answers of the API of the Cour de cassation: a decision, a list (`results`), the history (`transactions`).',
  extensions: ['json'],
  detect: ({ start }) => (looksLikeJudilibre(start) ? 'content' : null),
  read: readJudilibre,
} as const satisfies Source
