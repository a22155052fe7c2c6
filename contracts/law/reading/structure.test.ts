import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blocksOf } from './blocks.ts'
import { runsOf, wordsOfLine } from './runs.ts'
import { type Passage, structureOf } from './structure.ts'

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

test('quotes and rules are those that marks show, with what a quote holds', () => {
  const text =
    '> Le juge\n> - un\n> - deux\n>\n> > statue\n\n> à part\n\n---\n* * *\n\n>50 ans\n-- \n\nfin'
  const [quote, apart, rule, stars, ...others] = passagesOf(text)
  if (quote?.kind !== 'quote') throw new Error('no quote')
  expect(quote.passages.map(({ kind }) => kind)).toEqual(['paragraph', 'list', 'quote'])
  expect(quote.lines.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
  expect(apart).toMatchObject({ kind: 'quote', passages: [{ kind: 'paragraph', number: 6 }] })
  expect([rule?.kind, stars?.kind]).toEqual(['rule', 'rule'])
  expect(others.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph', 'paragraph'])
})

test('quotes are nested as deep as people read them', () => {
  const depthOf = (passages: readonly Passage[]): number =>
    Math.max(0, ...passages.map((one) => (one.kind === 'quote' ? 1 + depthOf(one.passages) : 0)))
  expect(depthOf(passagesOf(`${'> '.repeat(20_000)}fin`))).toBe(3)
})

test('every line is in one passage, in order', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          '- a',
          '1. b',
          'c | d',
          '| e |',
          '| - |',
          '[^1]: n',
          'mot',
          '',
          '# T',
          '> q',
          '> - r',
          '>',
          '---',
        ),
      ),
      (lines) => {
        const text = lines.join('\n')
        const starts = passagesOf(text).flatMap((passage) => {
          if (passage.kind === 'list') return passage.items.map(({ start }) => start)
          if (passage.kind === 'note') return [passage.line.start]
          if (passage.kind === 'quote') return passage.lines.map(({ start }) => start)
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

test.each([
  [
    'Un *mot* rare',
    [
      ['Un ', ''],
      ['mot', '*'],
      [' rare', ''],
    ],
  ],
  [
    '*Infra*, n° 3',
    [
      ['Infra', '*'],
      [', n° 3', ''],
    ],
  ],
  [
    '**très *fort* ici** *et*',
    [
      ['très ', '**'],
      ['fort', '**'],
      [' ici', '**'],
      [' ', ''],
      ['et', '*'],
    ],
  ],
  ['M. X (*) et Mme Y (*)', [['M. X (*) et Mme Y (*)', '']]],
  ['a*b*c, 2 * 3 * 4, * un * deux', [['a*b*c, 2 * 3 * 4, * un * deux', '']]],
])('emphasis by stars in %s', (text, expected) => {
  expect(runsIn(text).map(({ text: words, sign }) => [words, sign])).toEqual(expected)
})

const runsIn = (text: string) => runsOf(text, { start: 0, end: text.length }, [])

test('runs show links to the web alone, also within emphasis', () => {
  const text = 'Voir [le code](https://a.example/x_y_z_(1)?a=1), **[ici](http://b.example) même**.'
  expect(runsIn(text).map((run) => [run.text, run.style, run.address])).toEqual([
    ['Voir ', 'plain', null],
    ['le code', 'plain', 'https://a.example/x_y_z_(1)?a=1'],
    [', ', 'plain', null],
    ['ici', 'strong', 'http://b.example'],
    [' même', 'strong', null],
    ['.', 'plain', null],
  ])
  for (const raw of ['[a](javascript:b)', '[a](/b)', '[a] (https://b.example)', '[](https://b.c)'])
    expect(runsIn(raw)).toMatchObject([{ text: raw, address: null }])
})

test.each([
  ['## Le **sort** du contrat', 'Le sort du contrat'],
  ['[^1]: _Ibid._, [p. 3](https://a.example)', 'Ibid., p. 3'],
  ['> > *Le* juge', 'Le juge'],
  ['>50 ans', '>50 ans'],
  ['Le juge[^2] statue * et 2 ** 3 font 8_', 'Le juge statue * et 2 ** 3 font 8_'],
])('the words of %s are %s', (line, words) => expect(wordsOfLine(line)).toBe(words))

test('words are in runs once, in order, whatever the signs', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom('a', ' ', '**', '*', '_', '[', ']', '(https://b.c)', '[^1]', '(', ')', 'é'),
        { maxLength: 30 },
      ),
      (parts) => {
        const text = parts.join('')
        let at = 0
        for (const run of runsIn(text)) {
          const found = text.indexOf(run.text, at)
          expect(found).toBeGreaterThanOrEqual(at)
          at = found + run.text.length
        }
        expect(at).toBeLessThanOrEqual(text.length)
      },
    ),
  ))
