/** Running heads, feet and page numbers, which are no part of a text. */
import type { PdfLine } from './lines.ts'

/** Lines at the top and at the bottom of a page that may repeat on others. */
const EDGE_LINES = 3
const CHARACTERS_MAX = 150
/** A line that repeats on as many pages, or on half of them. */
const PAGES_MIN = 3

const PAGE_NUMBER =
  /^[\s\-–—|[(]{0,4}(?:(?:page|p\.)\s{0,2})?(?:\d{1,4}|[ivxlc]{1,6})(?:\s{0,2}(?:\/|sur|of|de)\s{0,2}\d{1,4})?[\s\-–—|\])]{0,4}$/iu

/** Headings whose numbers may grow with the pages. */
const NUMBERED_HEADING =
  /^(?:article|art\.|§|annexe|chapitre|section|titre|livre|partie|chapter)(?!\p{L})/iu
/** Running lines are printed at one height. */
const HEIGHT_STEP = 4

/** A line as others repeat it: to the letter, or with a number that grows with the page. */
const keysOf = ({ text, page, y }: PdfLine): string[] => {
  const at = Math.round(y / HEIGHT_STEP)
  const numbers = NUMBERED_HEADING.test(text) ? [] : [...text.matchAll(/\d{1,4}/g)]
  const ends = [...new Set([numbers.at(0), numbers.at(-1)])].filter((one) => one !== undefined)
  const growing = ends.map((found) => {
    const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)]
    return `${at} ${before}#${Number(found[0]) - page}#${after}`
  })
  return [`${at} ${text}`, ...growing]
}

const edgesOf = (page: readonly PdfLine[]): PdfLine[] => {
  const byHeight = page.toSorted((a, b) => b.y - a.y)
  return [...new Set([...byHeight.slice(0, EDGE_LINES), ...byHeight.slice(-EDGE_LINES)])].filter(
    ({ text }) => text.length <= CHARACTERS_MAX,
  )
}

/** Only the first and the last line of a page may be its number. */
const isNumber = (line: PdfLine, page: readonly PdfLine[]): boolean =>
  PAGE_NUMBER.test(line.text) &&
  (page.every(({ y }) => y <= line.y) || page.every(({ y }) => y >= line.y))

/** The pages without what repeats at their edges. */
export const withoutRunningLines = (pages: readonly (readonly PdfLine[])[]): PdfLine[][] => {
  if (pages.length < 2) return pages.map((page) => [...page])
  const counts = new Map<string, number>()
  for (const page of pages)
    for (const key of new Set(edgesOf(page).flatMap(keysOf)))
      counts.set(key, (counts.get(key) ?? 0) + 1)
  const enough = Math.min(PAGES_MIN, Math.max(2, Math.ceil(pages.length / 2)))
  return pages.map((page) => {
    const edges = new Set(edgesOf(page))
    return page.filter(
      (line) =>
        !edges.has(line) ||
        !(keysOf(line).some((key) => (counts.get(key) ?? 0) >= enough) || isNumber(line, page)),
    )
  })
}
