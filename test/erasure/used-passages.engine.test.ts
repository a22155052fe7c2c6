/** Which passages texts have is read some texts at a time, however many there are. */
import { expect, test } from 'vitest'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import type { ArticleId } from '#contracts/ids.ts'
import { unusedVectors } from '#infra/postgres/erasure/scrub.ts'
import { makePassagesElsewhere } from '#infra/postgres/erasure/unfinished.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const TEXTS = 1_201
const idOf = (number: number): ArticleId =>
  `a0000000-0000-4000-8000-${String(number).padStart(12, '0')}` as ArticleId
const passageOf = (number: number) => sha256Hex(`passage ${number}`)

test('what any text has stays, and no statement reads all texts', async () => {
  const database = await openTestDatabase()
  const pool = makePool(database.connectionString, {
    applicationName: 'pandect test',
    pepper: TEST_PEPPER,
    max: 2,
  })
  try {
    const numbers = Array.from({ length: TEXTS }, (_, at) => at)
    await pool.query(
      `insert into text_states (generation, article_id, stream_version, state)
       select (select generation from live_generation), t.id, 1, t.state::json
       from unnest($1::uuid[], $2::text[]) as t (id, state)`,
      [
        numbers.map(idOf),
        numbers.map((one) => JSON.stringify({ passages: [{ textSha256: passageOf(one) }] })),
      ],
    )
    const read: number[] = []
    const counting: PostgresPool = {
      ...pool,
      query: async (...asked) => {
        const result = await pool.query<never>(...asked)
        read.push(result.rowCount)
        return result
      },
    }
    const [last, gone] = [TEXTS - 1, TEXTS + 1]
    const vectors = [0, last, gone].map((one) => pool.vault.lookUp('vector', passageOf(one)))
    expect(await unusedVectors(counting, counting, { vectors })).toEqual([vectors[2]])
    const elsewhere = await makePassagesElsewhere(counting)(idOf(0), [0, last, gone].map(passageOf))
    expect(elsewhere).toEqual(new Set([passageOf(last)]))
    expect(Math.max(...read)).toBeLessThan(TEXTS)
  } finally {
    await pool.close()
    await database.close()
  }
})
