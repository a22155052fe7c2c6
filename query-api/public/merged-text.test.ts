import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textHunks } from '#contracts/toolkit/text-diff.ts'
import {
  isChanged,
  linesOf,
  type Piece,
  piecesOf,
  withoutSigns,
  withSurroundings,
} from './merged-text.ts'

const side = (text: string, start: number, end: number) => ({
  text: text.slice(start, end),
  span: { codePoint: { start, end }, utf16: { start, end } },
})

const mergedFrom = async (from: string, to: string): Promise<Piece[]> => {
  const hunks = await textHunks(from, to, async () => undefined)
  return piecesOf(
    from,
    hunks.map(({ oldStart, oldEnd, nextStart, nextEnd }) => ({
      kind: 'replaced',
      from: side(from, oldStart, oldEnd),
      to: side(to, nextStart, nextEnd),
    })),
  )
}

const without = (pieces: readonly Piece[], kind: Piece['kind']): string =>
  pieces
    .filter((piece) => piece.kind !== kind)
    .map(({ text }) => text)
    .join('')

const wordings = fc
  .array(fc.constantFrom('le juge', ' peut', ' doit', '\n', 'réduire', '. '), { maxLength: 40 })
  .map((words) => words.join(''))

test('what was removed and what both have is the first wording, what was added the second', () =>
  fc.assert(
    fc.asyncProperty(wordings, wordings, async (from, to) => {
      const pieces = await mergedFrom(from, to)
      expect(without(pieces, 'added')).toBe(from)
      expect(without(pieces, 'removed')).toBe(to)
    }),
    { numRuns: 300 },
  ))

test('unchanged paragraphs far from a change are counted, not shown', async () => {
  const lines = Array.from({ length: 9 }, (_, index) => `Paragraphe ${index}.`)
  const next = lines.map((line, index) => (index === 4 ? 'Autre chose.' : line))
  const pieces = await mergedFrom(lines.join('\n'), next.join('\n'))
  const shown = withSurroundings(
    linesOf(pieces).map((line) => line.pieces),
    1,
    isChanged,
  )
  expect(shown.map((one) => ('skipped' in one ? one.skipped : 'shown'))).toEqual([
    3,
    'shown',
    'shown',
    'shown',
    3,
  ])
})

test('a paragraph is shown without signs of Markdown, also where a change cuts them', () => {
  const shown = withoutSigns([
    { kind: 'same', text: '## **Le ' },
    { kind: 'removed', text: 'sort' },
    { kind: 'added', text: 'destin' },
    { kind: 'same', text: ' du contrat.** Voir [ici](https://a.example)[^1].' },
  ])
  expect(shown).toEqual([
    { kind: 'same', text: 'Le ' },
    { kind: 'removed', text: 'sort' },
    { kind: 'added', text: 'destin' },
    { kind: 'same', text: ' du contrat. Voir ici.' },
  ])
})

test('signs stay where nothing else differs', () => {
  const paragraph = [
    { kind: 'removed', text: '**Le contrat.**' },
    { kind: 'added', text: 'Le contrat.' },
  ] as const
  expect(withoutSigns(paragraph)).toEqual(paragraph)
})
