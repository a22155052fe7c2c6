import { expect, test } from 'vitest'
import { JudicialDecision } from '#contracts/decision.ts'
import { wording } from '../articles.testing.ts'
import { changedDetails, printDetails } from './details.ts'

const decided = (over: Record<string, unknown>) =>
  wording('Rejette le pourvoi.', {
    contentType: 'jurisprudence',
    judicialDecision: JudicialDecision.parse({ ecli: 'ECLI:FR:CCASS:2024:SO00001', ...over }),
  })

test('names each detail that the hash leaves out', () => {
  const before = wording('Un texte.')
  const after = wording('Un texte.', {
    author: 'Mme Thill',
    licence: null,
    citations: ['C. civ., art. 1134'],
    publishedAt: '2024-01-01T00:00:00.000Z',
    provision: { work: 'Code civil', number: '1134' },
    source: { id: 'lu:loi-1#art_1', url: 'https://example.org/1' },
  })
  expect(changedDetails(before, after)).toEqual([
    'publishedAt',
    'provision',
    'citations',
    'source.url',
    'author',
    'licence',
  ])
  expect(changedDetails(before, before)).toEqual([])
})

test('names the details of a decision, and not what its hash covers', () => {
  const before = decided({ themes: [['contrat']], retrievedAt: '2024-01-01T00:00:00.000Z' })
  const after = decided({ themes: [['bail']], seat: 'Paris', solution: 'rejet' })
  expect(changedDetails(before, after)).toEqual([
    'judicialDecision.seat',
    'judicialDecision.themes',
  ])
})

test('neither the statement nor the day of the copy is a detail', () => {
  const first = wording('Un texte.', { source: { id: 'x', version: 's1' } })
  const second = wording('Un texte.', { source: { id: 'x', version: 's2' } })
  expect(changedDetails(first, second)).toEqual([])
  const copies = ['2024-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'].map((retrievedAt) =>
    decided({ retrievedAt }),
  )
  expect(changedDetails(copies[0] ?? first, copies[1] ?? first)).toEqual([])
})

test('an absent member and an empty list say the same: nothing', () => {
  const { author: _, ...record } = wording('Un texte.', { author: undefined })
  const other = { ...wording('Un texte.'), citations: [] }
  expect(changedDetails(record, other)).toEqual([])
  expect(printDetails(record)).toBe(printDetails(other))
})
