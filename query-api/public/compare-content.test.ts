import { expect, test } from 'vitest'
import type { Article } from '#contracts/http/article.ts'
import type { VersionDiff } from '#contracts/http/versions.ts'
import { compareContent } from './compare-content.ts'

const TEXT =
  '## Le **bail**\n\n| Loyer | Charges |\n| - | - |\n| dix | neuf |\n\n---\n\n> Le preneur paie.'

const compared = (words: string, instead: string): string => {
  const start = TEXT.indexOf(words)
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
  const diff = { content: [change], members: [], headnotes: [] } as unknown as VersionDiff
  return compareContent(state, {
    from: { contentClean: TEXT, language: 'fr' } as Article,
    diff,
  })
}

test('headings and rules around a change are shown as such, and lines of signs alone are not', () => {
  const table = compared('dix', 'onze')
  expect(table).toContain('<p>| <del>')
  expect(table).not.toContain('| - | - |')
  expect(table).toContain('<hr />')
  expect(compared('Loyer', 'Prix')).toContain('<p><strong>Le bail</strong></p>')
})

test('a rule that was added or removed is marked', () => {
  expect(compared('---', '')).toMatch(/<del>.*---<\/del>/u)
})
