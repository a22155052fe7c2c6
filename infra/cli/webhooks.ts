/** Endpoints of webhooks of all accounts, for operators. */
import type { Command } from '@commander-js/extra-typings'
import { isRefusal, refusalByCode } from '#contracts/fault.ts'
import { makeEndpoints } from '../postgres/webhooks/endpoints.ts'
import { withDatabase } from '../processes/wiring/database.ts'
import { webhookAdminOf } from '../processes/wiring/webhooks.ts'
import { keyPepper } from '../secrets.ts'
import { say } from '../terminal.ts'
import type { OwnedEndpoint } from '#query-api/webhooks/ports.ts'
import { commandActor } from './actor.ts'
import { printResult, refuse } from './output.ts'
import { jsonOption, type ReadSettings, readText } from './reading.ts'

const stateOf = ({ enabled, disabledAt, disabledCause, failingSince }: OwnedEndpoint): string => {
  if (!enabled) return `disabled ${disabledAt ?? ''} (${disabledCause ?? ''})`
  return failingSince === null ? 'works' : `failing since ${failingSince}`
}

const lineOf = (one: OwnedEndpoint): string =>
  [one.id, one.account, one.url, stateOf(one), `${one.pending} waiting`].join('  ')

const defineList = (command: Command, settings: ReadSettings): void =>
  void command
    .description('endpoints of all accounts with their state and what waits for them')
    .addOption(jsonOption())
    .action((options) =>
      withDatabase(settings(), 'webhooks', async ({ pool }) => {
        const listed = await makeEndpoints(pool).ofAll()
        printResult(options, listed, listed.map(lineOf))
      }),
    )

const defineSwitch = (
  command: Command,
  settings: ReadSettings,
  { description, enabled, said }: { description: string; enabled: boolean; said: string },
): void =>
  void command
    .description(description)
    .argument('<id>', 'which endpoint', readText)
    .action((endpointId) =>
      withDatabase(settings(), 'webhooks', async (database) => {
        const owned = (await makeEndpoints(database.pool).ofAll()).find(
          ({ id }) => id === endpointId,
        )
        if (owned === undefined) return refuse(refusalByCode('webhook-unknown'))
        const admin = webhookAdminOf(settings(), database, await keyPepper(settings()))
        const { accountId } = owned
        const target = { endpointId, accountId, actor: commandActor() }
        const outcome = await admin.change(target, { enabled })
        if (isRefusal(outcome)) return refuse(outcome)
        say(`endpoint ${endpointId} ${said}`)
      }),
    )

export const webhooks = (command: Command, settings: ReadSettings): void => {
  defineList(command.command('list'), settings)
  defineSwitch(command.command('disable'), settings, {
    description: 'send an endpoint nothing more; its owner sees that operators did it',
    enabled: false,
    said: 'is disabled',
  })
  defineSwitch(command.command('enable'), settings, {
    description: 'send to an endpoint again, from the changes to come',
    enabled: true,
    said: 'is enabled',
  })
}
