import { expect, test } from 'vitest'
import { codes, readAll } from '../registry/testing.ts'

test('a line may remove a text, or all articles of an act', async () => {
  const { items } = await readAll(
    '{"removed":{"id":"lu-legilux:loi-1","at":"2026-06-02"}}\n',
    'a.jsonl',
  )
  expect(items).toEqual([
    {
      file: 'a.jsonl',
      line: 1,
      removal: { kind: 'work', id: 'lu-legilux:loi-1', path: null, at: '2026-06-02' },
    },
  ])
})

test.each(['{"removed":"a"}', '{"removed":{"id":""}}', '{"removed":{"id":"a","when":"x"}}'])(
  '%s is refused',
  async (line) => {
    const { refusals } = await readAll(`${line}\n`, 'a.jsonl')
    expect(codes(refusals)).toEqual(['removal-line-shape'])
  },
)
