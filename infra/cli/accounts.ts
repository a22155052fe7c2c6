/** Composition root of the account commands and of the account area. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { closestOf } from '#contracts/toolkit/closest.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { withDatabase } from '../processes/wiring/database.ts'
import { makeAccounts } from '../postgres/accounts/accounts.ts'
import { makeUsers } from '../postgres/accounts/users.ts'
import type { Settings } from '../settings.ts'
import { print, say } from '../terminal.ts'
import { commandActor, refuse } from './keys.ts'
import { hashPassword, parsePassword } from '#query-api/portal/passwords.ts'
import { parseAccountName, parseEmail, parsePlan, parseStatus } from '#query-api/accounts/terms.ts'
import type { Account, Accounts } from '#query-api/accounts/ports.ts'

type Json = { readonly json?: boolean }

const named = async (accounts: Accounts, name: string): Promise<Account | Refusal> => {
  const found = await accounts.byName(name.normalize('NFC').trim())
  if (found !== null) return found
  const closest = closestOf(
    name,
    (await accounts.list()).map((one) => one.name),
  )
  return {
    refused: 'account-unknown',
    reason: 'there is no account of this name',
    hint: closest === undefined ? 'see `pandect accounts create`' : `did you mean ${closest}?`,
  }
}

export const createAccount = (
  settings: Settings,
  options: { readonly account: string; readonly plan: string; readonly status: string },
): Promise<void> =>
  withDatabase(settings, 'accounts', async ({ pool }) => {
    const name = parseAccountName(options.account)
    if (isRefusal(name)) return refuse(name)
    const plan = parsePlan(options.plan)
    if (isRefusal(plan)) return refuse(plan)
    const status = parseStatus(options.status)
    if (isRefusal(status)) return refuse(status)
    const created = await makeAccounts(pool).create({ name, plan, status, actor: commandActor() })
    if (isRefusal(created)) return refuse(created)
    print(created.accountId)
    say(`account ${name} (${plan}) is ${status}; give a person a password: accounts set-password`)
  })

export const listAccounts = (settings: Settings, { json = false }: Json): Promise<void> =>
  withDatabase(settings, 'accounts', async ({ pool }) => {
    const listed = await makeAccounts(pool).list()
    if (json) return print(JSON.stringify(listed))
    for (const { accountId, name, plan, paid, liveKeys, users, ...since } of listed) {
      const status = `${paid ? 'paid' : 'unpaid'} since ${since.statusChangedAt} (${since.statusCause})`
      print(`${accountId}  ${name} (${plan})  ${status}  ${liveKeys} keys  ${users} people`)
    }
  })

export const setPaid = (
  settings: Settings,
  options: { readonly account: string; readonly status: string },
): Promise<void> =>
  withDatabase(settings, 'accounts', async ({ pool }) => {
    const status = parseStatus(options.status)
    if (isRefusal(status)) return refuse(status)
    const accounts = makeAccounts(pool)
    const account = await named(accounts, options.account)
    if (isRefusal(account)) return refuse(account)
    const outcome = await accounts.setPaid(account.accountId, status, commandActor())
    if (isRefusal(outcome)) return refuse(outcome)
    say(`account ${account.name} is ${status}${outcome.changed ? '' : ', as it was'}`)
  })

const askHidden = async (question: string): Promise<string> => {
  process.stderr.write(question)
  // What is typed is read, and shown nowhere.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  const answer = await lines.question('')
  lines.close()
  process.stderr.write('\n')
  return answer
}

/** Never from the command line's words: those stand in histories and process lists. */
const readPassword = async (): Promise<string> => {
  if (process.stdin.isTTY) return askHidden('password (not shown): ')
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) return line
  return ''
}

export const setPassword = (
  settings: Settings,
  options: { readonly account: string; readonly email: string },
): Promise<void> =>
  withDatabase(settings, 'accounts', async ({ pool }) => {
    const account = await named(makeAccounts(pool), options.account)
    if (isRefusal(account)) return refuse(account)
    const email = parseEmail(options.email)
    if (isRefusal(email)) return refuse(email)
    const password = parsePassword(await readPassword())
    if (isRefusal(password)) return refuse(password)
    const { accountId } = account
    const passwordHash = await hashPassword(password)
    const user = { accountId, email, passwordHash, actor: commandActor() }
    const outcome = await makeUsers(pool).setPassword(user)
    if (isRefusal(outcome)) return refuse(outcome)
    say(`${email} may sign in for ${account.name} at /account; open sessions have ended`)
  })
