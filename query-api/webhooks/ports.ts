/** Ports of webhooks: endpoints of accounts, the queue of messages, and what posts them. */
import type { Actor } from '#contracts/audit.ts'
import type { Refusal } from '#contracts/fault.ts'
import type {
  AttemptFault,
  MessageState,
  MessageType,
  NewWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookMessageList,
  WebhookAttempt,
} from '#contracts/http/webhooks.ts'
import type { Instant, Position } from '#contracts/ids.ts'
import type { SignedHeaders } from '#contracts/webhooks/signature.ts'

/** Which endpoint, of whose account, and who acts. */
export type EndpointTarget = {
  readonly endpointId: string
  readonly accountId: string
  readonly actor: Actor
}

export type NewEndpoint = NewWebhookEndpoint &
  EndpointTarget & { readonly sealedSecret: Uint8Array }

/** `created` is false if its id was registered already; nothing was changed then. */
export type EndpointRegistered = { readonly endpoint: WebhookEndpoint; readonly created: boolean }

export type WebhookRotation = {
  /** 0: the present secret ends at once. */
  readonly overlapSeconds: number
  /**
   * The end of an overlap that the form showed, empty without one, so that a form sent twice
   * rotates once; null: any.
   */
  readonly knownOverlap: string | null
}

/** An endpoint, and whose it is. */
export type OwnedEndpoint = WebhookEndpoint & {
  readonly accountId: string
  /** Its name. */
  readonly account: string
}

/**
 * The endpoints of accounts. Each act writes its line in the audit table. Refuses
 * `webhook-unknown` for an endpoint that the account does not have. Throws the Faults of the store.
 */
export type Endpoints = {
  /** Those of all accounts, for operators; oldest first. */
  ofAll(): Promise<readonly OwnedEndpoint[]>
  /** Oldest first. */
  list(accountId: string): Promise<readonly WebhookEndpoint[]>
  one(target: Pick<EndpointTarget, 'endpointId' | 'accountId'>): Promise<WebhookEndpoint | Refusal>
  /**
   * Changes above the position that the service has reached are sent to it. Refuses
   * `account-unpaid` and `webhooks-too-many`.
   */
  register(endpoint: NewEndpoint): Promise<EndpointRegistered | Refusal>
  /**
   * Enabling begins with the changes that are still to come. Refuses `webhook-disabled-by-operator`
   * where the owner enables what operators disabled.
   */
  change(target: EndpointTarget, change: WebhookEndpointChange): Promise<WebhookEndpoint | Refusal>
  /** Ends the endpoint with all of its messages. */
  remove(target: EndpointTarget): Promise<{ readonly endpointId: string } | Refusal>
  /**
   * The present secret becomes the previous one for the overlap; an older one ends now. Refuses
   * `webhook-rotated`.
   */
  rotate(
    target: EndpointTarget,
    sealedSecret: Uint8Array,
    rotation: WebhookRotation,
  ): Promise<{ readonly previousSecretValidUntil: Instant | null } | Refusal>
  messages(
    target: Pick<EndpointTarget, 'endpointId' | 'accountId'>,
    page: {
      readonly state: MessageState | null
      readonly limit: number
      readonly before: number | null
    },
  ): Promise<WebhookMessageList | Refusal>
  /** Queues a message of type `test`. Refuses `webhook-disabled`. */
  test(target: EndpointTarget, event: QueuedEvent): Promise<{ readonly id: string } | Refusal>
  /** Queues a message again at once. Refuses `webhook-disabled` and `webhook-message-unknown`. */
  redeliver(target: EndpointTarget, messageId: string): Promise<{ readonly id: string } | Refusal>
}

/** An event to send to endpoints. */
export type QueuedEvent = {
  /** An event with a known id is not queued again. */
  readonly id: string
  readonly type: MessageType
  /** null: it is for every account. */
  readonly accountId: string | null
  /** Events of one key are sent one after the other; null: it waits for none. */
  readonly orderKey: string | null
  /** Looked at for endpoints that name jurisdictions; those of an account's own event are not. */
  readonly jurisdictions: readonly string[]
  /** Endpoints that begin at or after this position do not get it; null: all get it. */
  readonly position: Position | null
  /** Exactly what is sent. */
  readonly body: string
  /** Whether the body is kept sealed until it is sent: it says what an account reads. */
  readonly isSealed?: true
}

