import { screen } from '@testing-library/react'
import { paymentStatus } from '#contract/payments.ts'
import { getSubscribableMonthlyPlanWeb, type Plan } from '#contract/plans.ts'
import { confirmAutoDebitAgreement, subscriptionDetail } from '#contract/subscriptions.ts'
import { MonthlyFeeScreen, WarriorScreen } from '#web/features/plans/plan-screens.tsx'
import { startSession } from '#web/viewer/session/session.ts'
import { planOnSale } from './plans-web.ts'
import { renderWeb } from './render-web.tsx'

export const expiresAt = new Date(Date.now() + 300_000).toISOString()
const STARTED = { result: 'SUCCESS', outTradeNo: 'AG1', merchantAgreementId: 'AG1' }
/** An agreement that is approved on the provider's page. */
export const REDIRECT = { ...STARTED, nextAction: { type: 'redirect', url: 'https://pay.example/1', expiresAt } }
/** An agreement that is approved by a QR code. */
export const QR = {
  ...STARTED,
  nextAction: { type: 'qr', url: 'https://pay.example/1', qrText: 'https://qr.example/1', expiresAt },
}
export const pending = () => ({ result: 'FAILED', errorCode: 'PENDING', message: 'server: PENDING' })

export const logIn = () =>
  startSession({ token: 'token', userId: 'u1', partner: 'anyplex' }, { mobileno: '91234567', areaCode: '852' })

interface Given {
  plan?: Partial<Plan>
  path?: string
  plans?: object | Promise<object>
  started?: object
  subscription?: object | null
  confirm?: () => object
}

/** Renders the screen of a path with the plans on sale, and what the server answers to a start. */
export function renderPlans({
  plan,
  path = '/monthlyfee',
  plans,
  started = REDIRECT,
  subscription = null,
  confirm,
}: Given = {}) {
  const promotional = planOnSale({ planId: 'promotional-pass', name: '優惠通行證', amount: 4_800 })
  return renderWeb(path.startsWith('/warrior') ? <WarriorScreen /> : <MonthlyFeeScreen />, {
    path,
    reads: [
      [
        getSubscribableMonthlyPlanWeb,
        (query) => plans ?? { planList: [query.get('offer') === 'promotional' ? promotional : planOnSale(plan)] },
      ],
      [subscriptionDetail, { subscription }],
      [paymentStatus, { status: 'pending' }],
    ],
    answer: (endpoint) => (endpoint === confirmAutoDebitAgreement ? (confirm?.() ?? pending()) : started),
  })
}

export const card = () => screen.findByRole('region', { name: '娛樂通行證' })
export const button = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`, 'u') })
export const agree = () => screen.getByRole<HTMLInputElement>('checkbox')
