/** What the owners of endpoints were told, and since when they are surely sent what. */
import type { WebhookEndpoint } from '#contracts/http/webhooks.ts'

/** A time in which an endpoint was surely sent what it asks for; milliseconds since 1970. */
export type Span = {
  readonly fromMs: number
  toMs: number
  readonly startsAfter: number
  /** Whether all above `startsAfter` is sent, and not only what came after `fromMs`. */
  readonly isWhole: boolean
}

/** An endpoint as its owner knows it. */
export type KnownEndpoint = Pick<WebhookEndpoint, 'id' | 'url' | 'types' | 'jurisdictions'> & {
  readonly accountId: string
  readonly spans: Span[]
  /** When its owner last asked to enable it. */
  lastEnabledMs: number
  readonly secrets: string[]
  /** Secrets that were asked for. Of an answer that was lost nobody knows the secret. */
  secretsAsked: number
}

/** The checkpoint as it was seen first at this value. */
export type Reached = { readonly atMs: number; readonly position: number }

export const makeWebhookOracle = () => {
  const endpoints = new Map<string, KnownEndpoint>()
  const secrets = new Map<string, string[]>()
  const unpaid = new Set<string>()
  const openSpan = ({ spans }: KnownEndpoint): Span | undefined =>
    spans.find(({ toMs }) => toMs === Infinity)
  const endSpan = (isMeant: (one: KnownEndpoint) => boolean, atMs: number): void => {
    for (const one of endpoints.values()) {
      const span = isMeant(one) ? openSpan(one) : undefined
      if (span !== undefined) span.toMs = atMs
    }
  }
  return {
    endpoints: endpoints as ReadonlyMap<string, KnownEndpoint>,
    /** Each value of the checkpoint, in order. */
    checkpoints: [] as Reached[],
    /** The furthest position that was ever queued or served. */
    reached: 0,
    /** When erasures were seen to be finished, by position. */
    finished: new Map<number, number>(),
    endSpan,
    stopsPaying: (accountId: string, atMs: number): void => {
      unpaid.add(accountId)
      endSpan((one) => one.accountId === accountId, atMs)
    },
    /** Its owner looks at it. */
    sees: (accountId: string, endpoint: WebhookEndpoint, atMs: number, isSent: boolean): void => {
      const { id, url, types, jurisdictions } = endpoint
      const own = secrets.get(id) ?? []
      const known = endpoints.get(id) ?? {
        id,
        url,
        types,
        jurisdictions,
        accountId,
        spans: [],
        lastEnabledMs: 0,
        secrets: own,
        secretsAsked: 1,
      }
      endpoints.set(id, known)
      if (!isSent || openSpan(known) !== undefined) return
      const startsAfter = Number(endpoint.startsAfter)
      const isWhole = known.spans.at(-1)?.startsAfter !== startsAfter && !unpaid.has(accountId)
      known.spans.push({ fromMs: atMs, toMs: Infinity, startsAfter, isWhole })
    },
    enables: (id: string, atMs: number): void => {
      const known = endpoints.get(id)
      if (known !== undefined) known.lastEnabledMs = atMs
    },
    rotates: (id: string): void => {
      const known = endpoints.get(id)
      if (known !== undefined) known.secretsAsked += 1
    },
    hasSecret: (id: string, secret: string): void => {
      const known = endpoints.get(id)
      if (known === undefined) secrets.set(id, [secret])
      else known.secrets.push(secret)
    },
  }
}
