/** The editorial API over ports in memory. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { keyOf } from '#contracts/api-key.ts'
import { TextView } from '#ingest/editorial/api/schemas/text-view.ts'
import { WriteOutcome } from '#ingest/editorial/api/schemas/outcome.ts'
import { BASE, makeDesk, memoryWrites, type Send, TEXT } from './harness.ts'

const slugOf = (body: Readonly<Record<string, unknown>>): string => String(body['slug'])

const draft = async (send: Send, who = 'author', over: object = {}): Promise<string> => {
  const made = await send(who, 'POST', '/texts', { body: { ...TEXT, ...over } })
  expect(made).toMatchObject({ status: 201 })
  return slugOf(made.body)
}
const hashOf = async (send: Send, slug: string): Promise<unknown> => {
  const { body } = await send('reviewer', 'GET', `/texts/${slug}`)
  return TextView.parse(body).draft?.sha256Hash
}
const act = (send: Send, who: string, slug: string, name: string, body?: object) =>
  send(who, 'POST', `/texts/${slug}/acts/${name}`, body === undefined ? {} : { body })

const approved = async (send: Send): Promise<string> => {
  const slug = await draft(send)
  await act(send, 'author', slug, 'submit')
  const sha256Hash = await hashOf(send, slug)
  expect(await act(send, 'reviewer', slug, 'approve', { sha256Hash })).toMatchObject({
    status: 200,
  })
  return slug
}

test('three people bring a text to publication, revise it, and undo it', async () => {
  const { send, acts } = makeDesk()
  const slug = await draft(send)
  expect(await act(send, 'author', slug, 'submit')).toMatchObject({ body: { status: 'in_review' } })
  expect(
    await act(send, 'reviewer', slug, 'request-changes', { reasons: ['Citez l’arrêt.'] }),
  ).toMatchObject({ body: { status: 'changes_requested' } })
  const read = await send('author', 'GET', `/texts/${slug}`)
  const view = TextView.parse(read.body)
  const body = { ...view.draft?.edit, text: 'Un paragraphe de doctrine, mieux écrit.' }
  const headers = { 'if-match': String(read.headers['etag']) }
  const edited = await send('author', 'PUT', `/texts/${slug}/draft`, { body, headers })
  expect(edited).toMatchObject({ status: 200, body: { changed: true } })
  expect(edited.headers['etag']).toBe(`"${String(edited.body['tag'])}"`)
  await act(send, 'author', slug, 'submit')
  const sha256Hash = await hashOf(send, slug)
  expect(await act(send, 'reviewer', slug, 'approve', { sha256Hash })).toMatchObject({
    status: 200,
  })
  const published = await act(send, 'publisher', slug, 'publish', {})
  expect(published).toMatchObject({ status: 200, body: { status: 'published', version: '1.0.0' } })
  expect(WriteOutcome.parse(published.body).position).toBeGreaterThan(0)
  const again = { ...body, text: 'Un paragraphe de doctrine, réécrit à tort.' }
  const opened = TextView.parse((await send('author', 'GET', `/texts/${slug}`)).body)
  const revised = await send('author', 'PUT', `/texts/${slug}/draft`, {
    body: again,
    headers: {
      'if-match': String((await send('author', 'GET', `/texts/${slug}`)).headers['etag']),
    },
  })
  expect(opened.draft).toBeNull()
  expect(revised).toMatchObject({ status: 200, body: { status: 'draft' } })
  expect(await act(send, 'author', slug, 'discard-draft', { reason: 'À tort.' })).toMatchObject({
    status: 200,
    body: { status: 'published', version: '1.0.0' },
  })
  expect(await act(send, 'author', slug, 'discard-draft', { reason: 'À tort.' })).toMatchObject({
    status: 409,
    body: { error: 'conflict', reason: 'nothing-to-discard' },
  })
  expect(await act(send, 'publisher', slug, 'unpublish', { reason: 'Erreur.' })).toMatchObject({
    body: { status: 'unpublished' },
  })
  expect(await act(send, 'publisher', slug, 'publish', {})).toMatchObject({ status: 200 })
  expect(await act(send, 'publisher', slug, 'withdraw', { cause: 'Arrêt cassé.' })).toMatchObject({
    body: { status: 'published' },
  })
  expect(await act(send, 'publisher 2', slug, 'withdraw', { cause: 'Arrêt cassé.' })).toMatchObject(
    { body: { status: 'withdrawn' } },
  )
  expect(await act(send, 'publisher', slug, 'restore', { reason: 'Rétabli.' })).toMatchObject({
    body: { status: 'draft' },
  })
  expect(acts.map(({ kind }) => kind)).toEqual([
    'text.approved',
    'text.published',
    'text.draft-discarded',
    'text.unpublished',
    'text.published',
    'text.withdrawn',
    'text.restored',
  ])
  const history = await send('author', 'GET', `/texts/${slug}/history`)
  const types = (history.body['history'] as { type: string }[]).map(({ type }) => type)
  expect(types).toContain('Withdrawn')
})

describe('who calls', () => {
  test('nobody without a token, and no customer', async () => {
    const { send } = makeDesk()
    for (const who of [null, 'unknown']) {
      const { status, body, headers } = await send(who, 'GET', '/texts/x')
      expect([status, body['error'], headers['www-authenticate']]).toEqual([
        401,
        'unauthorized',
        'Bearer',
      ])
    }
    const headers = { authorization: `Bearer ${keyOf('live', 'K'.repeat(30))}` }
    const { status, body } = await send(null, 'GET', '/texts/x', { headers })
    expect([status, body['reason']]).toEqual([401, 'customers_key'])
    expect(body['detail']).toBe('This is the key of a customer, and customers never act on texts.')
  })

  test('an administrator reads no text, and an author publishes none', async () => {
    const { send } = makeDesk()
    const slug = await approved(send)
    const read = await send('administrator', 'GET', `/texts/${slug}`)
    expect([read.status, read.body['error']]).toEqual([403, 'insufficient_scope'])
    expect(read.headers['www-authenticate']).toContain('insufficient_scope')
    expect(await act(send, 'author', slug, 'publish', {})).toMatchObject({ status: 403 })
    const weak = await act(send, 'publisher -2fa', slug, 'publish', {})
    expect([weak.status, weak.body['error'], weak.body['reason']]).toEqual([
      403,
      'forbidden',
      'second-factor-missing',
    ])
    expect(weak.body['hint']).toBeTypeOf('string')
  })

  test('a person may send so many requests a minute', async () => {
    const { send } = makeDesk({
      limiter: {
        take: async (bucket) => ({
          allowed: !bucket.startsWith('editorial:'),
          remaining: 0,
          resetSeconds: 7,
        }),
      },
    })
    const { status, headers } = await send('author', 'GET', '/texts/x')
    expect([status, headers['retry-after'], headers['ratelimit-policy']]).toEqual([
      429,
      '7',
      '"editorial";q=300;w=60',
    ])
  })
})

describe('the language of a refusal', () => {
  const french = { 'accept-language': 'fr-FR,fr;q=0.9,en;q=0.5' }

  test('is that which the person prefers, and English by default', async () => {
    const { send } = makeDesk()
    const slug = await draft(send)
    const approval = { body: { sha256Hash: '0'.repeat(64) } }
    const path = `/texts/${slug}/acts/approve`
    const { headers, body } = await send('reviewer', 'POST', path, { ...approval, headers: french })
    expect(body).toMatchObject({
      error: 'conflict',
      reason: 'not-in-review',
      message: 'L’état du texte ne le permet pas',
      detail: 'Le texte n’a pas de brouillon en relecture.',
      hint: 'Soumettez-le d’abord.',
    })
    expect(headers).toMatchObject({ 'content-language': 'fr' })
    expect(String(headers['vary'])).toContain('Accept-Language')
    const english = await send('reviewer', 'POST', path, approval)
    expect(english.body).toMatchObject({ detail: 'The text has no draft in review.' })
    expect(english.headers).toMatchObject({ 'content-language': 'en' })
  })

  test('is kept by what the framework, the guard and the router refuse', async () => {
    const { send } = makeDesk()
    const wrong = { ...TEXT, titel: 'x' }
    const { body } = await send('author', 'POST', '/texts', { body: wrong, headers: french })
    expect(body).toMatchObject({
      message: 'La requête n’est pas valable',
      detail: 'titel : cette donnée est inconnue ; vouliez-vous dire title ?',
    })
    const { contentType: _, ...less } = TEXT
    const lacking = await send('author', 'POST', '/texts', { body: less, headers: french })
    expect(lacking.body).toMatchObject({
      detail: 'contentType : une donnée obligatoire manque',
    })
    const many = await send('author', 'GET', '/texts?limit=99999', { headers: french })
    expect(many.body).toMatchObject({ detail: expect.stringMatching(/limite \(\d+ au plus\)/) })
    const stranger = await send(null, 'GET', '/texts/x', { headers: french })
    expect(stranger.body).toMatchObject({ message: 'Le jeton d’accès manque ou n’est pas valable' })
    const nowhere = await send('author', 'GET', '/nowhere', { headers: french })
    expect(nowhere.body).toMatchObject({ message: 'Il n’y a rien sous cette adresse' })
    const json = await send('author', 'POST', '/texts', { body: '{', headers: french })
    expect(json.body).toMatchObject({
      details: [{ code: 'invalid_json', message: 'le corps n’est pas du JSON' }],
    })
    const edit = await send('author', 'PUT', '/texts/x/draft', { body: TEXT, headers: french })
    expect(JSON.stringify(edit.body)).not.toMatch(/\b(the|is|not)\b/)
  })
})

describe('an edit', () => {
  test('without If-Match, or with *, is refused and names the tag', async () => {
    const { send } = makeDesk()
    const slug = await draft(send)
    for (const headers of [{}, { 'if-match': '*' }]) {
      const { status, body } = await send('author', 'PUT', `/texts/${slug}/draft`, {
        body: TEXT,
        headers,
      })
      expect([status, body['error']]).toEqual([428, 'precondition_required'])
      expect(body['currentTag']).toMatch(/^[0-9a-f]{64}$/)
    }
  })

  test('of another state is refused and says what differs', async () => {
    const { send } = makeDesk()
    const slug = await draft(send)
    const { headers } = await send('author', 'GET', `/texts/${slug}`)
    const tag = { 'if-match': String(headers['etag']) }
    const first = { ...TEXT, text: 'Le premier.' }
    expect(
      await send('author', 'PUT', `/texts/${slug}/draft`, { body: first, headers: tag }),
    ).toMatchObject({ status: 200 })
    for (const given of [tag, { 'if-match': 'W/"x"' }, { 'if-match': 'x' }]) {
      const second = { ...TEXT, text: 'Le second.', abstract: 'Bref.' }
      const { status, body } = await send('author 2', 'PUT', `/texts/${slug}/draft`, {
        body: second,
        headers: given,
      })
      expect([status, body['error'], body['differs']]).toEqual([
        412,
        'precondition_failed',
        ['abstract', 'text'],
      ])
    }
  })

  test('of a published text opens the draft of the next version', async () => {
    const { send } = makeDesk()
    const slug = await approved(send)
    await act(send, 'publisher', slug, 'publish', {})
    const { headers, body } = await send('author', 'GET', `/texts/${slug}`)
    const edit = TextView.parse(body).published?.edit
    const edited = await send('author', 'PUT', `/texts/${slug}/draft`, {
      body: { ...edit, text: 'Un paragraphe de doctrine.\n\nUn autre.' },
      headers: { 'if-match': String(headers['etag']) },
    })
    expect(edited).toMatchObject({ status: 200, body: { status: 'draft', version: '1.0.0' } })
    expect((await send('author', 'GET', `/texts/${slug}`)).body).toMatchObject({
      publicStatus: 'published',
      next: { bump: 'minor' },
    })
  })
})

describe('a write under an Idempotency-Key', () => {
  test('needs one', async () => {
    const { send } = makeDesk()
    const { status, body } = await send('author', 'POST', '/texts', { body: TEXT, key: null })
    expect([status, body['details']]).toEqual([
      400,
      [expect.objectContaining({ path: 'idempotency-key', code: 'header_missing' })],
    ])
  })

  test('is done once, and its answer is given again', async () => {
    const { send, desk } = makeDesk()
    const one = { body: TEXT, key: 'one' }
    const first = await send('author', 'POST', '/texts', one)
    const facts = desk.log.length
    const again = await send('author', 'POST', '/texts', one)
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect([first, again].map(({ headers }) => headers['idempotency-replayed'])).toEqual([
      undefined,
      'true',
    ])
    expect(desk.log).toHaveLength(facts)
    const slug = slugOf(first.body)
    await act(send, 'author', slug, 'submit')
    // The answer is the first one, whatever became of the text.
    expect((await send('author', 'POST', '/texts', one)).body).toEqual(first.body)
  })

  test('is refused for another request, but open to another person', async () => {
    const { send } = makeDesk()
    await send('author', 'POST', '/texts', { body: TEXT, key: 'one' })
    const other = await send('author', 'POST', '/texts', {
      body: { ...TEXT, title: 'Autre' },
      key: 'one',
    })
    expect([other.status, other.body['error']]).toEqual([422, 'idempotency_conflict'])
    const stranger = await send('author 2', 'POST', '/texts', { body: TEXT, key: 'one' })
    expect(stranger.status).toBe(201)
  })

  test('may be sent again after a refusal, which recorded nothing', async () => {
    const { send } = makeDesk()
    const slug = await draft(send)
    const submit = { key: 'submit' }
    await act(send, 'author', slug, 'submit')
    expect(await send('author', 'POST', `/texts/${slug}/acts/submit`, submit)).toMatchObject({
      status: 409,
      body: { error: 'conflict', reason: 'nothing-to-submit' },
    })
    await act(send, 'reviewer', slug, 'request-changes', { reasons: ['Encore.'] })
    expect(await send('author', 'POST', `/texts/${slug}/acts/submit`, submit)).toMatchObject({
      status: 200,
    })
  })

  test('whose answer was lost after it was recorded is answered from the log', async () => {
    const { writes, kept } = memoryWrites()
    let isDown = true
    const { send, desk } = makeDesk({
      writes: {
        ...writes,
        answer: async (claim, answer) => {
          if (!isDown) return writes.answer(claim, answer)
          await writes.endHold(claim)
          throw new Error('the database went away')
        },
      },
    })
    const one = { body: TEXT, key: 'one' }
    expect((await send('author', 'POST', '/texts', one)).status).toBe(500)
    const facts = desk.log.length
    expect(facts).toBeGreaterThan(0)
    isDown = false
    const again = await send('author', 'POST', '/texts', one)
    expect(again).toMatchObject({ status: 200, body: { status: 'draft', changed: true } })
    expect(desk.log).toHaveLength(facts)
    expect(kept.size).toBe(1)
  })

  test('is one at a time', async () => {
    const { send, desk } = makeDesk()
    const all = await Promise.all(
      Array.from({ length: 8 }, () => send('author', 'POST', '/texts', { body: TEXT, key: 'one' })),
    )
    const statuses = all.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(0)
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true)
    expect(desk.log.filter(({ type }) => type === 'Drafted')).toHaveLength(1)
  })
})

test('of two approvals at once one wins, and the other is told so', async () => {
  const { send } = makeDesk()
  const slug = await draft(send)
  await act(send, 'author', slug, 'submit')
  const sha256Hash = await hashOf(send, slug)
  const both = await Promise.all(
    ['reviewer', 'reviewer 2'].map((who) => act(send, who, slug, 'approve', { sha256Hash })),
  )
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(both.map(({ body }) => body['reason'])).toContain('already-approved')
})

test('an approval of a text that changed meanwhile approves nothing', async () => {
  const { send } = makeDesk()
  const slug = await draft(send)
  await act(send, 'author', slug, 'submit')
  const outdated = await act(send, 'reviewer', slug, 'approve', { sha256Hash: 'a'.repeat(64) })
  expect([outdated.status, outdated.body['reason']]).toEqual([409, 'another-wording'])
})

describe('an hour of publication', () => {
  test.each([
    [{ at: '2026-10-25T02:30', timeZone: 'Europe/Paris' }, 'time-ambiguous', 2],
    [{ at: '2027-03-28T02:30', timeZone: 'Europe/Paris' }, 'time-skipped', 2],
    [{ at: '2026-10-25T08:30' }, 'zone-missing', 0],
    [{ at: '2020-01-01T00:00:00Z' }, 'schedule-past', 0],
  ])('%j is refused: %s', async (body, reason, choices) => {
    const { send } = makeDesk()
    const slug = await approved(send)
    const answer = await act(send, 'publisher', slug, 'schedule', { ...body, reason: 'Rien.' })
    expect([answer.status, answer.body['reason']]).toEqual([422, reason])
    expect(answer.body['choices'] ?? []).toHaveLength(choices)
  })

  test('is set and cancelled', async () => {
    const { send } = makeDesk()
    const slug = await approved(send)
    const at = '2026-10-25T02:30:00+01:00'
    expect(await act(send, 'publisher', slug, 'schedule', { at, reason: 'Rien.' })).toMatchObject({
      status: 200,
      body: { status: 'scheduled' },
    })
    expect(await act(send, 'publisher', slug, 'cancel-schedule', { reason: 'Non.' })).toMatchObject(
      {
        body: { status: 'approved' },
      },
    )
  })
})

test('a comment keeps its words, is answered and resolved', async () => {
  const { send } = makeDesk()
  const slug = await draft(send)
  const target = {
    member: 'contentClean',
    exact: 'paragraphe',
    prefix: 'Un ',
    suffix: ' de',
    start: 3,
    end: 13,
  }
  const comments = `/texts/${slug}/comments`
  const made = await send('reviewer', 'POST', comments, { body: { body: 'Vague.', target } })
  expect(made.status).toBe(200)
  const id = made.body['id']
  const reply = { body: 'Soit.', inReplyTo: id }
  expect((await send('author', 'POST', comments, { body: reply })).status).toBe(200)
  expect((await send('author', 'POST', `${comments}/${String(id)}/resolve`)).status).toBe(200)
  const { body } = await send('author', 'GET', `/texts/${slug}`)
  expect(TextView.parse(body).comments).toMatchObject([
    { id, anchor: { start: 3, end: 13 }, resolved: { by: expect.stringContaining('staff:') } },
    { inReplyTo: id },
  ])
  for (const [given, status] of [
    [{ body: 'x'.repeat(4_001) }, 400],
    [{ body: '' }, 400],
    [{ body: 'x', target: { ...target, exact: 'absent' } }, 422],
  ] as const)
    expect((await send('reviewer', 'POST', comments, { body: given })).status).toBe(status)
})

test('an import answers line by line, and names no folder of this machine', async () => {
  const orders: unknown[] = []
  const { send } = makeDesk({
    runImport: async ({ folder, members, dryRun }) => {
      orders.push([await readdir(folder), members, dryRun])
      return {
        total: 0,
        drafts: 0,
        texts: [],
        faults: [
          {
            file: join(folder, 'note.md'),
            line: 3,
            refused: 'front-matter-broken',
            reason: 'no type',
            hint: 'write one',
          },
        ],
        notes: [],
      }
    },
  })
  const files = [
    { name: 'note.md', text: '# Note' },
    { name: '../../lettre.pdf', base64: Buffer.from('%PDF').toString('base64') },
  ]
  const members = { contentType: 'doctrine' }
  const answer = await send('author', 'POST', '/imports', { body: { files, members } })
  expect(answer).toMatchObject({
    status: 200,
    body: {
      dryRun: true,
      faults: [{ file: 'note.md', line: 3, code: 'front-matter-broken' }],
    },
  })
  expect(orders).toEqual([[['lettre.pdf', 'note.md'], members, true]])
  expect(await send('reviewer', 'POST', '/imports', { body: { files } })).toMatchObject({
    status: 403,
  })
  const both = [{ name: 'a.md', text: 'a', base64: 'YQ==' }]
  expect(await send('author', 'POST', '/imports', { body: { files: both } })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'files.0', code: 'one_of' }] },
  })
})

/** The body and the headers of a form, as a browser sends it. */
const formOf = async (fields: Record<string, string>, files: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, text] of Object.entries(files)) form.append('files', new Blob([text]), name)
  const sent = new Response(form)
  return {
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  }
}

