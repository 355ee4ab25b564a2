import type { PlanVersion } from '#server/domains/plans/index.ts'

/** A version of a plan that is on sale, without a database. */
export const PASS: PlanVersion = {
  planVersionId: 'pass.1',
  planId: 'pass',
  offer: 'standard',
  version: 1,
  name: { zh_HK: '通行證', en_US: 'Pass' },
  description: { zh_HK: '一', en_US: 'One' },
  amountCents: 8_800,
  currency: 'HKD',
  trialMonths: 1,
  creditsPerCycle: 60,
  publishedAt: Temporal.Instant.from('2026-01-01T00:00:00Z'),
  publishedBy: 'system',
  startsAt: Temporal.Instant.from('2026-01-01T00:00:00Z'),
  endsAt: null,
  withdrawnAt: null,
}
