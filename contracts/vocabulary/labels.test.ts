import { expect, test } from 'vitest'
import { domainLabel, domainName, LABELS } from './labels.ts'
import { LEGAL_DOMAINS } from './texts.ts'

test('every field of law has a name in both languages', () => {
  for (const labels of [LABELS.fr, LABELS.en])
    for (const code of LEGAL_DOMAINS) expect(domainName(labels, code), code).not.toBe(code)
})

test('a field of law is shown with its root, and names of other roots do not mix', () => {
  expect(domainLabel(LABELS.fr, 'civil')).toBe('Droit civil')
  expect(domainLabel(LABELS.fr, 'international.public')).toBe(
    'Droit international\u00a0– droit international public',
  )
  expect(domainLabel(LABELS.en, 'tax.procedure')).toBe('Tax law\u00a0– tax procedure')
  expect(domainLabel(LABELS.en, 'alien')).toBe('alien')
})
