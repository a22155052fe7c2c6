/** The words of a clause as a difference shows them: whole, up to the mark that ends it. */

const OPENING = '(«“['
const CLOSING = ')»”]'
/** A mark inside a word or number has no blank behind it: `1,5`, `le(s)`. */
const CLAUSE_END = /[,;:!?](?=\s|$)/uy

/** Before the mark that ends the clause, outside of brackets. */
const clauseEnd = (text: string, from: number): number => {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (OPENING.includes(sign)) depth += 1
    else if (CLOSING.includes(sign)) depth -= 1
    CLAUSE_END.lastIndex = at
    if (depth < 0 || (depth === 0 && CLAUSE_END.test(text))) return at
  }
  return text.length
}

/**
 * The clause from `start` that is known to reach `end`. The reading of its words may stop too
 * early: at a verb that it takes for that of the next clause, or at the full stop of an
 * abbreviation.
 */
export const clauseBetween = (text: string, start: number, end: number): string =>
  text.slice(start, clauseEnd(text, end)).trim().replace(/\.$/u, '')
