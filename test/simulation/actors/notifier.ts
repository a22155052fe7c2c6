/** Notifiers, the accounts that own endpoints, and what becomes of these meanwhile. */
import { Fault, isRefusal } from '#contracts/fault.ts'
import type { WebhookEndpoint } from '#contracts/http/webhooks.ts'
import { Actor } from '#contracts/actor.ts'
import { makeChangesReader } from '#infra/postgres/read-models/changes.ts'
import { listenForMoves } from '#infra/postgres/read-models/moved.ts'
import { makeEndpoints } from '#infra/postgres/webhooks/endpoints.ts'
import { makeQueue } from '#infra/postgres/webhooks/queue.ts'
import { makeWebhookAdmin, type WebhookAdmin } from '#query-api/webhooks/admin.ts'
import { notify } from '#query-api/webhooks/notifier.ts'
import { TEST_PEPPER } from '../../harness/pepper.ts'
import type { Random } from '../kernel/random.ts'
import type { Service, World } from '../world.ts'
import { onFault } from './followers.ts'
import { openStores } from './stores.ts'

const PAUSE_MS = 1_200
const ACCOUNTS = [
  '00000000-0000-4000-9000-00000000000a',
  '00000000-0000-4000-9000-00000000000b',
] as const
const ENDPOINTS_MAX = 4
const TARGETS = { allowsPrivate: false, ports: [443, 8443] } as const

export const startNotifier = (world: World, name: string): Service =>
  world.start(name, async (signal) => {
    const { pool, lock, log } = openStores()
    const readModels = listenForMoves(pool.connectionString)
    await notify(
      {
        changes: makeChangesReader(pool),
        queue: makeQueue(pool),
        post: world.receivers.post,
        lock: { hold: (held, work) => lock.hold('notifier', held, work) },
        readModels,
        pepper: TEST_PEPPER,
        clock: () => Date.now(),
        random: Math.random,
        onFault: onFault(world),
      },
      signal,
    )
    await readModels.close()
    await log.close()
  })

const openAdmin = (): WebhookAdmin =>
  makeWebhookAdmin({
    endpoints: makeEndpoints(openStores().pool),
    pepper: TEST_PEPPER,
    targets: TARGETS,
    clock: () => Date.now(),
  })

const setPaid = ({ postgres }: World, id: string, paid: boolean): void =>
  postgres.plant((db) => db.set('accounts', id, { id, paid }))

/** What its owner asks for of a new endpoint. */
const drawWanted = (random: Random, number: number) => ({
  url: `https://receiver.example/${number}`,
  description: '',
  types: random.pick([[], [], ['article.updated'], ['article.published', 'article.withdrawn']]),
  jurisdictions: random.pick([[], [], ['FR'], ['EU']]),
})

/** The owner of both accounts. Whatever they are told of their endpoints goes to the oracle. */
export const startOwner = (world: World, acts: number): void => {
  const { simulation, oracle, receivers } = world
  let left = acts
  let registered = 0
  for (const id of ACCOUNTS) setPaid(world, id, true)
  receivers.onGone((url) => oracle.webhooks.endSpan((one) => one.url === url, simulation.now()))

  const look = async (admin: WebhookAdmin, accountId: string): Promise<WebhookEndpoint[]> => {
    const endpoints = await admin.list(accountId)
    const isPaid = world.postgres.tables
      .committed('accounts')
      .some(({ id, paid }) => id === accountId && paid === true)
    for (const endpoint of endpoints) {
      oracle.webhooks.sees(accountId, endpoint, simulation.now(), endpoint.enabled && isPaid)
      if (Number(endpoint.startsAfter) > oracle.webhooks.reached)
        simulation.fail('starts-at-head', `${endpoint.url} begins after ${endpoint.startsAfter}`)
    }
    return [...endpoints]
  }
  const pay = (accountId: string, paid: boolean): void => {
    simulation.note(`${accountId} ${paid ? 'pays' : 'pays no more'}`)
    if (!paid) oracle.webhooks.stopsPaying(accountId, simulation.now())
    setPaid(world, accountId, paid)
  }
  const actOn = async (
    admin: WebhookAdmin,
    accountId: string,
    { id: endpointId, url, enabled }: WebhookEndpoint,
    random: Random,
  ): Promise<void> => {
    const target = { endpointId, accountId, actor: Actor.parse(`account:${accountId}`) }
    const isOne = (one: { readonly id: string }): boolean => one.id === endpointId
    const choice = random.between(0, 9)
    simulation.note(`act ${choice} on ${url}`)
    if (choice <= 3) {
      if (enabled) oracle.webhooks.endSpan(isOne, simulation.now())
      else oracle.webhooks.enables(endpointId, simulation.now())
      await admin.change(target, { enabled: !enabled })
    } else if (choice === 4) {
      oracle.webhooks.endSpan(isOne, simulation.now())
      await admin.remove(target)
    } else if (choice === 5) {
      oracle.webhooks.rotates(endpointId)
      const rotated = await admin.rotate(target, random.pick([0, 1]))
      if (!isRefusal(rotated)) oracle.webhooks.hasSecret(endpointId, rotated.secret)
    } else if (choice === 6) await admin.test(target)
    else if (choice === 7) receivers.leave(url)
    else {
      const found = await admin.messages(target, { state: null, limit: 20, before: null })
      if (isRefusal(found) || found.messages.length === 0) return
      await admin.redeliver(target, random.pick(found.messages).id)
    }
  }
  const act = async (admin: WebhookAdmin, random: Random): Promise<void> => {
    const accountId = random.pick(ACCOUNTS)
    const endpoints = await look(admin, accountId)
    if (registered < ENDPOINTS_MAX && (registered < 2 || random.chance(0.25))) {
      registered += 1
      const owner = { accountId, actor: Actor.parse(`account:${accountId}`) }
      const made = await admin.register(owner, drawWanted(random, registered) as never)
      if (isRefusal(made)) return
      oracle.webhooks.hasSecret(made.endpoint.id, made.secret)
      await look(admin, accountId)
    } else if (random.chance(0.12)) pay(accountId, false)
    else if (random.chance(0.3)) pay(accountId, true)
    else if (endpoints.length > 0) await actOn(admin, accountId, random.pick(endpoints), random)
  }
  world.start(
    'owner',
    async (signal, host) => {
      const admin = openAdmin()
      while (left > 0 && !signal.aborted) {
        left -= 1
        await simulation.step('thinks of endpoints', PAUSE_MS)
        try {
          await act(admin, host.random)
        } catch (error) {
          if (!(error instanceof Fault)) throw error
        }
      }
    },
    { once: true },
  )
}

/** Somebody who has waiting messages sent now, since no world lasts as long as the pauses. */
export const hurryMessages = async (world: World): Promise<void> => {
  const admin = openAdmin()
  for (const accountId of ACCOUNTS)
    for (const { id: endpointId, enabled } of await admin.list(accountId)) {
      const target = { endpointId, accountId, actor: Actor.parse(`account:${accountId}`) }
      if (!enabled) continue
      const page = { state: 'pending', limit: 100, before: null } as const
      const found = await admin.messages(target, page)
      if (isRefusal(found)) continue
      for (const { id } of found.messages) await admin.redeliver(target, id)
    }
  world.simulation.note('what waits is sent now')
}
