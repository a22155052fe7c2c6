/** Registering, changing and trying endpoints, for the API, the account area and commands. */
import { randomUUID } from 'node:crypto'
import { type Refusal, isRefusal, refusalByCode } from '#contracts/fault.ts'
import type {
  NewWebhookEndpoint,
  RegisteredWebhook,
  WebhookEndpoint,
  WebhookEndpointChange,
} from '#contracts/http/webhooks.ts'
import { Instant } from '#contracts/ids.ts'
import { newWebhookSecret, printWebhookSecret } from '#contracts/webhooks/signature.ts'
import { type TargetFault, targetFault, type TargetPolicy } from '#contracts/webhooks/target.ts'
import { messageBody } from './message.ts'
import type { EndpointRegistered, Endpoints, EndpointTarget, WebhookRotation } from './ports.ts'
import { seal } from './secret.ts'

export type WebhookAdminDeps = {
  readonly endpoints: Endpoints
  readonly pepper: string
  readonly targets: TargetPolicy
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

const SECONDS_PER_HOUR = 3_600

const reasonOf = (fault: TargetFault, { ports }: TargetPolicy): string => {
  switch (fault) {
    case 'unreadable':
      return 'this is no address of the web'
    case 'not_https':
      return 'the address does not begin with https://'
    case 'has_credentials':
      return 'the address has a user or a password'
    case 'has_fragment':
      return 'the address has a fragment (#…)'
    case 'port_not_allowed':
      return `the port is not one of ${ports?.join(', ') ?? ''}`
    case 'address_not_public':
      return 'the address is none of the public internet'
    default:
      return fault satisfies never
  }
}

/** Refuses `webhook-target-invalid`. */
const refusedTarget = (url: string | undefined, policy: TargetPolicy): Refusal | null => {
  const fault = url === undefined ? null : targetFault(url, policy)
  if (fault === null) return null
  const refusal = refusalByCode('webhook-target-invalid')
  return { ...refusal, reason: reasonOf(fault, policy), about: { member: 'url', value: fault } }
}

const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)

const UNKNOWN: Refusal = refusalByCode('webhook-unknown')
const UNKNOWN_MESSAGE: Refusal = refusalByCode('webhook-message-unknown')
const MESSAGE_ID = /^msg_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/** A message as the store names it, from its `webhook-id`; null: it is none. */
const storedIdOf = (webhookId: string): string | null => {
  const parts = MESSAGE_ID.exec(webhookId)
  return parts === null ? null : parts.slice(1).join('-')
}

/** Acts on an endpoint whose id can be one. */
const known = async <T>(
  { endpointId }: Pick<EndpointTarget, 'endpointId'>,
  act: () => Promise<T>,
): Promise<T | Refusal> => (isId(endpointId) ? act() : UNKNOWN)

/** All of it refuses `webhook-unknown` for an endpoint that the account does not have. */
export const makeWebhookAdmin = ({ endpoints, pepper, targets, clock }: WebhookAdminDeps) => {
  const add = async (
    target: EndpointTarget,
    wanted: NewWebhookEndpoint,
  ): Promise<(EndpointRegistered & { readonly secret: string }) | Refusal> => {
    const refused = refusedTarget(wanted.url, targets)
    if (refused !== null) return refused
    const secret = newWebhookSecret()
    const sealedSecret = seal(pepper, target.endpointId, secret)
    const outcome = await endpoints.register({ ...target, ...wanted, sealedSecret })
    return isRefusal(outcome) ? outcome : { ...outcome, secret: printWebhookSecret(secret) }
  }
  return {
    list: (accountId: string) => endpoints.list(accountId),
    one: (target: Pick<EndpointTarget, 'endpointId' | 'accountId'>) =>
      known(target, () => endpoints.one(target)),
    messages: (...[target, page]: Parameters<Endpoints['messages']>) =>
      known(target, () => endpoints.messages(target, page)),
    /** Refuses `webhook-target-invalid`, `account-unpaid` and `webhooks-too-many`. */
    register: async (
      owner: Omit<EndpointTarget, 'endpointId'>,
      wanted: NewWebhookEndpoint,
    ): Promise<RegisteredWebhook | Refusal> => {
      const outcome = await add({ ...owner, endpointId: randomUUID() }, wanted)
      return isRefusal(outcome) ? outcome : { endpoint: outcome.endpoint, secret: outcome.secret }
    },
    /**
     * The same under an id of the caller. `secret` is null if the id was registered already: it was
     * shown then.
     */
    registerOnce: async (
      target: EndpointTarget,
      wanted: NewWebhookEndpoint,
    ): Promise<{ readonly secret: string | null } | Refusal> => {
      const outcome = await add(target, wanted)
      return isRefusal(outcome) ? outcome : { secret: outcome.created ? outcome.secret : null }
    },
    /** Refuses `webhook-target-invalid`. */
    change: async (
      target: EndpointTarget,
      change: WebhookEndpointChange,
    ): Promise<WebhookEndpoint | Refusal> =>
      refusedTarget(change.url, targets) ??
      (await known(target, () => endpoints.change(target, change))),
    remove: (target: EndpointTarget) => known(target, () => endpoints.remove(target)),
    /** Refuses `webhook-rotated`, where `knownOverlap` is not null. */
    rotate: (
      target: EndpointTarget,
      overlapHours: number,
      knownOverlap: WebhookRotation['knownOverlap'] = null,
    ) =>
      known(target, async () => {
        const secret = newWebhookSecret()
        const sealed = seal(pepper, target.endpointId, secret)
        const rotation = { overlapSeconds: overlapHours * SECONDS_PER_HOUR, knownOverlap }
        const outcome = await endpoints.rotate(target, sealed, rotation)
        return isRefusal(outcome) ? outcome : { secret: printWebhookSecret(secret), ...outcome }
      }),
    /** Refuses `webhook-disabled`. */
    test: (target: EndpointTarget) =>
      known(target, () => {
        const timestamp = Instant.parse(new Date(clock()).toISOString())
        const body = messageBody('test', timestamp, { endpointId: target.endpointId })
        return endpoints.test(target, {
          id: `test:${randomUUID()}`,
          type: 'test',
          accountId: target.accountId,
          orderKey: null,
          jurisdictions: [],
          position: null,
          body,
        })
      }),
    /** Refuses `webhook-disabled` and `webhook-message-unknown`. */
    redeliver: (target: EndpointTarget, webhookId: string) =>
      known(target, async () => {
        const stored = storedIdOf(webhookId)
        return stored === null ? UNKNOWN_MESSAGE : endpoints.redeliver(target, stored)
      }),
  }
}
export type WebhookAdmin = ReturnType<typeof makeWebhookAdmin>
