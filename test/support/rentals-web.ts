import type { Plan } from '#contract/plans.ts'
import type { Program } from '#contract/programs.ts'
import type { CreditQuote, VoucherQuote } from '#web/viewer/rentals/quote.rules.ts'
import { CallError } from '#web/kit/envelope.ts'

/** A movie on sale to a member, as the detail call answers it. */
export const programOnSale = (change: Partial<Program> = {}) =>
  ({
    programId: 'pier',
    programGuid: 'pier',
    programType: 'movie',
    title: '十三號碼頭',
    otherTitle: '',
    description: '',
    actor: [],
    genres: [],
    keyartImageURL: '/i/k.jpg',
    landscapeImageURL: '/i/l.jpg',
    artImageURL: '/i/a.jpg',
    restriction: 'I',
    releaseYear: 2024,
    rating: 0,
    votes: 0,
    vodType: 'PAY PER RENT',
    vodTypes: ['PAY PER RENT'],
    credits: 29,
    duration: 6000,
    episodeCount: 0,
    preparing: false,
    warning: '',
    access: 'buy',
    buttonText: '租看',
    buttonNote: '29 點',
    offers: [{ kind: 'rental', text: '租看' }],
    ...change,
  }) as Program

/** A quote for it: 29 of 60 monthly credits, for 48 hours from now. */
export const quoteFor = (change: Partial<CreditQuote> = {}): CreditQuote => ({
  payment: 29,
  unit: 'credits',
  buttonText: '60 點中扣 29 點，可觀看至 11月24日 21:20',
  resourceId: 'signed-quote',
  suggestedAction: 'confirmUsePoints',
  message: '',
  credits: { owned: 60, left: 31, from: [{ bucket: 'monthly', credits: 29 }] },
  rentedUntil: new Date(Date.now() + 48 * 3_600_000).toISOString(),
  quoteExpiresAt: new Date(Date.now() + 600_000).toISOString(),
  ...change,
})

/** The same for one voucher of three. */
export const voucherQuoteFor = (change: Partial<VoucherQuote> = {}): VoucherQuote => ({
  payment: 1,
  unit: 'vouchers',
  buttonText: '1 張換領券（用後餘 2 張），可觀看至 11月24日 21:20',
  resourceId: 'signed-quote',
  suggestedAction: 'confirmUsePoints',
  message: '',
  vouchers: { owned: 3, left: 2, expiresAt: '2026-12-31T16:00:00Z' },
  rentedUntil: new Date(Date.now() + 48 * 3_600_000).toISOString(),
  quoteExpiresAt: new Date(Date.now() + 600_000).toISOString(),
  ...change,
})

/** A title for vouchers, as a telecom partner's member with three of them reads it. */
export const programForVoucher = (change: Partial<Program> = {}) =>
  programOnSale({
    vodType: 'MOVIE VOUCHER',
    vodTypes: ['MOVIE VOUCHER'],
    credits: 0,
    buttonText: '使用換領券',
    buttonNote: '1 張換領券（用後餘 2 張）',
    offers: [{ kind: 'ticket', text: '使用換領券' }],
    ...change,
  })

/** The monthly plan with a free month, as a new member reads it. */
export const planFor = (change: Partial<Plan> = {}): Plan => ({
  planId: 'entertainment-pass',
  name: '娛樂通行證',
  description: '任看通行證節目',
  amount: 8_800,
  currency: 'HKD',
  trialMonths: 1,
  extraCredits: 60,
  providers: ['paypal'],
  firstChargeDate: '2026-12-22',
  firstChargeAt: '2026-12-22T10:00:00Z',
  firstCycleEndsAt: '2026-12-22T16:00:00Z',
  priceText: '首月免費，其後每月 HK$88',
  termsText: '首次收費日為 12月22日。',
  eligible: true,
  ...change,
})

/** A members-only title. */
export const programOfPlan = (change: Partial<Program> = {}) =>
  programOnSale({
    vodType: 'VIP UNLIMITED WATCH',
    vodTypes: ['VIP UNLIMITED WATCH'],
    credits: 0,
    buttonText: '以通行證觀看',
    buttonNote: '',
    offers: [{ kind: 'plan', text: '以通行證觀看' }],
    ...change,
  })

/** A title that can be rented, and is one of the plan. */
export const programOfBoth = (change: Partial<Program> = {}) =>
  programOnSale({
    vodType: 'VIP UNLIMITED WATCH',
    vodTypes: ['VIP UNLIMITED WATCH', 'PAY PER RENT'],
    offers: [
      { kind: 'rental', text: '租看' },
      { kind: 'plan', text: '以通行證觀看' },
    ],
    ...change,
  })

/** A read that is refused. */
export function refusedRead(errorCode: string, more: object = {}): Promise<object> {
  const refusal = { result: 'FAILED', errorCode, message: `server: ${errorCode}`, ...more }
  const read = Promise.reject<object>(new CallError(refusal as ConstructorParameters<typeof CallError>[0]))
  // It is read later, or never.
  read.catch(() => {})
  return read
}
