import { describe, expect, test } from 'vitest'
import { EmailAddress } from '#contracts/account.ts'
import { startBlock } from './start-block.ts'

const API = 'http://127.0.0.1:8080/api/v1'
const DESK = 'http://127.0.0.1:8081'
const KEY = 'svc_live_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA2AKiuZ'

const PEOPLE = [
  {
    email: EmailAddress.parse('claire.auteur@demo.pandect.example'),
    name: 'Claire Moreau',
    roles: ['author'],
    password: 'aaaa-bbbb-cccc-dddd',
  },
  {
    email: EmailAddress.parse('helene.editrice@demo.pandect.example'),
    name: 'Hélène Roussel',
    roles: ['publisher', 'administrator'],
    password: null,
  },
] as const

describe('what npm start prints', () => {
  test('names each address, the key and one request to paste', () => {
    const block = startBlock({ api: API, desk: DESK, key: KEY, people: [] })
    for (const place of [
      API,
      `${DESK}/`,
      'http://127.0.0.1:8080/docs/',
      'http://127.0.0.1:8080/account',
      KEY,
    ])
      expect(block).toContain(place)
    expect(block.split('\n').filter((line) => line.includes('curl'))).toHaveLength(1)
    expect(block.split('\n').length).toBeLessThanOrEqual(14)
  })

  test('leaves key and request out where there is no demonstration', () => {
    expect(startBlock({ api: API, desk: DESK, key: null, people: [] })).not.toMatch(/key|curl/)
  })

  test('says how to sign in to the desk as each demonstration person', () => {
    const lines = startBlock({ api: API, desk: DESK, key: KEY, people: PEOPLE }).split('\n')
    expect(lines).toContain(
      '  author                    claire.auteur@demo.pandect.example    aaaa-bbbb-cccc-dddd',
    )
    expect(lines).toContain(
      '  publisher, administrator  helene.editrice@demo.pandect.example  the password that was chosen',
    )
  })
})
