/** A certificate of an erasure holds until a copy comes back, and only as it was signed. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedCertificate } from '#contracts/erasure/certificate.ts'
import { isRefusal } from '#contracts/fault.ts'
import { SemVer, type Slug } from '#contracts/ids.ts'
import { SCOPES_OF_ROLE, StaffId, type SignedPerson } from '#contracts/staff.ts'
import { stampOf } from '#infra/cli/acting.ts'
import {
  certificatesAbout,
  proveErasure,
  type ProvenErasure,
} from '#infra/processes/wiring/certificates.ts'
import { type Database, openDatabase, truthOf } from '#infra/processes/wiring/database.ts'
import { erasureDepsOf, finishAllErasures } from '#infra/processes/wiring/erasure.ts'
import { parseSettings } from '#infra/settings.ts'
import { eraseWordings } from '#ingest/editorial/erasure/erase.ts'
import { makeOfficial, firstAlone, runQuickly } from '../service/service.ts'
import { makeMigratedDir } from '../service/prepared-folders.ts'

const TIMEOUT_MS = 300_000
const NAME = 'Zwrlikovà'
const CONTROL = 'Oprexiam'
const SLUG = 'texte-certifie' as Slug
const ERASED = [SemVer.parse('1.0.0')]

const person = (...scopes: string[]): SignedPerson => ({
  id: StaffId.parse(randomUUID()),
  name: 'Délégué',
  roles: ['data_protection'],
  scopes: new Set([...SCOPES_OF_ROLE.data_protection].filter((one) => !scopes.includes(one))),
  secondFactor: true,
})

const WHOLE = 'affaire-quolbrant' as Slug

const markdown = (name: string | null, slug = SLUG): string => `---
title: Arrêt ${CONTROL} ${name ?? 'M. X'}
contentType: doctrine
jurisdiction: [FR]
language: fr
slug: ${slug}
source:
  id: test:certificate:${slug}
licence: CC-BY-4.0
headnotes:
  - sequence: 1
    summary: La demande de ${name ?? 'M. X'} est accueillie.
---

La cour statue sur la demande de ${name ?? 'M. X'} contre la société ${CONTROL}. Le délai est de cinq ans.
`

/** The key of a file in which the search index was kept before anything of it changed. */
const SNAPSHOT = `insert into search_snapshots (id, generation, change, position, key)
  select gen_random_uuid(), generation, 0, 0, decode(repeat('00', 40), 'hex') from live_generation`

let dataDir = ''
let remove: () => Promise<void>
let database: Database
let signed: SignedCertificate
let whole: SignedCertificate
const settings = (more: Record<string, string> = {}) =>
  parseSettings({ PANDECT_DATA_DIR: dataDir, KEY_BACKUP_DAYS: '30', ...more })
const certificateFile = () => join(dataDir, 'certificate.json')
const before: Record<string, unknown[]> = {}

const rowsOf = async (sql: string): Promise<Record<string, unknown>[]> =>
  (await database.pool.query(sql)).rows

const certificateOf = async (slug: Slug): Promise<SignedCertificate> => {
  const found = await certificatesAbout(database, person(), { slug }, null)
  if (isRefusal(found) || found[0] === undefined) expect.fail('no certificate')
  return found[0]
}

