/** Maps events of the provider to changes of accounts. Pure. */
import {
  CheckoutObject,
  CustomerObject,
  InvoiceObject,
  type ProviderEvent,
  SubscriptionObject,
} from './provider-event.ts'
import type { ProviderChange } from './ports.ts'

type Change = Pick<ProviderChange, 'link' | 'word'>
const NOTHING: Change = { link: null, word: null }

const linkOf = (accountId: string | null | undefined, customerId: string | null | undefined) =>
  accountId && customerId ? { accountId, customerId } : null

const ofSubscription = (object: unknown): Change => {
  const { id, customer, status, metadata } = SubscriptionObject.parse(object)
  return {
    link: linkOf(metadata?.account, customer),
    word: { subscriptionId: id, customerId: customer, status, from: null },
  }
}

/** What the invoices of a subscription imply. Its first invoice ends `incomplete`. */
const PAYMENT = {
  made: { status: 'active', from: ['incomplete', 'past_due', 'unpaid'] },
  // Who never paid, or no longer pays, does not begin to pay by another failure.
  failed: { status: 'past_due', from: ['active', 'trialing'] },
} as const

/** An invoice of no subscription, or made by hand, does not show whether an account pays. */
const ofInvoice = (object: unknown, payment: keyof typeof PAYMENT): Change => {
  const { customer, subscription, parent, billing_reason: reason } = InvoiceObject.parse(object)
  const subscriptionId = parent?.subscription_details?.subscription ?? subscription
  return subscriptionId && reason !== 'manual'
    ? { link: null, word: { subscriptionId, customerId: customer, ...PAYMENT[payment] } }
    : NOTHING
}

const ofCustomer = (object: unknown): Change => {
  const { id, metadata } = CustomerObject.parse(object)
  return { link: linkOf(metadata?.account, id), word: null }
}

const ofCheckout = (object: unknown): Change => {
  const { customer, client_reference_id: accountId } = CheckoutObject.parse(object)
  return { link: linkOf(accountId, customer), word: null }
}

const READERS: Readonly<Record<string, (object: unknown) => Change>> = {
  'customer.subscription.created': ofSubscription,
  'customer.subscription.updated': ofSubscription,
  'customer.subscription.paused': ofSubscription,
  'customer.subscription.resumed': ofSubscription,
  'customer.subscription.deleted': ofSubscription,
  'invoice.paid': (object) => ofInvoice(object, 'made'),
  'invoice.payment_failed': (object) => ofInvoice(object, 'failed'),
  'customer.created': ofCustomer,
  'customer.updated': ofCustomer,
  'checkout.session.completed': ofCheckout,
}

/**
 * null for types that change nothing here and are not stored. Throws ZodError if an event of a
 * known type is malformed.
 */
export const changeOf = ({ id, type, created, data }: ProviderEvent): ProviderChange | null => {
  const change = Object.hasOwn(READERS, type) ? READERS[type]?.(data.object) : undefined
  return change === undefined ? null : { id, type, createdSeconds: created, ...change }
}

/**
 * While the provider retries a payment (`past_due`), the account stays active; it ends with
 * `unpaid` or `canceled`.
 */
export const PAYING: readonly string[] = ['active', 'trialing', 'past_due']
/** Final states of a subscription. */
export const ENDED: readonly string[] = ['canceled', 'incomplete_expired']
