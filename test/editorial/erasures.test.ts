/** Erasure through the editorial API, over ports in memory. */
import { expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import { personStream } from '#contracts/ids.ts'
import { viewText } from '#ingest/editorial/text-view.ts'
import { note, SLUG } from '#ingest/editorial/desk.testing.ts'
import { draftText, carryOutAct } from '#ingest/editorial/carry-out.ts'
import type { EditorialAct } from '#ingest/editorial/acts.ts'
import { memoryDesk } from '#ingest/editorial/desk.testing.ts'
import { memoryErasing } from '#ingest/editorial/erasure/memory.testing.ts'
import { makeDesk, personNamed, type Send } from './harness.ts'

const [FIRST, SECOND] = ['data_protection', 'data_protection 2']
const PEOPLE = {
  author: personNamed('author'),
  reviewer: personNamed('reviewer'),
  publisher: personNamed('publisher'),
}
const NAME = 'Zwrlikova'
const at = { time: '2026-02-01T08:00:00.000Z' as never, correlationId: 'test' }

/** A text with two versions, of which the first one has a name. */
const makeWorld = async () => {
  const desk = memoryDesk()
  const erasing = memoryErasing(desk)
  const made = makeDesk({ erasing }, desk)
  const act = async (who: keyof typeof PEOPLE, one: EditorialAct): Promise<void> => {
    const outcome = await carryOutAct(desk.deps, PEOPLE[who], SLUG, one, at)
    if (isRefusal(outcome)) throw new Error(outcome.refused)
  }
  const publish = async (): Promise<void> => {
    await act('author', { act: 'submit' })
    const view = await viewText(desk.deps, SLUG)
    if (isRefusal(view) || view.draft === null) throw new Error('no draft')
    await act('reviewer', { act: 'approve', sha256Hash: view.draft.sha256Hash })
    await act('publisher', { act: 'publish', reason: 'Note.' })
  }
  const first = await draftText(desk.deps, PEOPLE.author, note(`La demande de ${NAME}.`), at)
  if (isRefusal(first)) throw new Error(first.refused)
  await publish()
  await act('author', {
    act: 'revise',
    content: note('La demande de M. [X].'),
    base: null,
  } as never)
  await publish()
  return { ...made, desk, erasing }
}

const erase = (send: Send, who: string, act: string, over: object = {}) =>
  send(who, 'POST', `/texts/${SLUG}/acts/${act}-erasure`, {
    body: { versions: ['1.0.0'], ground: 'gdpr-17', request: 'RGPD 2026-1', ...over },
  })
const plan = (send: Send, who: string, over: object = {}) =>
  send(who, 'POST', `/texts/${SLUG}/erasures/plan`, {
    body: { versions: ['1.0.0'], ground: 'gdpr-17', request: 'RGPD 2026-1', ...over },
    key: null,
  })
const listed = async (send: Send, query = ''): Promise<Record<string, unknown>[]> =>
  (await send(FIRST ?? '', 'GET', `/erasures${query}`)).body['erasures'] as never

test('two persons erase a version, and the list says what follows', async () => {
  const { send, desk, erasing, log } = await makeWorld()
  expect(await listed(send)).toEqual([])
  const before = desk.log.length
  const planned = await plan(send, FIRST ?? '')
  expect(planned).toMatchObject({
    status: 200,
    body: { slug: SLUG, versions: ['1.0.0'], whole: false },
  })
  expect(planned.body['keys']).toBeGreaterThan(0)
  expect(planned.body['copies']).toContain('backups')
  expect(desk.log, 'a dry run records nothing').toHaveLength(before)

  expect(await erase(send, SECOND ?? '', 'confirm')).toMatchObject({
    status: 409,
    body: { reason: 'nothing-pending' },
  })
  const asked = await erase(send, FIRST ?? '', 'request')
  expect(asked).toMatchObject({ status: 200, body: { slug: SLUG, sha256Hash: null, id: null } })
  expect(await listed(send, '?state=requested')).toMatchObject([
    { slug: SLUG, state: 'requested', request: 'RGPD 2026-1', erased: null, finishing: null },
  ])

  expect(await erase(send, FIRST ?? '', 'confirm')).toMatchObject({
    status: 403,
    body: { error: 'forbidden', reason: 'same-person' },
  })
  for (const over of [{ ground: 'order' }, { request: 'RGPD 2026-2' }])
    expect(await erase(send, SECOND ?? '', 'confirm', over)).toMatchObject({
      status: 409,
      body: { reason: 'request-pending' },
    })
  // Whoever means to ask does not confirm by accident.
  expect(await erase(send, SECOND ?? '', 'request')).toMatchObject({
    status: 409,
    body: { reason: 'request-pending' },
  })
  const done = await erase(send, SECOND ?? '', 'confirm')
  expect(done).toMatchObject({ status: 200, body: { slug: SLUG, sha256Hash: null } })
  expect(desk.log.at(-1)?.type).toBe('WordingErased')
  expect(await listed(send, '?state=requested')).toEqual([])
  expect(await listed(send)).toMatchObject([
    {
      state: 'finishing',
      erased: { position: desk.log.length },
      finishing: { step: null, failed: null },
      removed: null,
    },
  ])

  const { body: shown } = await send('author', 'GET', `/texts/${SLUG}`)
  expect(shown['versions']).toMatchObject([
    { version: '1.0.0', erased: true, sha256Hash: null, reasons: [] },
    { version: '2.0.0', erased: false, sha256Hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])

  const rewritten = { tables: ['articles'], writeAheadLog: true }
  const finished = { erasures: 1, rows: { sealed_texts: 1 }, generation: null, rewritten }
  erasing.finishing = { ...erasing.finishing, isOpen: false, finished }
  expect(await listed(send)).toMatchObject([
    { state: 'erased', finishing: null, removed: { rows: { sealed_texts: 1 } } },
  ])
  expect(await send(FIRST ?? '', 'GET', `/texts/${SLUG}/erasures`)).toMatchObject({
    body: {
      versions: [
        { version: '1.0.0', kept: 'already-erased' },
        { version: '2.0.0', kept: 'version-live' },
      ],
      wholeKept: 'erasure-not-deleted',
    },
  })
  expect(log()).not.toContain(NAME)
})

test('a repeated write is answered as the first time', async () => {
  const { send, desk } = await makeWorld()
  const path = `/texts/${SLUG}/acts/request-erasure`
  const body = { versions: ['1.0.0'], ground: 'order', request: 'TJ 26/1' }
  const first = await send(FIRST ?? '', 'POST', path, { body, key: 'one' })
  const facts = desk.log.length
  const again = await send(FIRST ?? '', 'POST', path, { body, key: 'one' })
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(again.body).toEqual(first.body)
  expect(desk.log).toHaveLength(facts)
})

test('any person of data protection takes a request back, with a reason', async () => {
  const { send, desk } = await makeWorld()
  const cancel = (body: object) =>
    send(SECOND ?? '', 'POST', `/texts/${SLUG}/acts/cancel-erasure`, { body })
  expect(await cancel({ reason: 'Doublon.' })).toMatchObject({
    status: 409,
    body: { reason: 'nothing-pending' },
  })
  await erase(send, FIRST ?? '', 'request')
  expect(await cancel({})).toMatchObject({ status: 400 })
  expect(await cancel({ reason: ' ' })).toMatchObject({ status: 422 })
  expect(await cancel({ reason: 'Doublon.' })).toMatchObject({ status: 200 })
  expect(desk.log.at(-1)?.type).toBe('ErasureCancelled')
  expect(await listed(send)).toEqual([])
})

test.each([
  ['the live version', { versions: ['2.0.0'] }, 409, 'version-live'],
  ['an unknown version', { versions: ['7.0.0'] }, 404, 'version-unknown'],
  ['a text that is not deleted', { versions: 'all' }, 409, 'erasure-not-deleted'],
  ['a reference that nobody sees', { request: '\u00AD' }, 422, 'erasure-reference-invalid'],
] as const)('%s is refused by the plan and by the request', async (_, over, status, reason) => {
  const { send, desk } = await makeWorld()
  const facts = desk.log.length
  for (const answer of [
    await plan(send, FIRST ?? '', over),
    await erase(send, FIRST ?? '', 'request', over),
  ]) {
    expect(answer).toMatchObject({ status, body: { reason } })
    expect(answer.body['hint']).toBeTypeOf('string')
  }
  expect(desk.log).toHaveLength(facts)
})

test('two persons erase a person, who is listed by id alone', async () => {
  const { send, desk } = await makeWorld()
  const id = '0195512c-7d80-5000-8000-00000000abcd'
  const stream = personStream(id)
  const office = { office: 'president', courtCode: 'fr.ccass', from: null, to: null }
  const data = { ...office, name: NAME, recordedAt: at.time }
  await desk.deps.store.append(
    [{ streamId: stream, expectedVersion: 0, events: [{ type: 'PersonRecorded', data }] }],
    { ...at, actor: 'test', causationId: null },
  )
  const body = { ground: 'gdpr-17', request: 'RGPD 2026-9' }
  const act = (who: string, one: string, of = id) =>
    send(who, 'POST', `/persons/${of}/acts/${one}-erasure`, { body })
  const unknown = '0195512c-7d80-5000-8000-00000000dcba'
  expect(await act(FIRST ?? '', 'request', unknown)).toMatchObject({
    status: 404,
    body: { reason: 'person-unknown' },
  })
  expect(
    await send(FIRST ?? '', 'POST', `/persons/${id}/erasures/plan`, { body, key: null }),
  ).toMatchObject({
    status: 200,
    body: { personId: id, copies: expect.arrayContaining(['audit']) },
  })
  expect(await act(FIRST ?? '', 'request')).toMatchObject({ status: 200, body: { id, slug: null } })
  expect(await listed(send, '?state=requested')).toMatchObject([
    { personId: id, articleId: null, slug: null, state: 'requested', whole: true },
  ])
  expect(await act(FIRST ?? '', 'confirm')).toMatchObject({ status: 403 })
  expect(await act(SECOND ?? '', 'confirm')).toMatchObject({ status: 200 })
  expect(desk.log.at(-1)?.type).toBe('SubjectErased')
  expect(await listed(send)).toMatchObject([{ personId: id, state: 'finishing' }])
  expect(await act(SECOND ?? '', 'request')).toMatchObject({
    status: 409,
    body: { reason: 'already-erased' },
  })
  expect(
    await send(FIRST ?? '', 'POST', `/persons/${id}/acts/cancel-erasure`, {
      body: { reason: 'Doublon.' },
    }),
  ).toMatchObject({ status: 409, body: { reason: 'nothing-pending' } })
})

test('only data protection with a second factor reaches any of it', async () => {
  const { send, desk } = await makeWorld()
  const facts = desk.log.length
  for (const who of ['author', 'reviewer', 'publisher', 'administrator']) {
    for (const answer of [
      await plan(send, who),
      await erase(send, who, 'request'),
      await erase(send, who, 'confirm'),
      await send(who, 'GET', '/erasures'),
      await send(who, 'GET', `/texts/${SLUG}/erasures`),
    ])
      expect(answer, who).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
  }
  for (const answer of [
    await plan(send, `${FIRST} -2fa`),
    await erase(send, `${FIRST} -2fa`, 'request'),
  ])
    expect(answer).toMatchObject({ status: 403, body: { reason: 'second-factor-missing' } })
  expect(await send(FIRST ?? '', 'GET', '/texts/none/erasures')).toMatchObject({ status: 404 })
  expect(desk.log).toHaveLength(facts)
})
