import { type Command, Option } from '@commander-js/extra-typings'
import { CapMode } from '#contracts/api-key.ts'
import { Plan } from '#contracts/account.ts'
import { commandActor } from './actor.ts'
import { printResult, refuse } from './output.ts'
import { jsonOption, type ReadSettings, readText } from './reading.ts'
import { ACCOUNT_LIMITS } from '#contracts/account.ts'
import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { printUsd } from '#contracts/tariff.ts'
import { withDatabase } from '../processes/wiring/database.ts'
import { makeKeyAdmin } from '../postgres/accounts/key-store-admin.ts'
import { print, say } from '../terminal.ts'
import * as admin from '#query-api/accounts/admin.ts'
import { keyAdminOf } from '../processes/wiring/key-admin.ts'
import { parseCapTerms, parseOverlap } from '#query-api/accounts/terms.ts'
import type { KeyListing } from '#query-api/accounts/ports.ts'

const stateOf = ({ revokedAt, expiresAt, paid }: KeyListing, now: number): string => {
  if (revokedAt !== null) return `revoked ${revokedAt}`
  if (expiresAt !== null && Date.parse(expiresAt) <= now) return `expired ${expiresAt}`
  if (!paid) return 'account unpaid'
  return expiresAt === null ? 'live' : `live until ${expiresAt}`
}

const lineOf = (key: KeyListing, now: number): string =>
  [
    key.keyId,
    `${key.kind === 'test' ? 'sandbox ' : ''}…${key.last4}`,
    `${key.account} (${key.plan})`,
    ...(key.label === '' ? [] : [key.label]),
    key.capMicroUsd === null ? 'no cap' : `cap ${printUsd(key.capMicroUsd)} USD ${key.capMode}`,
    stateOf(key, now),
    ...(key.previous === null
      ? []
      : [`old secret …${key.previous.last4} until ${key.previous.validUntil}`]),
    key.lastUsedOn === null ? 'never used' : `used ${key.lastUsedOn}`,
    key.scopes.join(' '),
  ].join('  ')

const capMode = (text = 'what the cap does') =>
  new Option('--cap-mode <mode>', text).choices(CapMode.options)

const defineCreate = (command: Command, settings: ReadSettings): void =>
  void command
    .description('print a new key, once; a new account name makes a paid account')
    .requiredOption('--account <name>', 'who pays', readText)
    .addOption(
      new Option('--plan <plan>', 'plan of the account')
        .choices(Plan.options)
        .makeOptionMandatory(),
    )
    .option('--label <text>', 'what you call the key')
    .option('--scopes <list>', 'comma-separated; default: all the reading ones and mcp')
    .option('--cap-usd <amount>', 'monthly spending cap in USD')
    .option('--expires <day>', 'last day (UTC), e.g. 2027-01-31, or an instant')
    .addOption(capMode().default('soft' as const))
    .option('--sandbox', 'a key of the sandbox: demonstration texts alone, never charged')
    .action(({ account, plan, scopes, sandbox, ...terms }) =>
      withDatabase(settings(), 'keys', async (database) => {
        const created = await admin.createKey(await keyAdminOf(settings(), database), {
          ...terms,
          scopes: scopes?.split(','),
          kind: sandbox === true ? 'test' : 'live',
          holder: { name: account, plan },
          actor: commandActor(),
        })
        if (isRefusal(created)) return refuse(created)
        print(created.key ?? '')
        say(`key ${created.keyId} is shown once: keep it now`)
        if (sandbox === true && !settings().sandbox)
          say('this service takes no sandbox key until it is started with SANDBOX=on')
      }),
    )

const defineList = (command: Command, settings: ReadSettings): void =>
  void command
    .description('keys with their account, plan, scopes and last four characters')
    .addOption(jsonOption())
    .action((options) =>
      withDatabase(settings(), 'keys', async ({ pool }) => {
        const listed = await makeKeyAdmin(pool).list(null)
        const now = Date.now()
        printResult(
          options,
          listed,
          listed.map((key) => lineOf(key, now)),
        )
      }),
    )

