import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CellPiece, type ChangedRow, rowsBetween, tableLinesOf } from './table-changes.ts'

const HEAD = '| Bien | Loyer |\n| - | - |\n'
const linesOf = (table: string) =>
  [...tableLinesOf(table)].toSorted(([one], [other]) => one - other).map(([, line]) => line)
const between = (old: string, next: string) => rowsBetween(linesOf(old), linesOf(next))

const SIGNS = { same: '', removed: '-', added: '+' } as const
const printed = (rows: readonly ChangedRow[]): string[] =>
  rows.map(
    ({ isHead, cells }) =>
      `${isHead ? '# ' : ''}${cells
        .map((cell) => cell.map(({ kind, text }) => `${SIGNS[kind]}${text}`).join(''))
        .join(' ; ')}`,
  )

test('lines of tables are found by their numbers, also in quotations', () => {
  const text = `Un.\n\n${HEAD}| Cave | 10 |\n\n> a | b\n> c | d\n\nc | d`
  const found = [...tableLinesOf(text)].map(([line, { kind, cells }]) => [line, kind, ...cells])
  expect(found).toEqual([
    [2, 'head', 'Bien', 'Loyer'],
    [3, 'rule'],
    [4, 'row', 'Cave', '10'],
    [6, 'row', 'a', 'b'],
    [7, 'row', 'c', 'd'],
  ])
})

/** The cells that one wording leaves. */
const left = (rows: readonly ChangedRow[], without: CellPiece['kind']): string[] =>
  rows.flatMap(({ cells }) =>
    cells
      .map((pieces) => pieces.filter(({ kind }) => kind !== without))
      .filter((pieces) => pieces.length > 0)
      .map((pieces) => pieces.map(({ text }) => text).join('')),
  )

describe('the rows of two wordings', () => {
  test('show in which cell a word changed', () => {
    expect(printed(between(`${HEAD}| Cave | 10 euros |`, `${HEAD}| Cave | 12 euros |`))).toEqual([
      '# Bien ; Loyer',
      'Cave ; -10+12 euros',
    ])
  })

  test('show which row came and which went', () => {
    const old = `${HEAD}| Cave | 10 |\n| Box | 20 |\n| Toit | 30 |`
    const next = `${HEAD}| Cour | 5 |\n| Cave | 10 |\n| Toit | 31 |`
    expect(printed(between(old, next))).toEqual([
      '# Bien ; Loyer',
      '+Cour ; +5',
      'Cave ; 10',
      '-Box ; -20',
      'Toit ; -30+31',
    ])
  })

  test('show a column that came', () => {
    const next = '| Bien | Charges | Loyer |\n| - | - | - |\n| Cave | 2 | 10 |'
    expect(printed(between(`${HEAD}| Cave | 10 |`, next))).toEqual([
      '# Bien ; +Charges ; Loyer',
      'Cave ; +2 ; 10',
    ])
  })

  test('lose no cell of either wording', () => {
    const cell = fc.constantFrom('a', 'b', 'c d', 'e')
    const table = fc
      .integer({ min: 1, max: 3 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 6 }),
      )
      .map((rows) => rows.map((cells) => ({ kind: 'row' as const, cells, head: null })))
    fc.assert(
      fc.property(table, table, (old, next) => {
        const rows = rowsBetween(old, next)
        expect(left(rows, 'added')).toEqual(old.flatMap(({ cells }) => cells))
        expect(left(rows, 'removed')).toEqual(next.flatMap(({ cells }) => cells))
      }),
    )
  })
})
