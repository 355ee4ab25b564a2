/** What is known of somebody who could subscribe. */
export interface SubscriberFacts {
  /** Held a plan before, gifts included: there is no free month again. */
  readonly hadPlan: boolean
  /** The plan that runs. */
  readonly current: {
    readonly planId: string
    /** The version that it renews as, which its member keeps; null when it does not renew. */
    readonly agreedVersionId: string | null
    readonly state: 'trial' | 'active' | 'past_due' | 'cancelling'
    /** Cycles end on its day of the month. */
    readonly anchor: Temporal.Instant
    /** The end of what is paid, queued months included; of `past_due`, the end of the cycle that was paid last. */
    readonly paidUntil: Temporal.Instant
  } | null
}

/** What plans ask about an account. `subscriptions` answers. */
export interface Subscribers {
  factsOf(accountId: string): Promise<SubscriberFacts>
}
