/** Plants a breach of every layer rule: a rule that finds nothing is worse than no rule. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const ROOMS = ['contracts', 'ingest', 'workflows', 'query-api', 'infra']
const COPIED = [...ROOMS, 'pandect.ts', 'package.json', 'tsconfig.json', '.dependency-cruiser.cjs']
const PORT_TYPE = `export type { EventStore } from '#ingest/ports.ts'`
/** One breach of each rule: the rule, the file that breaks it, and how. */
const BREACHES = [
  ['layer-contracts', 'contracts/breach-of-layer.ts', PORT_TYPE],
  ['layer-query-api', 'query-api/breach-of-layer.ts', PORT_TYPE],
  // No file is exempt by its name.
  ['layer-ingest', 'ingest/main.ts', `export * from '#infra/postgres/log/event-store.ts'`],
  ['layer-query-api', 'query-api/worker.ts', `export * from '#infra/terminal.ts'`],
  ['layer-workflows', 'workflows/breach-of-layer.ts', `export type * from '#query-api/ports.ts'`],
  ['layer-infra', 'infra/breach-of-layer.ts', `export * from '#workflows/import-corpus.ts'`],
  ['pure-code-does-no-io', 'ingest/domain/file.ts', `export { rm } from 'node:fs/promises'`],
  ['toolkit-does-no-io', 'contracts/toolkit/file.ts', `export { rm } from 'node:fs/promises'`],
  ['web-is-technical', 'contracts/web/law.ts', `export * from '../law/analysis/labels.ts'`],
  ['web-is-for-areas', 'contracts/form.ts', `export * from './web/forms.ts'`],
  ['domain-stands-alone', 'ingest/domain/port.ts', `export type { Embedder } from '../ports.ts'`],
  ['infra-implements-ports', 'infra/kafka/app.ts', `export * from '#query-api/routes/app.ts'`],
  ['engines-do-not-wire', 'infra/kafka/api.ts', `export * from '../processes/api.ts'`],
  ['processes-know-no-command', 'infra/processes/verify.ts', `export * from '../cli/verify.ts'`],
  ['workflow-imports-activity-types-only', 'workflows/value.ts', `export * from './activities.ts'`],
  ['workflow-stays-deterministic', 'workflows/clean.ts', `export * from '#ingest/enrich/clean.ts'`],
  ['postgres-log', 'infra/postgres/log/breach.ts', `export * from '../money/ledger.ts'`],
  [
    'postgres-read-models',
    'infra/postgres/read-models/breach.ts',
    `export * from '../log/blobs.ts'`,
  ],
  ['postgres-accounts', 'infra/postgres/accounts/breach.ts', `export * from '../money/ledger.ts'`],
  ['postgres-staff', 'infra/postgres/staff/breach.ts', `export * from '../money/ledger.ts'`],
  ['postgres-desk', 'infra/postgres/desk/breach.ts', `export * from '../money/ledger.ts'`],
  ['postgres-scratch', 'infra/postgres/scratch/breach.ts', `export * from '../money/ledger.ts'`],
  ['postgres-money', 'infra/postgres/money/breach.ts', `export * from '../accounts/accounts.ts'`],
  ['postgres-backup', 'infra/postgres/backup/breach.ts', `export * from '../money/ledger.ts'`],
  ['postgres-platform', 'infra/postgres/platform/breach.ts', `export * from '../log/blobs.ts'`],
  ['no-cycle', 'contracts/cycle.ts', `export * from './cycle.ts'`],
  ['no-orphan', 'query-api/orphan.ts', `export const alone = true`],
] as const
const CRUISE_TIMEOUT_MS = 240_000

let copy = ''

// A copy, not the working tree: other tests run at the same time.
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'layers-'))
  for (const path of COPIED) cpSync(join(ROOT, path), join(copy, path), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  for (const [, file, source] of BREACHES) {
    mkdirSync(join(copy, dirname(file)), { recursive: true })
    writeFileSync(join(copy, file), `${source}\n`)
  }
})
afterAll(() => rmSync(copy, { recursive: true }))

test('every rule has a planted breach', () => {
  const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
    forbidden: { name: string }[]
  }
  const planted = new Set<string>(BREACHES.map(([rule]) => rule))
  expect([...planted].toSorted()).toEqual(forbidden.map(({ name }) => name).toSorted())
})

// Only the files with a breach are read, and what they import: `npm run check` reads the tree.
test('every rule finds its planted breach', { timeout: CRUISE_TIMEOUT_MS }, () => {
  const files = BREACHES.map(([, file]) => file)
  const { stdout } = spawnSync(
    process.execPath,
    ['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', '--max-depth', '1', ...files],
    { cwd: copy, encoding: 'utf8' },
  )
  const findings = [...stdout.matchAll(/error ([\w-]+): (\S+)/g)].map(
    ([, rule, file]) => `${rule}: ${file}`,
  )
  const planted = BREACHES.map(([rule, file]) => `${rule}: ${file}`)
  expect(findings).toEqual(expect.arrayContaining(planted))
})
