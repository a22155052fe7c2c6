/** Webhooks: endpoints of an account, and the messages that they are sent. */
import { z } from 'zod'
import { Change, ChangedPoint, ChangeType } from '../changes/change.ts'
import { Instant } from '../ids.ts'
import { Jurisdiction } from '../vocabulary/texts.ts'
import { TARGET_CHARACTERS_MAX } from '../webhooks/target.ts'
import { integerParameter } from './query.ts'
import { NO_CONTROL, textOf } from './request-text.ts'

export const WEBHOOK_LIMITS = {
  /** Endpoints that one account may have. */
  endpointsMax: 20,
  descriptionCharactersMax: 200,
  overlapHoursDefault: 24,
  overlapHoursMax: 168,
  messagesMax: 100,
} as const

/** What an endpoint can ask for. */
export const WebhookType = z
  .enum([
    ...ChangeType.options,
    'search.matched',
    'search.unmatched',
    'receipt.recalled',
    'usage.cap_reached',
    'key.expiring',
  ])
  .meta({ id: 'WebhookType', description: 'What an endpoint is told of. The list may grow.' })
export type WebhookType = z.infer<typeof WebhookType>

/** What a message can be of; `test` comes only when it is asked for. */
export const MessageType = z.enum([...WebhookType.options, 'test'])
export type MessageType = z.infer<typeof MessageType>

/** Why nothing is sent to an endpoint. */
export const DisabledCause = z.enum(['owner', 'gone', 'failing', 'operator'])
export type DisabledCause = z.infer<typeof DisabledCause>

/** What became of one attempt besides an HTTP status. */
export const AttemptFault = z.enum([
  'address_not_public',
  'address_unknown',
  'connect_failed',
  'connect_timeout',
  'answer_timeout',
  'answer_unreadable',
  'tls_failed',
  'secret_unreadable',
])
export type AttemptFault = z.infer<typeof AttemptFault>

export const WebhookAttempt = z
  .object({
    at: Instant.describe('When it began.'),
    durationMs: z.int().nonnegative().describe('Until the head of the answer, or the fault.'),
    status: z.int().min(100).max(999).nullable().describe('HTTP status; null: there was none.'),
    fault: AttemptFault.nullable().describe('Why there was no status.'),
  })
  .meta({ id: 'WebhookAttempt' })
export type WebhookAttempt = z.infer<typeof WebhookAttempt>

const types = z
  .array(WebhookType)
  .max(WebhookType.options.length)
  .describe('Types that are sent; empty: all.')
const jurisdictions = z
  .array(Jurisdiction)
  .max(Jurisdiction.options.length)
  .describe('Only changes of texts of these; empty: all.')
const url = z.string().min(1).max(TARGET_CHARACTERS_MAX).meta({
  format: 'uri',
  description: 'Where messages are posted: an address of the public internet, over https.',
})
const description = textOf(WEBHOOK_LIMITS.descriptionCharactersMax)
  .regex(new RegExp(NO_CONTROL, 'u'), { error: 'must have no control characters' })
  .describe('A note of your own.')

export const WebhookEndpoint = z
  .object({
    id: z.uuid(),
    url,
    description,
    types,
    jurisdictions,
    enabled: z.boolean().describe('Whether anything is sent to it.'),
    disabledAt: Instant.nullable().describe('Since when nothing is sent; null: it is enabled.'),
    disabledCause: DisabledCause.nullable().describe(
      '`owner`: you disabled it; `gone`: it answered 410; `failing`: it took nothing for five days; `operator`: the operators of the service did.',
    ),
    failingSince: Instant.nullable().describe('Since when it has taken nothing; null: it works.'),
    pending: z.int().nonnegative().describe('Messages that wait for it.'),
    startsAfter: z
      .string()
      .regex(/^\d{15}$/)
      .describe('Changes above this position are sent; read earlier ones from `GET /changes`.'),
    previousSecretValidUntil: Instant.nullable().describe('End of the overlap after a rotation.'),
    createdAt: Instant.describe('When it was registered.'),
  })
  .meta({ id: 'WebhookEndpoint' })
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

