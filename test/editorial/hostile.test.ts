/** Hostile requests: each is refused in our words, records nothing, and leaks nothing. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { InjectOptions } from 'fastify'
import { EditorialError } from '#contracts/http/editorial-error.ts'
import { BASE, type Desk, makeDesk, TEXT } from './harness.ts'

const CANARY = 'cormoran-zibeline'
const auth = { authorization: 'Bearer svc_staff_author.reviewer.publisher' }
const json = { ...auth, 'content-type': 'application/json', 'idempotency-key': 'hostile' }

const post = (path: string, payload: string | Buffer, headers: object = {}): InjectOptions => ({
  method: 'POST',
  url: `${BASE}${path}`,
  headers: { ...json, ...headers },
  payload,
})
const text = (over: object): string => JSON.stringify({ ...TEXT, title: CANARY, ...over })

/** The name, the request, and the status of its refusal. */
const HOSTILE: readonly (readonly [string, InjectOptions, number])[] = [
  ['no JSON', post('/texts', `{"title": "${CANARY}`), 400],
  ['an empty body', post('/texts', ''), 400],
  ['null', post('/texts', 'null'), 400],
  ['a list', post('/texts', '[]'), 400],
  ['a number', post('/texts', '12'), 400],
  ['an unknown member', post('/texts', text({ approved: true })), 400],
  ['a repeated member', post('/texts', `{"title":"a","title":"${CANARY}"}`), 400],
  [
    'a prototype',
    post('/texts', `{"__proto__":{"scopes":["editorial:publish"]},"title":"x"}`),
    400,
  ],
  ['deep nesting', post('/texts', '['.repeat(40) + ']'.repeat(40)), 400],
  ['very deep nesting', post('/texts', '['.repeat(100_000)), 400],
  ['bytes that are no UTF-8', post('/texts', Buffer.from([0x22, 0xff, 0xfe, 0x22])), 400],
  ['U+0000', post('/texts', text({ text: `a\u0000${CANARY}` })), 400],
  ['half of a surrogate pair', post('/texts', text({ text: '\ud800' })), 400],
  ['more than 4 MB', post('/texts', text({ text: 'x'.repeat(5 * 1024 * 1024) })), 400],
  ['a compressed body', post('/texts', text({}), { 'content-encoding': 'gzip' }), 400],
  [
    'a form',
    post('/texts', 'title=x', { 'content-type': 'application/x-www-form-urlencoded' }),
    400,
  ],
  ['a type of text that does not exist', post('/texts', text({ contentType: 'poem' })), 422],
  ['a title of blanks', post('/texts', text({ title: ' \t ' })), 422],
  ['a title of 3,000 characters', post('/texts', text({ title: 'é'.repeat(3_000) })), 422],
  ['a slug with a path', post('/texts', text({ slug: '../../etc/passwd' })), 422],
  ['an author of 1,000 characters', post('/texts', text({ author: 'x'.repeat(1_000) })), 422],
  [
    '501 headnotes',
    post(
      '/texts',
      text({
        headnotes: Array.from({ length: 501 }, (_, at) => ({ sequence: at + 1, summary: 'x' })),
      }),
    ),
    422,
  ],
  ['a decision that is a list', post('/texts', text({ judicialDecision: [] })), 400],
  ['a key with line breaks', post('/texts', text({}), { 'idempotency-key': 'a\tb' }), 400],
  [
    'a key of 300 characters',
    post('/texts', text({}), { 'idempotency-key': 'k'.repeat(300) }),
    400,
  ],
  ['a text that nobody wrote', post('/texts/no-such-text/acts/submit', '{}'), 404],
  ['a slug that is none', post(`/texts/${'%2e%2e%2f'.repeat(4)}/acts/submit`, '{}'), 404],
  ['an act that is none', post('/texts/x/acts/erase', '{}'), 404],
  ['a hash that is none', post('/texts/x/acts/approve', '{"sha256Hash":"latest"}'), 400],
  [
    'a reason of 3,000 characters',
    post('/texts/x/acts/unpublish', JSON.stringify({ reason: 'x'.repeat(3_000) })),
    400,
  ],
  ['another person as the actor', post('/texts/x/acts/publish', '{"as":"staff:1"}'), 400],
  ['a query', post('/texts/x/acts/submit?force=true', '{}'), 400],
  ['a treatment that is none', post("/treatments/'; drop table events; --/confirm", '{}'), 404],
  [
    'a notice that is none',
    post(`/impact/${encodeURIComponent("1' or '1'='1")}/settle`, '{}'),
    404,
  ],
  [
    'a position beyond the log',
    { method: 'GET', url: `${BASE}/positions/999999999999999`, headers: auth },
    404,
  ],
  ['a position that is none', { method: 'GET', url: `${BASE}/positions/-1`, headers: auth }, 404],
  [
    'a wait of an hour',
    { method: 'GET', url: `${BASE}/positions/0?waitSeconds=3600`, headers: auth },
    400,
  ],
  [
    'an unknown state',
    { method: 'GET', url: `${BASE}/texts?status=published,erased`, headers: auth },
    400,
  ],
  [
    'a page of a million',
    { method: 'GET', url: `${BASE}/texts?limit=1000000`, headers: auth },
    400,
  ],
]

let desk: Desk
beforeAll(() => {
  desk = makeDesk()
})

describe('a hostile request', () => {
  test.each(HOSTILE)('with %s is refused', async (_, request, status) => {
    const answer = await desk.app.inject(request)
    expect([answer.statusCode, answer.body.slice(0, 400)]).toEqual([status, expect.anything()])
    const body = EditorialError.parse(answer.json())
    expect(body.detail ?? '').not.toMatch(/zod|prototype|postgres|node_modules|\bat \//i)
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  })

  test('leaves no fact, and no word of itself in the log', async () => {
    await desk.send('author', 'POST', '/texts', { body: { ...TEXT, title: CANARY, text: CANARY } })
    const [slug = ''] = desk.desk.log.flatMap(({ data }) =>
      'content' in data ? [data.content.slug] : [],
    )
    await desk.send('reviewer', 'POST', `/texts/${slug}/comments`, { body: { body: CANARY } })
    await desk.send('author', 'GET', `/texts/${slug}`)
    // The one text that was meant, and its comment.
    expect(desk.desk.log.map(({ type }) => type)).toContain('CommentAdded')
    expect(new Set(desk.desk.log.map(({ streamId }) => streamId)).size).toBe(1)
    const log = desk.log()
    expect(log.split('\n').length).toBeGreaterThan(HOSTILE.length)
    expect(log).not.toContain(CANARY)
    expect(log).not.toContain('svc_staff_')
    expect(log).not.toContain('hostile')
    expect(log).toContain('"staffId":"')
  })
})
