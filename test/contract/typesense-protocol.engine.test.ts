/**
 * The adapter against a scripted server: what it sends, and what it makes of answers. No search
 * engine is tested here.
 */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Fault } from '#contracts/fault.ts'
import { TYPESENSE } from '#infra/typesense/limits.ts'
import { makeServer } from '#infra/typesense/server.ts'
import { makeTypesenseCopies, makeTypesenseDocuments } from '#infra/typesense/text-documents.ts'
import { makeTypesenseWriter } from '#infra/typesense/writer.ts'
import { documentOf, queryFor, textOf, uuid } from './search-fixtures.ts'
import { searchIndexContract } from './search-index.contract.ts'
import { openTypesense } from './typesense-opened.ts'
import { answersAsTheReference } from './typesense-parity.ts'
import { type Heard, type ScriptedTypesense, startScripted } from './typesense-scripted.ts'
import { applyOne, at, CATCH_UP_MS, fails, openSide, SECRET, type Side } from './typesense-side.ts'

const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)

let shared: ScriptedTypesense
beforeAll(async () => {
  shared = await startScripted()
})
afterAll(() => shared.stop())

for (const tidied of [true, false])
  searchIndexContract(
    `Typesense client and a scripted server (no real engine), ${tidied ? 'at rest' : 'being written'}`,
    () => openTypesense({ url: shared.url, key: shared.key }, { tidied }),
  )

const importsOf = (server: ScriptedTypesense) =>
  server.heard.filter(({ path }) => path.endsWith('/import'))

const isNext = ({ path, body }: Heard): boolean => path.endsWith('/import') && body.includes('neuf')