beforeAll(async () => {
  ;({ dataDir, remove } = await makeMigratedDir())
  const folder = join(dataDir, 'texts')
  await mkdir(folder)
  await makeOfficial(folder, dataDir)
  for (const name of [NAME, null]) {
    await writeFile(join(folder, 'text.md'), markdown(name))
    await writeFile(join(folder, 'whole.md'), markdown('Quolbrant', WHOLE))
    const done = await runQuickly(['import', '--publish', folder], dataDir)
    expect(done.code, done.stderr).toBe(0)
    // Read models have the name, too.
    expect((await runQuickly(['digest'], dataDir)).code).toBe(0)
  }
  await rm(folder, { recursive: true })

  database = await openDatabase(settings(), 'test')
  for (const table of ['keys.seal_keys', 'keys.texts', 'slug_claims', 'vectors', 'text_states'])
    before[table] = await rowsOf(`select * from ${table}`)
  const deps = erasureDepsOf(database)
  const owner = await truthOf(database).slugs.ownerOf(WHOLE)
  if (owner === null) expect.fail('no text')
  await truthOf(database).store.append(
    [
      {
        streamId: owner,
        expectedVersion:
          (await truthOf(database).store.readStreams([owner])).get(owner)?.length ?? 0,
        events: [{ type: 'Deleted', data: { reason: 'RGPD' } }],
      },
    ],
    { ...stampOf(), actor: 'test', causationId: null },
  )
  const wanted = { versions: ERASED, ground: 'gdpr-17', request: 'RGPD 2026-2' } as const
  // From before the erasure: it removes the key, or the certificate would not hold.
  await database.pool.query(SNAPSHOT)
  await eraseWordings(deps, person(), SLUG, wanted, stampOf())
  expect(await eraseWordings(deps, person(), SLUG, wanted, stampOf())).toMatchObject({
    state: 'erased',
  })
  for (const state of ['requested', 'erased'])
    expect(
      await eraseWordings(deps, person(), WHOLE, { ...wanted, versions: 'all' }, stampOf()),
    ).toMatchObject({ state, whole: true })
  await finishAllErasures(settings(), database, () => undefined)
  const [first, second] = [await certificateOf(SLUG), await certificateOf(WHOLE)]
  ;[signed, whole] = [first, second]
  await writeFile(certificateFile(), JSON.stringify(signed))
}, TIMEOUT_MS)
afterAll(async () => {
  await database?.close()
  await remove?.()
}, TIMEOUT_MS)

const prove = async (text = JSON.stringify(signed)): Promise<ProvenErasure> => {
  const proven = await proveErasure(settings(), database, text)
  if (isRefusal(proven)) expect.fail(proven.refused)
  return proven
}

test('the certificate says what was done, and holds', async () => {
  const { certificate } = signed
  expect(certificate).toMatchObject({
    versions: ERASED,
    whole: false,
    ground: 'gdpr-17',
    request: 'RGPD 2026-2',
  })
  expect(certificate.keys.length).toBeGreaterThan(0)
  const byCopy = Object.fromEntries(certificate.copies.map((one) => [one.copy, one]))
  expect(byCopy).toMatchObject({
    keys: { method: 'destroyed', count: certificate.keys.length, result: 'gone' },
    texts: { method: 'removed', count: 1, result: 'gone' },
    slugs: { count: 0, result: 'gone' },
    'write-ahead-log': { method: 'written-anew', result: 'done' },
    outside: { method: 'none', result: 'open', at: null },
  })
  const { before: then, after } = certificate.digest
  expect([then, after].every((one) => /^[0-9a-f]{64}$/.test(one ?? ''))).toBe(true)
  expect(then).not.toBe(after)
  expect(Date.parse(certificate.keyBackupsEnd ?? '')).toBeGreaterThan(
    Date.parse(certificate.erasedAt) + 29 * 86_400_000,
  )
  expect(await prove(JSON.stringify(whole))).toMatchObject({ holds: true, served: 'as-certified' })
  const proven = await prove()
  expect(proven).toMatchObject({
    holds: true,
    served: 'as-certified',
    inLog: { certificate: true, erasure: true },
  })
  expect(proven.copies.find(({ copy }) => copy === 'read-models')?.left).toBe(0)
})

test('it has neither name, slug, id nor hash of the text', async () => {
  const text = JSON.stringify(signed)
  const known = before['text_states'] ?? []
  const { state } = known[0] as { state: { wordings: Record<string, { sha256Hash: string }> } }
  const [{ stream_id: streamId } = {}] = await rowsOf(
    `select stream_id from events where type = 'ErasureCertified'`,
  )
  for (const told of [
    NAME,
    SLUG,
    'zwrlikova',
    String(streamId).slice('article-'.length),
    ...Object.values(state.wordings).map(({ sha256Hash }) => sha256Hash),
  ])
    expect(text).not.toContain(told)
})

test(
  'finishing again records no second certificate',
  async () => {
    // As a kill leaves it between the certificate and the end.
    await database.pool.query('update keys.erasures set finished_at = null')
    const again = await finishAllErasures(settings(), database, () => undefined)
    expect(again?.erasures).toBe(2)
    expect([await certificateOf(SLUG), await certificateOf(WHOLE)]).toEqual([signed, whole])
    expect(await rowsOf(`select from events where type = 'ErasureCertified'`)).toHaveLength(2)
    expect(await finishAllErasures(settings(), database, () => undefined)).toBeNull()
    expect(await prove()).toMatchObject({ holds: true })
  },
  TIMEOUT_MS,
)

