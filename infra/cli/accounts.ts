import { type Command, Option } from '@commander-js/extra-typings'
import { PaidStatus, Plan } from '#contracts/account.ts'
import { meantWord } from '#contracts/toolkit/closest.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { withDatabase } from '../processes/wiring/database.ts'
import { makeAccounts } from '../postgres/accounts/accounts.ts'
import { makeUsers } from '../postgres/accounts/users.ts'
import { print, say } from '../terminal.ts'
import { commandActor } from './actor.ts'
import { readHidden } from './hidden-input.ts'
import { printResult, refuse } from './output.ts'
import { jsonOption, type ReadSettings, readText } from './reading.ts'
import { hashPassword, parsePassword } from '#contracts/web/passwords.ts'
import { parseAccountName, parseEmail } from '#query-api/accounts/terms.ts'
import type { Account, Accounts } from '#query-api/accounts/ports.ts'

const named = async (accounts: Accounts, name: string): Promise<Account | Refusal> => {
  const found = await accounts.byName(name.normalize('NFC').trim())
  if (found !== null) return found
  const meant = meantWord(
    name,
    (await accounts.list()).map((one) => one.name),
  )
  return {
    refused: 'account-unknown',
    reason: 'there is no account of this name',
    hint:
      meant === null
        ? 'see `pandect accounts list`; `pandect accounts create` makes one'
        : `did you mean ${meant}? See \`pandect accounts list\``,
  }
}

const account = () =>
  new Option('--account <name>', 'name of the account that pays')
    .argParser(readText)
    .makeOptionMandatory()
const status = () =>
  new Option('--status <status>', 'whether it pays')
    .choices(PaidStatus.options)
    .default('paid' as const)

const defineCreate = (command: Command, settings: ReadSettings): void =>
  void command
    .description('create an account and print its id')
    .addOption(account())
    .addOption(
      new Option('--plan <plan>', 'plan of the account')
        .choices(Plan.options)
        .makeOptionMandatory(),
    )
    .addOption(status())
    .action((options) =>
      withDatabase(settings(), 'accounts', async ({ pool }) => {
        const { plan, status: paid } = options
        const name = parseAccountName(options.account)
        if (isRefusal(name)) return refuse(name)
        const actor = commandActor()
        const created = await makeAccounts(pool).create({ name, plan, status: paid, actor })
        if (isRefusal(created)) return refuse(created)
        print(created.accountId)
        say(`account ${name} (${plan}) is ${paid}; give a person a password: accounts set-password`)
      }),
    )

const lineOf = ({
  accountId,
  name,
  plan,
  paid,
  liveKeys,
  users,
  ...since
}: Awaited<ReturnType<Accounts['list']>>[number]): string => {
  const state = `${paid ? 'paid' : 'unpaid'} since ${since.statusChangedAt} (${since.statusCause})`
  return `${accountId}  ${name} (${plan})  ${state}  ${liveKeys} keys  ${users} people`
}

const defineList = (command: Command, settings: ReadSettings): void =>
  void command
    .description('accounts with their plan, status, keys in force and people')
    .addOption(jsonOption())
    .action((options) =>
      withDatabase(settings(), 'accounts', async ({ pool }) => {
        const listed = await makeAccounts(pool).list()
        printResult(options, listed, listed.map(lineOf))
      }),
    )

const defineSetPaid = (command: Command, settings: ReadSettings): void =>
  void command
    .description('say whether an account pays; its keys are valid only while it does')
    .addOption(account())
    .addOption(status())
    .action((options) =>
      withDatabase(settings(), 'accounts', async ({ pool }) => {
        const all = makeAccounts(pool)
        const found = await named(all, options.account)
        if (isRefusal(found)) return refuse(found)
        const outcome = await all.setPaid(found.accountId, options.status, commandActor())
        if (isRefusal(outcome)) return refuse(outcome)
        say(`account ${found.name} is ${options.status}${outcome.changed ? '' : ', as it was'}`)
      }),
    )

/** An account by its name, and the address of a person of it. */
const personOf = async (
  accounts: Parameters<typeof named>[0],
  options: { readonly account: string; readonly email: string },
) => {
  const found = await named(accounts, options.account)
  if (isRefusal(found)) return found
  const email = parseEmail(options.email)
  return isRefusal(email) ? email : { ...found, email }
}

const defineSetPassword = (command: Command, settings: ReadSettings): void =>
  void command
    .description('set the password of a user for the account area; it is read from standard input')
    .addOption(account())
    .requiredOption('--email <address>', 'e-mail address of the person', readText)
    .action((options) =>
      withDatabase(settings(), 'accounts', async ({ pool }) => {
        const found = await personOf(makeAccounts(pool), options)
        if (isRefusal(found)) return refuse(found)
        const password = parsePassword(await readHidden('password (not shown): '))
        if (isRefusal(password)) return refuse(password)
        const { accountId, email } = found
        const passwordHash = await hashPassword(password)
        const user = { accountId, email, passwordHash, actor: commandActor() }
        const outcome = await makeUsers(pool).setPassword(user)
        if (isRefusal(outcome)) return refuse(outcome)
        say(`${email} may sign in for ${found.name} at /account; open sessions have ended`)
      }),
    )

const defineRemovePerson = (command: Command, settings: ReadSettings): void =>
  void command
    .description(
      'delete a person of an account with their sessions, mail and connected applications; keys and charges stay',
    )
    .addOption(account())
    .requiredOption('--email <address>', 'e-mail address of the person', readText)
    .action((options) =>
      withDatabase(settings(), 'accounts', async ({ pool }) => {
        const found = await personOf(makeAccounts(pool), options)
        if (isRefusal(found)) return refuse(found)
        const { accountId, email, name } = found
        const outcome = await makeUsers(pool).remove({ accountId, email, actor: commandActor() })
        if (isRefusal(outcome)) return refuse(outcome)
        say(`${email} is no longer a person of ${name}`)
      }),
    )

export const accounts = (command: Command, settings: ReadSettings): void => {
  defineCreate(command.command('create'), settings)
  defineList(command.command('list'), settings)
  defineSetPaid(command.command('set-paid'), settings)
  defineSetPassword(command.command('set-password'), settings)
  defineRemovePerson(command.command('remove-person'), settings)
}
