/** Schemas of the billing provider's events (Stripe), limited to subscriptions and their states. */
import { z } from 'zod'

const Id = z.string().min(1).max(255)
/** The id of an object, also if the provider expanded the object. */
const Reference = z.union([Id, z.object({ id: Id }).transform(({ id }) => id)])
const metadata = z.object({ account: z.uuid().optional().catch(undefined) }).nullish()

export const ProviderEvent = z.object({
  id: Id,
  type: z.string().min(1).max(255),
  /** Whole seconds since 1970, by the provider's clock. */
  created: z.int().nonnegative(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
})
export type ProviderEvent = z.infer<typeof ProviderEvent>

export const SubscriptionObject = z.object({
  id: Id,
  customer: Reference,
  status: z.string().min(1).max(64),
  metadata,
})
/** Since API version 2025-03-31 the subscription of an invoice is under `parent`. */
export const InvoiceObject = z.object({
  customer: Reference,
  /** Why it was made: `subscription_cycle`, `manual`, … */
  billing_reason: z.string().nullish(),
  subscription: Reference.nullish(),
  parent: z
    .object({ subscription_details: z.object({ subscription: Reference }).nullish() })
    .nullish(),
})
export const CustomerObject = z.object({ id: Id, metadata })
export const CheckoutObject = z.object({
  customer: Reference.nullish(),
  client_reference_id: z.uuid().nullish().catch(null),
})
