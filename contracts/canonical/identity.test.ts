import { expect, test } from 'vitest'
import { articleIdOf, conceptIdOf, headnoteIdOf, isSlug, slugFor } from './identity.ts'
import { ArticleId, HeadnoteId } from '../ids.ts'

const SOURCE = 'demo:1'
const DIGITS = /-[0-9a-f]{8}$/

test('identities are derived: the same after every replay, and distinct', () => {
  expect(articleIdOf('http://www.example.com/')).toBe('fcde3c85-2270-590f-9e7c-ee003d65e0e2')
  expect(ArticleId.parse(articleIdOf(SOURCE))).toBe(articleIdOf(SOURCE))
  expect(HeadnoteId.parse(headnoteIdOf(SOURCE, 1))).not.toBe(headnoteIdOf(SOURCE, 2))
  expect(conceptIdOf('http://eurovoc.europa.eu/1234')).not.toBe(conceptIdOf('http://x'))
})

const TITLES: [string, string][] = [
  ["L'été à Œuvre — Straße Łódź", 'l-ete-a-oeuvre-strasse-lodz'],
  ['Col·legi, llei núm. 29/2021 (ﬁn)', 'collegi-llei-num-29-2021-fin'],
  ['« Ægir » ; n° 22-12.345', 'aegir-n-22-12-345'],
  ['Ελλάς', 'text'],
  ['— ! —', 'text'],
  [`${'a'.repeat(79)} bc`, 'a'.repeat(79)],
  ['é'.repeat(200), 'e'.repeat(80)],
]
test.each(TITLES)('the slug of %s', (title, words) => {
  const slug = slugFor(title, SOURCE)
  expect(isSlug(slug)).toBe(true)
  expect(slug.replace(DIGITS, '')).toBe(words)
  expect(slug).toMatch(DIGITS)
})

test('texts that share a title have distinct slugs', () => {
  expect(slugFor('Article 1', 'a')).not.toBe(slugFor('Article 1', 'b'))
})

test('a slug that an editor gives is ASCII, lower case, single hyphens, at most 600 characters', () => {
  expect(isSlug('a'.repeat(600))).toBe(true)
  for (const bad of ['', '-a', 'a-', 'a--b', 'A', 'é', 'a b', 'a'.repeat(601)]) {
    expect(isSlug(bad), bad).toBe(false)
  }
})
