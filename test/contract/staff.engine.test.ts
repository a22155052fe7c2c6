/** The people of the team on PostgreSQL. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EmailAddress } from '#contracts/account.ts'
import { Act } from '#contracts/audit.ts'
import { isRefusal } from '#contracts/fault.ts'
import { hashPassword } from '#contracts/web/passwords.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makeStaffStore } from '#infra/postgres/staff/staff.ts'
import { acceptInvitation, invite } from '#ingest/editorial/staff/invitations.ts'
import { setSecondFactor } from '#ingest/editorial/staff/second-factor.ts'
import { openStaffSession } from '#ingest/editorial/staff/session.ts'
import { personOfSession } from '#ingest/editorial/staff/signed-person.ts'
import { createToken } from '#ingest/editorial/staff/tokens.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { staffStoreContract } from './staff.contract.ts'

const TABLES = [
  'staff_people',
  'staff_second_factors',
  'staff_recovery_codes',
  'staff_sessions',
  'staff_invitations',
  'staff_tokens',
]
const PEPPER = 'a pepper of more than thirty-two characters'
const PASSWORD = 'la preuve incombe au demandeur'

const hex = (text: string | Uint8Array): string => Buffer.from(text).toString('hex')

let database: TestDatabase
let pool: PostgresPool
beforeAll(async () => {
  database = await openTestDatabase()
  pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 6 })
})
afterAll(async () => {
  await pool.close()
  await database.close()
})

describe('the people of the team on PostgreSQL', () =>
  staffStoreContract(async () => {
    await pool.query(`truncate ${TABLES.join(', ')}`)
    const start = await pool.query<{ position: number | null }>(
      'select max(position) as position from audit_acts',
    )
    const after = start.rows[0]?.position ?? 0
    return {
      store: makeStaffStore(pool),
      acts: async () => {
        const { rows } = await pool.query(
          'select kind, actor, subject, data from audit_acts where position > $1 order by position',
          [after],
        )
        return rows.map((row) => Act.parse(row))
      },
    }
  }))

test('no password, code or token is in any table', async () => {
  const store = makeStaffStore(pool)
  const email = EmailAddress.parse('canary@example.org')
  const made = await invite(store, { email, roles: ['publisher'] }, 'system')
  if (isRefusal(made)) throw new Error(made.refused)
  const joined = await acceptInvitation(store, made.token, { name: 'Canary', password: PASSWORD })
  if (isRefusal(joined)) throw new Error(joined.refused)
  const secret = Buffer.from('canary secret 123456')
  const codes = await setSecondFactor({ ...store, pepper: PEPPER }, joined.id, secret, 0)
  const session = await openStaffSession(store, joined, 'passed')
  const person = personOfSession({ member: joined, secondFactor: 'passed' })
  if (person === null) throw new Error('nobody')
  const asked = { label: '', scopes: [], days: 1 }
  const token = await createToken({ ...store, pepper: PEPPER }, person, asked, Date.now())
  if (isRefusal(token)) throw new Error(token.refused)
  const { rows } = await pool.query<{ text: string }>(
    [...TABLES, 'audit_acts']
      .map((table) => `select t::text as text from ${table} t`)
      .join(' union all '),
  )
  const everything = rows.map(({ text }) => text).join('\n')
  const secrets = [PASSWORD, made.token, session, token.token, ...codes]
  for (const one of secrets) {
    expect(everything).not.toContain(one)
    expect(everything).not.toContain(hex(one))
  }
  expect(everything).not.toContain(hex(secret))
  expect(everything).toContain(joined.id)
})

test('a password is stored as argon2id', async () => {
  expect(await hashPassword(PASSWORD)).toMatch(/^\$argon2id\$/)
  const { rows } = await pool.query<{ hash: string }>(
    "select password_hash as hash from staff_people where email = 'canary@example.org'",
  )
  expect(rows[0]?.hash).toMatch(/^\$argon2id\$/)
})
