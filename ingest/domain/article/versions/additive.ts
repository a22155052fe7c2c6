import { differingLines } from './text-change.ts'
import { type Tokens, tokensOf } from './tokens.ts'

type Line = { readonly key: string; readonly tokens: Tokens; readonly afterBlank: boolean }

/**
 * Lines that carry words, each with its PATCH key; blank lines only mark where a paragraph begins.
 */
const linesOf = (text: string): Line[] => {
  const lines: Line[] = []
  let afterBlank = true
  for (const raw of text.split('\n')) {
    const tokens = tokensOf(raw)
    const key = tokens.keys.join('')
    if (key !== '') lines.push({ key, tokens, afterBlank })
    afterBlank = key === ''
  }
  return lines
}

const CLOSERS = String.raw`[\s»"”'’)\]]*`
const SENTENCE_END = new RegExp(`[.!?]${CLOSERS}$`, 'u')
const SENTENCE_END_FIRST = new RegExp(String.raw`^${CLOSERS}[.!?][.!?»"”'’)\]]*\s`, 'u')
const LINE_END = new RegExp(`[.!?:;]${CLOSERS}$`, 'u')
const SENTENCE_START = /^\s*[^\p{Ll}\s]/u

/** Whether new words may stand between two lines without falling into the middle of a sentence. */
const isOpen = (before: Line | undefined, after: Line | undefined): boolean =>
  before === undefined ||
  after === undefined ||
  after.afterBlank ||
  LINE_END.test(before.tokens.text) ||
  SENTENCE_START.test(after.tokens.text)

/** Whether a line ends with a full stop and goes on, in the new text, with new sentences. */
const wentOn = (old: Line, next: Line): boolean => {
  if (!SENTENCE_END.test(old.tokens.text)) return false
  const count = old.tokens.keys.length
  if (old.tokens.keys.some((key, index) => key !== next.tokens.keys[index])) return false
  return SENTENCE_END_FIRST.test(next.tokens.text.slice(next.tokens.ends[count - 1]))
}

/**
 * Whether a text only grew: every paragraph of the old one still stands, in order, and what is new
 * stands between paragraphs or after the last sentence of one, so that every quotation is still
 * verbatim. Answers how many paragraphs are new or longer; 0 when the text did not only grow.
 * Linear time.
 */
export const addedParagraphs = (oldText: string, nextText: string): number => {
  const [old, next] = differingLines(oldText, nextText).map(linesOf) as [Line[], Line[]]
  let added = 0
  let matched = 0
  for (const line of next) {
    const expected = old[matched]
    if (expected !== undefined && line.key === expected.key) {
      matched += 1
    } else if (expected !== undefined && wentOn(expected, line)) {
      matched += 1
      added += 1
    } else if (isOpen(old[matched - 1], expected)) {
      added += 1
    } else {
      return 0
    }
  }
  return matched === old.length ? added : 0
}
