/** The printed lines of a PDF, with their places. */
import type { getDocumentProxy } from 'unpdf'

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>

/** A printed line. Lengths are in points; `y` grows upwards. */
export type PdfLine = {
  readonly text: string
  readonly page: number
  readonly left: number
  readonly right: number
  readonly y: number
  readonly size: number
  readonly font: string
}

type Piece = Omit<PdfLine, 'page'>

/** Pieces further apart than this share of the size have a blank between them. */
const BLANK_SHARE = 0.2
/** A raised number is on the same line. */
const SAME_LINE_SHARE = 0.6

const isOnLine = (line: Piece, piece: Piece): boolean =>
  Math.abs(line.y - piece.y) < Math.max(line.size, piece.size) * SAME_LINE_SHARE &&
  piece.left >= line.left - 1

const joined = (line: Piece, piece: Piece): Piece => {
  const isApart =
    piece.left - line.right > line.size * BLANK_SHARE &&
    !/\s$/u.test(line.text) &&
    !/^\s/u.test(piece.text)
  const isMore = piece.text.trim().length > line.text.trim().length
  return {
    text: `${line.text}${isApart ? ' ' : ''}${piece.text}`,
    left: Math.min(line.left, piece.left),
    right: Math.max(line.right, piece.right),
    y: isMore ? piece.y : line.y,
    size: isMore ? piece.size : line.size,
    font: isMore ? piece.font : line.font,
  }
}

const shown = (line: Piece, page: number): PdfLine => ({
  ...line,
  text: line.text.replaceAll(/\s+/gu, ' ').trim(),
  page,
})

/**
 * Whether an item of a page is content. A tagged PDF marks what is not (running heads, feet, rules)
 * as artifacts (ISO 32000-1, 14.8.2.2).
 */
const outsideArtifacts = (): ((item: object) => boolean) => {
  const open: boolean[] = []
  return (item) => {
    if ('type' in item && item.type === 'endMarkedContent') open.pop()
    else if ('type' in item) open.push('tag' in item && item.tag === 'Artifact')
    return !open.includes(true)
  }
}

/** The lines of each page, in the order of the file. */
export const pagesOf = async (document: PdfDocument): Promise<PdfLine[][]> => {
  const pages: PdfLine[][] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const isContent = outsideArtifacts()
    const lines: PdfLine[] = []
    let open: Piece | null = null
    const close = (): void => {
      if (open !== null && open.text.trim() !== '') lines.push(shown(open, number))
      open = null
    }
    for (const item of items) {
      if (!isContent(item) || !('str' in item)) continue
      const [, , , height = 0, left = 0, y = 0] = item.transform as number[]
      const size = Math.abs(height) || item.height
      const piece = { text: item.str, left, right: left + item.width, y, size, font: item.fontName }
      if (open !== null && !isOnLine(open, piece) && item.str !== '') close()
      if (item.str !== '') open = open === null ? piece : joined(open, piece)
      if (item.hasEOL) close()
    }
    close()
    pages.push(lines)
    page.cleanup()
  }
  return pages
}
