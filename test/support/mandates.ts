import type { NewMandate } from '#server/domains/agreements/ports.ts'

/** A mandate as a member asks for it: a trial of the Entertainment Pass. */
export const aMandate = (agreementId: string): NewMandate => ({
  agreementId,
  providerReference: null,
  credentials: null,
  planVersionId: 'entertainment-pass.1',
  amountCents: 8_800,
  currency: 'HKD',
  name: { zh_HK: '娛樂通行證', en_US: 'Entertainment Pass' },
  trial: true,
  startsAt: Temporal.Instant.from('2026-11-22T02:00:00Z'),
  isChargedNow: false,
  language: 'zh_HK',
  terminal: 'web',
  continueUrl: 'https://harbour.test/return',
  cancelUrl: 'https://harbour.test/cancel',
})