const importBy = () => {
  const orders: unknown[] = []
  const { app } = makeDesk({
    runImport: async ({ folder, members, dryRun }) => {
      const texts = await Promise.all(
        (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
      )
      orders.push({ texts, members, dryRun })
      return { total: 0, drafts: 0, texts: [], faults: [], notes: [] }
    },
  })
  const post = async (fields: Record<string, string>, files: Record<string, string>) => {
    const { headers, payload } = await formOf(fields, files)
    const answer = await app.inject({
      method: 'POST',
      url: `${BASE}/imports`,
      headers: { authorization: 'Bearer svc_staff_author', ...headers },
      payload,
    })
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
  }
  return { app, orders, post }
}

describe('an import by a form with files', () => {
  test('is the same import as by JSON', async () => {
    const { orders, post } = importBy()
    const fields = { members: '{"contentType":"doctrine"}', dryRun: 'false' }
    const answer = await post(fields, { 'note.md': '# Note', '../lettre.txt': 'Lettre' })
    expect(answer).toMatchObject({ status: 200, body: { dryRun: false } })
    expect(orders).toEqual([
      { texts: ['Lettre', '# Note'], members: { contentType: 'doctrine' }, dryRun: false },
    ])
    expect(await post({}, { 'a.md': 'a' })).toMatchObject({ body: { dryRun: true } })
  })

  test.each([
    ['no file', {}, {}, { path: 'files', code: 'too_small' }],
    ['members that are no JSON', { members: '{' }, { 'a.md': 'a' }, { code: 'invalid_json' }],
    ['another field', { titel: 'x' }, { 'a.md': 'a' }, { path: 'titel', code: 'unknown_member' }],
    ['no flag', { dryRun: 'yes' }, { 'a.md': 'a' }, { path: 'dryRun', code: 'invalid_type' }],
  ])('with %s is refused, and nothing is imported', async (_, fields, files, detail) => {
    const { orders, post } = importBy()
    expect(await post(fields, files)).toMatchObject({ status: 400, body: { details: [detail] } })
    expect(orders).toEqual([])
  })

  test('of 51 files is refused, and no other operation takes a form', async () => {
    const { app, post } = importBy()
    const names = Array.from({ length: 51 }, (_, index) => [`${index}.md`, 'a'] as const)
    expect(await post({}, Object.fromEntries(names))).toMatchObject({
      status: 400,
      body: { details: [{ code: 'too_many' }] },
    })
    const { headers, payload } = await formOf({ title: 'x' }, {})
    const other = await app.inject({
      method: 'POST',
      url: `${BASE}/texts`,
      headers: { authorization: 'Bearer svc_staff_author', 'idempotency-key': 'k', ...headers },
      payload,
    })
    expect(other.json()).toMatchObject({ details: [{ code: 'unsupported_media_type' }] })
  })
})