export const WebhookEndpointList = z
  .object({ endpoints: z.array(WebhookEndpoint).describe('Oldest first.') })
  .meta({ id: 'WebhookEndpointList' })

export const NewWebhookEndpoint = z
  .strictObject({
    url,
    description: description.default(''),
    types: types.default([]),
    jurisdictions: jurisdictions.default([]),
  })
  .meta({ id: 'NewWebhookEndpoint' })
export type NewWebhookEndpoint = z.infer<typeof NewWebhookEndpoint>

export const WebhookEndpointChange = z
  .strictObject({
    url: url.optional(),
    description: description.optional(),
    types: types.optional(),
    jurisdictions: jurisdictions.optional(),
    enabled: z.boolean().optional().describe('`false`: nothing is sent until it is `true` again.'),
  })
  .meta({ id: 'WebhookEndpointChange' })
export type WebhookEndpointChange = z.infer<typeof WebhookEndpointChange>

const secret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]+=*$/)
  .describe('Shown once. Give it to a library of Standard Webhooks as it is.')

export const RegisteredWebhook = z
  .object({ endpoint: WebhookEndpoint.describe('The endpoint.'), secret })
  .meta({ id: 'RegisteredWebhook' })
export type RegisteredWebhook = z.infer<typeof RegisteredWebhook>

export const RotateWebhookSecret = z
  .strictObject({
    overlapHours: z
      .int()
      .min(0)
      .max(WEBHOOK_LIMITS.overlapHoursMax)
      .default(WEBHOOK_LIMITS.overlapHoursDefault)
      .describe('How long messages are signed with the old secret, too.'),
  })
  .meta({ id: 'RotateWebhookSecret' })

export const RotatedWebhookSecret = z
  .object({
    secret,
    previousSecretValidUntil: Instant.nullable().describe(
      'Until then messages are signed with the old secret, too; null: no longer.',
    ),
  })
  .meta({ id: 'RotatedWebhookSecret' })

export const MessageState = z.enum(['pending', 'delivered', 'given_up'])
export type MessageState = z.infer<typeof MessageState>

export const WebhookMessage = z
  .object({
    id: z.string().describe('The `webhook-id` of each of its deliveries.'),
    type: MessageType,
    state: MessageState,
    queuedAt: Instant.describe('When it was queued first.'),
    dueAt: Instant.nullable().describe('When it is tried next, at the earliest.'),
    attempts: z.array(WebhookAttempt).describe('The last twenty, oldest first.'),
  })
  .meta({ id: 'WebhookMessage' })
export type WebhookMessage = z.infer<typeof WebhookMessage>

export const WebhookMessageList = z
  .object({
    messages: z.array(WebhookMessage).describe('Newest first.'),
    next: z.string().nullable().describe('`before` of the next page; null: there is none.'),
  })
  .meta({ id: 'WebhookMessageList' })
export type WebhookMessageList = z.infer<typeof WebhookMessageList>

export const WebhookMessagesQuery = z.strictObject({
  state: MessageState.optional().describe('Only messages in this state.'),
  limit: integerParameter(z.int().min(1).max(WEBHOOK_LIMITS.messagesMax))
    .default(20)
    .meta({ default: 20, description: 'Messages at most.' }),
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .describe('`next` of the page before.'),
})

export const WebhookParams = z.object({
  id: z.string().meta({ format: 'uuid', description: 'Id of the endpoint.' }),
})
export const WebhookMessageParams = WebhookParams.extend({
  message: z.string().meta({ pattern: '^msg_[0-9a-f]{32}$', description: 'Its `webhook-id`.' }),
})

/** The members of a change that a message names: no words of a text. */
export const ChangeNotice = Change.pick({
  id: true,
  position: true,
  ordinal: true,
  articleId: true,
  slug: true,
  version: true,
  sha256Hash: true,
  changeClass: true,
  replacement: true,
  jurisdictions: true,
  concept: true,
}).extend({
  headnote: ChangedPoint.omit({ derivation: true }).nullable(),
  links: z
    .object({ article: z.string().nullable(), page: z.string().nullable() })
    .describe('Paths at this service; null where nothing is served any more.'),
})
export type ChangeNotice = z.infer<typeof ChangeNotice>
