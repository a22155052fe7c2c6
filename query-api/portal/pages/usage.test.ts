import { expect, test } from 'vitest'
import { type Language, printersOf } from '#contracts/web/language.ts'
import type { Visit } from '../web.ts'
import { wordsOf } from '../words/words.ts'
import { usagePage } from './usage.ts'

const contentOf = (language: Language, calls: number): string => {
  const visit = { language, words: wordsOf(language), print: printersOf(language) } as Visit
  const day = { day: '2026-06-15', operation: 'search', calls, microUsd: 15_000 * calls } as const
  const state = { month: '2026-06', before: null, next: null, usage: [day] }
  return usagePage(visit, state).content
}

test('one call is one call, and not one calls', () => {
  expect(contentOf('en', 1)).toContain(' for 1 call<')
  expect(contentOf('en', 2)).toContain(' for 2 calls<')
  expect(contentOf('fr', 1)).toContain(' pour 1 appel<')
  expect(contentOf('fr', 2)).toContain(' pour 2 appels<')
})
