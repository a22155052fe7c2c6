import { expect, test } from 'vitest'
import { partOf, readingOf, contentsOf, type TextLink } from './reading.ts'

const read = (contentClean: string, links: readonly TextLink[] = []) => {
  const part = partOf({ contentClean, judicialDecision: null }, 1)
  const languages = { language: 'fr', textLanguage: 'fr' } as const
  const body = readingOf(contentClean, part, links, languages)
  // Blanks of the template around anchors say nothing here.
  return { part, body: body.replaceAll(/\s+/gu, ' '), copied: copiedFrom(body) }
}

/** The words that a reader selects; numbers of paragraphs can not be selected. */
const copiedFrom = (body: string): string =>
  body
    .replaceAll(/<a\s+class="number"[^]*?<\/a\s*>/gu, '')
    .replaceAll(/<[^>]*>/gu, '')
    .replaceAll(/&#(\d+);/gu, (_, code: string) => String.fromCodePoint(Number(code)))

test('lists, tables and notes are shown as such, and every line keeps its number', () => {
  const text =
    'Deux points :\n\n- premier\n- second\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\nFin[^1].\n\n[^1]: Voir plus haut.'
  const { body } = read(text)
  expect([...body.matchAll(/id="p(\d+)"/gu)].map(([, number]) => Number(number))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8,
  ])
  expect(body).toMatch(/<ul class="marked"><li class="paragraph" id="p2">/u)
  expect(body).toContain('<p><span class="mark">- </span>premier</p></li>')
  expect(body).toMatch(/<thead><tr id="p4">.*<th scope="col">a<\/th><th scope="col">b<\/th>/u)
  expect(body).toMatch(/<tbody id="p5"><tr id="p6">.*<td>1<\/td><td>2<\/td>/u)
  expect(body).toContain('Fin<sup><a href="#p8">1</a></sup>.')
  expect(body).toContain('<span class="mark">1 </span>Voir plus haut.')
})

test('emphasis and links to the web are shown, and everything else stays text', () => {
  const { body } = read(
    '## Le **sort** du contrat\n**gras** et _italique_, [lien](https://a.example/?x=1&y=2), [non](javascript:x), <b>',
  )
  expect(body).toContain('id="s1">Le <strong>sort</strong> du contrat</h3>')
  expect(body).toContain('<strong>gras</strong> et <em>italique</em>')
  expect(body).toContain(
    '<a href="https://a.example/?x&#61;1&#38;y&#61;2" rel="noreferrer">lien</a>',
  )
  expect(body).toContain('[non](javascript:x)')
  expect(body).not.toContain('<b>')
})

test('quotes, rules and emphasis by stars are shown, and every line keeps its number', () => {
  const { body } = read('> Le *bail*\n> - un\n>\n\n---\n\nFin')
  expect(body).toContain('<blockquote><div class="paragraph" id="p1">')
  expect(body).toContain('<p>Le <em>bail</em></p></div><ul class="marked"><li')
  expect(body).toContain('</ul></blockquote><hr id="p4" />')
  expect(body).toMatch(/id="p5">.*<p>Fin<\/p>/u)
})

test('contents name headings without signs', () => {
  const { part } = read('## Le **sort** du contrat[^1]')
  expect(contentsOf(part, 'fr')).toEqual([{ id: 's1', title: 'Le sort du contrat', level: 3 }])
})

test('a citation is one link with one sign, also across emphasis', () => {
  const text = 'Vu l’article **1240** du code civil, **l’article 1241** 😀'
  const link = (words: string, href: string) => {
    const start = text.indexOf(words)
    return { start, end: start + words.length, href, title: href, sign: '<i>!</i>' }
  }
  const { body } = read(text, [
    link('article **1240** du code civil', '/t/a'),
    link('article 1241', '/t/b'),
  ])
  expect(body).toContain(
    '<a href="/t/a" title="/t/a">article <strong>1240</strong> du code civil</a><i>!</i>, ',
  )
  expect(body).toContain('<strong>article 1241</strong></a><i>!</i> 😀')
})

test('a copied paragraph is what it was', () => {
  for (const text of ['Vu l’article 1240 du code civil & <b>.', '- premier point', 'a_b * c ** d'])
    expect(read(text).copied).toBe(text)
})
