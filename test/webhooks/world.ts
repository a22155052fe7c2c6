/** Webhooks on a database, with changes that the test makes up. */
import { randomUUID } from 'node:crypto'
import { Actor } from '#contracts/audit.ts'
import { type Change, changeIdOf } from '#contracts/changes/change.ts'
import { isRefusal } from '#contracts/fault.ts'
import type { NewWebhookEndpoint, RegisteredWebhook } from '#contracts/http/webhooks.ts'
import { Position, printPosition } from '#contracts/ids.ts'
import { makeAccounts } from '#infra/postgres/accounts/accounts.ts'
import { makeProjectorLock } from '#infra/postgres/platform/lock.ts'
import type { PostgresPool } from '#infra/postgres/platform/pool.ts'
import { listenForMoves } from '#infra/postgres/read-models/moved.ts'
import { makeEndpoints } from '#infra/postgres/webhooks/endpoints.ts'
import { makeQueue } from '#infra/postgres/webhooks/queue.ts'
import { makePost } from '#infra/webhooks/post.ts'
import type { ChangesReader } from '#query-api/changes/ports.ts'
import { makeWebhookAdmin } from '#query-api/webhooks/admin.ts'
import { notify, type NotifierDeps } from '#query-api/webhooks/notifier.ts'

export const PEPPER = 'a pepper of more than thirty-two characters'
export const HERE = { allowsPrivate: true, ports: null } as const

const uuidOf = (name: string): string => changeIdOf('6ba7b811-9dad-11d1-80b4-00c04fd430c8', name)

/** The change at a position: of one of `texts` texts, in turns. */
export const changeAt = (position: number, texts: number, ordinal = 1): Change => {
  const text = (position * 7 + ordinal) % texts
  return {
    id: changeIdOf(uuidOf(`event ${position}`), `${ordinal}`),
    position: printPosition(Position.parse(position)),
    ordinal,
    type: position % 3 === 0 ? 'article.published' : 'article.updated',
    occurredAt: new Date(Date.UTC(2026, 0, 1) + position * 1_000).toISOString(),
    articleId: uuidOf(`text ${text}`),
    slug: `text-${text}`,
    version: `1.0.${position}`,
    sha256Hash: position.toString(16).padStart(64, '0'),
    changeClass: 'editorial',
    reasons: ['the words of a reason are not sent'],
    replacement: null,
    jurisdictions: [text % 2 === 0 ? 'FR' : 'EU'],
    headnote: null,
    concept: null,
  } as unknown as Change
}

/** A list of changes that grows; positions without a change are facts that changed nothing. */
export const makeChanges = () => {
  const changes: Change[] = []
  let head = 0
  const reader: ChangesReader = {
    read: async ({ after, limit }) => {
      const found = changes.filter(({ position }) => Number(position) > after).slice(0, limit)
      const last = found.length < limit ? head : Number(found.at(-1)?.position ?? head)
      return {
        changes: found,
        next: Position.parse(Math.max(after, last)),
        head: Position.parse(head),
      }
    },
  }
  return {
    reader,
    add: (...added: readonly Change[]): void => {
      changes.push(...added)
      head = Math.max(head, ...added.map(({ position }) => Number(position)))
    },
    reach: (position: number): void => {
      head = Math.max(head, position)
    },
    all: (): readonly Change[] => changes,
  }
}

export const makeAccount = async (pool: PostgresPool): Promise<string> => {
  const made = await makeAccounts(pool).create({
    name: `account ${randomUUID()}`,
    plan: 'firm',
    status: 'paid',
    actor: 'system',
  })
  if (isRefusal(made)) throw new Error(made.refused)
  return made.accountId
}

export const adminOn = (pool: PostgresPool) =>
  makeWebhookAdmin({
    endpoints: makeEndpoints(pool),
    pepper: PEPPER,
    targets: HERE,
    clock: () => Date.now(),
  })

export const ownerOf = (accountId: string) => ({
  accountId,
  actor: Actor.parse(`account:${accountId}`),
})

export const registerAt = async (
  pool: PostgresPool,
  accountId: string,
  wanted: Pick<NewWebhookEndpoint, 'url'> & Partial<NewWebhookEndpoint>,
): Promise<RegisteredWebhook> => {
  const asked = { description: '', types: [], jurisdictions: [], ...wanted }
  const registered = await adminOn(pool).register(ownerOf(accountId), asked)
  if (isRefusal(registered)) throw new Error(registered.refused)
  return registered
}

export type RunningNotifier = {
  readonly faults: unknown[]
  stop(): Promise<void>
}

/** A notifier over these changes until it is stopped. */
export const startNotifier = (
  pool: PostgresPool,
  changes: ChangesReader,
  more: Partial<NotifierDeps> = {},
): RunningNotifier => {
  const faults: unknown[] = []
  const stopping = new AbortController()
  const lock = makeProjectorLock(pool.connectionString)
  const readModels = listenForMoves(pool.connectionString)
  const { post, close } = makePost({ policy: HERE, resolve: async () => [] })
  const running = notify(
    {
      changes,
      queue: makeQueue(pool),
      post,
      lock: { hold: (signal, work) => lock.hold('notifier', signal, work) },
      readModels,
      pepper: PEPPER,
      clock: () => Date.now(),
      random: Math.random,
      onFault: (fault) => faults.push(fault),
      ...more,
    },
    stopping.signal,
  )
  return {
    faults,
    stop: async () => {
      stopping.abort()
      await running
      close()
      await readModels.close()
    },
  }
}
