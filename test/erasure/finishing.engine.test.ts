/** What follows an erasure: it is cut off, noted, and finished by one of two who try at once. */
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import { type Position, SemVer, type Slug } from '#contracts/ids.ts'
import { SCOPES_OF_ROLE, StaffId, type SignedPerson } from '#contracts/staff.ts'
import { stampOf } from '#infra/cli/acting.ts'
import { makeErasureProgress, noteFailure } from '#infra/postgres/erasure/progress.ts'
import { makeErasureTexts } from '#infra/postgres/log/erasure-texts.ts'
import { type Database, openDatabase } from '#infra/processes/wiring/database.ts'
import { erasureDepsOf, finishAllErasures } from '#infra/processes/wiring/erasure.ts'
import { parseSettings } from '#infra/settings.ts'
import { eraseWordings } from '#ingest/editorial/erasure/erase.ts'
import { findErasure, listErasures, viewErasures } from '#ingest/editorial/erasure/overview.ts'
import { makeOfficial, runQuickly } from '../service/service.ts'
import { makeMigratedDir } from '../service/prepared-folders.ts'

const TIMEOUT_MS = 240_000
const SLUG = 'texte-unique' as Slug
const WANTED = {
  versions: [SemVer.parse('1.0.0')],
  ground: 'order',
  request: 'TJ 26/1',
} as const
const person = (): SignedPerson => ({
  id: StaffId.parse(randomUUID()),
  name: 'Délégué',
  roles: ['data_protection'],
  scopes: new Set(SCOPES_OF_ROLE.data_protection),
  secondFactor: true,
})
const markdown = (name: string): string => `---
title: Arrêt
contentType: doctrine
jurisdiction: [FR]
language: fr
slug: ${SLUG}
source:
  id: test:finishing
---

La cour statue sur la demande de ${name}. Le délai de prescription est de cinq ans.
`

let remove: () => Promise<void>
let database: Database
let settings: ReturnType<typeof parseSettings>

beforeAll(async () => {
  const made = await makeMigratedDir()
  ;({ remove } = made)
  const folder = join(made.dataDir, 'texts')
  await mkdir(folder)
  await makeOfficial(folder, made.dataDir)
  for (const name of ['Mme Zwrlikova', 'Mme [X]']) {
    await writeFile(join(folder, 'text.md'), markdown(name))
    const done = await runQuickly(['import', '--publish', folder], made.dataDir)
    expect(done.code, done.stderr).toBe(0)
  }
  settings = parseSettings({ PANDECT_DATA_DIR: made.dataDir })
  database = await openDatabase(settings, 'test')
}, TIMEOUT_MS)
afterAll(async () => {
  await database?.close()
  await remove?.()
}, TIMEOUT_MS)

test(
  'what was cut off is finished once, and everybody can read how far it is',
  async () => {
    const { pool } = database
    const deps = erasureDepsOf(database)
    const progress = makeErasureProgress(pool)
    const erasing = { ...deps, progress, texts: makeErasureTexts(pool) }
    const listed = (requested: boolean) => listErasures(erasing, 10, { requested })

    expect(await listed(false)).toEqual([])
    await eraseWordings(deps, person(), SLUG, WANTED, stampOf())
    expect(await listed(true)).toMatchObject([{ slug: SLUG, request: 'TJ 26/1', erased: null }])
    const done = await eraseWordings(deps, person(), SLUG, WANTED, stampOf())
    if (isRefusal(done) || done.position === null) throw new Error('not erased')
    const { position } = done
    const finishing = async (at: Position = position) => (await progress.of([at])).get(at)
    expect(await listed(true)).toEqual([])
    expect(await finishing()).toMatchObject({ isOpen: true, step: null, finished: null })

    const ended = new AbortController()
    const onStep = (step: string): void => (step === 'articles' ? ended.abort() : undefined)
    await expect(finishAllErasures(settings, database, onStep, ended.signal)).rejects.toThrow()
    expect(await finishing()).toMatchObject({ isOpen: true, step: 'tables', finished: null })
    await noteFailure(pool, 'projection-behind')
    expect(await finishing()).toMatchObject({ isOpen: true, failed: 'projection-behind' })

    const [one, other] = await Promise.all(
      [0, 1].map(() => finishAllErasures(settings, database, () => undefined)),
    )
    const finished = one ?? other
    expect([one, other].filter((outcome) => outcome === null)).toHaveLength(1)
    expect(await finishing()).toMatchObject({ isOpen: false, failed: null, finished })
    expect(await finishAllErasures(settings, database, () => undefined)).toBeNull()

    expect(await findErasure(erasing, position)).toMatchObject({
      slug: SLUG,
      versions: ['1.0.0'],
      erased: { finishing: { finished } },
    })
    expect(await viewErasures(erasing, SLUG)).toMatchObject({
      versions: [{ kept: 'already-erased' }, { kept: 'version-live' }],
    })
  },
  TIMEOUT_MS,
)
