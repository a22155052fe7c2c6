/** SOMMAIRE: SCT (titrage, a path of themes) and ANA (analysis, a headnote), tied by their ID. */
import type { XmlElement } from '../xml/tree.ts'
import { attribute, childrenNamed, lineText, rawText } from '../xml/walk.ts'

type Headnote = { readonly sequence: number; readonly summary: string }

const summaryText = (analysis: XmlElement): string =>
  rawText(analysis)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()

/**
 * The analyses in their order. The numbers of CASS (1, 2 …) are kept; JADE's IDs are codes of the
 * classification (`01-01-05`), so there they are counted.
 */
export const headnotesOf = (summary: XmlElement | null): Headnote[] => {
  const analyses = childrenNamed(summary, 'ANA')
    .map((analysis) => ({ id: attribute(analysis, 'ID') ?? '', summary: summaryText(analysis) }))
    .filter((analysis) => analysis.summary !== '')
  const numbers = analyses.map(({ id }) => (/^[1-9]\d{0,3}$/.test(id) ? Number(id) : 0))
  const isNumbered =
    numbers.every((number) => number > 0) && new Set(numbers).size === numbers.length
  return analyses.map(({ summary: text }, index) => ({
    sequence: isNumbered ? (numbers[index] ?? index + 1) : index + 1,
    summary: text,
  }))
}

const segments = (path: string): string[] =>
  path
    .split(/\s+-\s+/)
    .map((segment) => segment.replace(/\.$/, '').trim())
    .filter((segment) => segment !== '')

/**
 * Headings are in capitals, so the text before one ends in a small letter: `CONTRAT DE TRAVAIL`
 * is one heading.
 */
const endsWithHeading = (segment: string, heading: string): boolean =>
  segment.endsWith(` ${heading}`) && /\p{Ll}[^\p{L}]*$/u.test(segment.slice(0, -heading.length - 1))

/**
 * A REFERENCE may hold several paths one behind the other without a sign between them. It is split
 * only before a heading that begins another path of the same summary.
 */
const parted = (path: readonly string[], headings: ReadonlySet<string>): string[][] => {
  const paths: string[][] = [[]]
  for (const segment of path) {
    const [heading] = [...headings]
      .filter((one) => endsWithHeading(segment, one))
      .toSorted((a, b) => b.length - a.length)
    if (heading === undefined) {
      paths.at(-1)?.push(segment)
      continue
    }
    paths.at(-1)?.push(segment.slice(0, -heading.length).trim())
    paths.push([heading])
  }
  return paths.filter((one) => one.length > 0)
}

/** Every path of themes, main ones and references, each once. */
export const themesOf = (summary: XmlElement | null): string[][] => {
  const paths = childrenNamed(summary, 'SCT')
    .map((sct) => segments(lineText(sct)))
    .filter((path) => path.length > 0)
  const headings = new Set(paths.map(([first = '']) => first))
  const all = paths.flatMap((path) => parted(path, headings))
  return [...new Map(all.map((path) => [path.join('\u0000'), path])).values()]
}
