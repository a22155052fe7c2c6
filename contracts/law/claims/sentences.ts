/** A stretch of a text in UTF-16 units, `end` exclusive. */
export type Span = { readonly start: number; readonly end: number }

/** A sentence and its paragraph. */
export type Sentence = Span & { readonly paragraph: number; readonly heading: boolean }

/** Abbreviations: a full stop after them does not end a sentence. Folded to small letters. */
const ABBREVIATIONS = new Set(
  (
    'art al alin p pp cf ex av ch chap civ com comm crim soc cass req réf ass sect plén mixte bull obs rappr ibid op cit ' +
    'm mm mme mlle me dr pr st ste n no núm num vol éd ed coll dir spéc préc loc l r d lo lp a c cons const ce ca ' +
    'tj ta caa tgi ti cph jo jorf bo rec leb gaz pal dall rev rtd jcp dir conv reg règl déc ord arr circ adm trav pén proc ' +
    'mr mrs ms vs etc inc ltd e.g i.e reg para sec'
  ).split(' '),
)
/** Only from the first mark of a run: from each of them it would be read again. */
const END = /(?<![.!?…])[.!?…]+["»”)\]]*(?=\s|$)/gu
const BREAK = /\n+/gu
const LAST_WORD = /(?<![\p{L}\p{N}.°])([\p{L}\p{N}.°]+)$/u
const OPENS = /^\s*(?:["«“(]+\s*)?(?:\p{Lu}|\d|[-–—*_])/u
const LEAD = /^(?:#{1,6}\s+|>\s+|[-–—*•]\s+|\(?\d{1,3}[.)°]\s+|\(?[a-z]\)\s+)+/u
const INITIAL = /^\p{Lu}$/u
const CLOSING = /(?<!["»”)\]])["»”)\]]+$/u

const endsSentence = (text: string, at: number, mark: string, after: string): boolean => {
  const bare = mark.replace(CLOSING, '')
  // A question or an exclamation ends where a capital follows; inside a quotation it may not.
  if (!OPENS.test(after) && after.trim() !== '') return false
  if (bare !== '.') return true
  const word = LAST_WORD.exec(text.slice(Math.max(0, at - 24), at))?.[1] ?? ''
  const plain = word.toLowerCase().replace(/^\.+/u, '')
  if (INITIAL.test(word) || ABBREVIATIONS.has(plain)) return false
  return true
}

const trimmed = (text: string, start: number, end: number): Span => {
  const slice = text.slice(start, end)
  const lead = slice.length - slice.trimStart().length
  return { start: start + lead, end: start + slice.trimEnd().length }
}

const sentencesOfLine = (text: string, line: Span): Span[] => {
  const slice = text.slice(line.start, line.end)
  const spans: Span[] = []
  let from = 0
  for (const match of slice.matchAll(END)) {
    const end = match.index + match[0].length
    if (!endsSentence(slice, match.index, match[0], slice.slice(end, end + 12))) continue
    spans.push({ start: line.start + from, end: line.start + end })
    from = end
  }
  if (from < slice.length) spans.push({ start: line.start + from, end: line.end })
  return spans
    .map(({ start, end }) => trimmed(text, start, end))
    .filter(({ start, end }) => end > start)
}

/**
 * The sentences of a text, in order. A line end ends a sentence; the marks of headings and lists
 * (`## `, `12. `) are not part of a sentence. `art.`, `n°`, `Cass. soc.`, `M. X`, `L. 1221-1` end
 * none. Linear in the text.
 */
export const sentencesOf = (text: string): Sentence[] => {
  const sentences: Sentence[] = []
  let start = 0
  let paragraph = 0
  const lines: Span[] = []
  for (const match of text.matchAll(BREAK)) {
    lines.push({ start, end: match.index })
    start = match.index + match[0].length
  }
  lines.push({ start, end: text.length })
  for (const line of lines) {
    const lead = LEAD.exec(text.slice(line.start, line.end))?.[0] ?? ''
    const heading = lead.startsWith('#')
    const body = trimmed(text, line.start + lead.length, line.end)
    if (body.end <= body.start) continue
    for (const span of sentencesOfLine(text, body)) sentences.push({ ...span, paragraph, heading })
    paragraph += 1
  }
  return sentences
}
