import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'
import { runsOf } from './runs.ts'
import { structureOf } from './structure.ts'

const passagesOf = (contentClean: string) =>
  structureOf(contentClean, blocksOf({ contentClean, judicialDecision: null }))

test('lists, tables and notes are those that marks show', () => {
  const text =
    '- un\n- deux\n1. a\n2. b\n\n| x | y |\n| - | - |\n| 1 | 2 |\n\nc | d\ne | f\n\n[^1]: n\n\nfin'
  expect(passagesOf(text).map(({ kind }) => kind)).toEqual([
    'list',
    'list',
    'table',
    'table',
    'note',
    'paragraph',
  ])
})

test('every line is in one passage, in order', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom('- a', '1. b', 'c | d', '| e |', '| - |', '[^1]: n', 'mot', '', '# T'),
      ),
      (lines) => {
        const text = lines.join('\n')
        const starts = passagesOf(text).flatMap((passage) => {
          if (passage.kind === 'list') return passage.items.map(({ start }) => start)
          if (passage.kind === 'note') return [passage.line.start]
          if (passage.kind === 'zone') return []
          if (passage.kind !== 'table') return [passage.start]
          const { head, rule, rows } = passage
          return [head, rule, ...rows].flatMap((row) => (row === null ? [] : [row.start]))
        })
        const blocks = blocksOf({ contentClean: text, judicialDecision: null })
        expect(starts).toEqual(blocks.map((block) => (block.kind === 'zone' ? -1 : block.start)))
      },
    ),
  ))

test('runs show emphasis, notes and links, and leave out their signs', () => {
  const text = 'Un **mot** et _un autre_[^2], snake_case_name, a_b_.'
  const link = { start: 5, end: 8, href: '/t/x', title: 'X' }
  const runs = runsOf(text, { start: 0, end: text.length }, [link])
  expect(runs.map((run) => [run.text, run.style, run.link?.href ?? null, run.note])).toEqual([
    ['Un ', 'plain', null, null],
    ['mot', 'strong', '/t/x', null],
    [' et ', 'plain', null, null],
    ['un autre', 'emphasis', null, null],
    ['2', 'plain', null, '2'],
    [', snake_case_name, a_b_.', 'plain', null, null],
  ])
})
