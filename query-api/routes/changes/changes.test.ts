import { expect, test } from 'vitest'
import { ChangesResponse } from '#contracts/http/changes.ts'
import { bearer, KEY, keyRecord, makeHarness } from '../../../test/api/harness.ts'
import { changeAt, makeChangesOf } from '../../changes/changes.testing.ts'

const CHANGES = [
  ...Array.from({ length: 12 }, (_, index) => changeAt(index + 1)),
  changeAt(13, { type: 'article.withdrawn', jurisdictions: ['LU'] }),
]

const ask = async (query: string, scopes = keyRecord().scopes) => {
  const harness = makeHarness({ changes: makeChangesOf(CHANGES) })
  harness.keys.set(KEY, keyRecord({ scopes }))
  const answer = await harness.app.inject({
    url: `/api/v1/changes${query}`,
    headers: bearer(),
  })
  await harness.app.close()
  return answer
}

test('pages through the changes, free', async () => {
  const first = await ask('?limit=10')
  expect(first.headers).toMatchObject({
    'x-service-cost-usd': '0',
    'x-service-corpus-position': '000000000000013',
  })
  const page = ChangesResponse.parse(first.json())
  expect(page.changes.map(({ position }) => Number(position))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ])
  expect([page.next, page.head]).toEqual(['000000000000010', '000000000000013'])
  const rest = ChangesResponse.parse((await ask(`?limit=10&after=${page.next}`)).json())
  expect(rest.changes).toHaveLength(3)
  const end = ChangesResponse.parse((await ask(`?after=${rest.next}`)).json())
  expect(end).toEqual({ changes: [], next: rest.next, head: page.head })
})

test('filters by type and jurisdiction', async () => {
  const types = ChangesResponse.parse((await ask('?types=article.withdrawn')).json())
  const law = ChangesResponse.parse((await ask('?jurisdictions=LU,MC')).json())
  expect([types.changes, law.changes]).toEqual([[CHANGES[12]], [CHANGES[12]]])
})

test.each([
  ['?after=14', 'after', 'cursor_beyond_head'],
  ['?after=2-7', 'after', 'invalid_cursor'],
  ['?after=', 'after', 'invalid_cursor'],
  ['?after=-1', 'after', 'invalid_cursor'],
  ['?after=1.2.3', 'after', 'invalid_cursor'],
  ['?limit=9', 'limit', 'too_small'],
  ['?limit=501', 'limit', 'too_big'],
  ['?types=article.publish', 'types.0', 'invalid_value'],
  ['?jurisdictions=DE', 'jurisdictions.0', 'invalid_value'],
  ['?since=1', 'since', 'unknown_parameter'],
])('refuses %s', async (query, path, code) => {
  const answer = await ask(query)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ error: 'validation_failed', details: [{ path, code }] })
})

test('needs the scope changes:read', async () => {
  expect((await ask('', ['search:read'])).json()).toMatchObject({
    error: 'insufficient_scope',
    reason: 'requires scope changes:read',
  })
})
