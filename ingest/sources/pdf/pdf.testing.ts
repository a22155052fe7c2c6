/** Writes small PDFs (ISO 32000), for tests. */

/** A printed line: its words, its height above the foot of the page, its size and its left edge. */
export type Printed = {
  readonly text: string
  readonly y: number
  readonly size?: number
  readonly left?: number
}

const TOP = 780
const LEADING = 14

/** Lines one below the other; an empty one leaves a gap. */
export const column = (lines: readonly string[], top = TOP): Printed[] =>
  lines.flatMap((text, index) => (text === '' ? [] : [{ text, y: top - index * LEADING }]))

const escaped = (text: string): string =>
  Buffer.from(text.replaceAll(/[()\\]/g, String.raw`\$&`), 'latin1').toString('latin1')

const contentOf = (lines: readonly Printed[]): string =>
  lines
    .map(
      ({ text, y, size = 12, left = 50 }) =>
        `BT /F1 ${size} Tf ${left} ${y} Td (${escaped(text)}) Tj ET`,
    )
    .join('\n')

/** A PDF of these pages. Letters are those of Latin-1. */
export const pdfOfPages = (pages: readonly (readonly Printed[])[]): Buffer => {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    ...pages.flatMap((lines, index) => {
      const content = contentOf(lines)
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${5 + index * 2} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
        `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let out = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = out.length
    out += `${index + 1} 0 obj\n${object}\nendobj\n`
    return String(offset).padStart(10, '0')
  })
  const start = out.length
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((at) => `${at} 00000 n \n`).join('')}`
  return Buffer.from(
    `${out}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  )
}