const columnsOf = (row: object): string =>
  Object.keys(row)
    .map((one) => `"${one}"`)
    .join(', ')
/** Puts rows back that a table had before the erasure and lacks now. */
const putBack = async (table: string): Promise<void> => {
  for (const row of before[table] ?? []) {
    const values = Object.values(row as object).map((one: unknown) =>
      one !== null && typeof one === 'object' && !Buffer.isBuffer(one) ? JSON.stringify(one) : one,
    )
    const places = values.map((_, at) => `$${at + 1}`).join(', ')
    await database.pool.query(
      `insert into ${table} (${columnsOf(row as object)}) values (${places}) on conflict do nothing`,
      values,
    )
  }
}

const plant = async (what: string): Promise<void> => {
  if (/^[\w.]+$/.test(what)) await putBack(what)
  else await database.pool.query(what)
}
const goneKeys = () => [...signed.certificate.keys, ...whole.certificate.keys]
const undo = (sql: string) => database.pool.query(sql, sql.includes('$1') ? [goneKeys()] : [])

describe('a copy that comes back', () => {
  const LIVE = `(select generation from live_generation)`
  const TEXT = `(select article_id from articles where slug = '${SLUG}' limit 1)`
  const older = `timestamptz '2020-01-01'`
  const PLANTED: Readonly<Record<string, readonly [plant: string, undo: string]>> = {
    keys: ['keys.seal_keys', 'delete from keys.seal_keys where id = any($1)'],
    texts: [
      'keys.texts',
      `delete from keys.texts t where not exists
         (select from keys.text_uses u where u.look_up = t.look_up)`,
    ],
    slugs: [
      'slug_claims',
      `delete from slug_claims using keys.erasures where look_up = any(slugs)`,
    ],
    vectors: [
      'vectors',
      'delete from vectors using keys.erasures x where text_sha256 = any(x.vectors)',
    ],
    'search-index': [
      `insert into search_rows (generation, id, article_id, change, document)
       select generation, 'planted', article_id, change, (document::jsonb || '{"version": "1.0.0"}')::text
       from search_rows where article_id = ${TEXT} and document is not null limit 1`,
      `delete from search_rows where id = 'planted'`,
    ],
    'search-index, kept in a file': [SNAPSHOT, 'delete from search_snapshots'],
    'read-models': [
      `insert into citation_names (generation, article_id, ordinal, name, scope, version, is_current)
       select ${LIVE}, ${TEXT}, 9999, 'slug:x', 'text', '1.0.0', false`,
      'delete from citation_names where ordinal = 9999',
    ],
    'kept-generation': [
      `with kept as (insert into generations (generation, status) values (99, 'open') returning generation)
       insert into text_facts (generation, position, article_id, fact, names)
       select 99, 1, ${TEXT}, '{"type": "published", "version": "1.0.0"}', '{}'`,
      `with gone as (delete from text_facts where generation = 99)
       delete from generations where generation = 99`,
    ],
    'kept-answers': [
      `insert into idempotent_writes (staff_id, key_hmac, fingerprint, created_at, held_until, answer)
       select gen_random_uuid(), sha256('a'), sha256('b'), ${older}, now(), to_jsonb(${TEXT}::text)`,
      'delete from idempotent_writes',
    ],
    scratches: [
      `insert into editor_scratches (person, subject, origin, text_sha256, members, members_sha256,
         window_id, sequence, changed_at)
       select gen_random_uuid(), 'text/${SLUG}', 'x', sha256('x'), '{}', sha256('y'),
         gen_random_uuid(), 1, ${older}`,
      'delete from editor_scratches',
    ],
  }

  test.each(Object.keys(PLANTED))(
    '%s is named, and the certificate does not hold',
    async (what) => {
      const [copy = ''] = what.split(',')
      const [planted = '', undone = ''] = PLANTED[what] ?? []
      await plant(planted)
      try {
        // Only the whole text had a slug that nothing has any more.
        const proven = await prove(JSON.stringify(copy === 'slugs' ? whole : signed))
        expect(proven.holds).toBe(false)
        const back = proven.copies.filter(({ left }) => (left ?? 0) > 0).map((one) => one.copy)
        expect(back).toContain(copy)
        // The facts open again with their key, and no other copy is blamed.
        expect(back.filter((one) => one !== copy && one !== 'facts')).toEqual([])
        expect(back.includes('facts')).toBe(copy === 'keys')
      } finally {
        await undo(undone)
      }
      expect(await prove()).toMatchObject({ holds: true })
    },
  )
})

