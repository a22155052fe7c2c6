import { expect, test } from 'vitest'
import { A, by, hashOf, recordOf, TIME } from './articles.testing.ts'
import { decideComment } from './decide-comments.ts'
import { stateOf, type TextComment } from './state.ts'

const COMMENTS_MAX = 5_000
const DIGITS = 12
const idOf = (number: number): string =>
  `0195512c-7d80-4000-8000-${String(number).padStart(DIGITS, '0')}`
const commentOf = (number: number): TextComment => ({
  id: idOf(number),
  inReplyTo: null,
  sha256Hash: hashOf(A),
  by: 'person:reviewer',
  at: TIME,
  body: 'Vu.',
  target: null,
  resolved: null,
})

test('a comment that nobody can see is refused', () => {
  const drafted = stateOf(by('person:author', { type: 'Drafted', data: { content: recordOf(A) } }))
  const { id, ...one } = commentOf(0)
  const said = (body: string) =>
    decideComment(
      { ...one, type: 'Comment', id, body, actor: 'person:a', time: TIME, texts: new Map() },
      drafted,
    )
  for (const body of ['\u200b', '\u202e\u2069', '\u0301 \u20dd'])
    expect(said(body)).toMatchObject({ refused: 'comment-invalid' })
  expect(said('Vu.')).toHaveLength(1)
})

test('a text takes 5,000 comments', () => {
  const drafted = stateOf(by('person:author', { type: 'Drafted', data: { content: recordOf(A) } }))
  const withComments = (count: number) => ({
    ...drafted,
    comments: new Map(
      Array.from({ length: count }, (_, number) => [idOf(number), commentOf(number)]),
    ),
  })
  const { id: _, ...one } = commentOf(0)
  const next = {
    ...one,
    type: 'Comment',
    id: idOf(COMMENTS_MAX),
    actor: 'person:reviewer',
    time: TIME,
    texts: new Map(),
  } as const
  expect(decideComment(next, withComments(COMMENTS_MAX - 1))).toHaveLength(1)
  expect(decideComment(next, withComments(COMMENTS_MAX))).toMatchObject({
    refused: 'comments-too-many',
  })
})
