import { describe, expect, test } from 'vitest'
import { wording } from './articles.testing.ts'
import { wordingOf } from './content-record.ts'
import { statedReason } from './reasons.ts'

/** A space of no width, a turned direction, an accent on nothing. */
const INVISIBLE = ['\u200b\u200b', '\u202e\u2069', '\u0301\u0308', '\u3164']

const headnote = (summary: string) => ({
  sequence: 1,
  summary,
  sourceText: null,
  legalRuleType: null,
})

describe.each(INVISIBLE)('a text with nothing but an invisible %j', (nothing) => {
  test.each([
    ['title', wording('Le délai.', { title: nothing })],
    ['text', wording(nothing)],
    ['abstract', wording('Le délai.', { abstract: nothing })],
    ['headnotes.0.summary', wording('Le délai.', { headnotes: [headnote(nothing)] })],
  ])('in its %s is refused, and the member is named', (member, content) => {
    expect(wordingOf(content)).toMatchObject({ refused: 'text-invisible', about: { member } })
  })

  test('is no reason either', () => {
    expect(statedReason(nothing)).toMatchObject({ refused: 'reasons-missing' })
  })
})

test('an accent on a letter and a turned direction among words are no obstacle', () => {
  expect(wordingOf(wording('De\u0301bat \u202esuite\u202c.'))).toHaveProperty('sha256Hash')
})
