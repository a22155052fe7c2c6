/** People of the editorial team on the command line, and who acts there. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EmailAddress } from '#contracts/account.ts'
import { StaffId } from '#contracts/staff.ts'
import { makeSecrets } from '#contracts/web/secrets.ts'
import { SIGN_IN_LIMITS } from '#contracts/web/sign-in.ts'
import { makePostgresRateLimiter } from '#infra/postgres/accounts/rate-limiter.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makeStaffStore } from '#infra/postgres/staff/staff.ts'
import { setSecondFactor } from '#ingest/editorial/staff/second-factor.ts'
import { codeAt } from '#ingest/editorial/staff/totp.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { makeDataDir, firstAlone } from './service.ts'

const PEPPER = 'a pepper of more than thirty-two characters'
const PASSWORD = 'la preuve incombe au demandeur'
const EMAIL = 'claire@example.org'
const TIMEOUT_MS = 240_000

let database: TestDatabase
let pool: PostgresPool
let dataDir: string
let remove: () => Promise<void>
const pandect = firstAlone()
const run = (words: string, input = '', more: Record<string, string> = {}) =>
  pandect(['staff', ...words.split(' ')], dataDir, {
    input,
    env: { DATABASE_URL: database.connectionString, KEY_PEPPER: PEPPER, ...more },
  })
beforeAll(async () => {
  database = await openTestDatabase()
  pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 2 })
  ;({ dataDir, remove } = await makeDataDir())
}, TIMEOUT_MS)
afterAll(async () => {
  await pool.close()
  await database.close()
  await remove()
})

describe('pandect staff', () => {
  test(
    'adds a person whose password is read from standard input',
    { timeout: TIMEOUT_MS },
    async () => {
      const words = `add --email ${EMAIL} --name Claire --roles author,publisher`
      const short = await run(words, 'court\n')
      expect(short).toMatchObject({ code: 1, stderr: expect.stringContaining('password-invalid') })
      const added = await run(words, `${PASSWORD}\n`)
      expect(added.code).toBe(0)
      expect(added.stdout).toMatch(/^[0-9a-f-]{36}\n$/)
      const listed = await run('list --json')
      expect(JSON.parse(listed.stdout)).toEqual([
        expect.objectContaining({ email: EMAIL, roles: ['author', 'publisher'] }),
      ])
      const unknown = await run('roles clair@example.org --roles author')
      expect(unknown).toMatchObject({ code: 1 })
      expect(unknown.stderr).toContain('staff-unknown')
      expect(unknown.stderr, 'an unknown address gets nobody named').not.toContain(EMAIL)
      const nobody = await run(`${words.replace(EMAIL, 'x@example.org')} --password ${PASSWORD}`)
      expect(nobody).toMatchObject({ code: 2 })
    },
  )

  test(
    'signs in with password and code, in a file that others cannot read',
    { timeout: TIMEOUT_MS },
    async () => {
      const wrong = await run(`sign-in --email ${EMAIL}`, 'nul ne peut se faire justice\n')
      expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('sign-in-wrong') })
      const store = makeStaffStore(pool)
      const member = (await store.people.list())[0]
      const id = StaffId.parse(member?.id)
      const secret = Buffer.from('12345678901234567890')
      await setSecondFactor({ ...store, pepper: PEPPER }, id, secret, 0)
      const badCode = await run(`sign-in --email ${EMAIL}`, `${PASSWORD}\n000000\n`)
      expect(badCode.stderr).toContain('second-factor-wrong')
      const before = await run('whoami')
      expect(before).toMatchObject({ code: 1, stderr: expect.stringContaining('not-signed-in') })
      const code = codeAt(secret, Date.now())
      const signed = await run(`sign-in --email ${EMAIL}`, `${PASSWORD}\n${code}\n`)
      expect(signed.stderr).toContain('Claire is signed in until')
      expect((await stat(join(dataDir, 'staff-token'))).mode & 0o777).toBe(0o600)
      const { stdout } = await run('whoami --json')
      expect(JSON.parse(stdout)).toMatchObject({ name: 'Claire', secondFactor: true })
      expect(signed.stdout + signed.stderr).not.toContain('svc_staff_')
    },
  )

  test(
    'makes a token for who is signed in, which ends when they are disabled',
    { timeout: TIMEOUT_MS },
    async () => {
      const excess = await run('token --scopes privacy:erase')
      expect(excess.stderr).toContain('token-scope-excess')
      const made = await run('token --scopes editorial:draft --days 7')
      const token = made.stdout.trim()
      expect(token).toMatch(/^svc_staff_[0-9A-Za-z]{36}$/)
      const as = { PANDECT_STAFF_TOKEN: token }
      const who = await run('whoami --json', '', as)
      expect(JSON.parse(who.stdout)).toMatchObject({ scopes: ['editorial:draft'] })
      await run('sign-out')
      expect((await run('whoami')).stderr).toContain('not-signed-in')
      await run(`disable ${EMAIL}`)
      expect((await run('whoami', '', as)).stderr).toContain('not-signed-in')
      await run(`enable ${EMAIL}`)
      expect((await run('whoami', '', as)).stderr).toContain('not-signed-in')
    },
  )

  test(
    'prints the code of no real person, and resets a second factor',
    { timeout: TIMEOUT_MS },
    async () => {
      expect((await run(`code ${EMAIL}`)).stderr).toContain('not-a-demonstration')
      expect((await run(`reset-second-factor ${EMAIL}`)).code).toBe(0)
      const signed = await run(`sign-in --email ${EMAIL}`, `${PASSWORD}\n`)
      expect(signed.stderr).toContain('publishing needs a second factor')
    },
  )

  test('prints the link of an invitation, once', { timeout: TIMEOUT_MS }, async () => {
    const made = await run('invite --email karim@example.org --roles reviewer')
    expect(made.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/desk\/invitation\/[\w-]{43}\n$/)
    expect((await run('invite --email karim@example.org --roles king')).stderr).toContain(
      'staff-role-unknown',
    )
  })

  test('stops guessing', { timeout: TIMEOUT_MS }, async () => {
    const limiter = makePostgresRateLimiter(pool)
    const email = EmailAddress.parse(EMAIL)
    const bucket = `sign-in-both:${makeSecrets(PEPPER, 'desk').blinded(`${email}\nunknown`)}`
    const { perAddressAndNetwork, windowSeconds } = SIGN_IN_LIMITS
    for (let count = 0; count < perAddressAndNetwork; count += 1)
      await limiter.take(bucket, perAddressAndNetwork, windowSeconds)
    const tried = await run(`sign-in --email ${EMAIL}`, `${PASSWORD}\n`)
    expect(tried.stderr).toContain('sign-in-throttled')
  })
})
