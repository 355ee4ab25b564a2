/** Subscriptions: the plans that accounts hold, their cycles and credits. Owns the tables subscription, subscription_cycle, trial_identity, subscription_hold. */
export { entitlementColumn, findHeldPlan, type HeldPlan } from './holder.query.ts'
