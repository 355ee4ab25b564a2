export interface SubscriberFacts {
  readonly hadPlan: boolean
  readonly current: {
    readonly planId: string
    /** Null when it does not renew. */
    readonly agreedVersionId: string | null
    readonly state: 'trial' | 'active' | 'past_due' | 'cancelling'
    readonly anchor: Temporal.Instant
    /** Queued months included; of `past_due`, the end of the cycle that was paid last. */
    readonly paidUntil: Temporal.Instant
  } | null
}

export interface VersionHolders {
  readonly subscribers: number
  readonly trials: number
  readonly ending: number
}

export interface Subscribers {
  factsOf(accountId: string): Promise<SubscriberFacts>
  /** Live subscriptions by the version that they keep, and how many of them end. */
  countByVersion(): Promise<ReadonlyMap<string, VersionHolders>>
}
