/** The vocabularies on PostgreSQL, over the read table as a generation fills it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Concept } from '#contracts/concept.ts'
import { makeConceptReader } from '#infra/postgres/read-models/concepts.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { foldedLabel, foldedLabels } from '#contracts/law/analysis/labels.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { CONCEPT } from './harness.ts'

const MAJEURE = Concept.parse({
  id: '6f1c2f0e-6a83-4c2e-9f55-0f6a1f0f00c2',
  vocabulary: 'eurovoc',
  externalId: 'http://example.org/1234',
  prefLabel: { fr: 'Cas de force majeure' },
  altLabel: { fr: ['Événement imprévisible'] },
})
const FORCE = Concept.parse({
  ...MAJEURE,
  id: '6f1c2f0e-6a83-4c2e-9f55-0f6a1f0f00c3',
  externalId: 'http://example.org/2',
  prefLabel: { fr: 'Force majeure' },
  altLabel: {},
})

let database: TestDatabase
let pool: PostgresPool
beforeAll(async () => {
  database = await openTestDatabase()
  pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 2 })
})
afterAll(async () => {
  await pool.close()
  await database.close()
})

const fill = async (): Promise<void> => {
  for (const one of [CONCEPT, MAJEURE, FORCE])
    await pool.query('insert into concepts values (1, $1, 1, $2, $3, $4)', [
      one.id,
      JSON.stringify(one),
      foldedLabels(one),
      '2026-01-01T00:00:00.000Z',
    ])
}

test('nothing is held before there is a vocabulary; then labels and URIs find it, the exact one first', async () => {
  const reader = makeConceptReader(pool, foldedLabel)
  const before = await reader.search('force majeure', null, 5)
  expect(before).toEqual([])
  expect(await reader.byId(CONCEPT.id)).toBeNull()
  await fill()
  const ids = async (query: string, vocabulary: Concept['vocabulary'] | null = null) =>
    (await reader.search(query, vocabulary, 5)).map(({ id }) => id)
  expect(await ids('FORCE majeure')).toEqual([FORCE.id, MAJEURE.id])
  expect(await ids('evenement')).toEqual([MAJEURE.id])
  // Words in any order, from their beginning; what stands within a word is another word.
  expect(await ids('majeure cas')).toEqual([MAJEURE.id])
  expect(await ids('imprevis')).toEqual([MAJEURE.id])
  expect(await ids('visible')).toEqual([])
  expect(await ids('force mineure')).toEqual([])
  expect(await ids('obligation', 'eurovoc')).toEqual([])
  expect(await ids('http://example.org/1234')).toEqual([MAJEURE.id])
  expect(await ids('%')).toEqual([])
  expect(await reader.byId(CONCEPT.id)).toEqual(CONCEPT)
})
