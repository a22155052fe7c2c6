/** The layer rules are themselves under test: a rule that catches nothing is worse than none. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const ROOMS = ['contracts', 'ingest', 'workflows', 'query-api', 'infra']
const COPIED = [
  ...ROOMS,
  'pandect.ts',
  'main.ts',
  'package.json',
  'tsconfig.json',
  '.dependency-cruiser.cjs',
]
const PORT_TYPE = `export type { EventStore } from '#ingest/ports.ts'`
const BREACHES = [
  ['layer-contracts', 'contracts/planted.ts', PORT_TYPE],
  ['layer-query-api', 'query-api/planted.ts', PORT_TYPE],
  ['layer-ingest', 'ingest/planted.ts', `export * from '#infra/postgres/log/event-store.ts'`],
  ['layer-workflows', 'workflows/planted.ts', `export type * from '#query-api/ports.ts'`],
  ['layer-infra', 'infra/planted.ts', `export * from '#workflows/import-corpus.ts'`],
  ['toolkit-does-no-io', 'contracts/toolkit/planted.ts', `export { rm } from 'node:fs/promises'`],
  ['pure-code-does-no-io', 'ingest/domain/planted.ts', `export { rm } from 'node:fs/promises'`],
  [
    'domain-stands-alone',
    'ingest/domain/planted.ts',
    `export type { Embedder } from '../ports.ts'`,
  ],
  [
    'infra-implements-ports',
    'infra/planted.ts',
    `export * from '#contracts/ids.ts'\nexport * from '#query-api/app.ts'`,
  ],
  [
    'workflow-imports-activity-types-only',
    'workflows/planted.ts',
    `export * from './activities.ts'`,
  ],
  [
    'workflow-stays-deterministic',
    'workflows/planted.ts',
    `export * from '#ingest/enrich/clean.ts'`,
  ],
  ['nobody-imports-main', 'ingest/planted.ts', `export * from './main.ts'`],
  ['no-cycle', 'contracts/planted.ts', `export * from './planted.ts'`],
] as const
const CRUISE_TIMEOUT_MS = 60_000

let copy = ''

// A copy, not the working tree: other tests run at the same time.
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'layers-'))
  for (const path of COPIED) cpSync(join(ROOT, path), join(copy, path), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true }))

const cruise = (): string =>
  spawnSync(
    process.execPath,
    [
      'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
      ...ROOMS,
      'pandect.ts',
      'main.ts',
    ],
    {
      cwd: copy,
      encoding: 'utf8',
    },
  ).stdout

test('the tree as it stands breaks no layer rule', { timeout: CRUISE_TIMEOUT_MS }, () => {
  expect(cruise()).toMatch(/no dependency violations found/)
})

for (const [rule, file, source] of BREACHES) {
  test(`${rule} catches a planted breach`, { timeout: CRUISE_TIMEOUT_MS }, () => {
    writeFileSync(join(copy, file), `${source}\n`)
    try {
      expect(cruise()).toMatch(new RegExp(`error ${rule}: ${file}`))
    } finally {
      rmSync(join(copy, file))
    }
  })
}
