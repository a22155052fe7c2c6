import { expect, test } from 'vitest'
import { DoctrineSubtype, LEGAL_DOMAINS } from '#contracts/vocabulary/texts.ts'
import { nameOfCode } from './vocabulary.ts'

test('every genre and subject has a name in both languages', () => {
  for (const code of [...DoctrineSubtype.options, ...LEGAL_DOMAINS].filter(
    (one) => one !== 'article',
  ))
    expect(nameOfCode('fr', code), code).not.toBe(code)
  expect(nameOfCode('en', 'civil.security_interests')).toBe('security interests')
})