describe('a write', () => {
  const refused = {
    'search-refused': { success: false, code: 400, error: SECRET },
    'search-full': { success: false, code: 422, error: SECRET },
    'search-unavailable': { success: false, code: 500, error: SECRET },
  }
  for (const [code, line] of Object.entries(refused))
    test(`is not lost when one line of an import fails (${line.code}), and is done by the next apply`, async () => {
      const side = await openSide()
      const text = textOf([documentOf({ text: 1, body: 'bail' })])
      side.server.script = ({ path, body }) => {
        if (!path.endsWith('/import')) return null
        const lines = body.split('\n').map((_, n) => (n === 1 ? line : { success: true }))
        return lines.length < 2
          ? null
          : { status: 200, body: lines.map((one) => JSON.stringify(one)).join('\n') }
      }
      const fault = await fails(side.writer.apply(1, [text], at(1)))
      expect(fault.code).toBe(code)
      side.server.script = () => null
      expect((await side.index.search(queryFor('bail'))).lexicalTotal).toBe(0)
      await side.writer.apply(1, [text], at(1))
      await side.index.waitFor(at(1), CATCH_UP_MS)
      expect((await side.index.search(queryFor('bail'))).lexicalTotal).toBe(1)
    })

  test('is not complete when the server answers fewer lines than were sent', async () => {
    const side = await openSide()
    side.server.script = ({ path }) =>
      path.endsWith('/import') ? { status: 200, body: '{"success":true}' } : null
    const fault = await fails(
      side.writer.apply(1, [textOf([documentOf({ text: 1, body: 'bail' })])], at(1)),
    )
    expect(fault.code).toBe('search-import-short')
  })

  test('that a killed writer left is never seen, and is taken back by the next one', async () => {
    const side = await openSide()
    await applyOne(side, 1, 'bail ancien')
    const next = textOf([documentOf({ text: 1, version: '2.0.0', body: 'bail neuf' })], 2)
    // Killed between the rows and the head.
    side.server.script = ({ path, body }) =>
      path.endsWith('/import') && body.includes('"id":"head"') ? 'cut' : null
    await fails(side.writer.apply(1, [next], at(2)))
    side.server.script = () => null
    const totalFor = async (words: string) =>
      (await side.index.search(queryFor(words))).lexicalTotal
    expect([await totalFor('ancien'), await totalFor('neuf')]).toEqual([1, 0])
    const other = side.anotherWriter()
    await other.apply(1, [textOf([documentOf({ text: 9, body: 'autre' })])], at(3))
    await side.index.waitFor(at(3), CATCH_UP_MS)
    expect([await totalFor('ancien'), await totalFor('neuf'), await totalFor('autre')]).toEqual([
      1, 0, 1,
    ])
    await other.apply(1, [next], at(4))
    await side.index.waitFor(at(4), CATCH_UP_MS)
    expect([await totalFor('ancien'), await totalFor('neuf')]).toEqual([0, 1])
    other.close()
  })

  test('ends where its lock is lost, so that another writer commits nothing of it', async () => {
    const side = await openSide()
    await applyOne(side, 1, 'bail ancien')
    const lost = new AbortController()
    const fault = new Fault('lock-lost', 'the session broke')
    const heads = () =>
      importsOf(side.server).filter(({ body }) => body.includes('"id":"head"')).length
    const next = textOf([documentOf({ text: 1, version: '2.0.0', body: 'bail neuf' })], 2)
    // While its first rows are written.
    side.server.script = ({ path, body }) => {
      if (path.endsWith('/import') && body.includes('neuf')) lost.abort(fault)
      return null
    }
    const before = heads()
    await expect(side.writer.apply(1, [next], at(2), lost.signal)).rejects.toBe(fault)
    expect(heads()).toBe(before)
    side.server.script = () => null
    const asked = importsOf(side.server).length
    await expect(side.writer.apply(1, [next], at(2), lost.signal)).rejects.toBe(fault)
    await expect(side.writer.rest?.(1, lost.signal)).rejects.toBe(fault)
    expect(importsOf(side.server)).toHaveLength(asked)
    // A stop lets what is under way end.
    const stopped = AbortSignal.abort('SIGTERM')
    await side.writer.apply(1, [next], at(3), stopped)
    await side.index.waitFor(at(3), CATCH_UP_MS)
    expect((await side.index.search(queryFor('neuf'))).lexicalTotal).toBe(1)
  })

  test('is not sent again where its lock is lost while the server fails', async () => {
    const side = await openSide()
    await applyOne(side, 1, 'bail ancien')
    const lost = new AbortController()
    const fault = new Fault('lock-lost', 'the session broke')
    const next = textOf([documentOf({ text: 1, version: '2.0.0', body: 'bail neuf' })], 2)
    side.server.script = (heard) => {
      if (!isNext(heard)) return null
      lost.abort(fault)
      return { status: 503, body: '{"message":"Not Ready or Lagging"}' }
    }
    await expect(side.writer.apply(1, [next], at(2), lost.signal)).rejects.toBe(fault)
    expect(importsOf(side.server).filter(isNext)).toHaveLength(1)
  })

  test('sends no further rows where its lock is lost', async () => {
    const side = await openSide()
    const versions = ['1.0.0', '1.0.1', '1.0.2', '1.0.3', '1.0.4', '1.0.5']
    const texts = Array.from({ length: 190 }, (_, n) =>
      textOf(versions.map((version) => documentOf({ text: n + 1, version, body: 'bail' }))),
    )
    await applyOne(side, 200, 'bail ancien')
    const lost = new AbortController()
    const fault = new Fault('lock-lost', 'the session broke')
    let rowsSent = 0
    side.server.script = ({ path, body }) => {
      if (!path.endsWith('/import') || body.includes('"id":"head"')) return null
      rowsSent += 1
      lost.abort(fault)
      return null
    }
    await expect(side.writer.apply(1, texts, at(201), lost.signal)).rejects.toBe(fault)
    expect(rowsSent).toBe(TYPESENSE.importsAtOnce)
  })

  test('drops no collection where its lock is lost while it looks', async () => {
    const side = await openSide()
    const lost = new AbortController()
    const fault = new Fault('lock-lost', 'the session broke')
    side.server.script = ({ path }) => {
      if (path === '/multi_search') lost.abort(fault)
      return null
    }
    const text = textOf([documentOf({ text: 1, body: 'bail' })])
    await expect(side.writer.apply(1, [text], at(1), lost.signal)).rejects.toBe(fault)
    const changes = side.server.heard.filter(
      ({ method, path }) => method === 'DELETE' || path === '/collections',
    )
    expect(changes).toEqual([])
  })

  test('goes in bounded imports, each row once', async () => {
    const side = await openSide()
    const texts = Array.from({ length: 150 }, (_, n) =>
      textOf([documentOf({ text: n + 1, body: 'bail' })]),
    )
    await side.writer.apply(1, texts, at(1))
    const sent = importsOf(side.server).map(({ body }) => body.split('\n').length)
    expect(Math.max(...sent)).toBeLessThanOrEqual(TYPESENSE.rowsPerImport)
    // Of each text a guard, a copy and a hit; and the head.
    expect(sent.reduce((sum, rows) => sum + rows, 0)).toBe(3 * 150 + 1)
  })

  test('removes what was replaced once nobody can look at it any more', async () => {
    const side = await openSide()
    let now = 0
    const writer = side.anotherWriter(() => now)
    const rows = () =>
      [...(side.server.collections.get(`${side.name}_g1`)?.rows.docs.values() ?? [])].length
    for (const version of [1, 2, 3])
      await writer.apply(
        1,
        [textOf([documentOf({ text: 1, body: `v${version}` })], version)],
        at(version),
      )
    expect(rows()).toBe(3 * 3 + 1)
    now += 2 * TYPESENSE.keepReplacedMs
    await writer.apply(1, [], at(4))
    expect(rows()).toBe(3 + 1)
    writer.close()
  })

  test('that nothing follows is swept at rest, once', async () => {
    const side = await openSide()
    let now = 0
    const writer = side.anotherWriter(() => now)
    const texts = () => {
      const { docs } = side.server.collections.get(`${side.name}_g1`)?.rows ?? { docs: new Map() }
      return JSON.stringify([...docs.values()])
    }
    const write = (version: number, body: string) =>
      writer.apply(1, [textOf([documentOf({ text: 1, body })], version)], at(version))
    await write(1, 'secret')
    await write(2, 'erased')
    await writer.rest?.(1)
    // Answers of a moment ago are still shown.
    expect(texts()).toContain('secret')
    now += 2 * TYPESENSE.keepReplacedMs
    await writer.rest?.(1)
    expect(texts()).not.toContain('secret')
    expect(texts()).toContain('erased')
    const removals = () => side.server.heard.filter(({ method }) => method === 'DELETE').length
    const before = removals()
    now += 2 * TYPESENSE.keepReplacedMs
    await writer.rest?.(1)
    expect(removals()).toBe(before)
    writer.close()
  })

  test('over a generation that the database knows and the engine does not, says what to do', async () => {
    const side = await openSide()
    const writer = makeTypesenseWriter({
      server: makeServer({ url: side.server.url, key: side.server.key }),
      vectors: { get: async () => new Map() },
      liveGeneration: async () => 1,
      projected: async () => 41,
      name: side.name,
    })
    const fault = await fails(writer.apply(1, [], at(42)))
    expect(fault).toMatchObject({ code: 'search-index-missing' })
    expect(fault.hint).toContain('by itself')
    writer.close()
  })
})

