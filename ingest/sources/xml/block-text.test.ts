import { expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import { blockText, markOf } from './block-text.ts'
import { parseXml } from './tree.ts'
import { lineText } from './walk.ts'

const rootOf = (inner: string) => {
  const document = parseXml(`<body>${inner}</body>`)
  if (isRefusal(document)) throw new Error(document.reason)
  return document.root
}
const read = (inner: string): string => blockText(rootOf(inner))

test('the words of a cell stay apart, whatever parts its lines', () => {
  const cells = '<td><p>Loyer</p><p>Charges</p></td><td>en euros<br/>par mois</td>'
  expect(read(`<table><tr>${cells}</tr></table>`)).toBe('Loyer Charges | en euros par mois')
})

test('a caption stands above its table', () => {
  const table =
    '<table><caption>Tarif <b>2024</b></caption><tbody><tr><td>A</td></tr></tbody></table>'
  expect(read(table)).toBe('Tarif 2024\n\nA')
})

test('a table in the last cell of a row keeps its own rows', () => {
  const inner = '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>'
  expect(read(`<table><tr><td>1</td><td>Dont :${inner}</td></tr></table>`)).toBe(
    '1 | Dont :\na | b\nc | d',
  )
})

const skip = ({ name }: { readonly name: string }): boolean => name === 'del'

test('skipped elements are left out of cells and items too', () => {
  const table = '<table><tr><td>dix <del>neuf</del></td><del><td>x</td></del></tr></table>'
  const list = '<ul><li>un</li><del><li>deux</li></del><li>trois <del>quatre</del></li></ul>'
  expect(blockText(rootOf(table + list), { skip })).toBe('dix\n\n- un\n- trois')
})

test('a list begins with the number and the letters that it states', () => {
  expect(read('<ol type="a" start="3"><li>un</li><li>deux</li></ol>')).toBe('c. un\nd. deux')
  expect(read('<ol type="I"><li>un</li><li>deux</li></ol>')).toBe('I. un\nII. deux')
  expect(read('<ol start="x"><li>un</li></ol>')).toBe('1. un')
  expect(markOf('i)', 39)).toBe('xl)')
})

test('what stands in a list without being an item is kept', () => {
  expect(read('<ul><li>un</li><ul><li>dessous</li></ul>libre<p>à part</p></ul>')).toBe(
    '- un\n- dessous\nlibre\nà part',
  )
})

test('elements in capitals are the same elements', () => {
  expect(read('<P>un</P><P>deux<BR/>trois</P><UL><LI>quatre</LI></UL><H2>cinq</H2>')).toBe(
    'un\n\ndeux\ntrois\n\n- quatre\n\n## cinq',
  )
})

test('on one line, words of two lines stay apart and parts of a word together', () => {
  expect(lineText(rootOf('<p>Règlement 1<sup>er</sup></p><p>du 3 mai<br/>2024</p>'))).toBe(
    'Règlement 1er du 3 mai 2024',
  )
})
