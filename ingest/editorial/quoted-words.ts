/** Finds words that a person copied out of a text, as the target of a comment. */
import type { ArticleContent } from '#contracts/content.ts'
import { codePointsOf } from '#contracts/law/annotations/span-target.ts'
import { shownIn } from '#contracts/law/reading/runs.ts'
import type { Stretch } from '#contracts/law/reading/structure.ts'
import type { SpanTarget } from './acts.ts'

/** Words before and after a quote by which it is found again in a changed text. */
const SURROUNDINGS_UNITS = 64
const MEMBERS = ['contentClean', 'abstract', 'title'] as const

export type QuotedWords = {
  readonly words: string
  /** Where they were selected; in code points of `contentClean`. */
  readonly near: number | null
}

export type NotFound = 'quote-not-in-text' | 'quote-ambiguous'

/** Characters that word processors and browsers exchange for one another. */
const SAME: Readonly<Record<string, string>> = { '’': "'", '‘': "'", '“': '"', '”': '"' }

type Even = { readonly even: string; readonly from: readonly number[] }

/** Stretches with single blanks and plain quotation marks, and where each unit comes from. */
const evenedOut = (
  text: string,
  stretches: readonly Stretch[] = [{ start: 0, end: text.length }],
  blank = /\s/,
): Even => {
  const from: number[] = []
  let even = ''
  for (const { start, end } of stretches)
    for (let at = start; at < end; at += 1) {
      const unit = text[at] ?? ''
      const isBlank = blank.test(unit)
      if (isBlank && even.endsWith(' ')) continue
      even += isBlank ? ' ' : (SAME[unit] ?? unit)
      from.push(at)
    }
  return { even, from }
}

/** Cells of a table are apart on a page, without the line between them. */
const BLANK_ON_PAGE = /[\s|]/

/** A text as its page shows it: without the signs of Markdown. */
const shownOf = (text: string): Even => {
  const stretches: Stretch[] = []
  let start = 0
  for (const line of text.split('\n')) {
    for (const one of shownIn(line))
      stretches.push({ start: start + one.start, end: start + one.end })
    const end = start + line.length
    stretches.push({ start: end, end: Math.min(end + 1, text.length) })
    start = end + 1
  }
  return evenedOut(text, stretches, BLANK_ON_PAGE)
}

const spansOf = ({ even, from }: Even, asked: string): Span[] =>
  asked === ''
    ? []
    : allOf(even, asked).map((at) => ({
        from: from[at] ?? 0,
        to: (from[at + asked.length - 1] ?? from.at(-1) ?? 0) + 1,
      }))

const allOf = (text: string, words: string): number[] => {
  const found: number[] = []
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) found.push(at)
  return found
}

type Span = { readonly from: number; readonly to: number }

const spansIn = (text: string, words: string): Span[] => {
  const exact = allOf(text, words).map((at) => ({ from: at, to: at + words.length }))
  if (exact.length > 0) return exact
  const written = spansOf(evenedOut(text), evenedOut(words).even.trim())
  if (written.length > 0) return written
  const seen = evenedOut(words, undefined, BLANK_ON_PAGE).even.trim()
  return spansOf(shownOf(text), seen)
}

const nearest = (text: string, spans: readonly Span[], near: number): Span | undefined => {
  const distance = ({ from }: Span): number => Math.abs(codePointsOf(text.slice(0, from)) - near)
  return spans.toSorted((a, b) => distance(a) - distance(b))[0]
}

const isHalf = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc_00 && unit <= 0xdf_ff
}

const targetAt = (member: SpanTarget['member'], text: string, { from, to }: Span): SpanTarget => {
  const before = Math.max(0, from - SURROUNDINGS_UNITS)
  const after = Math.min(text.length, to + SURROUNDINGS_UNITS)
  const start = codePointsOf(text.slice(0, from))
  const exact = text.slice(from, to)
  return {
    member,
    exact,
    // Never half of a pair of surrogates.
    prefix: text.slice(isHalf(text, before) ? before + 1 : before, from),
    suffix: text.slice(to, isHalf(text, after) ? after - 1 : after),
    start,
    end: start + codePointsOf(exact),
  }
}

/**
 * The place of copied words in a text, its abstract or its title. White space and kinds of
 * quotation marks may differ. Words that occur more than once need to be selected or longer.
 */
export const locateWords = (
  content: Pick<ArticleContent, (typeof MEMBERS)[number]>,
  { words, near }: QuotedWords,
): SpanTarget | NotFound => {
  for (const member of MEMBERS) {
    const text = content[member] ?? ''
    const spans = spansIn(text, words)
    if (spans.length === 0) continue
    const [only] = spans
    if (spans.length === 1 && only !== undefined) return targetAt(member, text, only)
    const chosen =
      near === null || member !== 'contentClean' ? undefined : nearest(text, spans, near)
    return chosen === undefined ? 'quote-ambiguous' : targetAt(member, text, chosen)
  }
  return 'quote-not-in-text'
}
