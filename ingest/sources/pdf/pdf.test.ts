import { expect, test } from 'vitest'
import { codes, readAll } from '../registry/testing.ts'

/** A PDF of one page with these lines. */
const pdfOf = (lines: readonly string[]): Buffer => {
  const show = lines.map((line) => `(${line.replaceAll(/[()\\]/g, '\\$&')}) Tj T*`).join('\n')
  const content = `BT /F1 12 Tf 14 TL 50 780 Td\n${show}\nET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
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
const FRONT = ['---', 'title: Une note', 'contentType: doctrine', 'source.id: pdf:1', '---']

test('a text layer is read, line by line', async () => {
  const { records, refusals } = await readAll(pdfOf([...FRONT, 'Premier.', 'Second.']), 'a.pdf')
  expect(refusals).toEqual([])
  expect(records).toMatchObject([
    { title: 'Une note', text: 'Premier.\nSecond.', source: { id: 'pdf:1' } },
  ])
})

test('without a text layer, without members, or cut off it is refused with a hint', async () => {
  const empty = await readAll(pdfOf([]), 'a.pdf')
  expect(empty.refusals).toMatchObject([
    { refused: 'pdf-without-text', hint: expect.stringContaining('ocrmypdf') },
  ])
  expect(codes((await readAll(pdfOf(['Texte.']), 'a.pdf')).refusals)).toEqual([
    'front-matter-missing',
  ])
  expect(codes((await readAll('%PDF-1.4\nrien', 'a.pdf')).refusals)).toEqual(['pdf-broken'])
})