const targetOf = (keyId: string) => ({ keyId, accountId: null, actor: commandActor() })

const defineRotate = (command: Command, settings: ReadSettings): void =>
  void command
    .description('print a new secret of a key, once; the old one stays valid for a while')
    .argument('<id>', 'which key', readText)
    .option(
      '--overlap-hours <hours>',
      'how long the old secret stays valid',
      String(ACCOUNT_LIMITS.overlapHoursDefault),
    )
    .action((keyId, { overlapHours }) => {
      const overlapSeconds = parseOverlap(overlapHours)
      if (isRefusal(overlapSeconds)) return refuse(overlapSeconds)
      return withDatabase(settings(), 'keys', async (database) => {
        const deps = await keyAdminOf(settings(), database)
        const rotation = { overlapSeconds, replaces: null }
        const rotated = await admin.rotateKey(deps, targetOf(keyId), rotation)
        if (isRefusal(rotated)) return refuse(rotated)
        print(rotated.key)
        say(`key ${keyId}: this new secret is shown once: keep it now`)
        say(`the old one is valid until ${rotated.previousValidUntil}`)
      })
    })

const NO_AMOUNT: Refusal = refusalByCode('cap-missing')

const defineSetCap = (command: Command, settings: ReadSettings): void =>
  void command
    .description('set or remove the monthly spending cap of a key')
    .argument('<id>', 'which key', readText)
    .option('--cap-usd <amount>', 'monthly spending cap in USD')
    .option('--no-cap', 'without a cap')
    .addOption(capMode('what the cap does; default: what it did'))
    .action((keyId, options) => {
      if (options.cap && options.capUsd === undefined) return refuse(NO_AMOUNT)
      const cap = parseCapTerms(options.cap ? options : { capMode: options.capMode })
      if (isRefusal(cap)) return refuse(cap)
      return withDatabase(settings(), 'keys', async ({ pool }) => {
        const { capMicroUsd } = cap
        const outcome = await admin.setCap({ admin: makeKeyAdmin(pool) }, targetOf(keyId), {
          capMicroUsd,
          capMode: options.capMode ?? null,
        })
        if (isRefusal(outcome)) return refuse(outcome)
        const amount =
          capMicroUsd === null
            ? 'no cap'
            : `a ${outcome.capMode} cap of ${printUsd(capMicroUsd)} USD`
        say(`key ${keyId} has ${amount}`)
      })
    })

const defineSetOrigins = (command: Command, settings: ReadSettings): void =>
  void command
    .description('name the origins of web pages that may use a key; none takes all away')
    .argument('<id>', 'which key', readText)
    .argument('[origins...]', 'such as https://cabinet.example')
    .action((keyId, origins) =>
      withDatabase(settings(), 'keys', async ({ pool }) => {
        const deps = { admin: makeKeyAdmin(pool) }
        const outcome = await admin.setOrigins(deps, targetOf(keyId), origins.join(' '))
        if (isRefusal(outcome)) return refuse(outcome)
        say(
          origins.length === 0
            ? `key ${keyId} may be used by no web page`
            : `key ${keyId} may be used by web pages of ${origins.join(', ')} alone`,
        )
      }),
    )

const defineRevoke = (command: Command, settings: ReadSettings): void =>
  void command
    .description('revoke a key; effective within one second')
    .argument('<id>', 'which key', readText)
    .action((keyId) =>
      withDatabase(settings(), 'keys', async ({ pool }) => {
        const outcome = await admin.revokeKey({ admin: makeKeyAdmin(pool) }, targetOf(keyId))
        if (isRefusal(outcome)) return refuse(outcome)
        say(`key ${keyId} is revoked since ${outcome.revokedAt}`)
      }),
    )

export const keys = (command: Command, settings: ReadSettings): void => {
  defineCreate(command.command('create'), settings)
  defineList(command.command('list'), settings)
  defineRotate(command.command('rotate'), settings)
  defineSetCap(command.command('set-cap'), settings)
  defineSetOrigins(command.command('set-origins'), settings)
  defineRevoke(command.command('revoke'), settings)
}
