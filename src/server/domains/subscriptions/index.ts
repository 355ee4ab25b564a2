/**
 * Subscriptions: the plans that accounts hold, their cycles, credits, renewals and ends. Owns the tables subscription,
 * subscription_cycle, subscription_removed_month, subscription_hold, trial_identity. Talks to no provider: agreements charge, payments
 * settle; both know this domain by its ports only.
 */
export { findHeldPlan, type HeldPlan } from './holder.query.ts'
export { createSubscriptions, type Subscriptions } from './subscriptions.service.ts'
export type { SubscriptionsDeps } from './subscriptions-deps.ts'
export type { SubscriptionView } from './views.service.ts'
export type { Progress } from './progress.service.ts'
