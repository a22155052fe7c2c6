import { expect, test } from 'vitest'
import { wording } from '../../domain/article/articles.testing.ts'
import { formerWording, wordingsBetween } from './wordings.ts'

test('only the paragraphs that differ are shown, each side with its own words', () => {
  const old = wording('Premier alinéa.\nLe délai est de quatorze jours.\nTroisième alinéa.')
  const next = wording('Premier alinéa.\nLe délai est de trente jours.\nTroisième alinéa.')
  expect(wordingsBetween(old, next)).toEqual({
    before: 'Le délai est de quatorze jours.',
    after: 'Le délai est de trente jours.',
  })
})

test('changes that are apart are shown apart; an added paragraph has no former words', () => {
  const old = wording('A.\nB.\nC.\nD.')
  expect(wordingsBetween(old, wording('A 1.\nB.\nC 1.\nD.'))).toEqual({
    before: 'A.\n…\nC.',
    after: 'A 1.\n…\nC 1.',
  })
  expect(wordingsBetween(old, wording('A.\nB.\nC.\nD.\nE.'))).toEqual({ before: null, after: 'E.' })
})

test('a headnote or a title that changes is shown where the text stays', () => {
  const old = wording('Corps.', { title: 'Ancien titre' })
  expect(wordingsBetween(old, wording('Corps.', { title: 'Nouveau titre' }))).toEqual({
    before: 'Ancien titre',
    after: 'Nouveau titre',
  })
  expect(wordingsBetween(old, old)).toEqual({ before: null, after: null })
})

test('a long paragraph is cut so that its first difference can be read', () => {
  const long = 'Des mots sans fin. '.repeat(1_000)
  const { before, after } = wordingsBetween(
    wording(`${long}Le délai est de quatorze jours.`),
    wording(`${long}Le délai est de trente jours.`),
  )
  expect(before).toContain('quatorze jours')
  expect(after).toContain('trente jours')
  expect(before?.length).toBeLessThan(2_000)
  expect(formerWording(wording(long)).before).toMatch(/^Des mots .*…$/su)
})