const readersOf = (side: Side) => {
  const server = makeServer({ url: side.server.url, key: side.server.key })
  onTestFinished(() => server.close())
  const deps = { server, liveGeneration: async () => 1, name: side.name }
  return { documents: makeTypesenseDocuments(deps), copies: makeTypesenseCopies(deps) }
}
const versions = (found: readonly { readonly version: string }[]) =>
  found.map(({ version }) => version).toSorted()

describe('the entries of texts', () => {
  const next = textOf([documentOf({ text: 1, version: '2.0.0', body: 'bail neuf' })], 2)

  test('are those of the last commit while a write is under way', async () => {
    const side = await openSide()
    await applyOne(side)
    const { documents } = readersOf(side)
    // Killed when the old rows have an end and the new ones are not there yet.
    side.server.script = ({ path, body }) =>
      path.endsWith('/import') && body.includes('"id":"t2_') ? 'cut' : null
    await fails(side.writer.apply(1, [next], at(2)))
    side.server.script = () => null
    expect(versions(await documents([uuid(1)]))).toEqual(['1.0.0'])
    await side.writer.apply(1, [next], at(2))
    expect(versions(await documents([uuid(1)]))).toEqual(['2.0.0'])
    expect(await documents([uuid(7)])).toEqual([])
  })

  test('are not none where the engine lost them', async () => {
    const side = await openSide()
    await applyOne(side)
    const { documents, copies } = readersOf(side)
    side.server.forget()
    expect((await fails(documents([uuid(1)]))).code).toBe('search-index-missing')
    expect((await fails(copies([uuid(1)]))).code).toBe('search-index-missing')
  })

  test('are counted as copies until what was replaced is swept', async () => {
    const side = await openSide()
    let now = 0
    const writer = side.anotherWriter(() => now)
    const { copies } = readersOf(side)
    await writer.apply(1, [textOf([documentOf({ text: 1, body: 'bail' })], 1)], at(1))
    await writer.apply(1, [next], at(2))
    expect(versions(await copies([uuid(1)]))).toEqual(['1.0.0', '2.0.0'])
    now += 2 * TYPESENSE.keepReplacedMs
    // Killed between the removal of the entries and that of what tells where they are.
    let removals = 0
    side.server.script = ({ method }) => (method === 'DELETE' && ++removals > 1 ? 'cut' : null)
    await writer.rest?.(1).catch(() => undefined)
    side.server.script = () => null
    const { docs } = side.server.collections.get(`${side.name}_g1`)?.rows ?? { docs: new Map() }
    const left = [...docs.keys()].some((id) => /^[dhp]1_/.test(id))
    expect(versions(await copies([uuid(1)])).includes('1.0.0')).toBe(left)
    writer.close()
  })
})

const many = (text: number, count: number) =>
  Array.from({ length: count }, (_, n) =>
    documentOf({ text, version: `1.${n}.0`, current: n === count - 1 }),
  )

test('documents come in key order also where many versions of one text cross a page', async () => {
  const side = await openSide()
  const texts = [textOf(many(3, 200)), textOf(many(1, 63)), textOf(many(2, 1)), textOf(many(4, 64))]
  await side.writer.apply(1, texts, at(1))
  const wanted = texts
    .flatMap(({ documents }) => documents.map(({ id }) => `search/${id}`))
    .toSorted()
  const found = await Array.fromAsync(side.writer.documents(1))
  expect(found.map(({ key }) => key)).toEqual(wanted)
})

test('a text whose id is not known to the engine is no text of another one', async () => {
  const side = await openSide()
  await applyOne(side)
  await side.writer.apply(1, [textOf([], 1, uuid(77))], at(2))
  await side.index.waitFor(at(2), CATCH_UP_MS)
  expect((await side.index.search(queryFor('bail'))).lexicalTotal).toBe(1)
})

for (const tidied of [true, false])
  test(
    `answers and digest are those of the reference, ${tidied ? 'at rest' : 'being written'}`,
    { timeout: 240_000 },
    async () => {
      await answersAsTheReference(await openSide({ tidied }), SEED)
    },
  )