const refusedBy = async (text: string, at = settings()) => {
  const proven = await proveErasure(at, database, text)
  return isRefusal(proven) ? proven.refused : 'proven'
}

describe('a certificate is refused', () => {
  test('with any member altered', async () => {
    const { certificate, signature } = signed
    for (const changed of [
      { ...certificate, request: 'RGPD 2026-3' },
      { ...certificate, versions: [] },
      { ...certificate, keys: certificate.keys.slice(1) },
      { ...certificate, keyBackupsEnd: null },
      { ...certificate, copies: certificate.copies.slice(1) },
      { ...certificate, digest: { ...certificate.digest, before: null } },
    ])
      expect(await refusedBy(JSON.stringify({ certificate: changed, signature }))).toBe(
        'certificate-altered',
      )
  })

  test('of another service', async () => {
    const other = { ...database, pepper: 'another pepper of more than thirty-two characters' }
    const proven = await proveErasure(settings(), other, JSON.stringify(signed))
    expect(proven).toMatchObject({ refused: 'certificate-other-key' })
  })

  test('where the file is none', async () => {
    for (const text of ['', '{', 'null', '{}', '[]', JSON.stringify(signed.certificate)])
      expect(await refusedBy(text)).toBe('certificate-malformed')
  })
})

test('it is found by the slugs of the text, the erased one included, and by nobody else', async () => {
  const find = (slug: string, versions: readonly SemVer[] | 'all' | null = null, who = person()) =>
    certificatesAbout(database, who, { slug: slug as Slug }, versions)
  expect(await find(SLUG)).toEqual([signed])
  expect(await find(WHOLE)).toEqual([whole])
  expect(await find(WHOLE, 'all')).toEqual([whole])
  expect(await find(SLUG, ERASED)).toEqual([signed])
  for (const refused of [
    await find('another'),
    await find(SLUG, [SemVer.parse('2.0.0')]),
    await find(SLUG, 'all'),
  ])
    expect(refused).toMatchObject({ refused: 'certificate-unknown' })
  expect(await find(SLUG, null, person('privacy:erase'))).toMatchObject({
    refused: 'scope-missing',
  })
})

test(
  'the command looks for words, and prints none of them',
  async () => {
    const words = join(dataDir, 'words.txt')
    const pandect = firstAlone()
    const run = async (...lines: string[]) => {
      await writeFile(words, lines.join('\n'))
      return pandect(['erasure', 'prove', certificateFile(), '--words', words], dataDir)
    }
    const clean = await run(NAME, 'zwrlikova')
    expect(clean.stdout).toContain('none found')
    expect(clean.stdout).toMatch(/^the certificate holds$/m)
    expect(clean.code).toBe(0)
    const found = await run(NAME, CONTROL)
    expect(found.code).toBe(1)
    expect(found.stdout).toMatch(/^ +1 of them in table articles$/m)
    expect(found.stdout + found.stderr).not.toMatch(/zwrlikov|oprexiam/i)
    const short = await run('ab')
    expect([short.code, short.stderr]).toEqual([1, expect.stringContaining('words-invalid')])
    await rm(words)
  },
  TIMEOUT_MS,
)

test('the log without the erasure is told from a proof', async () => {
  const text = await readFile(certificateFile(), 'utf8')
  await database.pool.query('alter table events disable trigger user')
  await database.pool.query(`update events set type = 'Assigned', data = '{"person": null}'
    where type in ('ErasureCertified', 'WordingErased')`)
  expect(await prove(text)).toMatchObject({
    holds: false,
    served: null,
    inLog: { certificate: false, erasure: false },
  })
})
