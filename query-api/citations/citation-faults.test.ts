import { expect, test } from 'vitest'
import { faultOfTarget } from './citation-faults.ts'

test('an identifier that claims to be an ECLI and is malformed is reported', () => {
  const cited = { kind: 'identifier', scheme: 'ecli', normal: 'ecli:x' } as const
  expect(faultOfTarget({ ...cited, value: 'ECLI:FR:CCASS' })).toMatchObject({
    code: 'ecli_invalid',
  })
  expect(faultOfTarget({ ...cited, value: 'ECLI:FR:CCASS:2021:SO09999' })).toBeNull()
})
