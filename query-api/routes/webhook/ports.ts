/** The state of a subscription, as the provider reports it or an invoice of it implies. */
export type SubscriptionWord = {
  readonly subscriptionId: string
  readonly customerId: string
  /** As the provider names it: `active`, `past_due`, `canceled`, … */
  readonly status: string
  /** The states that an invoice may change to this one; null: the provider names the state. */
  readonly from: readonly string[] | null
}

/** The changes of an event; both null: nothing to store. */
export type ProviderChange = {
  readonly id: string
  readonly type: string
  readonly createdSeconds: number
  readonly link: { readonly accountId: string; readonly customerId: string } | null
  readonly word: SubscriptionWord | null
}

export type ProviderEvents = {
  /**
   * Applies an event once, in one transaction: the account's customer, the subscription's state
   * unless a later event changed it, and, where the event changes who pays, the account's paid
   * status with its audit entry. An audit entry names a customer that cannot be linked. `repeated`:
   * it was applied before, and nothing changed.
   */
  take(change: ProviderChange): Promise<'taken' | 'repeated'>
}
