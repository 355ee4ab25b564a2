import { expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import type { RenewingKind } from '#contract/plans.ts'
import type { SubscribablePlan } from '#server/domains/plans/index.ts'
import { PASS } from '../../../../test/support/plan-versions.ts'
import { planKinds, toPlanResponse } from './plans.presenter.ts'

const PLAN: SubscribablePlan = {
  at: Temporal.Instant.from('2026-11-22T10:00:00Z'),
  plan: { ...PASS, amountCents: 9_850 },
  terms: {
    trialMonths: 1,
    credits: 60,
    firstChargeAt: Temporal.Instant.from('2026-12-22T10:00:00Z'),
    firstCycleEndsAt: Temporal.Instant.from('2026-12-22T16:00:00Z'),
    isChargedLater: true,
    eligible: true,
  },
}
const CHANGED = { ...PLAN, terms: { ...PLAN.terms, trialMonths: 0 } }
const CHARGED = { ...PLAN, terms: { ...CHANGED.terms, isChargedLater: false } }
const IN_ANOTHER_YEAR = { ...CHANGED, at: Temporal.Instant.from('2025-12-31T15:59:00Z') }
const WITHOUT_CREDITS = {
  at: PLAN.at,
  plan: { ...PLAN.plan, creditsPerCycle: 0 },
  terms: { ...CHARGED.terms, credits: 0 },
}
const OF_TELECOM_PARTNER = { ...CHARGED, terms: { ...CHARGED.terms, credits: 0 } }
const RENEWING = ['paypal'] as const

test.each<[string, SubscribablePlan, readonly RenewingKind[], Language, string, string]>([
  [
    'a free month',
    PLAN,
    RENEWING,
    'en_US',
    'First month free, then HK$98.50 a month',
    'You won’t be charged before 22\u00A0Dec, 18:00. Includes 60 credits a month to rent other films. Cancel any time.',
  ],
  [
    'a free month',
    PLAN,
    RENEWING,
    'zh_HK',
    '首月免費，其後每月 HK$98.50',
    '首次收費時間為 12月22日 18:00。每期另送 60 點，可租看其他電影。可隨時取消。',
  ],
  [
    'another plan from the next cycle on',
    CHANGED,
    RENEWING,
    'en_US',
    'HK$98.50 a month',
    'You won’t be charged before 22\u00A0Dec, 18:00. Includes 60 credits a month to rent other films. Cancel any time.',
  ],
  [
    'a charge in another year',
    IN_ANOTHER_YEAR,
    RENEWING,
    'en_US',
    'HK$98.50 a month',
    'You won’t be charged before 22\u00A0Dec\u00A02026, 18:00. Includes 60 credits a month to rent other films. Cancel any time.',
  ],
  [
    'a charge in another year',
    IN_ANOTHER_YEAR,
    RENEWING,
    'zh_HK',
    '每月 HK$98.50',
    '首次收費時間為 2026年12月22日 18:00。每期另送 60 點，可租看其他電影。可隨時取消。',
  ],
  [
    'none of the credits of the plan',
    OF_TELECOM_PARTNER,
    RENEWING,
    'en_US',
    'HK$98.50 a month',
    'It doesn’t include credits. Cancel any time.',
  ],
  [
    'none of the credits of the plan',
    OF_TELECOM_PARTNER,
    RENEWING,
    'zh_HK',
    '每月 HK$98.50',
    '不包括每期點數。可隨時取消。',
  ],
  ['no free month', WITHOUT_CREDITS, RENEWING, 'en_US', 'HK$98.50 a month', 'Cancel any time.'],
  ['a single month', WITHOUT_CREDITS, [], 'en_US', 'HK$98.50 for one month', 'It doesn’t renew.'],
  ['a single month', WITHOUT_CREDITS, [], 'zh_HK', 'HK$98.50 看一個月', '不會自動續期。'],
])('%s says what it costs, from the data of the plan', (_what, plan, renewing, language, priceText, termsText) => {
  expect(toPlanResponse(plan, { language, renewing, kinds: ['wechat'] })).toMatchObject({
    priceText,
    termsText,
    amount: 9_850,
  })
})

test('a kind that renews sells plans only where its agreements are configured; the others sell single months', () => {
  expect(planKinds(['paypal', 'alipay', 'wechat'], ['alipay'])).toEqual(['alipay', 'wechat'])
  expect(planKinds(['paypal', 'alipay', 'wechat'], [])).toEqual(['wechat'])
})
