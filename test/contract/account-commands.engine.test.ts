/** `pandect keys` and `pandect accounts` as an operator meets them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { makeDataDir, firstAlone } from '../service/service.ts'

const TIMEOUT_MS = 180_000
let database: TestDatabase
let dataDir: string
let remove: () => Promise<void>
beforeAll(async () => {
  database = await openTestDatabase()
  ;({ dataDir, remove } = await makeDataDir())
}, TIMEOUT_MS)
afterAll(async () => {
  await remove()
  await database.close()
})

const pandect = firstAlone()
const tried = (args: readonly string[], input = '') => {
  const env = {
    DATABASE_URL: database.connectionString,
    KEY_PEPPER: 'a pepper of at least thirty-two characters',
  }
  return pandect(args, dataDir, { env, input })
}
const run = async (...args: string[]) => {
  const done = await tried(args)
  expect(done.code, done.stderr).toBe(0)
  return done
}

test(
  'a hard cap that is raised stays hard, until it is said otherwise',
  async () => {
    const hard = ['--cap-usd', '100', '--cap-mode', 'hard']
    const made = await run('keys', 'create', '--account', 'Étude', '--plan', 'firm', ...hard)
    const [, keyId = ''] = /key ([0-9a-f-]{36})/.exec(made.stderr) ?? []
    const raised = await run('keys', 'set-cap', keyId, '--cap-usd', '200')
    expect(raised.stderr).toContain(`key ${keyId} has a hard cap of 200 USD`)
    const { stdout } = await run('keys', 'list', '--json')
    expect(JSON.parse(stdout)).toMatchObject([{ keyId, capMicroUsd: 200e6, capMode: 'hard' }])
    const softened = await run('keys', 'set-cap', keyId, '--cap-usd', '200', '--cap-mode', 'soft')
    expect(softened.stderr).toContain('a soft cap of 200 USD')
  },
  TIMEOUT_MS,
)

test(
  'an id or a name that is not known is refused with the command that lists those that are',
  async () => {
    await run('accounts', 'create', '--account', 'Cabinet Rey', '--plan', 'firm')
    const id = '0195512c-7d80-4000-8000-0000000000d1'
    const paid = ['--status', 'unpaid']
    const hints: readonly (readonly [readonly string[], string])[] = [
      [['webhooks', 'disable', id], 'see `pandect webhooks list`'],
      [['webhooks', 'enable', 'x'], 'see `pandect webhooks list`'],
      [['keys', 'revoke', id], 'see `pandect keys list`'],
      [['keys', 'rotate', 'x'], 'see `pandect keys list`'],
      [['keys', 'set-origins', id], 'see `pandect keys list`'],
      [['keys', 'set-cap', id, '--no-cap'], 'see `pandect keys list`'],
      [['usage', '--account', 'Cabinet Roy'], 'see `pandect accounts list`'],
      [['accounts', 'set-paid', '--account', 'Zz', ...paid], 'see `pandect accounts list`'],
      [
        ['accounts', 'set-paid', '--account', 'Cabinet Roy', ...paid],
        'did you mean Cabinet Rey? See `pandect accounts list`',
      ],
      [['dead-letters', 'show', 'x'], '`pandect dead-letters list`'],
      [['staff', 'disable', 'x@example.org'], 'see `pandect staff list`'],
      [['sources', 'remove', '/nowhere'], '`pandect sources list`'],
    ]
    for (const [words, hint] of hints) {
      const { code, stderr } = await tried(words)
      expect([words, code, stderr]).toEqual([words, 1, expect.stringContaining(hint)])
    }
  },
  TIMEOUT_MS,
)

test(
  'a person is removed by their address, once',
  async () => {
    await run('accounts', 'create', '--account', 'Cabinet', '--plan', 'firm')
    const who = ['--account', 'Cabinet', '--email', 'Durand@example.org']
    const set = await tried(['accounts', 'set-password', ...who], 'une phrase facile à retenir\n')
    expect(set.code, set.stderr).toBe(0)
    const removed = await run('accounts', 'remove-person', ...who)
    expect(removed.stderr).toContain('durand@example.org is no longer a person of Cabinet')
    const again = await tried(['accounts', 'remove-person', ...who])
    expect(again.code).toBe(1)
    expect(again.stderr).toContain('account-person-unknown')
    const { stdout } = await run('audit', 'list', '--kind', 'account.person-removed', '--json')
    expect(JSON.parse(stdout)).toHaveLength(1)
    expect(stdout).not.toContain('durand')
  },
  TIMEOUT_MS,
)
