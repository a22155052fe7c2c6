import { expect, test } from 'vitest'
import { z } from 'zod'
import { LOOK_UP_KEYS, type LookUpKey, LookUpQuery } from '#contracts/http/lookup.ts'
import { requireLookUp } from './look-up.ts'

const UUID = '6f1b7a0c-7d0b-5c1e-9a57-0d3c2f1e4b5a'
const GIVEN: Readonly<Record<LookUpKey, readonly string[]>> = {
  ecli: [
    'ECLI:FR:CCASS:2020:SO01119',
    ' ecli:eu:c:2020:559\n',
    'ECLI:FR:CCASS:0020:SO01119',
    'ECLI:FR:1CASS:2020:SO01119',
    'ECLI:FR:CCASS:2020:SO01119.',
    'ECLI:FR:CCASS:2020:',
  ],
  celex: ['32016R0679', '32016r0679(01)', ' 62018CJ0311-20200716 ', '2016R0679', '32016R679'],
  eli: [
    'https://data.europa.eu/eli/reg/2016/679/oj',
    'eli/reg/2016',
    ' /ELI/dir/1',
    '/eli/r g/2016',
    'eli/abc',
    'heli/reg/2016',
  ],
  docket: ['18-13.769', 'C-311/18', 'sans numéro', '٣'],
  id: [
    UUID,
    UUID.toUpperCase(),
    ` ${UUID} `,
    UUID.replaceAll('-', ''),
    UUID.replace('5c1e', '9c1e'),
    '00000000-0000-0000-0000-000000000000',
    '00000000-0000-0000-0000-000000000001',
  ],
}

/** Whether the endpoint looks it up. */
const isTaken = (key: LookUpKey, value: string): boolean => {
  try {
    requireLookUp(LookUpQuery.parse({ [key]: value }))
    return true
  } catch {
    return false
  }
}

test('the description has the forms without which nothing is looked up', () => {
  const { properties = {} } = z.toJSONSchema(LookUpQuery, { io: 'input' })
  for (const key of LOOK_UP_KEYS) {
    const property = properties[key]
    const form = new RegExp(typeof property === 'object' ? (property.pattern ?? '') : '')
    const taken = GIVEN[key].map((value) => isTaken(key, value))
    expect(
      GIVEN[key].map((value) => form.test(value)),
      key,
    ).toEqual(taken)
    expect(new Set(taken).size, key).toBe(2)
  }
})
