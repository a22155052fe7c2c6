/** What the provider said of a subscription. */
export type SubscriptionWord = {
  readonly subscriptionId: string
  readonly customerId: string
  /** As the provider names it: `active`, `past_due`, `canceled`, … */
  readonly status: string
}

/** What an event changes; both null: nothing that we keep. */
export type ProviderChange = {
  readonly id: string
  readonly type: string
  readonly createdSeconds: number
  readonly link: { readonly accountId: string; readonly customerId: string } | null
  readonly word: SubscriptionWord | null
}

export type ProviderEvents = {
  /**
   * Takes an event once, with all that follows from it, or not at all: the account's customer, the
   * subscription's state unless a later event said another, and the account's paid status, with its
   * line in the audit table. `repeated`: it was taken before, and nothing was changed.
   */
  take(change: ProviderChange): Promise<'taken' | 'repeated'>
}
