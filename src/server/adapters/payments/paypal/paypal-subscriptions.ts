import type {
  Mandate,
  MandateCreation,
  MandateReport,
  NewMandate,
  ProviderCatalogue,
  PushProvider,
  ProviderCharge,
} from '#server/domains/agreements/ports.ts'
import type { PaypalBody, PaypalClient, PaypalOptions } from './paypal-client.ts'
import { createPaypalPlans } from './paypal-plans.ts'
import { isTransient, LOCALE, reasonOf } from './paypal-response.rules.ts'
import {
  chargedNow,
  type PaypalSubscription,
  type PaypalTransaction,
  reportOfSubscription,
  salesOf,
  salesPeriodOf,
  startTimeOf,
} from './paypal-subscriptions.rules.ts'

const SUBSCRIPTIONS = '/v1/billing/subscriptions'

/** PayPal's Subscriptions v1: its schedule charges. A version of a plan, with and without trial, is one plan there. */
export function createPaypalSubscriptions(options: PaypalOptions, send: PaypalClient): PushProvider {
  const plans = createPaypalPlans(options, send)

  async function setup(mandate: NewMandate, catalogue: ProviderCatalogue): Promise<MandateCreation> {
    const planId = await plans.planOf(mandate, catalogue)
    if (planId === undefined) return { outcome: 'unknown', reason: 'PayPal: no plan' }
    const response = await send({
      method: 'POST',
      path: SUBSCRIPTIONS,
      requestId: mandate.agreementId,
      body: subscriptionBody(mandate, { planId, brand: options.brand }),
    })
    if (!response || isTransient(response.status)) return { outcome: 'unknown', reason: reasonOf(response) }
    const { id, status, links = [] } = response.body
    const url = links.find(({ rel }) => rel === 'approve')?.href
    // The same request has been made before, and its payer has decided since.
    const isDecided = status !== undefined && status !== 'APPROVAL_PENDING' && status !== 'APPROVED'
    if (response.status >= 300 || id === undefined || (url === undefined && !isDecided))
      return { outcome: 'refused', reason: reasonOf(response) }
    return {
      outcome: 'accepted',
      providerReference: id,
      action: isDecided || url === undefined ? null : { type: 'redirect', url },
    }
  }

  /** A subscription whose id we never learnt cannot be approved by anybody. */
  async function query({ agreementId, providerReference }: Mandate): Promise<MandateReport> {
    if (providerReference === null) return { state: 'absent' }
    const response = await send({ method: 'GET', path: pathOf(providerReference) })
    if (response?.status === 404) return { state: 'absent' }
    if (response?.status !== 200) return { state: 'unknown' }
    const subscription: PaypalSubscription = response.body
    const sales = await salesOfSubscription(providerReference, subscription)
    return sales ? reportOfSubscription(subscription, { agreementId, sales }) : { state: 'unknown' }
  }

  /** @returns undefined when there was no answer */
  async function salesOfSubscription(
    providerReference: string,
    subscription: PaypalSubscription,
  ): Promise<ProviderCharge[] | undefined> {
    const period = salesPeriodOf(subscription)
    if (!period) return []
    const search = new URLSearchParams({ start_time: period.start, end_time: period.end })
    const response = await send({ method: 'GET', path: `${pathOf(providerReference)}/transactions?${search}` })
    if (response?.status !== 200) return undefined
    return salesOf((response.body as PaypalBody & { transactions?: PaypalTransaction[] }).transactions ?? [])
  }

  const suspend = (mandate: Mandate) => change(mandate, { call: 'suspend', wanted: ['suspended'] })
  const resume = (mandate: Mandate) => change(mandate, { call: 'activate', wanted: ['active'] })
  const end = async (mandate: Mandate) =>
    mandate.providerReference === null || change(mandate, { call: 'cancel', wanted: ['ended', 'absent'] })

  type Change = { call: 'suspend' | 'activate' | 'cancel'; wanted: readonly MandateReport['state'][] }

  /** What is so already is refused: it is looked up then. */
  async function change(mandate: Mandate, { call, wanted }: Change): Promise<boolean> {
    const { providerReference } = mandate
    if (providerReference === null) return false
    const body = { reason: REASONS[call] }
    const response = await send({ method: 'POST', path: `${pathOf(providerReference)}/${call}`, body })
    if (response && response.status < 300) return true
    return wanted.includes((await query(mandate)).state)
  }

  return { kind: 'paypal', mode: 'push', sandbox: options.sandbox, setup, query, suspend, resume, end }
}

const pathOf = (providerReference: string) => `${SUBSCRIPTIONS}/${encodeURIComponent(providerReference)}`

const REASONS = {
  suspend: 'Cancelled by the member',
  activate: 'The member has undone it',
  cancel: 'The plan has ended',
} as const

function subscriptionBody(mandate: NewMandate, { planId, brand }: { planId: string; brand: string }): object {
  const { agreementId, isChargedNow, language, continueUrl, cancelUrl } = mandate
  return {
    plan_id: planId,
    custom_id: agreementId,
    start_time: startTimeOf(mandate),
    ...(isChargedNow && { plan: chargedNow(mandate) }),
    application_context: {
      brand_name: brand,
      locale: LOCALE[language],
      shipping_preference: 'NO_SHIPPING',
      user_action: 'SUBSCRIBE_NOW',
      payment_method: { payer_selected: 'PAYPAL', payee_preferred: 'IMMEDIATE_PAYMENT_REQUIRED' },
      return_url: continueUrl,
      cancel_url: cancelUrl,
    },
  }
}
