/**
 * Plans: the monthly plans, their versions, and what a reader would agree to. Owns the tables plan, plan_version. Never sells one
 * (subscriptions).
 */
export { createPlans, type Plans, type Publication, type SubscribablePlan } from './plans.service.ts'
export { OFFERS, type Offer, type PlanTerms, type PlanVersion } from './plans-model.ts'
export { chargeDueAt, cycleEnd } from './plans.rules.ts'
export type { SubscriberFacts, Subscribers } from './ports.ts'
