import type { AgreementTerms } from '#server/domains/agreements/index.ts'
import type { NewMandate } from '#server/domains/agreements/ports.ts'

const NAME = { zh_HK: '娛樂通行證', en_US: 'Entertainment Pass' }

/** A mandate as a member asks for it: a trial of the Entertainment Pass. */
export const aMandate = (agreementId: string): NewMandate => ({
  agreementId,
  providerReference: null,
  credentials: null,
  planVersionId: 'entertainment-pass.1',
  amountCents: 8_800,
  currency: 'HKD',
  name: NAME,
  trial: true,
  startsAt: Temporal.Instant.from('2026-11-22T02:00:00Z'),
  isChargedNow: false,
  language: 'zh_HK',
  terminal: 'web',
  continueUrl: 'https://harbour.test/return',
  cancelUrl: 'https://harbour.test/cancel',
})

/** What is agreed to: the pass, from a free month on that begins now. */
export function agreementTerms(now: Temporal.Instant, change: Partial<AgreementTerms> = {}): AgreementTerms {
  const freeUntil = now.add({ hours: 30 * 24 })
  return {
    planVersionId: 'entertainment-pass.1',
    amountCents: 8_800,
    currency: 'HKD',
    name: NAME,
    trial: true,
    byPartner: false,
    firstChargeAt: freeUntil,
    firstCycleEndsAt: freeUntil,
    ...change,
  }
}

/** What a renewal of the pass is called in payments. */
export const RENEWAL = {
  template: 'renewal',
  params: { planVersionId: 'entertainment-pass.1', name: NAME },
} as const
