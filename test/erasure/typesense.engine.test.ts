/** An erasure over the stand-in of Typesense: the engine keeps no entry of what was erased. */
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import { SemVer, type Slug } from '#contracts/ids.ts'
import { SCOPES_OF_ROLE, StaffId, type SignedPerson } from '#contracts/staff.ts'
import { stampOf } from '#infra/cli/acting.ts'
import { openDatabase } from '#infra/processes/wiring/database.ts'
import { erasureDepsOf, finishAllErasures } from '#infra/processes/wiring/erasure.ts'
import { whileProjecting } from '#infra/processes/wiring/following.ts'
import { parseSettings } from '#infra/settings.ts'
import { TYPESENSE } from '#infra/typesense/limits.ts'
import { eraseWordings } from '#ingest/editorial/erasure/erase.ts'
import { type ScriptedTypesense, startScripted } from '../contract/typesense-scripted.ts'
import { makeOfficial, runQuickly } from '../service/service.ts'
import { makeMigratedDir } from '../service/prepared-folders.ts'

const TIMEOUT_MS = 240_000
const BUILT = { timeout: 60_000, interval: 100 }
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
/** Former wordings are searched, too, where the days are known on which they are in force. */
const markdown = (name: string, validFrom: string): string => `---
title: Arrêt
contentType: doctrine
jurisdiction: [FR]
language: fr
slug: ${SLUG}
validFrom: ${validFrom}
source:
  id: test:typesense
---

La cour statue sur la demande de ${name}. Le délai de prescription est de cinq ans.
`

/** The rows of entries of a version, or of any (''), by id. */
const rowsOf = (server: ScriptedTypesense, version: string): string[] =>
  [...server.collections.values()]
    .flatMap(({ rows }) => [...rows.docs.values()])
    .filter(({ verbatim }) => String(verbatim).includes(`"version":"${version}`))
    .map(({ id }) => id)

test(
  'a certificate waits until replaced entries are swept',
  async () => {
    // The engine keeps them for two minutes.
    Object.assign(TYPESENSE, { keepReplacedMs: 1_000, sweepEveryMs: 100 })
    const server = await startScripted()
    onTestFinished(() => server.stop())
    const { dataDir, remove } = await makeMigratedDir()
    onTestFinished(() => remove())
    const folder = join(dataDir, 'texts')
    await mkdir(folder)
    await makeOfficial(folder, dataDir)
    for (const [name, validFrom] of [
      ['Mme Zwrlikova', '2020-01-01'],
      ['Mme [X]', '2022-01-01'],
    ] as const) {
      await writeFile(join(folder, 'text.md'), markdown(name, validFrom))
      const done = await runQuickly(['import', '--publish', folder], dataDir)
      expect(done.code, done.stderr).toBe(0)
    }
    const settings = parseSettings({
      PANDECT_DATA_DIR: dataDir,
      TYPESENSE_URL: server.url,
      TYPESENSE_API_KEY: server.key,
    })
    const database = await openDatabase(settings, 'test')
    onTestFinished(() => database.close())
    // Built from the log, since the import knew no engine.
    await whileProjecting(settings, database, () =>
      vi.waitFor(() => expect(rowsOf(server, '1.0.0')).not.toEqual([]), BUILT),
    )

    const deps = erasureDepsOf(database)
    await eraseWordings(deps, person(), SLUG, WANTED, stampOf())
    const done = await eraseWordings(deps, person(), SLUG, WANTED, stampOf())
    if (isRefusal(done)) throw new Error('not erased')
    expect(await finishAllErasures(settings, database)).toMatchObject({ erasures: 1 })
    expect(rowsOf(server, '1.0.0')).toEqual([])
    expect(rowsOf(server, '')).not.toEqual([])
  },
  TIMEOUT_MS,
)
