import { describe, expect, test } from 'vitest'
import { WRITTEN_CITATIONS } from './by-hand.testing.ts'
import type { CitationOptions } from './cited-text.ts'
import { europeanCitation } from './european.ts'
import { frenchCitation } from './french.ts'

const spaced = (written: string): string => written.replaceAll('~', '\u00a0')

const optionsOf = (language: 'fr' | 'en', day: string | null): CitationOptions => ({
  language,
  address: 'https://example.org/t/texte',
  day,
})

describe('citations written by hand from the published rules', () => {
  for (const { name, text, fr, eu, day = null } of WRITTEN_CITATIONS)
    test(name, () => {
      const [french, english] = [optionsOf('fr', day), optionsOf('en', day)]
      expect(frenchCitation(text, french)).toBe(spaced(fr))
      expect(frenchCitation(text, english)).toBe(spaced(fr))
      if (eu === undefined) return
      expect(europeanCitation(text, french)).toBe(spaced(eu[0]))
      expect(europeanCitation(text, english)).toBe(spaced(eu[1]))
    })
})
