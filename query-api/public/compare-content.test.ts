import { expect, test } from 'vitest'
import type { Article } from '#contracts/http/article.ts'
import type { VersionDiff } from '#contracts/http/versions.ts'
import { compareContent } from './compare-content.ts'

const TEXT =
  '## Le **bail**\n\n| Loyer | Charges |\n| - | - |\n| dix | neuf |\n\n---\n\n> Le preneur paie.'

const compared = (
  words: string,
  instead: string,
  { text = TEXT, members = [] }: { text?: string; members?: VersionDiff['members'] } = {},
): string => {
  const start = text.indexOf(words)
  const state = {
    language: 'fr' as const,
    url: new URL('https://example.org/t/a/compare'),
    slug: 'a',
    title: 'A',
    versions: [],
    from: '1.0.0',
    to: '2.0.0',
  }
  const change = {
    from: { text: words, span: { utf16: { start, end: start + words.length } } },
    to: { text: instead },
  }
  const diff = { content: [change], members, headnotes: [] } as unknown as VersionDiff
  const from = { contentClean: text, language: 'fr', concepts: [] } as unknown as Article
  return compareContent(state, { from, to: from, diff })
}

test('headings and rules around a change are shown as such, and lines of signs alone are not', () => {
  const table = compared('dix', 'onze')
  expect(table).not.toContain('| - | - |')
  expect(table).toContain('<hr />')
  expect(compared('Loyer', 'Prix')).toContain('<p><strong>Le bail</strong></p>')
})

test('a rule that was added or removed is marked', () => {
  expect(compared('---', '')).toMatch(/<del>.*---<\/del>/u)
})

const tableIn = (page: string): string =>
  (/<table>.*?<\/table>/su.exec(page)?.[0] ?? '').replaceAll(/\s+/gu, ' ')
const REMOVED = '<del><span class="vh">[supprimé] </span>'
const ADDED = '<ins><span class="vh">[ajouté] </span>'

test('a changed table is a table, with what changed in its cells', () => {
  expect(tableIn(compared('dix', 'onze'))).toBe(
    '<table><tbody><tr><th scope="col">Loyer</th><th scope="col">Charges</th></tr>' +
      `<tr><td>${REMOVED}dix</del>${ADDED}onze</ins></td><td>neuf</td></tr></tbody></table>`,
  )
})

test('a row that came is one, also where the comparison cuts lines', () => {
  const text = '| Bien | Loyer |\n| - | - |\n| Cave | 10 |\n| Box | 20 |\n\nFin.'
  const table = tableIn(compared(' |\n| Box', ' |\n| Cour | 5 |\n| Box', { text }))
  expect(table).toContain(`<tr><td>${ADDED}Cour</ins></td><td>${ADDED}5</ins></td></tr>`)
  const cut = compared('10', '12 |\n| Cour | 5', { text })
  expect(tableIn(cut)).toContain(`<tr><td>${ADDED}Cour</ins></td><td>${ADDED}5</ins></td></tr>`)
  expect(cut).not.toMatch(/\|/u)
})

test('of a long table the rows around a change are shown, below the names of the columns', () => {
  const rows = Array.from({ length: 9 }, (_, index) => `| Lot ${index} | ${index}0 |`)
  const text = `| Bien | Loyer |\n| - | - |\n${rows.join('\n')}\nFin.`
  const table = tableIn(compared('| Lot 6 | 60 |\n', '', { text }))
  expect(table).toContain('Bien')
  expect(table).toMatch(/colspan="2">[^<]*5[^<]*lignes inchangées/u)
  expect(table).toContain(`<tr><td>${REMOVED}Lot 6</del></td><td>${REMOVED}60</del></td></tr>`)
  expect(table).not.toContain('Lot 4')
})

test('members are named, and their codes and days are those that people read', () => {
  const page = compared('dix', 'onze', {
    members: [
      { member: 'jurisdiction', from: '["FR"]', to: '["EU","FR"]' },
      { member: 'validity.validFrom', from: null, to: '2024-06-12' },
      { member: 'publishedAt', from: '2024-05-03T08:00:00.000Z', to: '2024-05-03T09:00:00.000Z' },
      { member: 'judicialDecision.solution', from: 'rejet', to: 'cassation' },
      { member: 'judicialDecision.zones', from: '[{"end":3}]', to: '[{"end":4}]' },
    ],
  })
  expect(page).toContain('12 juin 2024')
  expect(page).toContain('3 mai 2024 à 08:00 UTC')
  expect(page).toContain('Union européenne, France')
  expect(page).toContain('Cassation')
  expect(page).toMatch(/Parties de la décision<\/span>\s*modifié/u)
  expect(page).not.toMatch(/\{|judicialDecision/u)
})