/** A message that may be sent now. */
export type DueMessage = {
  readonly id: string
  readonly body: string
  /** Attempts before this one. */
  readonly attempts: number
}

/** An endpoint with messages that are due. */
export type DueEndpoint = {
  readonly endpointId: string
  readonly url: string
  /** How often it began anew: it was enabled, or given another address. */
  readonly beginning: number
  readonly sealedSecret: Uint8Array
  /** Valid beside the other; null: none. */
  readonly previousSealedSecret: Uint8Array | null
}

/** What became of one attempt, and of its message. */
export type Outcome = {
  readonly messageId: string
  readonly endpointId: string
  /** Of the endpoint when the attempt began. It may have begun anew since. */
  readonly beginning: number
  readonly attempt: WebhookAttempt
  /** `retry`: after the pause. */
  readonly becomes: 'delivered' | 'retry' | 'given_up'
  readonly pauseMs: number
  /** How long nothing at all is sent to the endpoint. */
  readonly restMs: number
  /** The receiver said that it is gone for good. */
  readonly isGone: boolean
}

export const DELIVERY = {
  /** An endpoint that took nothing for this long is disabled. */
  failingDaysMax: 5,
  /** How long ended messages are kept, for their attempts and for sending them again. */
  keptDays: 7,
  attemptsShown: 20,
} as const

/** The queue of all accounts. Throws the Faults of the store. */
export type Queue = {
  /** Up to which position changes are queued; null: nothing was followed yet. */
  checkpoint(): Promise<Position | null>
  /**
   * Adds a message for each endpoint that asked for an event and moves the checkpoint, both or
   * neither. Does nothing and returns false if the checkpoint is not `from` any more.
   */
  follow(from: Position | null, events: readonly QueuedEvent[], to: Position): Promise<boolean>
  /** Adds events that are no changes of the corpus; those with a known id are left out. */
  add(events: readonly QueuedEvent[]): Promise<void>
  /** Enabled endpoints of paying accounts that do not rest and have due messages. */
  dueEndpoints(): Promise<readonly DueEndpoint[]>
  /** Messages that are due and wait for no earlier one of their order key, in order. */
  due(
    wanted: readonly { readonly endpointId: string; readonly limit: number }[],
  ): Promise<ReadonlyMap<string, readonly DueMessage[]>>
  /**
   * Records the results of attempts. Endpoints that are gone, or took nothing for `failingDaysMax`,
   * are disabled. A failure from before the endpoint began anew is kept among the attempts of its
   * message, and changes nothing else.
   */
  record(outcomes: readonly Outcome[]): Promise<void>
  /** Removes what ended `keptDays` ago; returns whether there may be more. */
  sweep(): Promise<boolean>
  /** Messages that wait, and since when the oldest of them could have been sent. */
  backlog(): Promise<{ readonly pending: number; readonly dueSinceMs: number | null }>
}

export type Post = {
  readonly url: string
  readonly headers: SignedHeaders
  readonly body: string
}

/** The head of an answer, or why there was none. */
export type Posted =
  | {
      readonly status: number
      readonly retryAfter: string | undefined
      /** A server of mail refuses this receiver for good. */
      readonly isGone?: true
    }
  | { readonly fault: AttemptFault }

/** Posts one message within its time limits; never throws. An abort ends it as a fault. */
export type PostMessage = (post: Post, signal: AbortSignal) => Promise<Posted>

/** Sends one message of the queue; never throws, but for the Faults of what it reads from. */
export type SendMessage = (
  endpoint: DueEndpoint,
  message: DueMessage,
  nowMs: number,
  signal: AbortSignal,
) => Promise<Posted>

/** Tells when there may be news in the read models. A move may be missed: readers look, too. */
export type ReadModelsMoved = {
  /** Rings at each move, until the function that it returns is called. */
  onMove(ring: () => void): () => void
}

/** The notifier is one process at a time; others wait. */
export type NotifierLock = {
  hold<T>(signal: AbortSignal, work: (held: AbortSignal) => Promise<T>): Promise<T>
}
